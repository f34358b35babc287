"""The catalogue for a machine: what fits comes first, and each pair says why it stands where it does."""

import pytest

from app import texts
from app.hub.catalogue import Catalogue, CatalogueDraft, CatalogueTarget, read_catalogue
from app.hub.ranking import RankedPair, rank, smaller_instead
from app.models.proposal import Machine

GB = 10**9
LAPTOP = Machine(16 * GB, 12 * GB, "cpu")
GAMING = Machine(32 * GB, 24 * GB, "gpu", 12 * GB)
STATION = Machine(128 * GB, 100 * GB, "gpu", 48 * GB)
MACHINES = (LAPTOP, GAMING, STATION)


def ranked(machine: Machine, disk_free_bytes: int | None = None) -> tuple[RankedPair, ...]:
    return rank(read_catalogue(), machine, 8192, disk_free_bytes)


@pytest.mark.parametrize("machine", MACHINES)
def test_what_fits_comes_first(machine: Machine) -> None:
    pairs = ranked(machine)
    assert len(pairs) == len(read_catalogue().targets)
    rooms = [pair.room for pair in pairs]
    assert rooms == sorted(rooms, key=("fits", "tight", "too_large").index) and rooms[0] == "fits"
    for pair in pairs:
        if pair.room == "fits":
            assert pair.cost.memory.total_bytes <= (machine.room_bytes or 0)


def test_a_larger_machine_is_offered_larger_targets() -> None:
    first = [ranked(machine)[0].target.parameters for machine in MACHINES]
    fits = [sum(pair.room == "fits" for pair in ranked(machine)) for machine in MACHINES]
    assert first[-1] > first[0] and fits == sorted(fits) and fits[0] > 8


@pytest.mark.parametrize("machine", MACHINES)
def test_every_pair_says_why_in_words(machine: Machine) -> None:
    for pair in ranked(machine, disk_free_bytes=50 * GB):
        assert pair.reasons
        for reason in pair.reasons:
            words = texts.notice(reason.code, dict(reason.facts))
            assert reason.code in texts.NOTICES and "?" not in words.sentence


def test_a_slow_draft_comes_behind_a_quick_one() -> None:
    drafts = (
        CatalogueDraft("a/slow-dspark", "dspark", GB, speedup=0.8, caution="slower_seen", source="x"),
        CatalogueDraft("a/quick-eagle3", "eagle3", GB, accepted_length=4.0, source="x"),
        CatalogueDraft("a/unknown-eagle3", "eagle3", GB),
    )
    (pair,) = rank(Catalogue((CatalogueTarget("a/t", "qwen3", 8 * GB, 8 * GB, drafts),), ()), GAMING, 8192)
    assert [pair.draft.repo, *(draft.repo for draft in pair.others)] == [
        "a/quick-eagle3",
        "a/unknown-eagle3",
        "a/slow-dspark",
    ]


def test_a_full_disk_makes_it_tight_and_is_told() -> None:
    pair = next(pair for pair in ranked(STATION, disk_free_bytes=5 * GB) if pair.cost.peak_bytes > 5 * GB)
    assert pair.room != "fits" and "rank_disk" in {reason.code for reason in pair.reasons}


def test_a_smaller_target_of_the_family_is_shown_instead() -> None:
    pairs = ranked(GAMING)
    instead = smaller_instead(pairs, "qwen3", 32 * GB)
    assert instead and instead.room == "fits" and instead.target.family.startswith("qwen")
    assert not [
        pair
        for pair in pairs
        if pair.room == "fits"
        and pair.target.family.startswith("qwen")
        and instead.target.parameters < pair.target.parameters < 32 * GB
    ], "the largest that fits"
    other = smaller_instead(pairs, "nemotron_h", 30 * GB)
    assert other and other.room == "fits", "another family rather than none"
    assert smaller_instead(pairs, "qwen3", GB) is None


def test_a_mirror_stands_for_what_is_gated() -> None:
    pair = next(pair for pair in ranked(GAMING) if pair.target.mirror)
    assert pair.target_pick.form.repo == pair.target.mirror and not pair.target_pick.model.gated


def test_memory_that_nobody_tells_of_is_no_verdict() -> None:
    assert {pair.room for pair in ranked(Machine(0, 0, "cpu"))} == {"unknown"}
