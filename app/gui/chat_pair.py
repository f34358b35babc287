"""The target and the draft that a chat was last used with."""

from pathlib import Path

from app.chat.conversation import Conversation
from app.gui.engine_session import EngineSession, Pair
from app.gui.view_models.choices import ModelChoices, chip_words


def pair_of(conversation: Conversation) -> Pair | None:
    """The pair, where one wrote in it."""
    setup = conversation.setup
    return Pair(Path(setup.target), Path(setup.draft) if setup.draft else None) if setup.target else None


def can_load(pair: Pair, session: EngineSession) -> bool:
    """Whether it is another pair than what is loaded, and nothing is on its way."""
    return pair != session.pair and session.state not in ("loading", "unloading")


def pair_words(pair: Pair, choices: ModelChoices) -> str:
    """Its names; empty where its target is not at hand any more."""
    if not any(choice.value == pair.target and not choice.problem for choice in choices.targets()):
        return ""
    target = chip_words(choices.targets(), pair.target)
    return f"{target} + {chip_words(choices.drafts(pair.target), pair.draft)}" if pair.draft else target
