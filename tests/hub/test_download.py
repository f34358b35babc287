"""Fetching: never lose a byte, never believe one, nothing whole before it is."""

import errno
import os
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.core.errors import AppError, Cancelled, PathNotWritable
from app.core.progress import Progress
from app.hub.client import HubClient
from app.hub.download import Pulled, plan_pull, pull
from app.hub.errors import (
    HubBusy,
    HubConnectionLost,
    HubDiskFull,
    HubFileChanged,
    HubFileDamaged,
    HubOffline,
    HubRateLimited,
    HubRefused,
    HubServerTrouble,
    HubShardMissing,
    HubSilent,
    HubTokenNeeded,
    HubUnreachable,
    HubWebPage,
)
from app.hub.shelf import MANIFEST_NAME, Shelf, read_manifest
from app.models.library.library import Library
from app.models.library.user_folders import look_through
from tests.fakes.hub import GOOD_TOKEN, StubHub, wait_until
from tests.fakes.hub_faults import (
    Cut,
    DeadRedirect,
    Drip,
    EndsEarly,
    Fault,
    LinkExpired,
    NoRanges,
    OtherLength,
    OtherTag,
    Stall,
    Status,
    WebPage,
    WrongByte,
)
from tests.hub.conftest import IMPATIENT, MakeClient
from tests.hub.repositories import NEEDED_OF_SHARDED, REPO, checkpoint, one_file, sharded, some_bytes

NAME = "model.gguf"
SIZE = 300_000
# What a disk has to have free besides.
SPARE_BYTES = 16 << 20


def _pull(client: HubClient, library: Path, progress: Progress | None = None, **about: str) -> Pulled:
    progress = progress or Progress()
    return pull(client, plan_pull(client, REPO, library, progress, **about), progress)


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _part(library: Path) -> Path:
    return next(iter(library.rglob(f"{NAME}.part")))


def _has_whole(library: Path) -> bool:
    notes = [path for path in library.rglob(MANIFEST_NAME) if path.parent.suffix != ".part"]
    return bool(notes) or any(library.rglob(NAME))


@pytest.fixture
def content(stub: StubHub) -> bytes:
    """The content of the one large file in the repository."""
    files = one_file(SIZE)
    stub.add(REPO, files)
    return files[NAME]


def test_a_checkpoint_lands_whole_and_alone(stub: StubHub, client: HubClient, library: Path) -> None:
    files = sharded()
    repo = stub.add(REPO, files)
    seen: list[tuple[str, int, int | None]] = []
    pulled = _pull(client, library, Progress(lambda *told: seen.append(told)))
    found = _files(pulled.path)
    assert pulled.path == library / "hub" / "Someone--Tiny-Chat" / repo.commit[:12]
    assert set(found) == NEEDED_OF_SHARDED | {MANIFEST_NAME}
    assert all(found[name] == files[name] for name in NEEDED_OF_SHARDED)
    manifest = read_manifest(pulled.path)
    assert manifest and (manifest.repo, manifest.commit, manifest.endpoint) == (REPO, repo.commit, stub.url)
    assert {file.name for file in manifest.files} == NEEDED_OF_SHARDED
    total = sum(len(files[name]) for name in NEEDED_OF_SHARDED)
    assert ("hub_fetch", total, total) in seen and any(stage == "check" for stage, _, _ in seen)
    assert pulled.fetched_bytes == pulled.size_bytes == total and not pulled.notes
    assert not list(library.rglob("*.part"))


def test_a_second_time_nothing_is_fetched(stub: StubHub, client: HubClient, library: Path) -> None:
    stub.add(REPO, sharded())
    first = _pull(client, library)
    stub.requests.clear()
    second = _pull(client, library)
    assert second.path == first.path and second.fetched_bytes == 0
    assert [request.path for request in stub.requests] == [f"/api/models/{REPO}/revision/main"]


def test_another_file_of_the_same_commit_joins(stub: StubHub, client: HubClient, library: Path) -> None:
    stub.add(REPO, {"a.gguf": some_bytes(1000, 1), "b.gguf": some_bytes(1000, 2)})
    first = _pull(client, library, name="a.gguf")
    second = _pull(client, library, name="b.gguf")
    assert first.path.name == "a.gguf" and second.path == first.path.with_name("b.gguf")
    manifest = read_manifest(first.path.parent)
    assert manifest and {file.name for file in manifest.files} == {"a.gguf", "b.gguf"}
    assert set(_files(library / "hub" / "Someone--Tiny-Chat")) == {
        *(".lock", *(f"{first.path.parent.name}/{name}" for name in ("a.gguf", "b.gguf", MANIFEST_NAME)))
    }


@pytest.mark.parametrize(
    "faults",
    [
        (Cut(100_000),),
        (Cut(1), Cut(2), Cut(3), Cut(4), Cut(5), Cut(6)),
        (Stall(50_000, 5),),
        (Stall(0, 5),),
        (Status(500), Status(503)),
        (Status(429, {"Retry-After": "0"}),),
        (Cut(SIZE - 7), LinkExpired()),
        (Cut(200_000), NoRanges()),
        (Drip(60_000, 0.02),),
        (EndsEarly(100_000), EndsEarly(0)),
        (DeadRedirect(),),
        (Cut(10_000), DeadRedirect(), Status(502), Stall(5, 5), Cut(20_000), NoRanges()),
    ],
    ids=str,
)
def test_what_passes_is_survived(
    stub: StubHub, client: HubClient, library: Path, content: bytes, faults: tuple[Fault, ...]
) -> None:
    stub.misbehave(NAME, *faults)
    pulled = _pull(client, library)
    assert pulled.path.read_bytes() == content and pulled.fetched_bytes == SIZE


def test_a_dropped_line_goes_on_where_it_dropped(
    stub: StubHub, client: HubClient, library: Path, content: bytes
) -> None:
    stub.misbehave(NAME, Cut(100_000), Cut(50_000))
    assert _pull(client, library).path.read_bytes() == content
    begins = [request.first_byte for request in stub.fetched(NAME) if request.server == "store"]
    assert begins == [0, 100_000, 150_000]


def test_the_next_try_goes_on_where_the_last_one_ended(
    stub: StubHub, client: HubClient, library: Path, content: bytes
) -> None:
    stub.misbehave(NAME, Cut(123_456), *[Status(500)] * IMPATIENT.tries)
    with pytest.raises(HubServerTrouble):
        _pull(client, library)
    assert _part(library).stat().st_size == 123_456 and not _has_whole(library)
    stub.requests.clear()
    plan = plan_pull(client, REPO, library, Progress())
    assert plan.fetch_bytes == SIZE - 123_456
    told: list[int] = []

    def note(stage: str, done: int, total: int | None) -> None:
        if stage == "hub_fetch":
            told.append(done)

    pulled = pull(client, plan, Progress(note))
    assert pulled.path.read_bytes() == content and pulled.fetched_bytes == SIZE - 123_456
    assert told[0] == 123_456 and told[-1] == SIZE, "what came before is no speed of this try"
    assert [request.first_byte for request in stub.fetched(NAME) if request.server == "store"] == [123_456]


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (Stall(0, 5), HubSilent),
        (Cut(0), HubConnectionLost),
        (EndsEarly(0), HubConnectionLost),
        (DeadRedirect(), HubUnreachable),
        (LinkExpired(), HubRefused),
        (Status(500), HubServerTrouble),
        (Status(429, {"Retry-After": "600"}), HubRateLimited),
        (WebPage(), HubWebPage),
        (OtherLength(5), HubFileChanged),
        (OtherLength(-5), HubFileChanged),
        (OtherTag(), HubFileChanged),
        (Status(404, {"X-Error-Code": "EntryNotFound"}), HubFileChanged),
    ],
    ids=str,
)
def test_what_stays_is_named_and_costs_nothing(
    stub: StubHub, client: HubClient, library: Path, content: bytes, fault: Fault, kind: type[AppError]
) -> None:
    stub.misbehave(NAME, Cut(100_000), *[fault] * IMPATIENT.tries)
    with pytest.raises(kind):
        _pull(client, library)
    assert not _has_whole(library)
    assert _part(library).read_bytes() == content[:100_000], "what had come is still there"


def test_a_stall_is_shown(stub: StubHub, client: HubClient, library: Path, content: bytes) -> None:
    seen: list[str] = []
    stub.misbehave(NAME, Stall(100_000, 5))
    pulled = _pull(client, library, Progress(lambda stage, done, total: seen.append(stage)))
    assert pulled.path.read_bytes() == content
    assert seen.index("hub_fetch") < seen.index("hub_stall") < seen.index("hub_wait") < seen.index("check")


def test_a_wrong_byte_is_put_aside_and_fetched_anew(
    stub: StubHub, client: HubClient, library: Path, content: bytes
) -> None:
    stub.misbehave(NAME, WrongByte(77_777))
    pulled = _pull(client, library)
    assert pulled.path.read_bytes() == content
    assert [(note.code, note.facts) for note in pulled.notes] == [("hub_fetched_anew", {"name": NAME})]
    assert set(_files(pulled.path.parent)) == {NAME, MANIFEST_NAME}, "the damaged one is gone in the end"


def test_a_wrong_byte_twice_is_not_believed(stub: StubHub, client: HubClient, library: Path, content: bytes) -> None:
    stub.misbehave(NAME, WrongByte(0), WrongByte(SIZE - 1))
    with pytest.raises(HubFileDamaged):
        _pull(client, library)
    assert not _has_whole(library) and len(list(library.rglob("*.damaged"))) == 1
    assert _pull(client, library).path.read_bytes() == content


def test_a_wrong_byte_in_a_small_file_is_noticed(stub: StubHub, client: HubClient, library: Path) -> None:
    stub.add(REPO, sharded())
    stub.misbehave("tokenizer.json", WrongByte(3))
    pulled = _pull(client, library)
    assert [note.code for note in pulled.notes] == ["hub_fetched_anew"]
    assert (pulled.path / "tokenizer.json").read_bytes() == sharded()["tokenizer.json"]


def test_a_damaged_part_is_noticed(stub: StubHub, client: HubClient, library: Path, content: bytes) -> None:
    stub.misbehave(NAME, Cut(100_000), *[Status(500)] * IMPATIENT.tries)
    with pytest.raises(HubServerTrouble):
        _pull(client, library)
    _part(library).write_bytes(bytes(100_000))
    pulled = _pull(client, library)
    assert pulled.path.read_bytes() == content and [note.code for note in pulled.notes] == ["hub_fetched_anew"]


def test_a_part_that_is_too_long_is_begun_anew(stub: StubHub, client: HubClient, library: Path, content: bytes) -> None:
    part = Shelf(library, REPO, stub.repos[REPO].commit).staging / f"{NAME}.part"
    part.parent.mkdir(parents=True)
    part.write_bytes(bytes(SIZE + 1))
    assert _pull(client, library).path.read_bytes() == content


def test_a_page_beside_the_weights_is_noticed_too(stub: StubHub, client: HubClient, library: Path) -> None:
    stub.add(REPO, sharded())
    stub.misbehave("config.json", WebPage())
    with pytest.raises(HubWebPage) as caught:
        _pull(client, library)
    assert caught.value.facts["name"] == "config.json"


def test_an_index_that_names_more_than_there_is_stops_it_early(stub: StubHub, client: HubClient, library: Path) -> None:
    files = sharded()
    files["model.safetensors.index.json"] = b'{"weight_map": {"a": "model-00009-of-00009.safetensors"}}'
    stub.add(REPO, files)
    with pytest.raises(HubShardMissing):
        _pull(client, library)
    assert not stub.fetched("model-00001-of-00003.safetensors") and not library.exists()


def test_a_gate_stops_it_before_anything_large(stub: StubHub, make_client: MakeClient, library: Path) -> None:
    stub.add(REPO, sharded(), gated="auto", members=frozenset({GOOD_TOKEN}))
    with pytest.raises(HubTokenNeeded):
        _pull(make_client(), library)
    assert _pull(make_client(GOOD_TOKEN), library).path.is_dir()
    assert not any(request.has_token for request in stub.requests if request.server == "store")


def test_a_token_that_the_hub_does_not_know_is_told_and_left_out(
    stub: StubHub, make_client: MakeClient, library: Path, content: bytes
) -> None:
    pulled = _pull(make_client("hf_nobodyknowsme"), library)
    assert pulled.path.read_bytes() == content and [note.code for note in pulled.notes] == ["hub_token_ignored"]


def test_a_disk_that_is_too_small_is_told_before(stub: StubHub, client: HubClient, library: Path) -> None:
    repo = stub.add(REPO, one_file())
    repo.files[NAME] = replace(repo.files[NAME], listed_bytes=1 << 49)
    with pytest.raises(HubDiskFull) as caught:
        _pull(client, library)
    assert caught.value.facts["needed_bytes"] == (1 << 49) + SPARE_BYTES
    assert not stub.fetched(NAME)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a device that is always full")
def test_a_disk_that_fills_up_meanwhile_is_told(
    stub: StubHub, client: HubClient, library: Path, content: bytes
) -> None:
    part = Shelf(library, REPO, stub.repos[REPO].commit).staging / f"{NAME}.part"
    part.parent.mkdir(parents=True)
    part.symlink_to("/dev/full")
    with pytest.raises(HubDiskFull) as caught:
        _pull(client, library)
    assert caught.value.facts["needed_bytes"] == SIZE + SPARE_BYTES and not _has_whole(library)
    part.unlink()
    assert _pull(client, library).path.read_bytes() == content


def test_a_folder_that_cannot_be_written_is_told(client: HubClient, library: Path, content: bytes) -> None:
    library.write_bytes(b"a file stands where the folder should be")
    with pytest.raises(PathNotWritable):
        _pull(client, library)


@pytest.mark.skipif(sys.platform == "win32", reason="its locks are others")
def test_a_volume_without_locks_is_written_to_all_the_same(
    client: HubClient, library: Path, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    def flock(handle: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", flock)
    assert _pull(client, library).path.read_bytes() == content


def test_two_at_once_do_not_meet(stub: StubHub, client: HubClient, library: Path, content: bytes) -> None:
    plan = plan_pull(client, REPO, library, Progress())
    with plan.shelf.held(), pytest.raises(HubBusy):
        pull(client, plan, Progress())
    assert pull(client, plan, Progress()).path.read_bytes() == content


@pytest.fixture
def stalled(stub: StubHub, make_client: MakeClient, content: bytes) -> Iterator[HubClient]:
    """A client with all the time in the world, and a line on which nothing comes after the first bytes."""
    stub.misbehave(NAME, Stall(100_000, 30))
    yield make_client(patience=replace(IMPATIENT, silence_s=30, stall_told_s=30))


def test_a_cancel_does_not_wait_for_the_line(stub: StubHub, stalled: HubClient, library: Path, content: bytes) -> None:
    cancelled, ended = threading.Event(), []

    def work() -> None:
        with pytest.raises(Cancelled):
            _pull(stalled, library, Progress(is_cancelled=cancelled.is_set))
        ended.append(time.monotonic())

    thread = threading.Thread(target=work)
    thread.start()
    wait_until(lambda: bool(stub.fetched(NAME)) and stub.fetched(NAME)[-1].server == "store")
    time.sleep(0.1)
    asked = time.monotonic()
    cancelled.set()
    thread.join(10)
    assert ended and ended[0] - asked < 8
    assert _part(library).read_bytes() == content[:100_000]
    assert _pull(stalled, library).path.read_bytes() == content


def _cache(cache: Path, repo: str, commit: str, name: str, digest: str, content: bytes) -> Path:
    """A file in the Hub's own cache, as its library lays it out."""
    folder = cache / f"models--{repo.replace('/', '--')}"
    blob, pointer = folder / "blobs" / digest, folder / "snapshots" / commit / name
    for path in (blob, pointer):
        path.parent.mkdir(parents=True, exist_ok=True)
    blob.write_bytes(content)
    pointer.symlink_to(os.path.relpath(blob, pointer.parent))
    return blob


def test_what_the_hubs_cache_holds_is_not_fetched(
    stub: StubHub, client: HubClient, library: Path, content: bytes
) -> None:
    repo = stub.repos[REPO]
    blob = _cache(client.cache, REPO, repo.commit, NAME, repo.files[NAME].tag, content)
    pulled = _pull(client, library)
    assert pulled.path.read_bytes() == content and pulled.fetched_bytes == 0 and not stub.fetched(NAME)
    assert pulled.path.samefile(blob) and not pulled.path.is_symlink(), "no room is taken twice"


def test_a_cache_of_an_older_commit_serves_as_well(
    stub: StubHub, client: HubClient, library: Path, content: bytes
) -> None:
    _cache(client.cache, REPO, "f" * 40, NAME, stub.repos[REPO].files[NAME].tag, content)
    assert _pull(client, library).fetched_bytes == 0


def test_a_damaged_cache_is_not_believed(stub: StubHub, client: HubClient, library: Path, content: bytes) -> None:
    repo = stub.repos[REPO]
    blob = _cache(client.cache, REPO, repo.commit, NAME, repo.files[NAME].tag, bytes(SIZE))
    pulled = _pull(client, library)
    assert pulled.path.read_bytes() == content and pulled.fetched_bytes == SIZE
    assert blob.read_bytes() == bytes(SIZE), "what is not ours stays as it is"


@pytest.mark.parametrize("is_right", [True, False])
def test_what_a_folder_of_the_user_holds_is_not_fetched(
    stub: StubHub, client: HubClient, library: Path, tmp_path: Path, is_right: bool
) -> None:
    files = {**checkpoint(), "tokenizer.json": some_bytes(5_000)}
    repo = stub.add(REPO, files)
    own = tmp_path / "mine" / "a model"
    own.mkdir(parents=True)
    for name, stored in repo.files.items():
        (own / name).write_bytes(stored.content)
    if not is_right:
        weights = bytearray(files["model.safetensors"])
        weights[-1] ^= 1
        (own / "model.safetensors").write_bytes(weights)
    Library(library).add_folder(own.parent)
    look_through(library, own.parent, Progress())
    pulled = _pull(client, library)
    assert pulled.fetched_bytes == (0 if is_right else len(files["model.safetensors"]))
    assert {name: (pulled.path / name).read_bytes() for name in files} == files
    assert len(list(own.iterdir())) == len(files), "what is not ours stays as it is"


def test_a_new_commit_takes_what_did_not_change(stub: StubHub, client: HubClient, library: Path) -> None:
    stub.add(REPO, sharded())
    first = _pull(client, library)
    stub.add(REPO, {**sharded(), "tokenizer_config.json": b'{"new": 1}'})
    second = _pull(client, library)
    assert second.path != first.path and second.fetched_bytes == len(b'{"new": 1}')
    assert first.path.is_dir() and (second.path / "tokenizer_config.json").read_bytes() == b'{"new": 1}'


def test_what_is_whole_needs_no_hub(stub: StubHub, make_client: MakeClient, library: Path) -> None:
    files = sharded()
    repo = stub.add(REPO, files)
    client = make_client()
    before = pull(client, plan_pull(client, REPO, library, Progress()), Progress())
    stub.requests.clear()
    offline = make_client(is_offline=True)
    for revision in (None, "main", repo.commit):
        again = pull(offline, plan_pull(offline, REPO, library, Progress(), revision=revision), Progress())
        assert (again.path, again.commit, again.fetched_bytes) == (before.path, repo.commit, 0)
    for revision, name in (("v9", ""), (None, "tiny-Q4_K_M.gguf")):
        with pytest.raises(HubOffline):
            plan_pull(offline, REPO, library, Progress(), revision=revision, name=name)
    (before.path / "model-00002-of-00003.safetensors").unlink()
    with pytest.raises(HubOffline):
        plan_pull(offline, REPO, library, Progress())
    assert not stub.requests
