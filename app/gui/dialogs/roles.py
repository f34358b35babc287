"""Who speaks in a chat: the character, who the user is, the author's note and the world info."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QSpinBox, QVBoxLayout, QWidget

from app.chat.character import AuthorsNote, Character, Persona
from app.chat.setup import ChatSetup
from app.core.translation import later, tr
from app.gui.theme import SPACE
from app.gui.widgets.buttons import push_button
from app.gui.widgets.form_field import TextArea, TextLine
from app.gui.widgets.labels import plain_label
from app.gui.widgets.scrolled import scrolled, width_of_whole
from app.gui.widgets.wheel import leave_wheel_to_page
from app.gui.widgets.world_editor import WorldEditor

_WIDTH_EMS, _HEIGHT_EMS = 36, 40
_MOST_DEPTH = 1000
_USUAL_DEPTH = 4
_ABOUT = later("{{char}} and {{user}} stand for the names of both. Nothing of this is set where its field is empty.")
# The fields of a Character that can be written, with their labels.
_AREAS = (
    ("description", later("Description")),
    ("personality", later("Personality")),
    ("scenario", later("Scenario")),
    ("greeting", later("Greeting, which opens a new chat")),
    ("example_dialogue", later("Examples of how the character talks")),
    ("system_prompt", later("Told before everything else")),
    ("post_history", later("Told after everything else")),
)


class RolesDialog(QDialog):
    """Begins with what `setup` has; `on_agreed` is called with the setup as it is to be."""

    def __init__(self, parent: QWidget, setup: ChatSetup, on_agreed: Callable[[ChatSetup], object]) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Characters of this chat"))
        self._setup = setup
        self._on_agreed = on_agreed
        self._make_fields(setup)
        self._arrange()
        em = self.fontMetrics().height()
        available = self.screen().availableSize()
        self.resize(min(_WIDTH_EMS * em, available.width()), min(_HEIGHT_EMS * em, round(0.9 * available.height())))
        self.accepted.connect(self._on_accepted)

    @property
    def setup(self) -> ChatSetup:
        """As it stands in the fields."""
        old, texts = self._setup.character or Character(""), {name: area.text for name, area in self.areas.items()}
        character = replace(
            old,
            name=self.name.text,
            description=texts["description"],
            personality=texts["personality"],
            scenario=texts["scenario"],
            greeting=texts["greeting"],
            example_dialogue=texts["example_dialogue"],
            system_prompt=texts["system_prompt"],
            post_history=texts["post_history"],
        )
        note = AuthorsNote(self.note.text, self.note_depth.value())
        persona = Persona(self.user_name.text, self.user_description.text)
        return replace(
            self._setup,
            character=None if character == Character("") else character,
            persona=None if persona == Persona("") else persona,
            note=note if note.text.strip() else None,
            world=self.world.entries,
        )

    def _make_fields(self, setup: ChatSetup) -> None:
        character, persona = setup.character or Character(""), setup.persona or Persona("")
        self.name = TextLine(tr("Name"))
        self.name.field.setText(character.name)
        self.areas = {name: TextArea(tr(label)) for name, label in _AREAS}
        for name, area in self.areas.items():
            area.field.setPlainText(getattr(character, name))
        self.user_name = TextLine(tr("Your name"), tr("User"))
        self.user_name.field.setText(persona.name)
        self.user_description = TextArea(tr("About you"))
        self.user_description.field.setPlainText(persona.description)
        self.note = TextArea(tr("Author's note"), tr("What the model is to keep in mind"))
        self.note.field.setPlainText(setup.note.text if setup.note else "")
        self.note_depth = QSpinBox(
            minimum=0, maximum=_MOST_DEPTH, value=setup.note.depth if setup.note else _USUAL_DEPTH
        )
        self.note_depth.setAccessibleName(tr("Put before so many of the last messages"))
        leave_wheel_to_page(self.note_depth)
        self.world = WorldEditor(setup.world)

    def _arrange(self) -> None:
        content = QWidget()
        content.setObjectName("scrolled")
        column = QVBoxLayout(content)
        column.setSpacing(2 * SPACE)
        about = plain_label(tr(_ABOUT), 11, tone="muted")
        about.setWordWrap(True)
        column.addWidget(about)
        depth = QHBoxLayout()
        depth.addWidget(plain_label(tr("The note is put before so many of the last messages:"), 11, tone="muted"))
        depth.addWidget(self.note_depth)
        depth.addStretch(1)
        _section(column, tr("CHARACTER"), (self.name, *self.areas.values()))
        _section(column, tr("YOU"), (self.user_name, self.user_description))
        _section(column, tr("AUTHOR'S NOTE"), (self.note,))
        column.addLayout(depth)
        _section(column, tr("WORLD INFO"), (self.world,))
        self.accept_button = push_button(tr("Use"), self.accept, is_primary=True)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(push_button(tr("Cancel"), self.reject))
        buttons.addWidget(self.accept_button)
        area = scrolled(content)
        area.setMinimumWidth(min(width_of_whole(area), round(0.9 * self.screen().availableGeometry().width())))
        layout = QVBoxLayout(self)
        layout.addWidget(area, 1)
        layout.addLayout(buttons)
        self.name.setFocus()

    def _on_accepted(self) -> None:
        self._on_agreed(self.setup)


def _section(column: QVBoxLayout, words: str, parts: tuple[QWidget, ...]) -> None:
    column.addSpacing(SPACE)
    column.addWidget(plain_label(words, 11, tone="muted", is_bold=True))
    for part in parts:
        column.addWidget(part)
