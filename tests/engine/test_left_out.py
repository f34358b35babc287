"""Which of several devices is at fault, found by doing without one after the other."""

import itertools

import pytest

from app.engine.left_out import NONE_LEFT_OUT, LeftOut

CARDS = ("CUDA0", "CUDA1", "CUDA2", "CUDA3")


def found(broken: frozenset[str], *, is_named: bool = False) -> tuple[LeftOut, int]:
    """What is left out once the rest works, and how many loads failed before."""
    left_out, failures = NONE_LEFT_OUT, 0
    while True:
        in_use = [card for card in CARDS if card not in left_out.names]
        at_fault = next((card for card in in_use if card in broken), None)
        if at_fault is None:
            return left_out, failures
        left_out, failures = left_out.after(in_use, at_fault if is_named else None), failures + 1


@pytest.mark.parametrize("card", CARDS)
def test_a_single_one_at_fault_costs_no_other(card: str) -> None:
    left_out, failures = found(frozenset({card}))
    assert left_out.names == (card,) and failures <= len(CARDS)


@pytest.mark.parametrize("broken", [frozenset(each) for n in range(5) for each in itertools.combinations(CARDS, n)])
def test_what_is_left_works(broken: frozenset[str]) -> None:
    assert broken <= set(found(broken)[0].names)
    named, failures = found(broken, is_named=True)
    assert set(named.names) == broken and failures == len(broken)


def test_of_two_the_one_that_fails_alone_is_at_fault_and_the_other_tried_again() -> None:
    suspected = NONE_LEFT_OUT.after(("CUDA0", "CUDA1"))
    assert suspected.names == ("CUDA1",)
    assert suspected.after(("CUDA0",)).names == ("CUDA0",)


def test_a_name_that_is_not_in_use_tells_nothing() -> None:
    assert NONE_LEFT_OUT.after(("CUDA0",), "Vulkan3").names == ("CUDA0",)
    assert LeftOut(("A",)).after(("B", "C"), "A").names == ("A", "C")


def test_others_that_fail_meanwhile_bring_it_to_an_end() -> None:
    left_out = NONE_LEFT_OUT
    for _ in range(9):
        # Whatever of these is left out, the others or those of another backend fail.
        in_use = [card for card in ("CUDA0", "CUDA1") if card not in left_out.names]
        in_use = in_use if len(in_use) > 1 else [card for card in ("Vulkan0", "Vulkan1") if card not in left_out.names]
        if not in_use:
            break
        left_out = left_out.after(in_use)
    assert set(left_out.names) == {"CUDA0", "CUDA1", "Vulkan0", "Vulkan1"}
