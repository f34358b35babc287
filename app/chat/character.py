"""Who speaks in a chat: the fields of a character card, the user's persona, the author's note and world info."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Character:
    """A character as cards of the second version (`chara_card_v2`) describe it; texts may hold {{char}} and {{user}}.

    `post_history` stands after the whole conversation; `creator_notes` are for people and never sent to a model.
    """

    name: str
    description: str = ""
    personality: str = ""
    scenario: str = ""
    greeting: str = ""
    alternate_greetings: tuple[str, ...] = ()
    example_dialogue: str = ""
    system_prompt: str = ""
    post_history: str = ""
    creator_notes: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Persona:
    """Who the user is in the chat."""

    name: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class AuthorsNote:
    """A text that is put before the last `depth` messages, so that it is never far away."""

    text: str
    depth: int = 4


@dataclass(frozen=True, slots=True)
class WorldEntry:
    """What the model is told once one of `keys` came up lately, and one of `secondary_keys` where there are any.

    A constant entry is told always. Entries of higher `order` stand nearer to the conversation; with a `depth` one is
    put before the last so many messages, else beside the character.
    """

    keys: tuple[str, ...]
    content: str
    secondary_keys: tuple[str, ...] = ()
    is_enabled: bool = True
    is_constant: bool = False
    is_case_sensitive: bool = False
    order: int = 100
    depth: int | None = None
