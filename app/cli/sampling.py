"""The sampling options of `chat`: a group of arguments, and what they come to."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.cli import arguments as kinds
from app.cli.errors import GrammarFileInvalid
from app.core.errors import PathMissing, PathNotReadable
from app.engine.bounds import BOUNDS
from app.engine.protocol import SAMPLER_ORDER, SamplingOptions, TokenBias

_LONGEST_BYTES = 1 << 20
_SEED_MAX = (1 << 32) - 2
# By name of the option, what it does; those at their usual value change nothing beyond the first four.
_HELP: Mapping[str, str] = {
    "temperature": "0: always the likeliest token; usual: {usual}",
    "top_k": "among so many of the likeliest; 0: all; usual: {usual}",
    "top_p": "among the likeliest that together reach X; usual: {usual}",
    "min_p": "no token less likely than X times the likeliest; usual: {usual}",
    "repeat_penalty": "divides the logits of what was just said; 1: off",
    "repeat_last_n": "how many tokens the three penalties look back over; usual: {usual}",
    "frequency_penalty": "taken off a logit for each time its token was there; 0: off",
    "presence_penalty": "taken off a logit once if its token was there; 0: off",
    "dry_multiplier": "how hard DRY strikes at going on with a repetition; 0: off",
    "dry_base": "how fast that grows with the repetition's length; usual: {usual}",
    "dry_allowed_length": "repetitions up to so many tokens are free; usual: {usual}",
    "dry_last_n": "how far back DRY looks; -1: over all of the context",
    "typical_p": "among those nearest to the expected surprise that together reach X; 1: off",
    "top_n_sigma": "within so many standard deviations of the best logit; 0: off",
    "xtc_probability": "how often XTC drops the likeliest tokens; 0: off",
    "xtc_threshold": "only where several tokens are likelier than X; usual: {usual}",
    "dynamic_range": "lets the temperature differ by up to X, lower where the model is sure; 0: off",
    "dynamic_exponent": "how the temperature follows that; usual: {usual}",
    "mirostat": "1 or 2: keeps the surprise even, in place of all that cuts tokens off; 0: off",
    "mirostat_tau": "the surprise to keep, in bits; usual: {usual}",
    "mirostat_eta": "how fast mirostat corrects itself; usual: {usual}",
}


def add_sampling(parser: argparse.ArgumentParser) -> None:
    """Add the group."""
    usual = SamplingOptions()
    order = ", ".join(name.replace("_", "-") for name in SAMPLER_ORDER)
    group = parser.add_argument_group("sampling", f"how the next token is picked, in this order: {order}")
    for name, (lowest, highest) in BOUNDS.items():
        default = getattr(usual, name)
        is_whole = isinstance(default, int)
        kind: Any = kinds.whole_number(int(lowest), int(highest)) if is_whole else kinds.number(lowest, highest)
        words = _HELP[name].format(usual=default)
        flag = f"--{name.replace('_', '-')}"
        group.add_argument(flag, type=kind, default=default, metavar="N" if is_whole else "X", help=words)
    group.add_argument("--seed", type=kinds.whole_number(0, _SEED_MAX), metavar="N", help="to get the same reply again")
    bias = "add X to the logit of the token of that number; may be given again"
    group.add_argument("--logit-bias", action="append", default=[], type=_token_bias, metavar="TOKEN=X", help=bias)
    banned = "a text that the reply never holds; may be given again"
    group.add_argument("--ban", action="append", default=[], type=kinds.stop_string, metavar="TEXT", help=banned)
    form = group.add_mutually_exclusive_group()
    form.add_argument("--grammar", type=kinds.path, metavar="FILE", help="the answer follows this grammar in GBNF")
    form.add_argument("--json-schema", type=kinds.path, metavar="FILE", help="the answer is JSON of this schema")


def sampling_options(arguments: argparse.Namespace) -> SamplingOptions:
    """What was asked for; raises PathMissing, PathNotReadable or GrammarFileInvalid for a file that cannot be read."""
    return SamplingOptions(
        **{name: getattr(arguments, name) for name in BOUNDS},
        seed=arguments.seed,
        logit_bias=tuple(arguments.logit_bias),
        banned=tuple(arguments.ban),
        grammar=_text_of(arguments.grammar),
        json_schema=_text_of(arguments.json_schema),
    )


def _token_bias(text: str) -> TokenBias:
    token, sign, bias = text.partition("=")
    if not sign:
        raise argparse.ArgumentTypeError(f"“{text}” is not a token's number and what to add, as in 42=-5")
    return TokenBias(kinds.whole_number(0, 1 << 30)(token), kinds.number(-1000, 1000)(bias))


def _text_of(path: Path | None) -> str:
    if path is None:
        return ""
    try:
        with path.open("rb") as stream:
            raw = stream.read(_LONGEST_BYTES + 1)
        text = raw.decode("utf-8-sig")
    except FileNotFoundError as error:
        raise PathMissing(path=str(path)) from error
    except OSError as error:
        raise PathNotReadable(path=str(path), detail=error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise GrammarFileInvalid(path=str(path), detail="it is no UTF-8 text") from error
    if not text.strip():
        raise GrammarFileInvalid(path=str(path), detail="it is empty")
    if len(raw) > _LONGEST_BYTES:
        raise GrammarFileInvalid(path=str(path), detail="it is larger than 1 MB")
    return text
