"""That the benchmark measures what it says; never how fast anything is."""

import json
import sys
from functools import partial
from pathlib import Path

import pytest
from bench import __main__ as bench_main
from bench import conversion, made_models, pace, rounds, scripted_engine, start, streaming, timed_engine, transfer
from bench.children import ChildFailed, child
from bench.machine import peak_bytes, resident_bytes
from bench.made_models import MadePair, Shape
from bench.report import Figure, Section
from bench.settings import Settings
from bench.streaming_window import script

from app.engine.blocking import BlockingEngine
from app.engine.protocol import DraftOptions, Generate, GenerateResult, SamplingOptions
from app.formats.checkpoint import read_checkpoint
from tests.fakes.engine import Say

TINY = Shape(layers=4, hidden_size=64, feed_forward_size=96, heads=2, kv_heads=1, head_dim=32, vocabulary_n=512)


ALWAYS = DraftOptions(pacing="always")


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> MadePair:
    return made_models.make_pair(tmp_path_factory.mktemp("made") / "pair", TINY)


@pytest.fixture
def settings(tmp_path: Path, pair: MadePair) -> Settings:
    return Settings(tmp_path, repeats=2, threads=1, target=pair.target, draft=pair.right_draft)


def reply(engine: BlockingEngine, tokens_n: int, drafting: DraftOptions = ALWAYS) -> GenerateResult:
    greedy = SamplingOptions(temperature=0)
    command = Generate(engine.next_job(), raw_prompt="Tell me", sampling=greedy, drafting=drafting, max_tokens=tokens_n)
    generated = engine.finish(command).generated
    assert generated is not None
    return generated


def figures(section: Section) -> dict[str, Figure]:
    return {figure.name: figure for figure in section.figures}


@pytest.mark.native
@pytest.mark.process
def test_one_made_draft_is_always_right_and_the_other_always_wrong(pair: MadePair) -> None:
    for draft in (pair.right_draft, pair.wrong_draft):
        with BlockingEngine() as engine:
            engine.load(pair.target, draft)
            generated = reply(engine, 60)
        assert list(generated.tokens) == [generated.tokens[0] + step for step in range(60)]
        timings = generated.timings
        if draft == pair.right_draft:
            # The first round starts from the prompt, which ends in no word.
            assert timings.draft_n - timings.draft_n_accepted <= made_models.BLOCK_SIZE
        else:
            assert timings.draft_n_accepted <= 1


def test_made_checkpoints_are_the_same_every_time(tmp_path: Path) -> None:
    for name in ("a", "b"):
        made_models.write_target(tmp_path / name, TINY)
    files = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert files == ["config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json"]
    for file in files:
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()


def test_a_filled_checkpoint_has_the_bytes_of_its_shape(tmp_path: Path) -> None:
    size_bytes = made_models.write_filled(tmp_path / "filled", TINY)
    tensors = read_checkpoint(tmp_path / "filled")
    assert len(tensors) == 3 + TINY.layers * 11
    header_bytes = min(tensor.offset for tensor in tensors.values())
    assert size_bytes == header_bytes + sum(tensor.size_bytes for tensor in tensors.values())


def test_the_stopwatch_counts_native_calls_between_the_ends_of_the_rounds(tmp_path: Path) -> None:
    now_s = busy_s = 0.0

    def pass_time(seconds: float) -> None:
        nonlocal now_s, busy_s
        now_s += seconds
        busy_s += seconds / 2

    stopwatch = timed_engine.Stopwatch(lambda: now_s, lambda: busy_s)
    native = stopwatch.timed(pass_time)
    for _ in range(2):
        native(100)
        stopwatch.prompt_decoded()
        for _ in range(3):
            native(3)
            pass_time(1)
            stopwatch.round_ended()
        native(1000)
    stopwatch.write(tmp_path / "times.json")
    counted = {"rounds_n": 3, "seconds": 12, "outside_s": 3, "outside_busy_s": 1.5, "calls_n": 3}
    assert json.loads((tmp_path / "times.json").read_text()) == [counted, counted]


@pytest.mark.process
def test_both_ways_to_fetch_are_measured_in_turns(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer, "_SIZE_BYTES", 3_000_000)
    (section,) = transfer.measure(settings)
    assert [len(figure.values) for figure in section.figures] == [settings.repeats] * 4
    assert all(value > 0 for figure in section.figures for value in figure.values)
    assert not list(settings.folder.iterdir())


@pytest.mark.native
@pytest.mark.process
def test_a_timed_engine_tells_of_every_round(tmp_path: Path, pair: MadePair) -> None:
    path = tmp_path / "times.json"
    with BlockingEngine(partial(timed_engine.run, path)) as engine:
        engine.load(pair.target, pair.wrong_draft)
        rounds_n = [reply(engine, tokens_n).speculation.rounds for tokens_n in (20, 10)]
    times = json.loads(path.read_text())
    # The last token of a reply needs no draft: that pass is no round of the engine's count.
    assert [reply["rounds_n"] for reply in times] == [count + 1 for count in rounds_n]
    assert all(0 < reply["outside_s"] < reply["seconds"] for reply in times)
    # Two models are asked in every round.
    assert all(reply["calls_n"] > 2 * reply["rounds_n"] for reply in times)


@pytest.mark.native
@pytest.mark.process
def test_a_scripted_draft_is_accepted_as_often_as_the_script_wants(tmp_path: Path, pair: MadePair) -> None:
    script = tmp_path / "script.json"
    scripted_engine.write_script(script, ((0, 0.0),))
    with BlockingEngine(partial(scripted_engine.run, script)) as engine:
        engine.load(pair.target, pair.wrong_draft)
        plain = reply(engine, 150, DraftOptions("none"))
        never = reply(engine, 150)
        scripted_engine.write_script(script, ((0, 0.0), (50, 0.5), (100, 1.0)))
        at_times = reply(engine, 150)
    assert plain.tokens == never.tokens == at_times.tokens
    assert never.timings.draft_n_accepted == 0
    assert 50 < at_times.timings.draft_n_accepted < 90


@pytest.mark.native
@pytest.mark.process
def test_pacing_is_compared_with_plain_and_with_every_length(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "SCRIPTS", {"half": ((0, 0.5),)})
    monkeypatch.setattr(pace, "TOKENS_N", 20)
    (section,) = pace.measure(settings)
    lengths = [f"always {length}" for length in range(1, made_models.BLOCK_SIZE + 1)]
    assert list(figures(section))[:-1] == ["auto", "plain", *lengths, "auto / plain"]
    assert all(len(figure.values) == 2 for figure in section.figures)


def test_the_best_length_is_chosen_by_the_other_runs() -> None:
    steady, lucky = Figure("always 1", "tokens/s", (10, 10, 10)), Figure("always 2", "tokens/s", (30, 9, 9))
    best = pace.best_of([steady, lucky])
    assert best.name == "best (always 1, always 2)"
    # Chosen by its one lucky run, the second would look three times as fast as it is.
    assert best.values == (10, 9, 9)


@pytest.mark.native
@pytest.mark.process
def test_rounds_are_measured_for_every_draft(settings: Settings) -> None:
    outside, speed = rounds.measure(settings)
    found = figures(outside)
    assert len(found["right: outside llama.cpp"].values) == 2
    assert all(0 < value < 100 for value in found["right: outside llama.cpp"].values)
    assert found["right: acceptance rate"].median > 80
    ratios = [figure for figure in speed.figures if figure.unit == "x"]
    assert [figure.name for figure in ratios] == ["Slipstream, no draft / script", "Slipstream, right / script"]
    assert all(value > 0 for figure in speed.figures for value in figure.values)


@pytest.mark.gui
@pytest.mark.native
@pytest.mark.process
def test_starts_are_measured_from_the_process_to_the_first_token(settings: Settings) -> None:
    models = settings.models()
    for begin in start.starts(models, settings):
        moments = list(begin().values())
        assert moments[0] > 0
        assert moments == sorted(moments)


@pytest.mark.gui
@pytest.mark.process
@pytest.mark.parametrize("to", ["bridge", "window"])
def test_every_piece_is_counted(settings: Settings, to: str) -> None:
    found = streaming.stream(settings, to, 300, "--per-second", 1000)
    assert found["pieces_n"] == 300
    assert 0 < found["per_second"] < 1100


def test_a_script_says_the_same_text_at_any_speed() -> None:
    spoken = [[step.text for step in script(500, speed) if isinstance(step, Say)] for speed in (0, 300)]
    assert spoken[0] == spoken[1]
    assert [len(piece) for piece in spoken[0]] == [4] * 500


@pytest.mark.process
def test_json_holds_every_run_and_nothing_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(conversion, "SHAPE", TINY)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert bench_main.main(["conversion", "--json", "--repeats", "2", "--threads", "1"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["machine"]["processors_usable"] > 0
    found = {figure["name"]: figure for figure in told["sections"][0]["figures"]}
    assert set(found) >= {"cp", "bf16", "f16", "q8_0", "q8_0 / cp", "q8_0: peak memory"}
    assert all(len(figure["values"]) == 2 for figure in found.values())
    assert found["q8_0: peak memory"]["median"] >= found["q8_0: of that, before it began"]["median"] > 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", [["dance"], ["rounds", "--target", "a.gguf"]])
def test_wrong_use_measures_nothing(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        bench_main.main(words)
    assert left.value.code == 2
    assert "Measuring" not in capsys.readouterr().err


@pytest.mark.process
def test_a_child_that_fails_is_told_with_its_last_words(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "import sys; sys.exit('no such thing')"]
    with pytest.raises(ChildFailed, match="exit code 1: no such thing"), child(command, tmp_path) as running:
        running.answer()
    with pytest.raises(ChildFailed, match="no such thing"), child(command, tmp_path):
        pass


@pytest.mark.process
def test_memory_is_that_of_the_process(tmp_path: Path) -> None:
    code = "x = b'x' * (64 << 20); print('{}', flush=True); input()"
    for content, least in ((code, 64 << 20), (code.replace("64", "1"), 1 << 20)):
        with child([sys.executable, "-c", content], tmp_path) as running:
            running.answer()
            assert least < resident_bytes(running.process.pid) < least + (40 << 20)
            running.say("go")
    assert peak_bytes() > 10 << 20
