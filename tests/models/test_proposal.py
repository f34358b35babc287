"""Which number format is proposed for what, and what is said where nothing fits."""

from typing import Any

import pytest

from app.core.settings import OUTPUT_TYPE, OneOf
from app.models.output_types import FORMATS, OUTPUT_TYPES, QUANTIZED_TYPES, WRITTEN_TYPES
from app.models.proposal import OFFERED_TYPES, Machine, TypeProposal, propose, size_of
from app.texts import notice

GB = 1_000_000_000
PROCESSOR = Machine(32 * GB, 32 * GB, "cpu")
CARD_24, CARD_8 = (Machine(32 * GB, 32 * GB, "gpu", memory * GB) for memory in (24, 8))
UNIFIED = Machine(16 * GB, 12 * GB, "integrated")


def words(proposal: TypeProposal) -> str:
    told = notice(proposal.reason, dict(proposal.facts))
    assert told.sentence.endswith(".") and "?" not in told.sentence + told.hint
    return f"{told.sentence} {told.hint}".strip()


@pytest.mark.parametrize(
    ("role", "weights_n", "machine", "output_type"),
    [
        ("target", 600_000_000, PROCESSOR, "bf16"),
        ("target", 4 * GB, PROCESSOR, "iq4_nl"),
        ("target", 32 * GB, PROCESSOR, "iq4_nl"),
        ("target", 46 * GB, PROCESSOR, "q3_k_m"),
        ("target", 600_000_000, CARD_24, "bf16"),
        ("target", 8 * GB, CARD_24, "q8_0"),
        ("target", 24 * GB, CARD_24, "q6_k"),
        ("target", 32 * GB, CARD_24, "q4_k_m"),
        ("target", 8 * GB, CARD_8, "q6_k"),
        ("target", 13 * GB, CARD_8, "q3_k_m"),
        ("target", 8 * GB, UNIFIED, "q8_0"),
        ("target", 8 * GB, Machine(0, 0, "cpu"), "iq4_nl"),
        ("draft", 1 * GB, PROCESSOR, "bf16"),
        ("draft", 200_000_000, CARD_24, "bf16"),
        ("draft", 1 * GB, CARD_24, "q8_0"),
    ],
)
def test_what_suits_the_machine(role: Any, weights_n: int, machine: Machine, output_type: str) -> None:
    proposal = propose(role, weights_n, machine, beside_bytes=500_000_000)
    assert proposal.output_type == output_type
    assert proposal.fits and proposal.size_bytes == size_of(weights_n, output_type)
    assert words(proposal)


def test_room_for_what_else_is_loaded_counts() -> None:
    assert propose("target", 8 * GB, CARD_24, 0).output_type == "q8_0"
    assert propose("target", 8 * GB, CARD_24, 14 * GB).output_type == "q6_k"
    assert words(propose("target", 8 * GB, CARD_24, 14 * GB)) == (
        "The most exact of the usual formats that fits into 7.6 GB of memory."
    )


def test_what_would_fit_is_told_where_nothing_does() -> None:
    proposal = propose("target", 70 * GB, CARD_24, 2 * GB)
    assert not proposal.fits and proposal.output_type == "q2_k"
    assert words(proposal) == (
        "Even the smallest format needs 28 GB, and 20 GB of memory is left for it. "
        "A model of up to 49B parameters would fit."
    )
    fitting = dict(proposal.facts)["weights_n"]
    assert isinstance(fitting, int) and propose("target", fitting, CARD_24, 2 * GB).fits
    assert not propose("target", 8 * GB, CARD_8, 9 * GB).fits


def test_the_free_part_of_the_memory_counts_where_it_is_known() -> None:
    busy = Machine(32 * GB, 3 * GB, "cpu")
    assert propose("target", 8 * GB, busy, 0).fits is False
    assert propose("target", 6 * GB, busy, 0).output_type == "q2_k"


def test_offered_types_are_types_and_the_setting_offers_the_same() -> None:
    assert set(OFFERED_TYPES) < set(OUTPUT_TYPES) == FORMATS.keys()
    assert (*WRITTEN_TYPES, *QUANTIZED_TYPES) == OUTPUT_TYPES
    assert isinstance(OUTPUT_TYPE.rule, OneOf)
    assert OUTPUT_TYPE.rule.options == ("auto", *OFFERED_TYPES)
    bits = [FORMATS[kind].bits for kind in OFFERED_TYPES]
    assert bits == sorted(bits, reverse=True)
