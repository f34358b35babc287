"""Code whose fence is still open: read without the parser, which would read all of it again with every piece."""

import re
from dataclasses import dataclass

from markdown_it.token import Token

# Whatever else may stand there is left to the parser.
_OPENING = re.compile(r"(`{3,}|~{3,})([\w+#.-]*)\n")


@dataclass(slots=True)
class OpenFence:
    """Follows the code at one place of a reply while it grows."""

    _start: int = -1
    _searched_end: int = 0
    """Up to here, the beginning of a line, it is known that nothing closes the fence."""

    def read(self, source: str, start: int) -> Token | None:
        """The code from `start` to the end of the reply; None where that is not what stands there."""
        opening = _OPENING.match(source, start)
        if opening is None:
            return None
        if start != self._start:
            self._start, self._searched_end = start, opening.end()
        mark = opening.group(1)
        closing = re.compile(rf"^ {{0,3}}{mark[0]}{{{len(mark)},}}[ \t]*$", re.MULTILINE)
        if closing.search(source, self._searched_end) is not None:
            return None
        self._searched_end = source.rfind("\n", self._searched_end - 1) + 1
        # The parser leaves out blanks that no line follows.
        end = self._searched_end if not source[self._searched_end :].strip(" \t") else len(source)
        content = source[opening.end() : end].replace("\0", "\ufffd")
        lines_n = source.count("\n", start, end) + (source[end - 1] != "\n")
        return Token("fence", "code", 0, map=[0, lines_n], content=content, markup=mark, info=opening.group(2))
