"""The job that looks at a pair: in a process of its own, as a large tokenizer would make the window stutter."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from json import dumps, loads
from pathlib import Path

from app.core.errors import Fact
from app.core.messages import from_json, to_json
from app.core.progress import Progress
from app.jobs.other_drafts import other_drafts
from app.models.library.library import Library
from app.models.survey import PairQuestion, PairSurvey, survey_pair


@dataclass(frozen=True, slots=True)
class Arguments:
    """`library` is its folder; `question` a PairQuestion as JSON text."""

    library: Path
    question: str


def arguments_for(question: PairQuestion, library: Path) -> dict[str, Fact]:
    """What to start the job with."""
    return {"library": str(library), "question": dumps(to_json(question))}


def survey_of(result: Mapping[str, Fact]) -> PairSurvey:
    """What the job found out, from its result; raises ProtocolError."""
    found = from_json(PairSurvey, loads(str(result["survey"])))
    assert isinstance(found, PairSurvey)
    return found


def run(arguments: Arguments, progress: Progress) -> Mapping[str, Fact]:
    """Look; the result holds a PairSurvey as JSON text ("survey")."""
    progress.check()
    question = from_json(PairQuestion, loads(arguments.question))
    found = survey_pair(question, Library(arguments.library))
    if found.draft is not None and found.draft.problem is not None:
        others = tuple((draft.repo, draft.method) for draft in other_drafts(found.draft.entry))
        found = replace(found, draft=replace(found.draft, other_drafts=others))
    return {"survey": dumps(to_json(found))}
