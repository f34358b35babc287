"""What the command line takes; light to import, for `--help` loads nothing else."""

import argparse
from typing import get_args

from app import __version__
from app.cli import arguments as kinds
from app.cli.sampling import add_sampling
from app.engine.protocol import CacheType, Effort, MethodChoice, Pacing
from app.hub.results import SearchFamily, SearchMethod
from app.models.output_types import OUTPUT_TYPES

_LONGEST = 1 << 24

_USAGE = """slipstream [--target T] [--draft D] [--config FILE] [--serve [--port N]] [PATH ...]
       slipstream --headless --serve [--port N] [--host H] [--api-key KEY] [--cors ORIGIN]
                  [--target T] [--draft D] [--config FILE]
       slipstream VERB ..."""
_EPILOG = """Without a verb the window opens; models and .slipstream files named then are opened in it.
Where a window is open already, that one does it.
Exit codes: 0 done, 1 failed with one sentence on stderr, 2 wrong use, 130 stopped."""


def build_parser() -> argparse.ArgumentParser:
    """The parser of all verbs; parsed arguments carry the verb's name as `verb`."""
    parser = argparse.ArgumentParser(
        prog="slipstream",
        description="Chat with local language models at the speed of speculative decoding.",
        usage=_USAGE,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"Slipstream {__version__}")
    _window(parser)
    verbs = parser.add_subparsers(prog=parser.prog, dest="verb", metavar="VERB", required=True)
    for name, (purpose, add_arguments) in _VERBS.items():
        description = purpose[:1].upper() + purpose[1:] + "."
        verb = verbs.add_parser(name, help=purpose, description=description, allow_abbrev=False)
        add_arguments(verb)
        verb.add_argument("--json", action="store_true", help="print one JSON value instead of text")
    return parser


def build_window_parser() -> argparse.ArgumentParser:
    """The parser of a start without a verb."""
    parser = argparse.ArgumentParser(prog="slipstream", usage=_USAGE, add_help=False, allow_abbrev=False)
    _window(parser)
    parser.add_argument("paths", nargs="*", type=kinds.path, metavar="PATH")
    return parser


def _window(parser: argparse.ArgumentParser) -> None:
    window = parser.add_argument_group("window", "what it loads at once; converted first where it has to be")
    window.add_argument("--target", type=kinds.path, metavar="T", help="a .gguf file or a checkpoint folder")
    window.add_argument("--draft", type=kinds.path, metavar="D", help="the draft for it")
    window.add_argument("--config", type=kinds.path, metavar="FILE", help="a .slipstream file with pair and settings")
    serving = parser.add_argument_group("local API", "other programs ask what is loaded, as if it were OpenAI's API")
    serving.add_argument("--serve", action="store_true", help="answer other programs as long as Slipstream runs")
    serving.add_argument("--headless", action="store_true", help="without a window: needs --serve and a target")
    port = "where to listen; usual: 5001, with a window what its settings say"
    serving.add_argument("--port", type=kinds.whole_number(1, 65535), metavar="N", help=port)
    host = "the address to listen on, without a window; usual: 127.0.0.1, which other computers cannot reach"
    serving.add_argument("--host", type=kinds.words, metavar="H", help=host)
    key = "ask programs for this key, without a window; also as SLIPSTREAM_API_KEY, which no list of programs shows"
    cors = "let web pages of this origin ask, such as http://localhost:3000, without a window; may be given again"
    serving.add_argument("--cors", action="append", default=[], type=kinds.origin, metavar="ORIGIN", help=cors)
    serving.add_argument("--api-key", type=kinds.words, metavar="KEY", help=key)


def _chat(parser: argparse.ArgumentParser) -> None:
    models = parser.add_argument_group("models", "a .gguf file, or a checkpoint folder (converted first)")
    models.add_argument("--target", required=True, type=kinds.path, metavar="T", help="the model that answers")
    models.add_argument("--draft", type=kinds.path, metavar="D", help="a draft made for it, or a small model")
    size = kinds.whole_number(0, _LONGEST)
    models.add_argument("--ctx-size", type=size, default=0, metavar="N", help="context in tokens; 0: automatic")
    kept = "how the target's part of the context is kept: %(choices)s; those after f16 take less memory"
    models.add_argument("--cache-type", choices=get_args(CacheType), default="f16", metavar="C", help=kept)
    models.add_argument("--device", default="auto", type=kinds.words, help="auto, cpu or a name that `devices` lists")
    layers = "layers of the target that run on the device, its head counted as one; auto: as many as fit"
    models.add_argument("--gpu-layers", default=-1, type=kinds.layers, metavar="N", help=layers)

    drafting = parser.add_argument_group("drafting")
    methods = "auto: the draft's own; ngram and ngram_map guess without a draft: %(choices)s"
    drafting.add_argument("--method", choices=get_args(MethodChoice), default="auto", metavar="M", help=methods)
    pace = "auto: the length that is fastest now, none where plain decoding is; always: the longest every round"
    drafting.add_argument("--pace", choices=get_args(Pacing), default="auto", help=pace)
    limit = kinds.whole_number(0, 1024)
    drafting.add_argument("--draft-max", type=limit, default=0, metavar="N", help="longest draft; 0: the usual")

    question = parser.add_argument_group("question", "without one: a dialogue, or the prompt from a pipe")
    asked = question.add_mutually_exclusive_group()
    asked.add_argument("--prompt", type=kinds.words, metavar="P", help="one message, or with --raw the bare text")
    asked.add_argument("--messages", type=kinds.path, metavar="FILE", help='JSON: [{"role": …, "content": …}, …]')
    question.add_argument("--raw", action="store_true", help="go on from the prompt as it is, without a template")
    question.add_argument("-n", "--max-tokens", type=size, default=0, metavar="N", help="0: as the context allows")
    ends = "a text that ends the reply; may be given again"
    question.add_argument("--stop", action="append", default=[], type=kinds.stop_string, metavar="TEXT", help=ends)
    think = "think before answering, where the model's template lets one choose; usual: as the template has it"
    question.add_argument("--think", action=argparse.BooleanOptionalAction, default=None, help=think)
    effort = "how much to think, where the template lets one choose: %(choices)s"
    question.add_argument("--effort", choices=get_args(Effort), metavar="E", help=effort)
    add_sampling(parser)


def _convert(parser: argparse.ArgumentParser) -> None:
    source = "a checkpoint folder, a .gguf file to be made smaller, or with --target a draft's that lost its head"
    parser.add_argument("source", type=kinds.path, metavar="SRC", help=source)
    target = "the target that a draft was made for: checkpoint folder or .gguf"
    parser.add_argument("--target", type=kinds.path, metavar="T", help=target)
    formats = "number format, from exact to small: %(choices)s; usual: bf16"
    parser.add_argument(
        *("--type", "--outtype"), dest="output_type", default="bf16", choices=OUTPUT_TYPES, metavar="TYPE", help=formats
    )
    parts = "mtp: only the layers that a target brings along to draft with, as a draft of its own; usual: whole"
    parser.add_argument("--part", default="whole", choices=("whole", "mtp"), metavar="PART", help=parts)
    parser.add_argument(
        "-o", "--out", type=kinds.path, metavar="OUT", help="a file, or a folder that is there; usual: the library"
    )
    parser.add_argument("--force", action="store_true", help="replace a .gguf file that is there under this name")


def _inspect(parser: argparse.ArgumentParser) -> None:
    what = "a .gguf file, a checkpoint folder, or OWNER/NAME on the Hub"
    parser.add_argument("path", type=kinds.path_or_repo, metavar="PATH", help=what)
    among = "a model, or a folder of models, to try beside those in the library; may be given again"
    parser.add_argument("--among", action="append", default=[], type=kinds.path, metavar="PATH", help=among)
    _offline(parser)


def _try(parser: argparse.ArgumentParser) -> None:
    models = parser.add_argument_group("models", "a .gguf file, or a checkpoint folder (converted first)")
    models.add_argument("--target", required=True, type=kinds.path, metavar="T", help="the model that answers")
    models.add_argument("--draft", required=True, type=kinds.path, metavar="D", help="the draft to try with it")
    parser.add_argument("--device", default="auto", type=kinds.words, help="auto, cpu or a name that `devices` lists")


def _bench(parser: argparse.ArgumentParser) -> None:
    models = parser.add_argument_group("models", "a .gguf file, or a checkpoint folder (converted first)")
    models.add_argument("--target", required=True, type=kinds.path, metavar="T", help="the model that answers")
    models.add_argument("--draft", type=kinds.path, metavar="D", help="the draft to measure")
    size = kinds.whole_number(0, _LONGEST)
    models.add_argument("--ctx-size", type=size, default=0, metavar="N", help="context in tokens; 0: automatic")
    models.add_argument("--device", default="auto", type=kinds.words, help="auto, cpu or a name that `devices` lists")
    threads = "threads of the processor; 0: as many as suit the models"
    models.add_argument("--threads", type=kinds.whole_number(0, 512), default=0, metavar="N", help=threads)

    what = parser.add_argument_group("what is measured")
    what.add_argument("--mode", choices=("quick", "thorough"), default="quick", help="usual: quick")
    methods = "auto: the draft's own; others as in `chat`: %(choices)s"
    what.add_argument("--method", choices=get_args(MethodChoice), default="auto", metavar="M", help=methods)
    lengths = "fixed draft lengths to measure; usual: some up to the longest"
    what.add_argument("--lengths", nargs="+", type=kinds.whole_number(1, 1024), default=(), metavar="N", help=lengths)
    what.add_argument("-n", "--max-tokens", type=size, default=0, metavar="N", help="tokens of a reply; 0: the usual")
    server = "llama.cpp's own server to compare with: the program, of the same version"
    what.add_argument("--server", type=kinds.path, metavar="PATH", help=server)

    parser.add_argument("--csv", type=kinds.path, metavar="FILE", help="write the numbers of every reply to this file")
    parser.add_argument("--force", action="store_true", help="replace that file if it is there")


def _search(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", type=kinds.words, metavar="QUERY", help="words, or OWNER/NAME of a target")
    wanted = parser.add_argument_group("what to leave out")
    wanted.add_argument("--drafts", action="store_true", help="drafts only")
    wanted.add_argument("--method", choices=get_args(SearchMethod), help="drafts of one method only")
    wanted.add_argument("--family", choices=get_args(SearchFamily)[1:], default="", help="models of one family only")
    size = kinds.number(0.01, 10_000)
    wanted.add_argument("--max-size", type=size, metavar="N", help="at most so many billion weights")
    licence = "one licence only, as the Hub spells it: apache-2.0"
    wanted.add_argument("--licence", type=kinds.words, default="", metavar="NAME", help=licence)
    wanted.add_argument("--format", choices=("gguf", "safetensors"), help="one form of files only")
    parser.add_argument("--limit", type=kinds.whole_number(1, 100), default=20, metavar="N", help="usual: 20")
    look = "look into the small files of each, which takes a few requests, and tell what it is"
    parser.add_argument("--look", action="store_true", help=look)
    _offline(parser)


def _pull(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("repo", type=kinds.words, metavar="REPO", help="OWNER/NAME on the Hub")
    parser.add_argument("--revision", type=kinds.words, metavar="REV", help="branch, tag or commit; usual: the newest")
    which = "one file or folder, where the repository holds several models; its parts come along"
    parser.add_argument("--file", type=kinds.words, metavar="NAME", help=which)
    pair = parser.add_argument_group("pair", "fetched, converted to GGUF and tried together")
    pair.add_argument("--draft", type=kinds.words, metavar="REPO", help="the draft's repository")
    pair.add_argument("--draft-file", type=kinds.words, metavar="NAME", help="as --file, in the draft's")
    usual = "what to convert the target to (see `convert --help`); usual with a draft: bf16, or a GGUF as it is"
    pair.add_argument("--type", dest="output_type", choices=OUTPUT_TYPES, metavar="TYPE", help=usual)
    pair.add_argument("--draft-type", choices=OUTPUT_TYPES, metavar="TYPE", help="as --type, for the draft")
    _offline(parser)


def _offline(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--offline", action="store_true", help="ask nothing of the Hub, as HF_HUB_OFFLINE=1 does")


def _models(parser: argparse.ArgumentParser) -> None:
    remove = "delete the model at this path, with its parts and notes; may be given again"
    parser.add_argument("--remove", action="append", default=[], type=kinds.path, metavar="PATH", help=remove)
    add = "list what is in a folder of yours as well"
    parser.add_argument("--add-folder", action="append", default=[], type=kinds.path, metavar="DIR", help=add)
    forget = "list a folder no more; everything in it stays"
    parser.add_argument("--forget-folder", action="append", default=[], type=kinds.path, metavar="DIR", help=forget)


def _demo(parser: argparse.ArgumentParser) -> None:
    prompt = "what to ask; usual: one of the demo's own questions"
    parser.add_argument("--prompt", type=kinds.words, metavar="P", help=prompt)


def _nothing(parser: argparse.ArgumentParser) -> None:
    pass


_VERBS = {
    "chat": ("ask a model, with a draft or without", _chat),
    "convert": ("turn a checkpoint folder into a GGUF file, of any number format", _convert),
    "search": ("find models and drafts on the Hub", _search),
    "pull": ("fetch a model from the Hub, whole and checked", _pull),
    "models": ("list the models at hand, or delete some", _models),
    "login": ("sign in to the Hub with a token, which is asked for or read from a pipe", _nothing),
    "logout": ("forget the token that was kept by login", _nothing),
    "inspect": ("tell what a model is, and what fits it", _inspect),
    "try": ("try a draft with its target, and mend its file where it is read wrongly", _try),
    "bench": ("measure whether a draft is worth it on this machine", _bench),
    "demo": ("see a draft at work on a tiny model that comes with Slipstream", _demo),
    "devices": ("list what models can run on", _nothing),
    "doctor": ("print what a bug report needs, nothing private", _nothing),
}
VERBS = tuple(_VERBS)
