"""A loaded target with its draft: opened once, answers requests, closed in the right order."""

from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack
from dataclasses import replace

from app.core.progress import Progress
from app.engine.protocol import DraftOptions, Finished, Generate, GenerateResult, Load, Piece, Stats
from app.engine.worker.cache import TextCache
from app.engine.worker.decoding import Chooser, Decoding, choose_best, chooser_of
from app.engine.worker.detokenize import TextStream
from app.engine.worker.drafters.base import Drafter
from app.engine.worker.errors import PromptEmpty, PromptTooLong
from app.engine.worker.loading import Loaded, load_models
from app.engine.worker.measuring import plain_tokens_per_second
from app.engine.worker.native import Model
from app.engine.worker.prompt import Template
from app.engine.worker.sampling import build_chain, check_options
from app.engine.worker.stats import ReplyStats

Replies = Generator[Piece | Stats | Finished, None, None]

_UNLIMITED = 1 << 30
_TELLING_TOKENS = 32


class Session:
    """What is loaded, and the text in its caches; one request at a time."""

    def __init__(self, loaded: Loaded, template: Template) -> None:
        self.result = replace(loaded.result, notices=(*loaded.result.notices, *template.notices))
        self._loaded = loaded
        self._template = template
        self._cache = TextCache(loaded.target, loaded.drafter)

    def generate(self, request: Generate, cancelled: Callable[[], bool]) -> Replies:
        """Answer a request: pieces of text and numbers as they come, at last a Finished with the whole reply.

        Raises PromptEmpty or PromptTooLong before anything is decoded. Closing the iterator early, like `cancelled`,
        leaves the session ready for the next request.
        """
        # The template may turn out to be broken only now.
        told = len(self._template.notices)
        prompt = self._prompt_tokens(request)
        with ExitStack() as stack:
            stats, decoding, text = self._prepare(request, prompt, cancelled, stack)
            pieces: list[str] = []
            stack.push(self._clear_on_failure)
            for _ in decoding.prefill(prompt):
                if stats.is_due():
                    yield stats.message(request.job)
            for fragments in decoding.rounds(prompt[-1]):
                for fragment in fragments:
                    pieces.append(fragment.text)
                    yield Piece(request.job, fragment.text, fragment.draft_position)
                if stats.is_due():
                    yield stats.message(request.job)
            if rest := text.finish():
                pieces.append(rest)
                yield Piece(request.job, rest)
            numbers = stats.message(request.job)
            yield numbers
            self._learn_plain_speed(numbers)
            result = GenerateResult(
                text="".join(pieces),
                tokens=tuple(decoding.reply.tokens),
                timings=numbers.timings,
                speculation=numbers.speculation,
                notices=self._template.notices[told:],
            )
            yield Finished(request.job, decoding.reply.reason or "stop", generated=result)

    def measure(self, progress: Progress) -> None:
        """Find out how fast the target is without a draft; raises Cancelled."""
        speed = plain_tokens_per_second(self.generate, self.result.context_size, progress)
        self.result = replace(self.result, plain_tokens_per_second=speed)
        self._cache.clear()

    def close(self) -> None:
        """Free everything, the draft's context first."""
        self._loaded.owned.close()

    def _prompt_tokens(self, request: Generate) -> list[int]:
        model = self._cache.target.model
        if request.raw_prompt is not None:
            prompt = model.tokenize(request.raw_prompt, add_special=True)
        else:
            rendered = self._template.render(request.messages)
            # A template that writes BOS itself would get a second one.
            bos = _token_text(model, model.bos)
            prompt = model.tokenize(rendered, add_special=not (bos and rendered.startswith(bos)))
        if not prompt:
            raise PromptEmpty
        if len(prompt) >= self.result.context_size:
            raise PromptTooLong(prompt_n=len(prompt), context_size=self.result.context_size)
        return prompt

    def _prepare(
        self, request: Generate, prompt: Sequence[int], cancelled: Callable[[], bool], stack: ExitStack
    ) -> tuple[ReplyStats, Decoding, TextStream]:
        drafter, off_reason = self._drafter_for(request.drafting)
        draft_max = 0
        if drafter:
            draft_max = min(request.drafting.max_tokens or drafter.draft_max, drafter.draft_max)
        text = TextStream(request.stop)
        stats = ReplyStats(
            method=drafter.method if drafter else "none",
            state="drafting" if drafter else "off",
            reason=off_reason,
            draft_length=draft_max,
            plain_tokens_per_second=self.result.plain_tokens_per_second,
        )
        decoding = Decoding(
            self._cache,
            self._chooser(request, prompt, stack),
            text,
            stats,
            cancelled,
            drafter=drafter,
            draft_max=draft_max,
            max_tokens=request.max_tokens or _UNLIMITED,
            context_size=self.result.context_size,
        )
        return stats, decoding, text

    def _drafter_for(self, drafting: DraftOptions) -> tuple[Drafter | None, str | None]:
        """The drafter to use, or the code of why none is used."""
        drafter = self._loaded.drafter
        if drafter is None:
            return None, self._loaded.off_reason
        if drafting.method == "none":
            return None, "turned_off"
        if drafting.method not in ("auto", drafter.method):
            return None, "other_method"
        return drafter, None

    def _chooser(self, request: Generate, prompt: Sequence[int], stack: ExitStack) -> Chooser:
        options = request.sampling
        check_options(options)
        if options.temperature == 0 and options.repeat_penalty == 1:
            return choose_best
        chain = build_chain(options, self._cache.target.model.vocabulary_n)
        stack.callback(chain.close)
        # The penalties look back over the prompt as well.
        for token in prompt[-options.repeat_last_n :] if options.repeat_last_n > 0 else ():
            chain.accept(token)
        return chooser_of(chain)

    def _learn_plain_speed(self, numbers: Stats) -> None:
        """A whole reply without drafting tells the plain speed better than the few rounds after loading."""
        is_plain = numbers.speculation.state == "off"
        if is_plain and numbers.timings.predicted_n >= _TELLING_TOKENS:
            self.result = replace(self.result, plain_tokens_per_second=numbers.timings.predicted_per_second)

    def _clear_on_failure(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None and issubclass(kind, Exception):
            self._cache.clear()


def open_session(load: Load, progress: Progress) -> Session:
    """Load what `load` names; raises an AppError with the reason, or Cancelled, and then leaves nothing open."""
    loaded = load_models(load, progress)
    model = loaded.target.model
    template = Template.from_model(
        model.chat_template,
        loaded.result.target.architecture,
        _token_text(model, model.bos),
        _token_text(model, model.eos),
    )
    session = Session(loaded, template)
    try:
        session.measure(progress)
    except BaseException:
        session.close()
        raise
    return session


def _token_text(model: Model, token: int | None) -> str:
    return "" if token is None else model.piece(token, special=True).decode("utf-8", "replace")
