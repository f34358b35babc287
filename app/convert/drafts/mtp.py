"""Multi-token prediction: the layers that a target brings along to draft with, as a file of their own."""

import re
from dataclasses import replace

from app.convert.blueprint import Blueprint

_BLOCK = re.compile(r"blk\.(\d+)\.")
# The tables around the layers, which such a file is loaded with.
_FRAME = frozenset({"token_embd.weight", "output.weight", "output_norm.weight"})


def only_mtp(whole: Blueprint, layers: int) -> Blueprint | None:
    """The part of a target's file that drafts: what follows its first `layers` layers; None where nothing does.

    Its pairs are those of the whole, so that both describe the same model.
    """
    slots = [slot for slot in whole.slots if _is_kept(slot.name, layers)]
    merges = [merge for merge in whole.merges if _is_kept(merge.name, layers)]
    names = [*(slot.name for slot in slots), *(merge.name for merge in merges)]
    if not any(map(_BLOCK.match, names)):
        return None
    sources = {slot.source for slot in whole.slots} | {name for merge in whole.merges for name, _ in merge.parts}
    return replace(whole, slots=slots, merges=merges, left_out=whole.left_out | sources)


def _is_kept(name: str, layers: int) -> bool:
    block = _BLOCK.match(name)
    return int(block[1]) >= layers if block else name in _FRAME
