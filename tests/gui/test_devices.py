"""Devices in the window: what each would hold, what was given up, and a load with less after a crash."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from app.core.settings import DEVICE as CHOSEN_DEVICE
from app.core.settings import GPU_LAYERS
from app.engine.client import Crashed
from app.engine.protocol import DeviceFacts, Load, LoadOptions, Notice
from app.gui.view_models.choices import device_lines
from app.gui.view_models.memory import MAIN_MEMORY, PARTS, idle_view, memory_views
from app.gui.widgets.memory_bar import MemoryTable
from app.gui.widgets.pick_list import PickList
from tests.gui.placed import placed
from tests.gui.scripted_engine import CPU, DEVICE
from tests.gui.stage import PAIR, Stage

GB = 10**9
SMALL = DeviceFacts("CUDA0", "GeForce GTX 1650", "gpu", 42 * GB // 10, 29 * GB // 10)
TINY = DeviceFacts("Vulkan2", "Radeon RX 550", "gpu", 21 * GB // 10, GB // 2)
ALL = (DEVICE, SMALL, TINY, CPU)


def last_load(stage: Stage) -> Load:
    return [command for command in stage.engine.sent if isinstance(command, Load)][-1]


def test_every_device_tells_what_it_would_hold() -> None:
    lines = {line.value: line for line in device_lines(ALL, placed(ALL), LoadOptions())}
    assert list(lines) == ["auto", "Vulkan0", "CUDA0", "Vulkan2", "CPU"]
    assert lines["auto"].detail == "Would be RX 7800 XT: it has room for all of it"
    assert lines["Vulkan0"].detail == "All 37 layers and the draft run on RX 7800 XT."
    assert " of 37 layers and the draft run on GeForce GTX 1650, the others on" in lines["CUDA0"].detail
    assert "no room for a single layer" in lines["Vulkan2"].warning
    assert [view.name for view in lines["CUDA0"].bars] == ["GeForce GTX 1650", MAIN_MEMORY]
    assert [view.name for view in lines["Vulkan0"].bars] == ["RX 7800 XT"]
    for line in lines.values():
        assert all(sum(view.parts.values()) <= view.total_bytes for view in line.bars)


def test_devices_of_one_name_are_told_apart() -> None:
    metal = DeviceFacts("Metal", "Apple M2 Pro", "integrated", 16 * GB, 12 * GB)
    mac = (metal, replace(CPU, description="Apple M2 Pro"))
    for lines in (device_lines(mac), device_lines(mac, placed(mac))):
        assert [line.title for line in lines] == ["Automatic", "Apple M2 Pro (Metal)", "Apple M2 Pro (CPU)"]


def test_the_bars_are_those_of_the_plan() -> None:
    loaded = placed((SMALL, CPU))
    assert loaded.plan is not None
    views = memory_views(loaded.plan, (SMALL, CPU))
    for view, share in zip(views, loaded.plan.shares, strict=True):
        assert view.total_bytes == share.room.total_bytes
        assert view.parts["target"] == share.target_bytes and view.parts["draft"] == share.draft_bytes
        assert view.parts["contexts"] == share.context_bytes + share.work_bytes
        assert view.parts["others"] == (share.room.total_bytes or 0) - (share.room.free_bytes or 0)
    assert "in use by others 1.3 GB, target 1.2 GB, draft 320 MB" in views[0].words


def test_what_is_free_counts_before_the_pair_was_loaded() -> None:
    loaded = placed(ALL)
    fuller = (replace(DEVICE, memory_free_bytes=GB // 10), SMALL, TINY, replace(CPU, memory_free_bytes=GB))
    assert device_lines(fuller, loaded) == device_lines(ALL, loaded)


def test_without_a_pair_only_what_is_in_use_is_told() -> None:
    lines = device_lines(ALL)
    assert lines[1].detail == "9.1 GB of 16 GB in use" and not lines[0].bars
    view = idle_view(DEVICE, "RX 7800 XT")
    assert lines[1].bars == (view,) and view and list(view.parts) == list(PARTS) and view.parts["target"] == 0
    assert idle_view(replace(CPU, memory_free_bytes=None), "CPU") is None


def test_a_device_is_chosen_from_the_menu(stage: Stage) -> None:
    stage.engine.devices = ALL
    stage.engine.loaded = placed(ALL)
    stage.load()
    stage.wait_until(lambda: len(stage.composition.session.devices) == len(ALL))
    bar = stage.composition.model_bar
    assert bar.memory.view is not None and bar.memory.view.parts["draft"] > 0
    assert "it has room for all of it" in bar.memory.toolTip()
    bar.device_chip.chosen.emit(device_lines(ALL, stage.composition.session.loaded)[2])
    assert last_load(stage).options.device == "CUDA0"
    stage.wait_until(lambda: stage.composition.session.state == "ready")


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_backends_that_are_not_used_are_listed_with_the_reason_and_cannot_be_chosen(stage: Stage) -> None:
    stage.engine.unused = (Notice("backend_not_loaded", {"backend": "vulkan", "detail": "no driver"}),)
    stage.composition.session.list_devices()
    stage.wait_until(lambda: bool(stage.composition.session.unused_backends))
    stage.composition.model_bar.device_chip.click()
    popup = stage.composition.window.findChild(PickList)
    assert popup is not None
    last = popup.view.model().index(popup.view.model().rowCount() - 1, 0)
    words = last.data(Qt.ItemDataRole.AccessibleTextRole)
    assert words.startswith("Backend vulkan. The backend vulkan is not used: no driver.")
    popup.view.clicked.emit(last)
    assert popup.isVisible() and stage.composition.settings.get(CHOSEN_DEVICE) == "auto"
    popup.close()


def test_what_was_told_of_a_load_goes_with_the_next_one(stage: Stage) -> None:
    banners, loaded = stage.composition.window.banners, placed(ALL)
    stage.engine.loaded = replace(loaded, notices=(Notice("device_gone", {"device": "CUDA7", "used": "CPU"}),))
    stage.load()
    assert [message.key for message in banners.messages] == ["device_gone"]
    stage.engine.loaded = loaded
    stage.load()
    assert banners.messages == ()


def test_a_draft_that_is_left_out_is_seen(stage: Stage) -> None:
    little = (replace(CPU, memory_free_bytes=47 * GB // 10),)
    stage.engine.devices, stage.engine.loaded = little, placed(little)
    stage.load()
    composition = stage.composition
    assert "Left out" in composition.model_bar.draft_chip.text()
    assert "no room for the draft" in composition.chat_page.panel.reason.text()
    told = [message.text for message in composition.window.banners.messages]
    assert any(text.startswith("Only the target fits into memory") for text in told)
    assert stage.composition.session.pair == PAIR, "with more room the same pair is loaded whole"


def test_after_a_crash_while_loading_one_click_loads_with_less(stage: Stage) -> None:
    stage.engine.load_steps = 200
    stage.composition.load(PAIR)
    stage.engine.crash(None)
    stage.wait_until(lambda: stage.composition.session.state == "crashed")
    message = next(shown for shown in stage.composition.window.banners.messages if shown.key == "crash")
    assert message.action is not None and message.action.text == "Load with less"
    assert [action.text for action in message.others] == ["Start the engine again"]
    stage.engine.load_steps = 1
    message.action.run()
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    assert last_load(stage).options.less == 2
    stage.composition.load(PAIR)
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    assert last_load(stage).options.less == 0, "a load of its own begins at the top again"


def test_a_reply_that_found_no_memory_offers_the_same(stage: Stage) -> None:
    stage.load()
    stage.engine.on_event(Crashed(-9, None, "", "SIGKILL", cause="out_of_memory"))
    stage.wait_until(lambda: stage.composition.session.state == "crashed")
    message = next(shown for shown in stage.composition.window.banners.messages if shown.key == "crash")
    assert message.action is not None and message.action.text == "Load with less"


def test_a_reply_that_a_driver_may_have_ended_can_go_on_on_the_processor(stage: Stage) -> None:
    stage.load()
    stage.engine.on_event(Crashed(-11, None, "", "SIGSEGV", device=DEVICE.name))
    stage.wait_until(lambda: stage.composition.session.state == "crashed")
    message = next(shown for shown in stage.composition.window.banners.messages if shown.key == "crash")
    assert message.action is not None and message.action.text == "Start the engine again"
    (elsewhere,) = message.others
    assert elsewhere.text == "Load on the processor"
    elsewhere.run()
    stage.wait_until(lambda: stage.composition.session.state == "ready")
    assert last_load(stage).options.device == "cpu"
    stage.engine.on_event(Crashed(-11, None, "", "SIGSEGV", device=CPU.name))
    stage.wait_until(lambda: stage.composition.session.state == "crashed")
    assert not next(shown for shown in stage.composition.window.banners.messages if shown.key == "crash").others


def test_an_engine_that_hung_can_go_on_on_the_processor(stage: Stage) -> None:
    stage.load()
    session = stage.composition.session
    session.stop_engine()
    message = next(shown for shown in stage.composition.window.banners.messages if shown.key == "crash")
    assert message.action is not None and message.action.text == "Start the engine again"
    (elsewhere,) = message.others
    elsewhere.run()
    stage.wait_until(lambda: session.state == "ready")
    assert last_load(stage).options.device == "cpu"
    session.stop_engine()
    assert not next(shown for shown in stage.composition.window.banners.messages if shown.key == "crash").others


def test_a_number_of_layers_is_a_setting(stage: Stage) -> None:
    stage.settings.set(GPU_LAYERS, 12)
    stage.load()
    assert last_load(stage).options.gpu_layers == 12


def test_the_table_names_every_part(qapp: QApplication) -> None:
    window = QWidget()
    table = MemoryTable()
    table.setParent(window)
    loaded = placed((SMALL, CPU))
    assert loaded.plan is not None
    table.show_views(memory_views(loaded.plan, (SMALL, CPU)))
    assert len(table.bars) == 2 and all(bar.accessibleName() for bar in table.bars)
    table.show_views(())
    assert table.isHidden() and not table.bars
    window.deleteLater()
