"""`demo`: the pair that comes with the program, converted, loaded and asked."""

import json

import pytest

from tests.cli.terminal import ROOT, Run

pytestmark = [pytest.mark.process, pytest.mark.native]


def test_the_demo_answers_one_of_its_own_questions(run: Run) -> None:
    questions = json.loads((ROOT / "assets/demo/questions.json").read_text(encoding="utf-8"))
    ended = run("demo", "--json")
    assert ended.code == 0, ended.err
    told = ended.json
    assert {"question": told["question"], "answer": told["text"]} in questions
    assert told["finish_reason"] == "stop" and told["method"] == "dspark"
    assert told["speculation"]["acceptance_rate"] > 0.4 and told["speculation"]["mean_accepted_length"] > 2


def test_the_demo_takes_a_question(run: Run) -> None:
    question = json.loads((ROOT / "assets/demo/questions.json").read_text(encoding="utf-8"))[0]
    ended = run("demo", "--prompt", question["question"])
    assert ended.code == 0, ended.err
    asked, *answer, footer = ended.out.splitlines()
    assert asked == f"> {question['question']}" and "\n".join(answer) == question["answer"]
    assert "DSpark" in footer and "accepted" in footer
