"""LaTeX as models write it, in the commands that can be drawn: chemistry, numbers of equations."""

import re

_ARROWS = {
    "<=>": "\\rightleftharpoons",
    "<->": "\\leftrightarrow",
    "->": "\\rightarrow",
    "<-": "\\leftarrow",
}
_CHEMISTRY = re.compile(r"\\ce\{((?:[^{}]|\{[^{}]*\})*)\}")
# After mhchem's manual: "2H2O", "SO4^2-", "Na+", "A <=> B".
_PART = re.compile(
    r"(?P<arrow><=>|<->|->|<-)"
    r"|(?P<charge>\^(?:\{[^{}]*\}|\d*[+-]?))"
    r"|(?P<count>(?<=[A-Za-z)\]])\d+)"
    r"|(?P<sign>(?<=[\w)\]])[+-](?=\s|\)|$))"
    r"|(?P<letters>[A-Za-z]+)"
    r"|(?P<gap>\s+)"
)
# With the star its lines are not numbered, on and on from formula to formula.
_NUMBERED = re.compile(r"\\(begin|end)\{align\}")
_TAG = re.compile(r"\\tag\*?\{([^{}]*)\}")


def rewritten(latex: str) -> str:
    """The same formula without `\\ce`, without numbers of its lines, and with its tag behind it."""
    latex = _NUMBERED.sub(r"\\\1{align*}", latex)
    latex = _TAG.sub(r"\\qquad (\\text{\1})", latex)
    return _CHEMISTRY.sub(lambda found: f"{{{_PART.sub(_of_chemistry, found[1].strip())}}}", latex)


def _of_chemistry(part: re.Match[str]) -> str:
    kind, text = part.lastgroup, part.group()
    if kind == "arrow":
        return f"{_ARROWS[text]} "
    if kind == "charge":
        return f"^{{{text[1:].strip('{}')}}}"
    if kind == "count":
        return f"_{{{text}}}"
    if kind == "sign":
        return f"^{{{text}}}"
    return f"\\mathrm {{{text}}}" if kind == "letters" else "\\ "
