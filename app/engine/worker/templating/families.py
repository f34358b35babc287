"""Formats of the known families, for a model whose own template is missing or cannot be used."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.engine.protocol import ChatMessage


@dataclass(frozen=True, slots=True)
class Turn:
    """What stands before and after the content of a turn."""

    before: str
    after: str

    def around(self, content: str) -> str:
        """The content as a turn."""
        return f"{self.before}{content}{self.after}"


@dataclass(frozen=True, slots=True)
class Family:
    """How a family writes a conversation; without `system`, such a message goes before the first user turn's text.

    `opening` makes the model answer; `begins` comes before everything, after BOS where `has_bos`.
    """

    name: str
    user: Turn
    assistant: Turn
    opening: str
    system: Turn | None = None
    has_bos: bool = False
    begins: str = ""

    def render(self, messages: Iterable[ChatMessage], bos: str) -> str:
        """The conversation up to where the model answers."""
        turns = list(messages) if self.system else merge_system(messages)
        kinds = {"system": self.system or self.user, "user": self.user, "assistant": self.assistant}
        text = "".join(kinds[turn.role].around(turn.content.strip()) for turn in turns)
        return f"{bos if self.has_bos else ''}{self.begins}{text}{self.opening}"


def merge_system(messages: Iterable[ChatMessage]) -> list[ChatMessage]:
    """The conversation with what the system says at the head of the user turn that follows it.

    Where something else follows, as the greeting of a character, it is a user turn of its own before that.
    """
    merged: list[ChatMessage] = []
    waiting: list[str] = []
    for message in messages:
        if message.role == "system":
            waiting.append(message.content)
        elif waiting:
            said = [message.content] if message.role == "user" else []
            merged.append(ChatMessage("user", "\n\n".join((*waiting, *said))))
            merged += [] if said else [message]
            waiting = []
        else:
            merged.append(message)
    if waiting:
        merged.append(ChatMessage("user", "\n\n".join(waiting)))
    return merged


CHATML = Family(
    "ChatML",
    system=Turn("<|im_start|>system\n", "<|im_end|>\n"),
    user=Turn("<|im_start|>user\n", "<|im_end|>\n"),
    assistant=Turn("<|im_start|>assistant\n", "<|im_end|>\n"),
    opening="<|im_start|>assistant\n",
)
LLAMA_3 = Family(
    "Llama 3",
    has_bos=True,
    system=Turn("<|start_header_id|>system<|end_header_id|>\n\n", "<|eot_id|>"),
    user=Turn("<|start_header_id|>user<|end_header_id|>\n\n", "<|eot_id|>"),
    assistant=Turn("<|start_header_id|>assistant<|end_header_id|>\n\n", "<|eot_id|>"),
    opening="<|start_header_id|>assistant<|end_header_id|>\n\n",
)
GEMMA = Family(
    "Gemma",
    has_bos=True,
    user=Turn("<start_of_turn>user\n", "<end_of_turn>\n"),
    assistant=Turn("<start_of_turn>model\n", "<end_of_turn>\n"),
    opening="<start_of_turn>model\n",
)
GEMMA_4 = Family(
    "Gemma 4",
    has_bos=True,
    system=Turn("<|turn>system\n", "<turn|>\n"),
    user=Turn("<|turn>user\n", "<turn|>\n"),
    assistant=Turn("<|turn>model\n", "<turn|>\n"),
    opening="<|turn>model\n",
)
MISTRAL = Family(
    "Mistral",
    has_bos=True,
    user=Turn("[INST] ", " [/INST]"),
    assistant=Turn(" ", "</s>"),
    opening="",
)
PHI_3 = Family(
    "Phi-3",
    system=Turn("<|system|>\n", "<|end|>\n"),
    user=Turn("<|user|>\n", "<|end|>\n"),
    assistant=Turn("<|assistant|>\n", "<|end|>\n"),
    opening="<|assistant|>\n",
)
HARMONY = Family(
    "Harmony",
    system=Turn("<|start|>developer<|message|># Instructions\n\n", "<|end|>"),
    user=Turn("<|start|>user<|message|>", "<|end|>"),
    assistant=Turn("<|start|>assistant<|channel|>final<|message|>", "<|end|>"),
    opening="<|start|>assistant",
)
DEEPSEEK = Family(
    "DeepSeek",
    has_bos=True,
    system=Turn("", ""),
    user=Turn("<｜User｜>", ""),
    assistant=Turn("<｜Assistant｜>", "<｜end▁of▁sentence｜>"),
    opening="<｜Assistant｜>",
)
GLM_4 = Family(
    "GLM-4",
    begins="[gMASK]<sop>",
    system=Turn("<|system|>\n", ""),
    user=Turn("<|user|>\n", ""),
    assistant=Turn("<|assistant|>\n", ""),
    opening="<|assistant|>\n",
)
COMMAND_R = Family(
    "Command R",
    has_bos=True,
    system=Turn("<|START_OF_TURN_TOKEN|><|SYSTEM_TOKEN|>", "<|END_OF_TURN_TOKEN|>"),
    user=Turn("<|START_OF_TURN_TOKEN|><|USER_TOKEN|>", "<|END_OF_TURN_TOKEN|>"),
    assistant=Turn("<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>", "<|END_OF_TURN_TOKEN|>"),
    opening="<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>",
)
GRANITE = Family(
    "Granite",
    system=Turn("<|start_of_role|>system<|end_of_role|>", "<|end_of_text|>\n"),
    user=Turn("<|start_of_role|>user<|end_of_role|>", "<|end_of_text|>\n"),
    assistant=Turn("<|start_of_role|>assistant<|end_of_role|>", "<|end_of_text|>\n"),
    opening="<|start_of_role|>assistant<|end_of_role|>",
)
PLAIN = Family(
    "plain text",
    has_bos=True,
    system=Turn("", "\n\n"),
    user=Turn("User: ", "\n"),
    assistant=Turn("Assistant: ", "\n"),
    opening="Assistant:",
)

# Found in a template that cannot be used, the first of these tells what it meant to write.
_MARKS = (
    ("<|im_start|>", CHATML),
    ("<|start_header_id|>", LLAMA_3),
    ("<start_of_turn>", GEMMA),
    ("<|turn>", GEMMA_4),
    ("<|start|>", HARMONY),
    ("<｜Assistant｜>", DEEPSEEK),
    ("[gMASK]", GLM_4),
    ("<|START_OF_TURN_TOKEN|>", COMMAND_R),
    ("<|start_of_role|>", GRANITE),
    ("[INST]", MISTRAL),
    ("<|assistant|>", PHI_3),
)
_ENDS = {
    "<|im_end|>": CHATML,
    "<|eot_id|>": LLAMA_3,
    "<end_of_turn>": GEMMA,
    "<turn|>": GEMMA_4,
    "<|return|>": HARMONY,
    "<｜end▁of▁sentence｜>": DEEPSEEK,
    "<|END_OF_TURN_TOKEN|>": COMMAND_R,
    "<|end|>": PHI_3,
}
# Beginnings of GGUF architecture names, the longer before the shorter.
_ARCHITECTURES = (
    ("qwen", CHATML),
    ("gemma4", GEMMA_4),
    ("gemma", GEMMA),
    ("gpt-oss", HARMONY),
    ("deepseek", DEEPSEEK),
    ("glm4", GLM_4),
    ("chatglm", GLM_4),
    ("command-r", COMMAND_R),
    ("cohere", COMMAND_R),
    ("granite", GRANITE),
    ("mistral", MISTRAL),
    ("phi3", PHI_3),
    ("lfm2", CHATML),
    ("smollm", CHATML),
)


def guess_family(template: str, architecture: str, eos: str) -> Family:
    """The family that a model most likely was trained on: by its unusable template, its end token, its architecture."""
    for mark, family in _MARKS:
        if mark in template:
            return family
    if eos in _ENDS:
        return _ENDS[eos]
    for beginning, family in _ARCHITECTURES:
        if architecture.startswith(beginning):
            return family
    if architecture == "llama":
        return MISTRAL if eos == "</s>" else LLAMA_3
    return PLAIN
