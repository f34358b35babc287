"""A reply that was cut goes on as if it had not been."""

from dataclasses import replace

import pytest

from app.engine.protocol import ChatMessage, Finished, Generate, GenerateResult
from app.engine.worker.recent_replies import RecentReplies
from app.engine.worker.session import Session
from app.engine.worker.thinking import begun_text, markers_of
from tests.engine.conftest import Trained
from tests.engine.worker.asking import GREEDY, opened

pytestmark = pytest.mark.native

QUESTION = ChatMessage("user", "Tell me a story about a ship.")
WHOLE_N = 60


def written(session: Session, request: Generate) -> GenerateResult:
    *_, end = session.generate(request, lambda: False)
    assert isinstance(end, Finished)
    assert end.generated is not None
    return end.generated


def asked(max_tokens: int, *messages: ChatMessage) -> Generate:
    continues = bool(messages)
    return Generate(1, (QUESTION, *messages), sampling=GREEDY, max_tokens=max_tokens, continues=continues)


@pytest.mark.parametrize("draft", [None, "draft-anchor-full"])
def test_a_reply_goes_on_token_true(trained: Trained, draft: str | None) -> None:
    with opened(trained.target, trained.drafts[draft] if draft else None) as session:
        whole = written(session, asked(WHOLE_N))
        assert len(whole.tokens) == WHOLE_N
        for cut_n in (1, 7, 23, 40):
            begun = written(session, asked(cut_n))
            twice = ChatMessage("assistant", begun.text, begun.thinking)
            rest = written(session, asked(10, twice))
            assert begun.tokens + rest.tokens == whole.tokens[: cut_n + 10]
            # And once more, from where that ended.
            longer = ChatMessage("assistant", begun.text + rest.text, begun.thinking + rest.thinking)
            last = written(session, asked(WHOLE_N - cut_n - 10, longer))
            assert longer.content + last.text == whole.text


def test_after_a_restart_it_goes_on_from_its_text(trained: Trained) -> None:
    with opened(trained.target) as session:
        whole = written(session, asked(WHOLE_N))
    begun = ChatMessage("assistant", whole.text[: len(whole.text) // 2].rsplit(" ", 1)[0])
    with opened(trained.target) as session:
        rest = written(session, asked(WHOLE_N, begun))
        model = session._cache.target.model
        prompt = session._prompt(asked(1, begun))
        prompt_text = b"".join(model.piece(token, special=True) for token in prompt.tokens).decode()
        assert prompt_text.endswith(begun.content)
        assert prompt.begun_n == len(prompt.tokens) - len(session._prompt(asked(1)).tokens)
        # A draft or not, another cut of the cached text: the same rest.
        again = written(session, replace(asked(WHOLE_N, begun), is_fresh=True))
    assert rest.text == again.text != ""


def test_only_the_same_reply_is_found() -> None:
    replies = RecentReplies()
    replies.add([1, 2], "so", "yes", [3])
    assert replies.find([1, 2], "so", "yes") == (3,)
    assert replies.find([1], "so", "yes") is None
    assert replies.find([1, 2], "", "yes") is None
    assert replies.find([1, 2], "so", "yes!") is None
    for number in range(16):
        replies.add([number], "", "", [number])
    assert replies.find([1, 2], "so", "yes") is None


@pytest.mark.parametrize(
    ("template", "prompt", "thinking", "answer", "expected"),
    [
        ("<think>", "a:", "", "Yes", "Yes"),
        ("<think>", "a:", "so", "Yes", "<think>\nso\n</think>\n\nYes"),
        ("<think>", "a:", "so", "", "<think>\nso"),
        ("<think>", "a:<think>\n", "so", "Yes", "so\n</think>\n\nYes"),
        ("<think>", "a:<think>\n", "", "Yes", "</think>\n\nYes"),
        ("<think>", "a:<think>\n\n</think>\n\n", "", "Yes", "Yes"),
        (
            "<|channel|>",
            "<|start|>assistant",
            "so",
            "Yes",
            "<|channel|>analysis<|message|>so<|end|><|start|>assistant<|channel|>final<|message|>Yes",
        ),
        ("<|channel|>", "<|start|>assistant", "", "Yes", "<|channel|>final<|message|>Yes"),
        ("<|channel>", "<start_of_turn>model\n", "so", "Yes", "<|channel>thought\nso<channel|>Yes"),
        ("<|START_THINKING|>", "a:", "so", "Yes", "<|START_THINKING|>\nso\n<|END_THINKING|>\n\n<|START_RESPONSE|>Yes"),
    ],
)
def test_a_reply_is_written_as_its_family_does(
    template: str, prompt: str, thinking: str, answer: str, expected: str
) -> None:
    markers = markers_of(template, lambda marker: False)
    assert markers is not None
    assert begun_text(markers, prompt, thinking, answer) == expected


def test_tokens_are_counted(trained: Trained) -> None:
    with opened(trained.target) as session:
        assert session.count("") == 0
        assert session.count("a") <= session.count("a ship and a story")
        assert session.count("a ship and a story") == len(
            session._cache.target.model.tokenize("a ship and a story", add_special=False)
        )
