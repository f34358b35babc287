"""What shape the replies of a loaded model have: its markers of thinking, and the limits that a request sets."""

from collections.abc import Sequence

from app.engine.protocol import ChatMessage, SamplingOptions
from app.engine.worker.grammar.gbnf import read_grammar
from app.engine.worker.grammar.json_schema import grammar_of_schema
from app.engine.worker.grammar.rules import BadGrammar
from app.engine.worker.limits import BannedLimit, FirstCharacters, GrammarLimit, Limit
from app.engine.worker.native import Model
from app.engine.worker.reply_parts import PartedText, ReplyText, Splitter, WholeText
from app.engine.worker.thinking import begun_text, marker_tokens, markers_of, start_of


class ReplyForm:
    """Found out once for a model; `rendered` is the prompt through its template, None for a bare one."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._markers = markers_of(model.chat_template or "", lambda marker: bool(self._tokens_of(marker)))
        self._marker_tokens = marker_tokens(self._markers, self._tokens_of) if self._markers else {}
        self._firsts = FirstCharacters(model)

    def text(self, rendered: str | None, stops: Sequence[str] = ()) -> ReplyText:
        """What makes text of the reply's tokens."""
        if self._markers is None or rendered is None:
            return WholeText(stops)
        part, header = start_of(self._markers, rendered)
        written = [marker for marker in self._markers.begins if marker not in self._marker_tokens.values()]
        return PartedText(Splitter(self._markers, part, header, written), self._marker_tokens, stops)

    def begun(self, rendered: str, reply: ChatMessage) -> str:
        """A reply as far as it came, as the model would have written it."""
        if self._markers is None:
            return reply.content
        return begun_text(self._markers, rendered, reply.thinking, reply.content)

    def limits(self, options: SamplingOptions, rendered: str | None) -> list[Limit]:
        """What the reply may not say; raises BadGrammar."""
        if options.grammar and options.json_schema:
            raise BadGrammar(detail="there is a schema beside it")
        grammar = options.grammar or (options.json_schema and grammar_of_schema(options.json_schema))
        limits: list[Limit] = []
        if grammar:
            begins = self._markers.begins if self._markers and rendered is not None else {}
            openers = {token for token, marker in self._marker_tokens.items() if begins.get(marker) == "thinking"}
            text = self.text(rendered)
            limits.append(GrammarLimit(read_grammar(grammar), self._model, self._firsts, text, frozenset(openers)))
        if any(options.banned):
            limits.append(BannedLimit(options.banned, self._model))
        return limits

    def _tokens_of(self, marker: str) -> list[int]:
        """The one token that is written as the marker, if there is one."""
        tokens = self._model.tokenize(marker, add_special=False)
        return tokens if len(tokens) == 1 and self._model.piece(tokens[0], special=True) == marker.encode() else []
