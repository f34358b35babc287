"""Words for long tasks in a process of their own."""

from app.texts.entry import Entry

ERRORS = {
    "job_crashed": Entry(
        "The task stopped unexpectedly ({signal}).",
        "Start it again; the details tell what was going on.",
        without="The task stopped unexpectedly.",
    ),
    "unknown_job": Entry(
        "Slipstream has no task of the kind {kind}.",
        "Restart Slipstream; if it stays, install it again.",
    ),
}

NOTICES = {
    "pair_untried": Entry("The pair could not be tried."),
}

STAGES: dict[str, str] = {}
