"""What a person does to the messages of the open chat; each edit is saved as it happens."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.chat import conversation as edits
from app.chat.character import WorldEntry
from app.chat.conversation import Conversation, Message
from app.chat.greeting import with_roles
from app.chat.keeper import ChatKeeper
from app.chat.setup import ChatSetup
from app.chat.store import ChatStore
from app.gui.chat_controller import ChatController
from app.gui.view_models.message_actions import Possible


class ChatEdits(QObject):
    """Edits that need a reply have it asked for where that is possible now, else they wait for `answer_again`.

    `deleted` carries what brings the message back. `titles` tells those of all chats.
    """

    deleted = Signal(object)

    def __init__(
        self,
        controller: ChatController,
        keeper: ChatKeeper,
        titles: Callable[[], Collection[str]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._titles = titles
        self._controller = controller
        self._keeper = keeper

    @property
    def _conversation(self) -> Conversation:
        return self._controller.conversation

    def possible(self, message_id: str) -> Possible:
        """What can be done with a message of the open chat."""
        conversation = self._conversation
        message = _message(conversation, message_id)
        if message is None:
            return Possible()
        siblings = [version.id for version in edits.versions(conversation, message_id)]
        is_last = conversation.current == message_id
        can_ask = self._controller.can_send
        return Possible(
            can_copy=bool(message.text),
            is_whole=self._controller.growing_id != message_id,
            can_answer=can_ask and (message.role == "assistant" or is_last),
            can_continue=can_ask and is_last and message.role == "assistant" and bool(message.text or message.thinking),
            version=siblings.index(message_id) + 1,
            versions_n=len(siblings),
        )

    def edit(self, message_id: str, text: str) -> None:
        """Put a version with another text in the message's place; what the user asked is then answered anew."""
        old = _message(self._conversation, message_id)
        if old is None or old.text == text:
            return
        before = self._conversation
        conversation = edits.edit(before, message_id, text)
        self._keep_added(conversation)
        self._controller.change(conversation)
        if old.role == "user" and self._controller.can_send:
            self._controller.answer(conversation)

    def answer_again(self, message_id: str) -> None:
        """Have another version of a reply written, or the reply that the last question has none of."""
        before = self._conversation
        message = _message(before, message_id)
        if message is None or not self.possible(message_id).can_answer:
            return
        if message.role == "assistant":
            self._controller.change(edits.regenerate(before, message_id))
        self._controller.answer(before)

    def go_on(self, message_id: str) -> None:
        """Have the last reply continued."""
        if self.possible(message_id).can_continue:
            self._controller.go_on(self._conversation.message(message_id))

    def step(self, message_id: str, direction: int) -> str:
        """Show the version before (-1) or after (1); gives its id, the message's own where there is no other."""
        if _message(self._conversation, message_id) is None:
            return message_id
        siblings = [version.id for version in edits.versions(self._conversation, message_id)]
        at = siblings.index(message_id) + direction
        if not 0 <= at < len(siblings):
            return message_id
        self._keep_and_show(edits.select(self._conversation, siblings[at]))
        return siblings[at]

    def branch(self, message_id: str) -> None:
        """Open a chat of its own with everything up to the message."""
        if _message(self._conversation, message_id) is None:
            return
        conversation = edits.branch(self._conversation, message_id, self._titles())
        self._keeper.tell(lambda store: store.keep_all(conversation))
        self._controller.show(conversation)
        self._controller.chats_changed.emit()

    def delete(self, message_id: str) -> None:
        """Delete a message and what follows it; `deleted` tells how that is undone."""
        before = self._conversation
        if _message(before, message_id) is None:
            return
        conversation = edits.without_message(before, message_id)
        self._keeper.tell(lambda store: store.delete_message(conversation, message_id))
        self._controller.change(conversation)
        self.deleted.emit(self._undo_of(before.id, message_id))

    def set_system_prompt(self, text: str) -> None:
        """What the model is told before everything else, in this chat."""
        self._keep_and_show(replace(self._conversation, system_prompt=text))

    def set_setup(self, setup: ChatSetup, system_prompt: str | None = None) -> None:
        """How the chat is set, with a system prompt where one comes along."""
        prompt = self._conversation.system_prompt if system_prompt is None else system_prompt
        self._keep_and_show(replace(self._conversation, setup=setup, system_prompt=prompt))

    def set_roles(self, setup: ChatSetup) -> None:
        """Who speaks in the chat; while nothing but greetings was said, they follow."""
        before = self._conversation
        conversation = with_roles(before, setup)
        kept = {message.id: message for message in conversation.messages}
        if conversation.messages:
            self._keeper.tell(lambda store: store.keep_all(conversation))
        for old in before.messages:
            if (message := kept.get(old.id)) is None:
                self._keeper.tell(partial(_delete_message, conversation, old.id))
            elif message != old:
                self._keeper.tell(partial(_put_message, message))
        if conversation != before:
            self._controller.change(conversation)

    def add_world(self, entries: Sequence[WorldEntry]) -> None:
        """More world info for the chat, behind what it has; what it has already is not told twice."""
        setup = self._conversation.setup
        new = tuple(entry for entry in entries if entry not in setup.world)
        self.set_setup(replace(setup, world=(*setup.world, *new)))

    def _undo_of(self, chat_id: str, message_id: str) -> Callable[[], None]:
        def undo() -> None:
            self._controller.restore(chat_id, message_id)

        return undo

    def _keep_added(self, conversation: Conversation) -> None:
        added = conversation.messages[-1]
        self._keeper.tell(lambda store: store.add_message(conversation, added))

    def _keep_and_show(self, conversation: Conversation) -> None:
        if conversation == self._conversation:
            return
        # A chat without a message is kept with its first one.
        if conversation.messages:
            self._keeper.tell(lambda store: store.save(conversation))
        self._controller.change(conversation)


def _put_message(message: Message, store: ChatStore) -> None:
    store.put_message(message)


def _delete_message(conversation: Conversation, message_id: str, store: ChatStore) -> None:
    store.delete_message(conversation, message_id)


def _message(conversation: Conversation, message_id: str) -> Message | None:
    return next((message for message in conversation.messages if message.id == message_id), None)
