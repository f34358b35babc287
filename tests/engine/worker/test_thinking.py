"""A real pair that thinks: tokens that it writes anyway are given the names of the families' markers."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from gguf import GGUFReader, TokenType

from app.engine.protocol import ChatMessage, Finished, Generate, GenerateResult, Piece, SamplingOptions
from app.engine.worker.native import Model
from app.engine.worker.prompt import Template
from app.engine.worker.session import Session
from tests.engine.conftest import Trained
from tests.engine.worker.asking import GREEDY, ask, opened, request
from tests.engine.worker.gguf_edit import rewrite

pytestmark = pytest.mark.native

# What the user says as it is, so that the model goes on as in its training.
TEMPLATE = "{{ messages[-1]['content'] }}"


def renamed(source: Path, destination: Path, names: Mapping[int, str], opening: str = "") -> Path:
    """A GGUF file with tokens renamed, and a template that ends with `opening`."""
    fields = GGUFReader(source).fields
    tokens = fields["tokenizer.ggml.tokens"].contents()
    types = fields["tokenizer.ggml.token_type"].contents()
    for token, name in names.items():
        tokens[token], types[token] = name, int(TokenType.CONTROL)
    changes = {
        "tokenizer.ggml.tokens": tokens,
        "tokenizer.ggml.token_type": types,
        "tokenizer.chat_template": TEMPLATE + opening,
    }
    return rewrite(source, destination, metadata=changes)


@contextmanager
def thinking(trained: Trained, folder: Path, names: Mapping[int, str], opening: str = "") -> Iterator[Session]:
    """The trained pair with tokens renamed."""
    target = renamed(trained.target, folder / "target.gguf", names, opening)
    draft = renamed(trained.drafts["draft-anchor-full"], folder / "draft.gguf", names, opening)
    with opened(target, draft) as session:
        yield session


def asked(trained: Trained, *, sampling: SamplingOptions = GREEDY, max_tokens: int = 100) -> Generate:
    bare = request("", max_tokens=max_tokens, sampling=sampling)
    return replace(bare, raw_prompt=None, messages=(ChatMessage("user", trained.prompts[0]),))


def whole(session: Session, wanted: Generate) -> tuple[GenerateResult, str, str]:
    """The result, and what the pieces say of each part."""
    told = {"answer": "", "thinking": ""}
    for item in session.generate(wanted, lambda: False):
        if isinstance(item, Piece):
            told[item.part] += item.text
        elif isinstance(item, Finished):
            assert item.generated is not None
            return item.generated, told["answer"], told["thinking"]
    raise AssertionError("the reply ended without Finished")


@pytest.fixture(scope="module")
def written(trained: Trained) -> tuple[int, ...]:
    """What the target writes by itself."""
    with opened(trained.target) as session:
        return ask(session, request(trained.prompts[0], max_tokens=100)).tokens


@pytest.fixture(scope="module")
def closer(trained: Trained) -> int:
    """A token that comes in the midst of the reply to an opened thought, and in no prompt."""
    prompt = trained.prompts[0] + "<think>"
    with opened(trained.target) as session:
        written = ask(session, request(prompt, max_tokens=100)).tokens
    with Model(trained.target) as model:
        prompted = model.tokenize(prompt, add_special=True)
    return next(token for token in written[10:] if token not in prompted and token not in written[:10])


@pytest.mark.parametrize("method", ["auto", "none"])
def test_a_reply_that_begins_in_thought_has_two_parts(
    trained: Trained, tmp_path: Path, closer: int, method: str
) -> None:
    with thinking(trained, tmp_path, {closer: "</think>"}, "<think>") as session:
        wanted = asked(trained)
        wanted = replace(wanted, drafting=replace(wanted.drafting, method=method))  # type: ignore[arg-type]
        result, answer, thought = whole(session, wanted)
    assert result.text == answer != ""
    assert result.thinking == thought != ""
    assert "think>" not in answer + thought
    assert closer in result.tokens


def test_a_reply_cut_in_thought_is_all_thinking(trained: Trained, tmp_path: Path, closer: int) -> None:
    with thinking(trained, tmp_path, {closer: "</think>"}, "<think>") as session:
        result, answer, thought = whole(session, asked(trained, max_tokens=5))
    assert answer == result.text == ""
    assert result.thinking == thought != ""


def test_a_bare_prompt_is_gone_on_with_as_it_is(trained: Trained, tmp_path: Path, closer: int) -> None:
    with thinking(trained, tmp_path, {closer: "</think>"}, "<think>") as session:
        result, _, thought = whole(session, request(trained.prompts[0], max_tokens=60))
    assert thought == result.thinking == ""
    assert result.text


def test_channels_never_show(trained: Trained, tmp_path: Path, written: tuple[int, ...]) -> None:
    # The reply's first tokens are "<|channel|>" and "<|message|>", what comes between them names no thinking.
    names = {written[0]: "<|channel|>", written[2]: "<|message|>"}
    with thinking(trained, tmp_path, names) as session:
        result, answer, thought = whole(session, asked(trained))
        plain = ask(session, asked(trained))
    assert thought == ""
    assert answer == result.text == plain.text != ""
    assert "<|" not in answer


def test_a_grammar_waits_for_the_answer(trained: Trained, tmp_path: Path, closer: int) -> None:
    with thinking(trained, tmp_path, {closer: "</think>"}, "<think>") as session:
        free, _, _ = whole(session, asked(trained))
        grammar = replace(GREEDY, grammar='root ::= "Yes, " [a-z]{3} "!"')
        result, answer, thought = whole(session, asked(trained, sampling=grammar))
    assert thought == free.thinking
    assert answer.startswith("Yes, ")
    assert answer.endswith("!")
    assert len(answer) == 9
    assert result.timings.draft_n > 0


def test_what_was_thought_does_not_stop_at_a_stop_string(trained: Trained, tmp_path: Path, closer: int) -> None:
    with thinking(trained, tmp_path, {closer: "</think>"}, "<think>") as session:
        free, _, _ = whole(session, asked(trained))
        word = free.thinking.split()[0]
        held, _, _ = whole(session, replace(asked(trained), stop=(word,)))
        first, _, _ = whole(session, replace(asked(trained), stop=(free.text[3:8],)))
    assert held.thinking == free.thinking
    assert first.text == free.text[:3]


QWEN3 = (
    "{%- for m in messages %}{%- set content = m.content %}"
    "{%- if m.role == 'assistant' and loop.last and m.reasoning_content %}"
    "{%- set content = '<think>' ~ m.reasoning_content ~ '</think>' ~ content %}{%- endif %}"
    "{{- '<|im_start|>' ~ m.role ~ '\\n' ~ content ~ '<|im_end|>\\n' }}{%- endfor %}"
    "{{- '<|im_start|>assistant\\n' }}"
    "{%- if enable_thinking is defined and enable_thinking is false %}{{- '<think>\\n\\n</think>\\n\\n' }}{%- endif %}"
)
GRANITE = (
    "{%- if thinking %}Think first.{%- endif %}{%- for m in messages %}{{ m.role }}: {{ m.content }}\n{%- endfor %}"
)
GPT_OSS = (
    "{%- if reasoning_effort is not defined %}{%- set reasoning_effort = 'medium' %}{%- endif %}"
    "Reasoning: {{ reasoning_effort }}\n{%- for m in messages %}{{ m.role }}: {{ m.content }}\n{%- endfor %}"
)
USER = (ChatMessage("user", "Hi"),)


def test_a_template_offers_a_switch() -> None:
    template = Template.from_model(QWEN3, "qwen3", None, "<|im_end|>")
    assert template.thinking.has_switch
    assert template.thinking.thinks is True
    assert template.thinking.efforts == ()
    assert template.render(USER, think=False).endswith("</think>\n\n")
    assert template.render(USER, think=True) == template.render(USER) == template.render(USER, effort="low")


def test_a_switch_may_be_off_at_first() -> None:
    template = Template.from_model(GRANITE, "granite", None, None)
    assert template.thinking.has_switch
    assert template.thinking.thinks is False
    assert "Think first." in template.render(USER, think=True)
    assert "Think first." not in template.render(USER)


def test_efforts_stand_in_for_a_switch() -> None:
    template = Template.from_model(GPT_OSS, "gpt-oss", None, None)
    assert not template.thinking.has_switch
    assert template.thinking.thinks is None
    assert template.thinking.efforts == ("low", "medium", "high")
    assert "Reasoning: high" in template.render(USER, effort="high")
    assert "Reasoning: low" in template.render(USER, think=False)
    assert "Reasoning: medium" in template.render(USER, think=True)


@pytest.mark.parametrize("source", ["", "{{ messages[0].content }}", "{{ raise_exception('no') }}"])
def test_other_templates_offer_nothing(source: str) -> None:
    template = Template.from_model(source, "qwen3", None, None)
    assert not template.thinking.has_switch
    assert template.thinking.efforts == ()
    assert template.render(USER, think=True, effort="high") == template.render(USER)


def test_earlier_thinking_is_kept_or_left_out_as_the_template_says() -> None:
    template = Template.from_model(QWEN3, "qwen3", None, "<|im_end|>")
    thought = ChatMessage("assistant", "Yes.", "Is it so?")
    assert "Is it so?" not in template.render((*USER, thought, *USER))
    assert "Is it so?" in template.render((*USER, thought))
