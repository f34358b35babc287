"""The fixed prompts of the measurement, one of each kind of text that people ask for."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Literal, get_args

Kind = Literal["code", "prose", "chat", "translation", "summary", "long_context"]
KINDS: tuple[Kind, ...] = get_args(Kind)

# A prompt takes at most this many characters for each token of the context: even where every character is a token of
# its own, there is room for the reply.
_CHARACTERS_PER_TOKEN = 0.75
_LONGEST_CHARACTERS = 12_000
# In a context below this no text would be long.
_LEAST_CONTEXT = 2048

_CODE = """Write a Python class `Stock` for a small shop. It keeps how many pieces of each article are there, and \
has the methods `add(article, count)`, `take(article, count)` and `report()`. Taking more than there is raises an \
error of its own. Give type hints and docstrings, then a short example of its use."""

_PROSE = """Tell the story of a ferryman on a wide, slow river. One foggy morning somebody waits at his landing who \
wants to be brought not to the other bank but to the middle of the river. Write it calmly, with what is seen and \
heard, and let the reader find out only at the end what the stranger came for."""

_CHAT = """My neighbour lent me his good bicycle for the weekend and I scratched the frame. He has not seen it yet. \
Should I tell him at once or have it mended first, and how would you begin that conversation?"""

_TRANSLATION = """Translate into German, sentence by sentence:

The bakery at the corner opens at six. By half past six the first rolls are sold out, and the baker's daughter \
carries the second tray in from the yard. She knows every customer by name. On Mondays an old man comes who buys a \
single pretzel, pays with the smallest coins he has, and stays for a quarter of an hour to talk about the weather. \
Nobody in the queue has ever complained, for on the one Monday when he did not come, the whole street asked where he \
was."""

_SUMMARY = """Sum up in three sentences:

The council of the island voted last night on the future of the old harbour. For twenty years only two fishing boats \
and the mail ship have used it, while the quay wall lost a stone or two every winter. One plan was to fill the basin \
and to build a square with shops. It would have paid for itself within ten years, said those who were for it, and \
would have brought visitors in the months when there are none. Against it spoke the school, whose children learn to \
sail in the basin, the owner of the boatyard, and a geologist who had found that the wall holds back more than the \
sea: without the basin, the meadows behind it would be wet for half of the year. A second plan, to mend the wall by \
and by with stones from the quarry in the north, was dearer in the first years and cheaper in all that follow. After \
four hours it was taken with eleven votes against six. The work is to begin in spring; the mail ship will land at \
the new pier for one summer, and the sailing school has been promised that its jetty is the first thing to be put \
back."""

_LOG_QUESTION = """Above is the log of a lighthouse. Describe in a few paragraphs what happened there over these \
days: how the weather changed, which ships passed, and what had to be repaired."""
_WINDS = ("a light breeze from the west", "a gale from the north", "no wind at all", "gusts from the south-east")
_SIGHTS = (
    "a barge with timber went by before noon",
    "two trawlers waited behind the reef for the tide",
    "no ship was seen",
    "the pilot boat answered our signal with three flashes",
    "a yacht without a flag turned back at the sandbank",
)
_WORKS = (
    "The lens was cleaned and the clockwork wound",
    "The lower door sticks again and was planed",
    "One pane of the lantern is cracked, and a new one is ordered",
    "Oil for nine nights is left",
    "The steps to the landing were scraped free of weed",
    "The barometer was set right after the mail boat's",
    "Rain came in by the chimney, which was sealed with tar",
)


@dataclass(frozen=True, slots=True)
class BenchPrompt:
    """A message to the target and what kind of text it asks for."""

    kind: Kind
    message: str


def prompts_for(context_size: int) -> tuple[BenchPrompt, ...]:
    """A prompt of each kind, in the order of KINDS; without those that a short context has no room for.

    The long one fills a part of the context, if that is a long one.
    """
    characters = min(_LONGEST_CHARACTERS, int(context_size * _CHARACTERS_PER_TOKEN))
    code = BenchPrompt("code", _CODE)
    others = [
        BenchPrompt("prose", _PROSE),
        BenchPrompt("chat", _CHAT),
        BenchPrompt("translation", _TRANSLATION),
        BenchPrompt("summary", _SUMMARY),
    ]
    if context_size >= _LEAST_CONTEXT:
        others.append(BenchPrompt("long_context", f"{_log(characters)}\n\n{_LOG_QUESTION}"))
        return (code, *others)
    return (code, *(prompt for prompt in others if len(prompt.message) <= characters))


def _log(characters: int) -> str:
    """Days of a log, no two alike, up to so many characters."""
    days: list[str] = []
    length = 0
    for day in _days():
        length += len(day) + 1
        if length > characters:
            break
        days.append(day)
    return "\n".join(days)


def _days() -> Iterator[str]:
    for day in count(1):
        wind, sight, work = _WINDS[day * 3 % 4], _SIGHTS[day * 2 % 5], _WORKS[day * 3 % 7]
        yield f"Day {day}: {wind}, {day * 5 % 19 + 2} degrees; {sight}. {work}."
