"""The catalogue that comes with the program keeps to its schema and contradicts nothing."""

from collections import Counter

from app.hub.catalogue import Catalogue, read_catalogue
from app.hub.results import result_of
from app.models.recognition.families import FAMILIES, FEEDS_HIDDEN_STATES


def _catalogue() -> Catalogue:
    return read_catalogue()


def test_it_keeps_to_its_schema_and_is_worth_opening() -> None:
    catalogue = _catalogue()
    assert len(catalogue.targets) > 20 and sum(len(target.drafts) for target in catalogue.targets) > 50


def test_no_pair_stands_in_it_twice() -> None:
    catalogue = _catalogue()
    pairs = Counter((target.repo, draft.repo) for target in catalogue.targets for draft in target.drafts)
    targets = Counter(target.repo for target in catalogue.targets)
    assert max(pairs.values()) == 1 and max(targets.values()) == 1


def test_every_target_can_feed_a_draft_and_has_one() -> None:
    for target in _catalogue().targets:
        assert target.family in FEEDS_HIDDEN_STATES and target.family in FAMILIES.values(), target.repo
        assert target.drafts and 0 < target.active_parameters <= target.parameters, target.repo
        assert bool(target.mirror) <= bool(target.gated), "a mirror is for those who stand before a gate"


def test_names_and_numbers_are_plausible() -> None:
    for target in _catalogue().targets:
        assert target.repo.count("/") == 1
        for draft in target.drafts:
            assert draft.repo.count("/") == 1 and draft.repo != target.repo
            assert draft.parameters is None or 10**8 < draft.parameters < target.parameters, draft.repo
            assert draft.accepted_length is None or 1 < draft.accepted_length < 16, draft.repo
            assert draft.speedup is None or 0.1 < draft.speedup < 8, draft.repo
            assert draft.source or (draft.speedup is None and draft.accepted_length is None), draft.repo
            if draft.speedup is not None and draft.speedup < 1:
                assert draft.caution == "slower_seen", draft.repo


def test_its_methods_agree_with_the_names() -> None:
    for target in _catalogue().targets:
        for draft in target.drafts:
            assert result_of({"id": draft.repo}).method == draft.method, draft.repo


def test_what_is_unusable_is_not_recommended() -> None:
    catalogue = _catalogue()
    recommended = {draft.repo for target in catalogue.targets for draft in target.drafts}
    assert not recommended & {draft.repo for draft in catalogue.unusable}
