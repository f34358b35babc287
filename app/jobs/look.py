"""The job that looks around on the Hub: the window asks it, and so never loads the Hub's library itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from json import dumps, loads

from app.core.errors import Fact
from app.core.messages import from_json, to_json
from app.core.progress import Progress
from app.hub.offers import Offer
from app.hub.results import NO_FILTER, SearchFilter, SearchResult


@dataclass(frozen=True, slots=True)
class SearchQuestion:
    """What to search for, and how many results to give at most."""

    words: str
    wanted: SearchFilter = NO_FILTER
    limit: int = 40


@dataclass(frozen=True, slots=True)
class RepoQuestion:
    """The repository to look at; `revision` is empty for the newest."""

    repo: str
    revision: str = ""


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What was found, the most fetched first."""

    results: tuple[SearchResult, ...]


Question = SearchQuestion | RepoQuestion
Answer = SearchAnswer | Offer


@dataclass(frozen=True, slots=True)
class Arguments:
    """`question` is a Question as JSON text."""

    question: str
    is_offline: bool = False


def arguments_for(question: Question, *, is_offline: bool = False) -> dict[str, Fact]:
    """What to start the job with; the settings may say as well to stay offline."""
    return {"question": dumps(to_json(question)), "is_offline": is_offline}


def answer_of(result: Mapping[str, Fact]) -> Answer:
    """What the job found, from its result; raises ProtocolError."""
    found = from_json(Answer, loads(str(result["answer"])))
    assert isinstance(found, SearchAnswer | Offer)
    return found


def run(arguments: Arguments, progress: Progress) -> Mapping[str, Fact]:
    """Ask; the result holds an Answer as JSON text ("answer"), and "token_link" where the token was refused."""
    # Whoever only words a question does without the Hub's library.
    from app.hub.catalogue import read_catalogue
    from app.hub.client import HubClient
    from app.hub.looking import look
    from app.hub.patience import WHILE_SOMEBODY_WAITS
    from app.hub.search import search

    client = HubClient.of_this_machine(is_offline=arguments.is_offline, patience=WHILE_SOMEBODY_WAITS)
    question = from_json(Question, loads(arguments.question))
    answer: Answer
    if isinstance(question, SearchQuestion):
        found = search(client, question.words, progress, wanted=question.wanted, limit=question.limit)
        answer = SearchAnswer(found)
    else:
        answer = look(client, question.repo, read_catalogue(), progress, revision=question.revision)
    result: dict[str, Fact] = {"answer": dumps(to_json(answer))}
    if client.token_was_refused:
        result["token_link"] = f"{client.endpoint}/settings/tokens"
    return result
