"""Sampling options and thinking on the command line, over the real engine."""

import json
from pathlib import Path

import pytest
from gguf import GGUFReader

from tests.cli.terminal import Run, run_program
from tests.engine.worker.gguf_edit import rewrite

pytestmark = [pytest.mark.process, pytest.mark.native]

SCHEMA = {"type": "object", "properties": {"ok": {"type": "boolean"}, "n": {"enum": [1, 2]}}, "required": ["ok", "n"]}


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return lambda *arguments, **more: run_program(tmp_path, *arguments, **more)


def target(shared: Path) -> tuple[str, str]:
    return ("--target", str(shared / "fixtures/expected/qwen3.bf16.gguf"))


def asked(shared: Path, *more: str) -> tuple[str, ...]:
    return ("chat", *target(shared), "--raw", "--prompt", "Hello", "-n", "120", "--json", *more)


def test_a_schema_in_a_file_shapes_the_answer(run: Run, shared: Path, tmp_path: Path) -> None:
    file = tmp_path / "schema 数.json"
    file.write_text(json.dumps(SCHEMA), encoding="utf-8")
    ended = run(*asked(shared, "--json-schema", str(file), "--seed", "1"))
    value = json.loads(ended.json["text"])
    assert value.keys() == {"ok", "n"}
    assert value["n"] in (1, 2)


def test_a_grammar_and_banned_texts_go_together(run: Run, shared: Path, tmp_path: Path) -> None:
    file = tmp_path / "grammar.gbnf"
    file.write_text("root ::= [abc]{20}\n", encoding="utf-8")
    text = run(*asked(shared, "--grammar", str(file), "--ban", "b", "--ban", "aaa")).json["text"]
    assert len(text) == 20
    assert set(text) <= {"a", "c"}
    assert "aaa" not in text


@pytest.mark.parametrize(
    ("content", "code"), [("root ::= (", "bad_grammar"), ("", "grammar_file"), (b"\xff\xfe", "grammar_file")]
)
def test_a_bad_grammar_is_one_sentence(run: Run, shared: Path, tmp_path: Path, content: str | bytes, code: str) -> None:
    file = tmp_path / "grammar.gbnf"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    ended = run(*asked(shared, "--grammar", str(file)))
    assert ended.code == 1
    assert ended.json["error"]["code"] == code
    assert ended.json["error"]["sentence"].endswith(".")


@pytest.mark.parametrize(
    "wrong",
    [
        ("--logit-bias", "5"),
        ("--logit-bias", "x=1"),
        ("--logit-bias", "5=nan"),
        ("--mirostat", "3"),
        ("--dry-base", "0.5"),
        ("--xtc-probability", "2"),
        ("--effort", "huge"),
        ("--ban", ""),
        ("--grammar", "a", "--json-schema", "b"),
    ],
)
def test_what_makes_no_sense_is_wrong_use(run: Run, shared: Path, wrong: tuple[str, ...]) -> None:
    assert run(*asked(shared, *wrong)).code == 2


def test_every_sampler_at_once_is_taken(run: Run, shared: Path) -> None:
    every = (
        *("--dry-multiplier", "0.8", "--dry-last-n", "-1", "--xtc-probability", "0.5", "--typical-p", "0.9"),
        *("--top-n-sigma", "1", "--dynamic-range", "0.5", "--frequency-penalty", "-0.5", "--presence-penalty", "0.2"),
        *("--repeat-last-n", "32", "--logit-bias", "300=5", "--seed", "7"),
    )
    first, second = run(*asked(shared, *every)), run(*asked(shared, *every))
    assert first.code == 0, first.err
    assert first.json["tokens"] == second.json["tokens"]


def test_the_switch_reaches_the_template_and_thinking_is_a_part_of_its_own(
    run: Run, shared: Path, tmp_path: Path
) -> None:
    source = shared / "fixtures/expected/qwen3.bf16.gguf"
    closer = GGUFReader(source).fields["tokenizer.ggml.tokens"].contents().index("</think>")
    template = "{{ messages[-1].content }}<think>{% if enable_thinking is false %}\n\n</think>{% endif %}"
    path = rewrite(source, tmp_path / "thinking.gguf", metadata={"tokenizer.chat_template": template})
    asking = ("chat", "--target", str(path), "--prompt", "Hello", "-n", "20", "--json", "--temperature", "0")
    thought = run(*asking, "--think").json
    assert thought["thinking"] and not thought["text"]
    silent = run(*asking, "--no-think").json
    assert silent["text"] and not silent["thinking"]
    both = run(*asking, "--think", "--logit-bias", f"{closer}=1000", "--frequency-penalty", "100").json
    assert closer in both["tokens"]
