"""What goes where: from sizes alone, with devices of any kind."""

from dataclasses import replace

import pytest

from app.models.layer_sizes import LayerSize, ModelSizes
from app.models.offload import OffloadPlan, Wish, next_plan, plan_offload
from app.models.placing import PairSizes, Room
from app.texts import notice

MB = 10**6
LAYERS_N = 32


def model(layers_n: int, layer_mb: int, head_mb: int = 100, **changes: int) -> ModelSizes:
    layers = (LayerSize(layer_mb * MB, layer_mb * MB // 3, cached_values=2048),) * layers_n
    sizes = ModelSizes(layers, 500 * MB, head_mb * MB, 0, 0, vocabulary_n=32_000, hidden_size=2048, row_values=24_000)
    return replace(sizes, **changes)  # type: ignore[arg-type]


TARGET, DRAFT = model(LAYERS_N, 100), model(2, 80, draft_mb := 60)
PAIR = PairSizes(TARGET, DRAFT, draft_max=7)
MEMORY = Room("CPU", "cpu", 64_000 * MB, 48_000 * MB)


def card(free_mb: int, name: str = "CUDA0", total_mb: int = 24_000) -> Room:
    return Room(name, "gpu", total_mb * MB, free_mb * MB)


def planned(pair: PairSizes, *rooms: Room, **wishes: object) -> OffloadPlan:
    return plan_offload(pair, replace(Wish(context_trained=8192), **wishes), (*rooms, MEMORY))  # type: ignore[arg-type]


def codes(plan: OffloadPlan) -> list[str]:
    return [change.code for change in plan.changes]


def test_a_roomy_card_gets_all_but_the_tables() -> None:
    plan = planned(PAIR, card(20_000))
    assert (plan.device, plan.reason, plan.target_layers, plan.split) == ("CUDA0", "card_whole", 33, (33,))
    assert plan.is_whole and plan.is_draft_offloaded and plan.fits and not plan.changes
    device, main = plan.shares
    assert device.target_bytes == 32 * 100 * MB + 100 * MB
    assert device.draft_bytes == 2 * 80 * MB + draft_mb * MB
    assert device.context_bytes == 8192 * 2048 * 2 * (32 + 2)
    assert (main.target_bytes, main.draft_bytes, main.context_bytes) == (500 * MB, 500 * MB, 0)


def test_what_is_planned_never_exceeds_what_is_free() -> None:
    free_before = 0
    for free_mb in range(300, 6000, 37):
        plan = planned(PAIR, card(free_mb, total_mb=6000), device="CUDA0")
        assert all(share.fits for share in plan.shares)
        assert plan.shares[0].needed_bytes <= free_mb * MB if plan.devices else plan.target_layers == 0
        needed = sum(share.target_bytes + share.context_bytes for share in plan.shares if share.room.kind == "gpu")
        assert needed >= free_before or codes(plan) or plan.is_draft_offloaded
        free_before = needed


def test_more_room_never_means_fewer_layers() -> None:
    layers = [planned(PAIR.alone, card(free_mb), device="CUDA0").target_layers for free_mb in range(500, 7000, 100)]
    assert layers == sorted(layers) and layers[0] == 0 and layers[-1] == 33 and len(set(layers)) > 20


def test_the_draft_goes_first_and_whole() -> None:
    small = planned(PAIR, card(2500))
    alone = planned(PAIR.alone, card(2500))
    assert small.is_draft_offloaded and 0 < small.target_layers < alone.target_layers
    draft_bytes = 2 * 80 * MB + 60 * MB
    assert small.shares[0].draft_bytes == draft_bytes and small.shares[1].draft_bytes == 500 * MB
    assert small.reason == "card_in_part"


def test_a_draft_that_does_not_fit_stays_in_main_memory_whole() -> None:
    large = PairSizes(TARGET, model(40, 100), draft_max=16)
    plan = planned(large, card(3000))
    assert plan.target_layers > 0 and not plan.is_draft_offloaded
    assert plan.shares[0].draft_bytes == 0
    assert plan.shares[1].draft_bytes == 40 * 100 * MB + 600 * MB


def test_a_target_that_just_fits_goes_without_a_draft_that_would_displace_much() -> None:
    heavy = PairSizes(TARGET, model(4, 150), draft_max=7)
    just = next(free for free in range(3000, 9000, 10) if planned(heavy.alone, card(free), device="CUDA0").is_whole)
    plan = planned(heavy, card(just))
    assert codes(plan) == ["draft_displaces"] and plan.is_whole and not plan.has_draft and plan.is_draft_left_out
    told = dict(plan.changes[0].facts)
    assert told["device"] == "CUDA0" and isinstance(told["layers"], int) and told["layers"] > 33 / 8
    assert planned(heavy, card(just), gpu_layers=20).has_draft, "who chooses the layers wants both"
    light = PairSizes(TARGET, model(1, 60, 20), draft_max=7)
    assert planned(light, card(just)).has_draft


def test_a_draft_that_main_memory_has_no_room_for_is_left_out() -> None:
    rooms = (replace(MEMORY, free_bytes=5200 * MB),)
    plan = plan_offload(PAIR, Wish(context_size=8192), rooms)
    assert codes(plan) == ["draft_without_room"] and not plan.has_draft
    told = dict(plan.changes[0].facts)
    assert (
        told["free_bytes"] == 5200 * MB and isinstance(told["needed_bytes"], int) and told["needed_bytes"] > 5200 * MB
    )
    # Where the target does not fit either, fewer passes over it are all the better.
    tiny = plan_offload(PAIR, Wish(context_size=8192), (replace(MEMORY, free_bytes=1000 * MB),))
    assert tiny.has_draft and not tiny.fits


def test_the_best_device() -> None:
    roomy, other = card(20_000, "CUDA1"), card(9_000)
    assert planned(PAIR, other, roomy).device == "CUDA1"
    integrated = Room("Vulkan1", "integrated", 32_000 * MB, 30_000 * MB)
    assert planned(PAIR, integrated, roomy).device == "CUDA1"
    only = planned(PAIR, integrated)
    assert (only.device, only.reason) == ("Vulkan1", "integrated_whole")
    crowded = planned(PAIR, replace(integrated, free_bytes=2000 * MB))
    assert (crowded.device, crowded.reason, crowded.devices) == ("CPU", "devices_too_small", ())
    tiny = planned(PAIR, card(700, total_mb=2000))
    assert (tiny.device, tiny.reason) == ("CPU", "devices_too_small")
    assert planned(PAIR).reason == "processor_alone"


def test_several_cards_share_what_one_cannot_hold() -> None:
    first, second = card(2900, "CUDA0"), card(3200, "CUDA1")
    plan = planned(PAIR, first, second)
    assert plan.reason == "cards_together" and plan.devices == ("CUDA1", "CUDA0")
    assert sum(plan.split) == plan.target_layers == 33 and min(plan.split) > 0
    assert plan.shares[0].draft_bytes and not plan.shares[1].draft_bytes, "the draft stays on one"
    assert sum(share.target_bytes for share in plan.shares) == TARGET.weights_bytes


def test_a_card_that_two_backends_tell_of_is_used_once() -> None:
    cuda, vulkan = card(2900, "CUDA0"), card(3300, "Vulkan0")
    part = planned(PAIR, cuda, vulkan)
    assert part.reason == "card_in_part" and part.devices == ("Vulkan0",), "the one that tells of more room"
    whole = planned(PAIR, card(9000, "CUDA0"), card(9400, "Vulkan0"))
    assert whole.devices == ("CUDA0",)
    both = planned(PAIR, cuda, vulkan, card(3100, "Vulkan1"))
    assert both.devices == ("Vulkan0", "Vulkan1")


def test_a_chosen_number_of_layers_counts() -> None:
    assert planned(PAIR, card(20_000), gpu_layers=10).target_layers == 10
    assert planned(PAIR, card(20_000), gpu_layers=3).target_layers == 3, "even where so few bring next to nothing"
    assert planned(PAIR, card(800), gpu_layers=30, device="CUDA0").target_layers == 30
    assert planned(PAIR, card(20_000), gpu_layers=999).target_layers == 33
    none = planned(PAIR, card(20_000), gpu_layers=0)
    assert none.devices == () and none.reason == "processor_chosen"


def test_layers_are_counted_by_their_own_bytes() -> None:
    thin, thick = LayerSize(20 * MB, 7 * MB, 2048), LayerSize(180 * MB, 60 * MB, 2048)
    even = (thin, thick) * 16
    back_heavy = replace(TARGET, layers=(thin,) * 16 + (thick,) * 16)
    front_heavy = replace(TARGET, layers=(thick,) * 16 + (thin,) * 16)
    room = card(2500)
    layers = [
        planned(PairSizes(sizes), room, device="CUDA0").target_layers
        for sizes in (back_heavy, replace(TARGET, layers=even), front_heavy)
    ]
    assert layers == sorted(layers) and layers[0] + 5 < layers[2]


def test_a_tied_head_needs_a_copy_on_the_device_alone() -> None:
    tied = replace(TARGET, head_bytes=MB, tied_bytes=500 * MB)
    on_card, on_processor = planned(PairSizes(tied), card(20_000)), planned(PairSizes(tied))
    assert on_card.shares[0].target_bytes == 3200 * MB + 501 * MB and on_card.shares[1].target_bytes == 500 * MB
    assert on_processor.shares[0].target_bytes == tied.weights_bytes == 3701 * MB


def test_layers_that_draft_count_only_where_they_do() -> None:
    whole = replace(TARGET, mtp_layers=1)
    without, with_own = (
        planned(PairSizes(whole, drafts_itself=own, draft_max=4), card(20_000)) for own in (False, True)
    )
    assert without.target_layers_all == with_own.target_layers_all == 33
    assert (without.shares[0].draft_bytes, with_own.shares[0].draft_bytes) == (0, 100 * MB)
    assert with_own.is_draft_offloaded and with_own.has_draft
    coarse = planned(PairSizes(whole, drafts_itself=True, draft_max=4), card(20_000), cache_type="q4_0")
    cache = 8192 * 2048
    assert coarse.shares[0].context_bytes == round(31 * cache * 4.5 / 8) + cache * 2, "the draft's own stays exact"


def test_running_states_are_copied_for_every_row_that_may_go_back() -> None:
    state = LayerSize(100 * MB, state_bytes=3 * MB)
    hybrid = replace(TARGET, layers=(state,) * LAYERS_N)
    alone, pair = planned(PairSizes(hybrid), card(20_000)), planned(PairSizes(hybrid, DRAFT, False, 7), card(20_000))
    assert alone.shares[0].context_bytes == 32 * 3 * MB
    assert pair.shares[0].context_bytes - 8192 * 2048 * 2 * 2 == 32 * 3 * MB * 8
    assert alone.shares[1].kept_bytes == 4 * 96 * MB + (512 << 20), "texts that were left, and places to go back to"


def test_texts_that_were_left_get_what_is_left() -> None:
    roomy = planned(PAIR)
    context = 8192 * 2048 * 2 * 34
    assert roomy.saved_texts_bytes == min(4 * context, 1 << 30)
    tight = plan_offload(PAIR, Wish(context_size=8192), (replace(MEMORY, free_bytes=6400 * MB),))
    assert tight.has_draft and 0 < tight.saved_texts_bytes <= (6400 * MB - tight.needed_bytes) / 4 + 1


def descend(plan: OffloadPlan, pair: PairSizes, wish: Wish, *rooms: Room) -> list[OffloadPlan]:
    plans = [plan]
    while (following := next_plan(plans[-1], pair, wish, (*rooms, MEMORY))) is not None:
        plans.append(following)
        assert len(plans) < 40
    return plans


def test_every_next_try_takes_less_until_nothing_is_left() -> None:
    wish, room = Wish(context_trained=8192), card(20_000)
    plans = descend(plan_offload(PAIR, wish, (room, MEMORY)), PAIR, wish, room)
    on_card = [plan for plan in plans if plan.devices]
    taken = [plan.shares[0].needed_bytes for plan in on_card]
    assert taken == sorted(taken, reverse=True) and on_card[-1].target_layers == 1
    contexts = [plan.context_size for plan in on_card]
    assert contexts == sorted(contexts, reverse=True) and contexts[-1] == 2048
    assert codes(on_card[1]) == ["layers_lowered"] and codes(on_card[-1]) == ["layers_lowered", "context_lowered"]
    back = plans[len(on_card)]
    assert (codes(back), back.context_size, back.has_draft) == (["device_left"], 8192, True)
    assert (codes(plans[-1]), plans[-1].has_draft) == (["device_left", "context_lowered", "draft_without_room"], False)


def test_a_chosen_context_is_never_shortened() -> None:
    wish, room = Wish(context_size=32_768), card(20_000)
    plans = descend(plan_offload(PAIR, wish, (room, MEMORY)), PAIR, wish, room)
    assert {plan.context_size for plan in plans} == {32_768}
    assert not plans[-1].has_draft


def test_what_seemed_to_be_enough_is_not_told_as_too_little() -> None:
    wish = Wish(context_size=2048, less=1)
    plan = plan_offload(PAIR, wish, (MEMORY,))
    assert plan.fits and codes(plan) == ["draft_without_room"]
    told = notice("draft_without_room", dict(plan.changes[0].facts)).sentence
    assert told == "Only the target fits into memory, so the draft was not loaded."


def test_what_nobody_asked_for_is_left_out_first() -> None:
    own = PairSizes(replace(TARGET, mtp_layers=1), drafts_itself=True, draft_max=4)
    wish = Wish(context_trained=8192)
    plans = descend(plan_offload(own, wish, (MEMORY,)), own, wish)
    assert codes(plans[1]) == ["own_draft_left_out"] and plans[1].context_size == 8192
    assert not plans[1].is_draft_left_out


def test_less_begins_further_down() -> None:
    wish, room = Wish(context_trained=8192), card(20_000)
    plans = descend(plan_offload(PAIR, wish, (room, MEMORY)), PAIR, wish, room)
    for less in (1, 3, len(plans) - 1, 99):
        found = plan_offload(PAIR, replace(wish, less=less), (room, MEMORY))
        assert found == plans[min(less, len(plans) - 1)]


@pytest.mark.parametrize("device", ["auto", "CUDA0"])
def test_a_device_that_failed_leaves_the_next_one(device: str) -> None:
    wish, rooms = Wish(device=device, context_trained=8192), (card(20_000), card(9_000, "Vulkan1"), MEMORY)
    first, second = plan_offload(PAIR, wish, rooms), plan_offload(PAIR, wish, rooms, ("CUDA0",))
    assert (first.device, second.device, codes(second)) == ("CUDA0", "Vulkan1", ["device_failed"])
    third = plan_offload(PAIR, wish, rooms, ("CUDA0", "Vulkan1"))
    assert (third.device, third.reason) == ("CPU", "device_failed") and dict(third.changes[-1].facts) == {
        "device": "CUDA0, Vulkan1",
        "used": "CPU",
    }


def test_of_several_devices_only_the_one_that_failed_is_left_out() -> None:
    rooms = (card(2_200), card(2_200, "CUDA1"), card(2_200, "CUDA2"), MEMORY)
    wish = Wish(context_trained=8192)
    assert plan_offload(PAIR, wish, rooms).devices == ("CUDA0", "CUDA1", "CUDA2")
    for failed, left in (("CUDA0", ("CUDA1", "CUDA2")), ("CUDA1", ("CUDA0", "CUDA2")), ("CUDA2", ("CUDA0", "CUDA1"))):
        plan = plan_offload(PAIR, wish, rooms, (failed,))
        assert plan.devices == left and dict(plan.changes[-1].facts) == {"device": failed, "used": left[0]}


def test_a_device_that_failed_is_not_missed_where_it_was_not_wanted() -> None:
    wish, rooms = Wish(device="Vulkan1", context_trained=8192), (card(20_000), card(9_000, "Vulkan1"), MEMORY)
    assert plan_offload(PAIR, wish, rooms, ("CUDA0",)) == plan_offload(PAIR, wish, rooms)


def test_what_was_wished_counts_elsewhere_too() -> None:
    wish, rooms = Wish(context_trained=8192, gpu_layers=5, less=1), (card(20_000), card(9_000, "Vulkan1"), MEMORY)
    plan = plan_offload(PAIR, wish, rooms, ("CUDA0",))
    assert (plan.device, codes(plan)) == ("Vulkan1", ["device_failed", "layers_lowered"])
    assert plan.target_layers == plan_offload(PAIR, wish, rooms[1:]).target_layers == 3
    gone = plan_offload(PAIR, replace(wish, device="CUDA7", less=0), rooms, ("CUDA0",))
    assert (gone.device, codes(gone)) == ("Vulkan1", ["device_failed", "device_gone"])


def test_a_device_that_is_gone_is_told() -> None:
    plan = planned(PAIR, card(20_000), device="CUDA7")
    assert plan.device == "CUDA0" and codes(plan) == ["device_gone"]


def test_memory_that_nobody_tells_of_is_enough() -> None:
    plan = plan_offload(PAIR, Wish(), (Room("CPU", "cpu", 8_000 * MB, None), Room("Metal", "gpu", None, None)))
    assert plan.device == "Metal" and plan.is_whole and plan.fits
