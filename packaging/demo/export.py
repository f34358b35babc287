"""The finished pair on disk: checkpoint folders as transformers and speculators save them, and the own questions."""

import json
import shutil
from pathlib import Path

import torch
from corpus import Corpus
from speculators.models.dspark import DSparkDraftModel
from transformers import AutoTokenizer, PreTrainedTokenizerFast, Qwen3ForCausalLM

TARGET_NAME = "slipstream/demo-target"


def save_target(target: Qwen3ForCausalLM, tokenizer: PreTrainedTokenizerFast, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    target.bfloat16().save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    target.float()
    _let_everyone_read(folder)


def load_target(folder: Path) -> tuple[Qwen3ForCausalLM, PreTrainedTokenizerFast]:
    """Read a saved target back, computing in float32."""
    target = Qwen3ForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()
    return target, AutoTokenizer.from_pretrained(folder)


def save_draft(draft: DSparkDraftModel, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    draft.config.speculators_config.verifier.name_or_path = TARGET_NAME
    draft.bfloat16().save_pretrained(folder)
    draft.float()
    # The library adds a copy of its own source beside the configuration.
    (folder / "config.py").unlink(missing_ok=True)
    _let_everyone_read(folder)


def save_questions(corpus: Corpus, path: Path) -> None:
    """Write what is asked of the pair: a list of {"question", "answer"}."""
    rows = [{"question": entry.question, "answer": entry.answer} for entry in corpus.own]
    path.write_text(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _let_everyone_read(folder: Path) -> None:
    # Weights are written for their owner alone.
    for path in folder.iterdir():
        path.chmod(0o644)
