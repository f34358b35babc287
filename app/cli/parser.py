"""What the command line takes; light to import, for `--help` loads nothing else."""

import argparse
from typing import get_args

from app import __version__
from app.cli import arguments as kinds
from app.engine.protocol import MethodChoice, SamplingOptions

_LONGEST = 1 << 24

_EPILOG = """Without a verb the window opens; files and folders named then are offered to it.
Exit codes: 0 done, 1 failed with one sentence on stderr, 2 wrong use, 130 stopped."""


def build_parser() -> argparse.ArgumentParser:
    """The parser of all verbs; parsed arguments carry the verb's name as `verb`."""
    parser = argparse.ArgumentParser(
        prog="slipstream",
        description="Chat with local language models at the speed of speculative decoding.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"Slipstream {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for name, (purpose, add_arguments) in _VERBS.items():
        description = purpose[:1].upper() + purpose[1:] + "."
        verb = verbs.add_parser(name, help=purpose, description=description, allow_abbrev=False)
        add_arguments(verb)
        verb.add_argument("--json", action="store_true", help="print one JSON value instead of text")
    return parser


def _chat(parser: argparse.ArgumentParser) -> None:
    models = parser.add_argument_group("models", "a .gguf file, or a checkpoint folder (converted first)")
    models.add_argument("--target", required=True, type=kinds.path, metavar="T", help="the model that answers")
    models.add_argument("--draft", type=kinds.path, metavar="D", help="a draft made for it")
    size = kinds.whole_number(0, _LONGEST)
    models.add_argument("--ctx-size", type=size, default=0, metavar="N", help="context in tokens; 0: automatic")
    models.add_argument("--device", default="auto", type=kinds.words, help="auto, cpu or a name that `devices` lists")

    drafting = parser.add_argument_group("drafting")
    drafting.add_argument("--method", choices=get_args(MethodChoice), default="auto")
    limit = kinds.whole_number(0, 1024)
    drafting.add_argument("--draft-max", type=limit, default=0, metavar="N", help="longest draft; 0: the whole block")

    question = parser.add_argument_group("question", "without one: a dialogue, or the prompt from a pipe")
    asked = question.add_mutually_exclusive_group()
    asked.add_argument("--prompt", type=kinds.words, metavar="P", help="one message, or with --raw the bare text")
    asked.add_argument("--messages", type=kinds.path, metavar="FILE", help='JSON: [{"role": …, "content": …}, …]')
    question.add_argument("--raw", action="store_true", help="go on from the prompt as it is, without a template")
    question.add_argument("-n", "--max-tokens", type=size, default=0, metavar="N", help="0: as the context allows")
    ends = "a text that ends the reply; may be given again"
    question.add_argument("--stop", action="append", default=[], type=kinds.stop_string, metavar="TEXT", help=ends)
    _sampling(parser)


def _sampling(parser: argparse.ArgumentParser) -> None:
    usual = SamplingOptions()
    sampling = parser.add_argument_group("sampling", "with temperature 0 always the likeliest token")
    sampling.add_argument("--temperature", type=kinds.number(0, 100), default=usual.temperature, metavar="X")
    sampling.add_argument("--top-k", type=kinds.whole_number(0, _LONGEST), default=usual.top_k, metavar="N")
    sampling.add_argument("--top-p", type=kinds.number(0, 1), default=usual.top_p, metavar="X")
    sampling.add_argument("--min-p", type=kinds.number(0, 1), default=usual.min_p, metavar="X")
    sampling.add_argument("--repeat-penalty", type=kinds.number(0.01, 100), default=usual.repeat_penalty, metavar="X")
    sampling.add_argument("--seed", type=kinds.whole_number(0, 2**32 - 2), metavar="N")


def _convert(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", type=kinds.path, metavar="SRC", help="a checkpoint folder")
    target = "the target that a draft was made for: checkpoint folder or .gguf"
    parser.add_argument("--target", type=kinds.path, metavar="T", help=target)
    parser.add_argument("--outtype", choices=("f32", "f16", "bf16", "q8_0"), default="bf16", help="usual: bf16")
    parser.add_argument(
        "-o", "--out", type=kinds.path, metavar="OUT", help="a file, or a folder that is there; usual: the library"
    )


def _inspect(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", type=kinds.path, metavar="PATH", help="a .gguf file or a checkpoint folder")
    among = "a model, or a folder of models, to try beside those in the library; may be given again"
    parser.add_argument("--among", action="append", default=[], type=kinds.path, metavar="PATH", help=among)


def _search(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", type=kinds.words, metavar="QUERY", help="words, or OWNER/NAME of a target")
    parser.add_argument("--drafts", action="store_true", help="drafts only")
    parser.add_argument("--limit", type=kinds.whole_number(1, 100), default=20, metavar="N", help="usual: 20")


def _pull(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("repo", type=kinds.words, metavar="REPO", help="OWNER/NAME on the Hub")
    parser.add_argument("--revision", type=kinds.words, metavar="REV", help="branch, tag or commit; usual: the newest")
    which = "one file, where the repository holds several models; its parts come along"
    parser.add_argument("--file", type=kinds.words, metavar="NAME", help=which)


def _demo(parser: argparse.ArgumentParser) -> None:
    prompt = "what to ask; usual: one of the demo's own questions"
    parser.add_argument("--prompt", type=kinds.words, metavar="P", help=prompt)


def _nothing(parser: argparse.ArgumentParser) -> None:
    pass


_VERBS = {
    "chat": ("ask a model, with a draft or without", _chat),
    "convert": ("turn a checkpoint folder into a GGUF file", _convert),
    "search": ("find models and drafts on the Hub", _search),
    "pull": ("fetch a model from the Hub, whole and checked", _pull),
    "inspect": ("tell what a model is, and what fits it", _inspect),
    "demo": ("see a draft at work on a tiny model that comes with Slipstream", _demo),
    "devices": ("list what models can run on", _nothing),
    "doctor": ("print what a bug report needs, nothing private", _nothing),
}
VERBS = tuple(_VERBS)
