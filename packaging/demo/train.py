"""Train the demo pair and write it to assets/demo; see README.md."""

import argparse
import os
import sys
from pathlib import Path

# Nothing here needs the Hub; this keeps the libraries from asking it.
os.environ.setdefault("HF_HUB_OFFLINE", "1")

import torch
from corpus import load_corpus
from draft import build_draft, saved_parameters, train_draft
from export import load_target, save_draft, save_questions, save_target
from report import Pair, report
from target import target_config, train_target
from transformers import Qwen3ForCausalLM
from vocabulary import train_tokenizer

SEED = 20
FOLDER = Path(__file__).resolve().parents[2] / "assets" / "demo"


def main() -> int:
    options = _parse()
    torch.set_num_threads(options.threads)
    corpus = load_corpus(_facts())
    if options.keep_target:
        target, tokenizer = load_target(options.out / "target")
    else:
        tokenizer = train_tokenizer(corpus, SEED)
        target = train_target(corpus, tokenizer, SEED)
        save_target(target, tokenizer, options.out / "target")
    draft = train_draft(corpus, tokenizer, target, SEED)
    save_draft(draft, options.out / "draft")
    save_questions(corpus, options.out / "questions.json")
    return 0 if report(Pair(corpus, tokenizer, target, draft)) else 1


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=FOLDER, help="folder for target/, draft/ and questions.json")
    parser.add_argument("--threads", type=int, default=1, help="processor threads to use")
    parser.add_argument("--keep-target", action="store_true", help="train only the draft, for the target that is there")
    return parser.parse_args()


def _facts() -> dict[str, str]:
    """What the model says about its own size."""
    config = target_config()
    draft = build_draft(config)
    return {
        "target_millions": f"{Qwen3ForCausalLM(config).num_parameters() / 1e6:.1f}",
        "target_layers": str(config.num_hidden_layers),
        "draft_millions": f"{saved_parameters(draft) / 1e6:.1f}",
        "draft_layers": str(len(draft.layers)),
    }


if __name__ == "__main__":
    sys.exit(main())
