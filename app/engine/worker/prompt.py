"""A conversation as the text that the model was trained to answer: through its own template, or its family's format."""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, get_args

from jinja2.exceptions import SecurityError, TemplateError

from app.engine.protocol import ChatMessage, Effort, Notice, ThinkingOffer
from app.engine.worker.templating.environment import SandboxedTemplate, TemplateRefusal
from app.engine.worker.templating.families import guess_family, merge_system

_DETAIL_MAX = 200
_USER_PROBE = ChatMessage("user", "UserProbe1")
_SYSTEM_PROBE = ChatMessage("system", "SystemProbe2")

# The families' names for whether to think, and for how much.
_SWITCHES = ("enable_thinking", "thinking")
_EFFORT = "reasoning_effort"

Wording = Callable[[str], Any]
Choices = Mapping[str, Any]


def _as_text(content: str) -> Any:
    return content


def _as_parts(content: str) -> Any:
    return [{"type": "text", "text": content}]


class TemplateLacks(Exception):
    """A template renders, but leaves out what was said."""


class Template:
    """How conversations are written for one model.

    The template in a model file is code of unknown origin. It is tried when the model is loaded; when it fails then or
    later, the format of the model's family takes its place, and `notices` tells so.
    """

    def __init__(self, source: str, architecture: str, bos: str, eos: str) -> None:
        self._family = guess_family(source, architecture, eos)
        self._special = {"bos_token": bos, "eos_token": eos}
        self._template: SandboxedTemplate | None = None
        self._wording: Wording = _as_text
        self._takes_system = False
        self._notices: list[Notice] = []
        self.thinking = ThinkingOffer()
        """What the template lets one choose about thinking."""
        if not source.strip():
            self._notices.append(Notice("template_missing", {"family": self._family.name}))
            return
        try:
            template = SandboxedTemplate(source)
            self._wording = self._find_wording(template)
            self._takes_system = self._tells_of_system(template)
            self.thinking = self._find_offer(template)
            self._template = template
        except Exception as error:  # noqa: BLE001 -- foreign code: it may raise anything
            self._give_up(error)

    @classmethod
    def from_model(cls, template_text: str | None, architecture: str, bos: str | None, eos: str | None) -> "Template":
        """The template of a model file; `bos` and `eos` are the texts of its special tokens."""
        return cls(template_text or "", architecture, bos or "", eos or "")

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What a user should know: that the model's template is missing, broken or unsafe."""
        return tuple(self._notices)

    def render(
        self, messages: Sequence[ChatMessage], *, think: bool | None = None, effort: Effort | None = None
    ) -> str:
        """The conversation up to where the model answers; begins with BOS where the template writes it.

        A system message that the template does not take goes into the first user turn; turns of one role in a row
        become one where the template wants them to alternate. `think` and `effort` count where the template offers
        them; where it offers efforts alone, not to think is the least of them.
        """
        if self._template is not None:
            try:
                return self._render_with(self._template, messages, self._choices(think, effort))
            except Exception as error:  # noqa: BLE001 -- foreign code: it may raise anything
                self._give_up(error)
        return self._family.render(messages, self._special["bos_token"])

    def _choices(self, think: bool | None, effort: Effort | None) -> Choices:
        choices: dict[str, Any] = {}
        if think is not None and self.thinking.has_switch:
            choices = dict.fromkeys(_SWITCHES, think)
        elif think is False and effort is None:
            effort = next(iter(self.thinking.efforts), None)
        if effort in self.thinking.efforts:
            choices[_EFFORT] = effort
        return choices

    def _render_with(self, template: SandboxedTemplate, messages: Sequence[ChatMessage], choices: Choices) -> str:
        refusal = TemplateRefusal()
        for reading in self._readings(messages):
            try:
                return self._run(template, reading, self._wording, choices)
            except TemplateRefusal as error:
                refusal = error
        raise refusal

    def _readings(self, messages: Sequence[ChatMessage]) -> Iterator[Sequence[ChatMessage]]:
        if self._takes_system:
            yield messages
            yield _alternating(messages)
        yield merge_system(messages)
        yield _alternating(merge_system(messages))

    def _run(
        self,
        template: SandboxedTemplate,
        messages: Sequence[ChatMessage],
        wording: Wording,
        choices: Choices = MappingProxyType({}),
    ) -> str:
        turns = [_turn(message, wording) for message in messages]
        characters = sum(len(message.content) + len(message.thinking) for message in messages)
        given = {"tools": None, "documents": None, **choices, **self._special}
        return template.render(characters, messages=turns, add_generation_prompt=True, **given)

    def _find_wording(self, template: SandboxedTemplate) -> Wording:
        """Whether the template wants content as text or as a list of parts."""
        failure: Exception = TemplateLacks("it leaves out what the user says")
        for wording in (_as_text, _as_parts):
            try:
                if _USER_PROBE.content in self._run(template, [_USER_PROBE], wording):
                    return wording
            except SecurityError:
                raise
            except Exception as error:  # noqa: BLE001 -- the other wording may do
                failure = error
        raise failure

    def _tells_of_system(self, template: SandboxedTemplate) -> bool:
        try:
            return _SYSTEM_PROBE.content in self._run(template, [_SYSTEM_PROBE, _USER_PROBE], self._wording)
        except SecurityError:
            raise
        except Exception:  # noqa: BLE001 -- whatever it is, the system message goes elsewhere
            return False

    def _find_offer(self, template: SandboxedTemplate) -> ThinkingOffer:
        def shown(**choices: Any) -> str:
            try:
                return self._run(template, [_USER_PROBE], self._wording, choices)
            except SecurityError:
                raise
            except Exception:  # noqa: BLE001 -- a choice that it refuses is none that it offers
                return usual

        usual = self._run(template, [_USER_PROBE], self._wording)
        thinking, silent = shown(**dict.fromkeys(_SWITCHES, True)), shown(**dict.fromkeys(_SWITCHES, False))
        has_switch = thinking != silent
        has_efforts = shown(**{_EFFORT: "low"}) != shown(**{_EFFORT: "high"})
        return ThinkingOffer(
            has_switch=has_switch,
            efforts=get_args(Effort) if has_efforts else (),
            thinks={thinking: True, silent: False}.get(usual) if has_switch else None,
        )

    def _give_up(self, error: Exception) -> None:
        self._template = None
        self.thinking = ThinkingOffer()
        code = "template_unsafe" if isinstance(error, SecurityError) else "template_broken"
        is_worded = isinstance(error, TemplateError | TemplateLacks)
        detail = str(error) if is_worded else f"{type(error).__name__}: {error}"
        self._notices.append(Notice(code, {"family": self._family.name, "detail": detail[:_DETAIL_MAX]}))


def _turn(message: ChatMessage, wording: Wording) -> dict[str, Any]:
    turn = {"role": message.role, "content": wording(message.content)}
    if message.thinking:
        # Two names for the same: most templates leave out what was thought in earlier turns, some keep the last one's.
        turn |= {"reasoning_content": message.thinking, "thinking": message.thinking}
    return turn


def _alternating(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """Turns of one role in a row put together, beginning with the user's."""
    turns = [
        ChatMessage(role, "\n\n".join(message.content for message in run))
        for role, run in itertools.groupby(messages, key=lambda message: message.role)
    ]
    first = 1 if turns and turns[0].role == "system" else 0
    if len(turns) > first and turns[first].role == "assistant":
        turns.insert(first, ChatMessage("user", ""))
    return turns
