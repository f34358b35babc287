"""What a person has chosen: every setting declared once, kept in one file that survives damage."""

import json
import logging
import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from app.core.errors import AppError
from app.core.files import write_bytes
from app.core.origins import origins_in
from app.core.translation import figures, tr

_log = logging.getLogger(__name__)
_LONGEST_FILE_BYTES = 1 << 20

T = TypeVar("T", str, int, float, bool)


class SettingUnknown(AppError):
    """Nobody declared a setting of this name: name."""

    code = "setting_unknown"


class SettingRejected(AppError):
    """A value breaks the rule of its setting: name, label, value, rule."""

    code = "setting_rejected"


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words."""

    options: tuple[str, ...]

    def allows(self, value: Any) -> bool:
        """Whether it is one of them."""
        return value in self.options

    def __str__(self) -> str:
        return tr("one of {options}", options=", ".join(self.options))


@dataclass(frozen=True, slots=True)
class Between:
    """A number from `lowest` to `highest`, both included."""

    lowest: float
    highest: float

    def allows(self, value: Any) -> bool:
        """Whether it lies between them (nan does not)."""
        return bool(self.lowest <= value <= self.highest)

    def __str__(self) -> str:
        return tr(
            "from {lowest} to {highest}", lowest=figures(f"{self.lowest:g}"), highest=figures(f"{self.highest:g}")
        )


@dataclass(frozen=True, slots=True)
class PortNumber(Between):
    """A port of this computer that needs no rights of its own: a number that is read digit by digit."""

    lowest: float = 1024
    highest: float = 65535


@dataclass(frozen=True, slots=True)
class AtMost:
    """Text of at most `length` characters."""

    length: int

    def allows(self, value: Any) -> bool:
        """Whether it is short enough."""
        return len(value) <= self.length

    def __str__(self) -> str:
        return tr("at most {length} characters", length=self.length)


@dataclass(frozen=True, slots=True)
class WebOrigins(AtMost):
    """Origins of web pages, with spaces or commas between them."""

    length: int = 2000

    def allows(self, value: Any) -> bool:
        """Whether each word is one."""
        try:
            return len(value) <= self.length and bool(origins_in(value) or not value)
        except ValueError:
            return False

    def __str__(self) -> str:
        return tr("addresses such as https://example.org, with spaces between them")


@dataclass(frozen=True, slots=True)
class OnOrOff:
    """A switch."""

    def allows(self, value: Any) -> bool:
        """Always: the type says it all."""
        return True

    def __str__(self) -> str:
        return tr("on or off")


Rule = OneOf | Between | AtMost | OnOrOff


@dataclass(frozen=True, slots=True)
class Setting(Generic[T]):
    """One declared setting; the type is that of `default`. `label` is empty where no page shows it.

    `needs_reload` says that a loaded model keeps the old value until it is loaded again. Settings of a `section` are
    shown together, in the order of their declarations.
    """

    name: str
    default: T
    rule: Rule
    label: str = ""
    needs_reload: bool = False
    section: str = ""

    def checked(self, value: Any) -> T:
        """The value in the setting's type; raises SettingRejected."""
        kind = type(self.default)
        if kind is float and type(value) is int:
            value = float(value)
        if type(value) is not kind or not self.rule.allows(value):
            raise SettingRejected(
                name=self.name, label=tr(self.label) or self.name, value=str(value), rule=str(self.rule)
            )
        return value


THEME = Setting("theme", "system", OneOf(("system", "light", "dark")), "Theme", section="appearance")
TEXT_SIZES = ("100", "110", "125", "150", "175", "200")
TEXT_SIZE = Setting("text_size", "100", OneOf(TEXT_SIZES), "Text size", section="appearance")
LANGUAGE = Setting("language", "system", AtMost(20), "Language", section="appearance")
TINT_DRAFTED = Setting("tint_drafted", False, OnOrOff(), "Tint the tokens that the draft guessed", section="appearance")

DEVICE = Setting("device", "auto", AtMost(200), "Device", needs_reload=True, section="models")
GPU_LAYERS = Setting("gpu_layers", -1, Between(-1, 10_000), "Layers on the device", needs_reload=True, section="models")
CONTEXT_SIZE = Setting("context_size", 0, Between(0, 1 << 24), "Context length", needs_reload=True, section="models")
CACHE_TYPE = Setting(
    "cache_type", "f16", OneOf(("f16", "q8_0", "q4_0")), "Context memory", needs_reload=True, section="models"
)

DRAFTING = Setting("drafting", "auto", OneOf(("auto", "always", "none")), "Drafting", section="drafting")
DRAFT_METHOD = Setting(
    "draft_method", "auto", OneOf(("auto", "ngram_first", "ngram", "ngram_map")), "Drafting method", section="drafting"
)
DRAFT_MAX = Setting("draft_max", 0, Between(0, 64), "Longest draft", section="drafting")
THINKING = Setting("thinking", "auto", OneOf(("auto", "on", "off")), "Think before answering", section="thinking")
EFFORT = Setting("effort", "auto", OneOf(("auto", "low", "medium", "high")), "Effort of thinking", section="thinking")


def _sampling(name: str, default: T, rule: Rule, label: str) -> Setting[T]:
    return Setting(name, default, rule, label, section="sampling")


TEMPERATURE = _sampling("temperature", 0.8, Between(0, 5), "Temperature")
TOP_K = _sampling("top_k", 40, Between(0, 1_000_000), "Top-k")
TOP_P = _sampling("top_p", 0.95, Between(0, 1), "Top-p")
MIN_P = _sampling("min_p", 0.05, Between(0, 1), "Min-p")
REPEAT_PENALTY = _sampling("repeat_penalty", 1.0, Between(0.1, 10), "Repetition penalty")
FREQUENCY_PENALTY = _sampling("frequency_penalty", 0.0, Between(-2, 10), "Frequency penalty")
PRESENCE_PENALTY = _sampling("presence_penalty", 0.0, Between(-2, 10), "Presence penalty")
REPEAT_LAST_N = _sampling("repeat_last_n", 64, Between(0, 1 << 20), "Penalties look back over")
DRY_MULTIPLIER = _sampling("dry_multiplier", 0.0, Between(0, 10), "DRY")
DRY_BASE = _sampling("dry_base", 1.75, Between(1, 10), "DRY: base")
DRY_ALLOWED_LENGTH = _sampling("dry_allowed_length", 2, Between(0, 1000), "DRY: allowed length")
TOP_N_SIGMA = _sampling("top_n_sigma", 0.0, Between(0, 10), "Top-n-sigma")
TYPICAL_P = _sampling("typical_p", 1.0, Between(0, 1), "Typical-p")
XTC_PROBABILITY = _sampling("xtc_probability", 0.0, Between(0, 1), "XTC: probability")
XTC_THRESHOLD = _sampling("xtc_threshold", 0.1, Between(0, 0.5), "XTC: threshold")
DYNAMIC_RANGE = _sampling("dynamic_range", 0.0, Between(0, 5), "Dynamic temperature: range")
DYNAMIC_EXPONENT = _sampling("dynamic_exponent", 1.0, Between(0.1, 10), "Dynamic temperature: exponent")
MIROSTAT = _sampling("mirostat", "off", OneOf(("off", "1", "2")), "Mirostat")
MIROSTAT_TAU = _sampling("mirostat_tau", 5.0, Between(0, 20), "Mirostat: surprise")
MIROSTAT_ETA = _sampling("mirostat_eta", 0.1, Between(0, 1), "Mirostat: rate")
BANNED = _sampling("banned", "", AtMost(2000), "Never say")

OUTPUT_TYPE = Setting(
    "output_type",
    "auto",
    OneOf(
        ("auto", "f32", "f16", "bf16", "q8_0", "q6_k", "q5_k_m", "q4_k_m", "iq4_nl", "q4_0", "iq4_xs", "q3_k_m", "q2_k")
    ),
    "Format of converted targets",
    section="models",
)

OFFLINE = Setting("offline", False, OnOrOff(), "Stay offline", section="hub")

NOTIFY = Setting("notify", True, OnOrOff(), "Tell when a long task ends", section="behaviour")
LOAD_LAST = Setting("load_last", False, OnOrOff(), "Load the last pair at the start", section="behaviour")
OPEN_LAST_CHAT = Setting("open_last_chat", True, OnOrOff(), "Open the last chat at the start", section="behaviour")
CHECK_RELEASE = Setting("check_release", False, OnOrOff(), "Look for a new version at the start", section="about")

SERVE = Setting("serve", False, OnOrOff(), "Answer other programs", section="server")
SERVE_PORT = Setting("serve_port", 5001, PortNumber(), "Port", section="server")
SERVE_ORIGINS = Setting("serve_origins", "", WebOrigins(), "Web pages that may ask", section="server")

WINDOW_GEOMETRY = Setting("window_geometry", "", AtMost(10_000))
FIRST_START_SEEN = Setting("first_start_seen", False, OnOrOff())
REPORT_SEEN = Setting("report_seen", "", AtMost(100))
PANEL_OPEN = Setting("panel_open", True, OnOrOff())
# Names of folders of chats, a line each.
FOLDED_FOLDERS = Setting("folded_folders", "", AtMost(100_000))
# Where files were chosen last, as JSON by what for.
LAST_FOLDERS = Setting("last_folders", "", AtMost(100_000))

DECLARED: Mapping[str, Setting[Any]] = MappingProxyType(
    {value.name: value for value in list(globals().values()) if isinstance(value, Setting)}
)


def declared(name: str) -> Setting[Any]:
    """The setting of this name; raises SettingUnknown."""
    try:
        return DECLARED[name]
    except KeyError:
        raise SettingUnknown(name=name) from None


class Settings:
    """The settings in one file, read once and written whole at each change; for one thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        content, is_whole = _read(path)
        # Names that this version does not know stay in the file: a newer version may have written them.
        self._foreign = {name: value for name, value in content.items() if name not in DECLARED}
        self._values: dict[str, Any] = {}
        broken = []
        for name in content.keys() & DECLARED.keys():
            try:
                self._values[name] = DECLARED[name].checked(content[name])
            except SettingRejected:
                broken.append(name)
        self.broken = tuple(sorted(broken))
        """Names whose stored value was unusable and is now the default."""
        self.kept_copy = None if is_whole and not broken else _keep_copy(path)
        """A copy of the file as it was, if anything in it was unusable."""

    def get(self, setting: Setting[T]) -> T:
        """The chosen value, or the default; raises SettingUnknown for one that was not declared."""
        value: T = self._values.get(declared(setting.name).name, setting.default)
        return value

    def set(self, setting: Setting[T], value: T) -> None:
        """Keep a value; raises SettingRejected, SettingUnknown, PathNotWritable or DiskFull (it is then not kept)."""
        checked = declared(setting.name).checked(value)
        if self.get(setting) == checked:
            return
        values = {**self._values, setting.name: checked}
        if checked == setting.default:
            del values[setting.name]
        # In ASCII, for a path may hold bytes that are no text.
        text = json.dumps({**self._foreign, **values}, indent=2, sort_keys=True)
        write_bytes(self._path, text.encode() + b"\n")
        self._values = values

    def differing(self) -> Iterator[tuple[str, str | int | float | bool]]:
        """Names and values of what is not at its default."""
        yield from sorted(self._values.items())


def _read(path: Path) -> tuple[dict[str, Any], bool]:
    try:
        with path.open("rb") as stream:
            raw = stream.read(_LONGEST_FILE_BYTES + 1)
        content = json.loads(raw) if len(raw) <= _LONGEST_FILE_BYTES else None
    except FileNotFoundError:
        return {}, True
    except (OSError, ValueError, RecursionError) as error:
        _log.warning("the settings file cannot be read: %s", error)
        return {}, False
    return (content, True) if isinstance(content, dict) else ({}, False)


def _keep_copy(path: Path) -> Path | None:
    copy = path.with_name(path.stem + ".broken" + path.suffix)
    with suppress(OSError):
        shutil.copyfile(path, copy)
        return copy
    return None
