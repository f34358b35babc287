"""A loaded target with its draft: opened once, answers requests, closed in the right order."""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from app.core.progress import Progress
from app.engine.protocol import (
    ChatMessage,
    DraftOptions,
    Finished,
    Generate,
    GenerateResult,
    Load,
    LoadResult,
    Notice,
    PartKind,
    Piece,
    Stats,
)
from app.engine.worker import devices
from app.engine.worker.cache import TextCache
from app.engine.worker.context_window import ContextWindow, Prompt
from app.engine.worker.decoding import Chooser, Decoding, Reply, choose_best, chooser_of
from app.engine.worker.drafters.base import Drafter
from app.engine.worker.drafters.look_up_first import LookUpFirstDrafter
from app.engine.worker.errors import PromptEmpty, PromptTooLong
from app.engine.worker.limits import chooser_within
from app.engine.worker.loading import Loaded, load_models
from app.engine.worker.measuring import plain_tokens_per_second, survey
from app.engine.worker.model_files import ModelFiles
from app.engine.worker.native import Model
from app.engine.worker.pace import Pace
from app.engine.worker.prompt import Template
from app.engine.worker.recent_replies import RecentReplies
from app.engine.worker.reply_form import ReplyForm
from app.engine.worker.reply_parts import ReplyText
from app.engine.worker.sampling import build_chain, check_options, is_best_token, looks_back
from app.engine.worker.saved_texts import shared_n
from app.engine.worker.stats import ReplyStats
from app.formats.gguf import part_paths

Replies = Generator[Piece | Stats | Finished, None, None]

_UNLIMITED = 1 << 30
_TELLING_TOKENS = 32


class Session:
    """What is loaded, and the text in its caches; one request at a time."""

    def __init__(self, loaded: Loaded, template: Template, files: ModelFiles) -> None:
        notices = (*loaded.result.notices, *template.notices)
        self.result = replace(loaded.result, notices=notices, thinking=template.thinking)
        self._loaded = loaded
        self._files = files
        self._template = template
        drafters = [*loaded.look_ups.values(), *([loaded.drafter] if loaded.drafter else [])]
        self._cache = TextCache(loaded.target, drafters, loaded.saved_texts_bytes)
        self._window = ContextWindow(self.result.context_size)
        self._form = ReplyForm(loaded.target.model)
        self._paces: dict[str, Pace] = {}
        self._replies = RecentReplies()

    def count(self, text: str) -> int:
        """How many tokens a text is, without those around it in a conversation."""
        return len(self._cache.target.model.tokenize(text, add_special=False))

    def generate(self, request: Generate, cancelled: Callable[[], bool]) -> Replies:
        """Answer a request: pieces of text and numbers as they come, at last a Finished with the whole reply.

        Raises ModelFileChanged, PromptEmpty, PromptTooLong, BadSamplingOption or BadGrammar at first, and NothingFits
        where a grammar leaves no way to go on. Closing the iterator early, like `cancelled`, leaves the session ready
        for the next request.
        """
        self._files.check()
        # The template may turn out to be broken only now.
        told = len(self._template.notices)
        prompt = self._prompt(request)
        with ExitStack() as stack:
            drafter, off_reason = self._drafter_for(request.drafting)
            is_paced = request.drafting.pacing == "auto"
            pace = self._pace_for(drafter, request.drafting) if drafter and is_paced else None
            text = self._form.text(prompt.rendered, request.stop)
            self._read_begun(prompt, text)
            stats = self._stats(request.drafting, drafter, off_reason, pace)
            stats.turns_dropped(prompt.dropped_n)
            chooser = self._chooser(request, prompt, stack)
            decoding = self._decoding(request, drafter, chooser, text, stats, pace, cancelled)
            pieces: dict[PartKind, list[str]] = {"answer": [], "thinking": []}
            stack.push(self._clear_on_failure)
            if request.is_fresh:
                self._cache.forget()
            for _ in decoding.prefill(prompt.tokens):
                if stats.is_due():
                    yield stats.message(request.job)
            for fragments in decoding.rounds(prompt.tokens[-1]):
                for fragment in fragments:
                    pieces[fragment.part].append(fragment.text)
                    yield Piece(request.job, fragment.text, fragment.draft_position, fragment.part)
                if stats.is_due():
                    yield stats.message(request.job)
            for fragment in text.finish():
                pieces[fragment.part].append(fragment.text)
                yield Piece(request.job, fragment.text, fragment.draft_position, fragment.part)
            numbers = stats.message(request.job)
            yield numbers
            self._learn_plain_speed(numbers, pace)
            if request.messages and not text.stopped:
                self._remember(request, prompt, "".join(pieces["thinking"]), "".join(pieces["answer"]), decoding.reply)
            result = GenerateResult(
                text="".join(pieces["answer"]),
                thinking="".join(pieces["thinking"]),
                tokens=tuple(decoding.reply.tokens),
                timings=numbers.timings,
                speculation=numbers.speculation,
                notices=(*self._template.notices[told:], *_notices(prompt)),
            )
            yield Finished(request.job, decoding.reply.reason or "stop", generated=result)

    def measure(self, progress: Progress) -> None:
        """Find out how fast the target is without its draft, and what drafting costs; raises Cancelled.

        A target that is alone tells in its first reply how fast it is, and need not be waited for.
        """
        drafter = self._loaded.drafter
        if drafter is None:
            return
        speed = plain_tokens_per_second(self.generate, self.result.context_size, progress)
        self.result = replace(self.result, plain_tokens_per_second=speed)
        if speed:
            survey(self.generate, self._pace_for(drafter, DraftOptions()), drafter.draft_max, progress)
            # Many plain tokens tell more than the few of the survey.
            self.result = replace(self.result, plain_tokens_per_second=speed)
        self._cache.clear()

    def close(self) -> None:
        """Free everything, the draft's context first."""
        self._loaded.owned.close()

    def _prompt(self, request: Generate) -> Prompt:
        """What the reply goes on from: of a conversation that is too long for the context, its end."""
        model = self._cache.target.model
        # A template that writes BOS itself would get a second one.
        bos = _token_text(model, model.bos)

        def write(messages: Sequence[ChatMessage]) -> Prompt:
            asked = messages[:-1] if request.continues else messages
            rendered = self._template.render(asked, think=request.think, effort=request.effort)
            adds_special = not (bos and rendered.startswith(bos))
            prompt = Prompt(rendered, model.tokenize(rendered, add_special=adds_special))
            return self._begin(prompt, messages[-1], adds_special=adds_special) if request.continues else prompt

        if request.raw_prompt is not None:
            prompt = Prompt(None, model.tokenize(request.raw_prompt, add_special=True))
        else:
            prompt = self._window.fit(request.messages, request.max_tokens, write)
        if not prompt.tokens:
            raise PromptEmpty
        if len(prompt.tokens) >= self.result.context_size:
            raise PromptTooLong(prompt_n=len(prompt.tokens), context_size=self.result.context_size)
        return prompt

    def _begin(self, prompt: Prompt, reply: ChatMessage, *, adds_special: bool) -> Prompt:
        """The prompt with what there is of the reply: its own tokens, or those of its text."""
        known = self._replies.find(prompt.tokens, reply.thinking, reply.content)
        if known is not None:
            return replace(prompt, tokens=[*prompt.tokens, *known], begun_n=len(known))
        rendered = prompt.rendered or ""
        # A text of its own may begin with a blank that is not there in the middle of another.
        whole = rendered + self._form.begun(rendered, reply)
        tokens = self._cache.target.model.tokenize(whole, add_special=adds_special)
        return replace(prompt, tokens=tokens, begun_n=len(tokens) - shared_n(prompt.tokens, tokens))

    def _read_begun(self, prompt: Prompt, text: ReplyText) -> None:
        """Bring what makes text of tokens to where the reply goes on."""
        for token in prompt.tokens[len(prompt.tokens) - prompt.begun_n :]:
            text.push(token, self._cache.target.model.piece(token))
        text.go_on()

    def _remember(self, request: Generate, prompt: Prompt, thinking: str, answer: str, reply: Reply) -> None:
        begun = request.messages[-1] if request.continues else ChatMessage("assistant", "")
        end = len(prompt.tokens) - prompt.begun_n
        is_end = self._cache.target.model.is_end
        written = [token for token in reply.tokens if not is_end(token)]
        self._replies.add(
            prompt.tokens[:end],
            begun.thinking + thinking,
            begun.content + answer,
            [*prompt.tokens[end:], *written],
        )

    def _stats(
        self, drafting: DraftOptions, drafter: Drafter | None, off_reason: str | None, pace: Pace | None
    ) -> ReplyStats:
        return ReplyStats(
            method=drafter.method if drafter else "none",
            state="drafting" if drafter else "off",
            reason=off_reason,
            draft_length=_draft_max(drafter, drafting) if drafter else 0,
            plain_tokens_per_second=self.result.plain_tokens_per_second,
            pace=pace,
        )

    def _decoding(
        self,
        request: Generate,
        drafter: Drafter | None,
        chooser: Chooser,
        text: ReplyText,
        stats: ReplyStats,
        pace: Pace | None,
        cancelled: Callable[[], bool],
    ) -> Decoding:
        return Decoding(
            self._cache,
            chooser,
            text,
            stats,
            cancelled,
            drafter=drafter,
            draft_max=_draft_max(drafter, request.drafting) if drafter else 0,
            pace=pace,
            max_tokens=request.max_tokens or _UNLIMITED,
            context_size=self.result.context_size,
        )

    def _pace_for(self, drafter: Drafter, drafting: DraftOptions) -> Pace:
        """What is known of drafting by this method, in whatever chat that was learnt."""
        if drafter.method not in self._paces:
            speed = self.result.plain_tokens_per_second
            self._paces[drafter.method] = Pace(drafter.draft_max, 1 / speed if speed else None)
        pace = self._paces[drafter.method]
        pace.begin(_draft_max(drafter, drafting))
        return pace

    def _drafter_for(self, drafting: DraftOptions) -> tuple[Drafter | None, str | None]:
        """The drafter to use, or the code of why none is used."""
        drafter, plan = self._loaded.drafter, self.result.plan
        no_draft = "draft_without_room" if plan and plan.is_draft_left_out else "no_draft"
        if drafting.method == "none":
            return None, "turned_off" if drafter else no_draft
        if drafting.method in self._loaded.look_ups:
            return self._loaded.look_ups[drafting.method], None
        if drafting.method == "ngram_first":
            return self._look_up_first(drafter), None
        if drafter is None:
            return None, no_draft
        if drafting.method not in ("auto", drafter.method):
            return None, "other_method"
        return drafter, None

    def _look_up_first(self, drafter: Drafter | None) -> Drafter:
        look_up = self._loaded.look_ups["ngram"]
        if drafter is None:
            return look_up
        self._cache.remind(look_up)
        return LookUpFirstDrafter(drafter, look_up)

    def _chooser(self, request: Generate, prompt: Prompt, stack: ExitStack) -> Chooser:
        options, model = request.sampling, self._cache.target.model
        check_options(options, model.vocabulary_n)
        if is_best_token(options):
            return choose_best
        limits = self._form.limits(options, prompt.rendered)
        chain = build_chain(options, model, self.result.context_size)
        stack.callback(chain.close)
        # The penalties look back over the prompt as well.
        seen_n = looks_back(options, self.result.context_size)
        for token in prompt.tokens[-seen_n:] if seen_n else ():
            chain.accept(token)
        return chooser_within(chain, limits, options) if limits else chooser_of(chain)

    def _learn_plain_speed(self, numbers: Stats, pace: Pace | None) -> None:
        """Plain rounds of real replies tell the plain speed better than the few after loading."""
        speed = None
        if pace and pace.is_measured and pace.plain_s:
            speed = 1 / pace.plain_s
        elif numbers.speculation.state == "off" and numbers.timings.predicted_n >= _TELLING_TOKENS:
            speed = numbers.timings.predicted_per_second
        if speed:
            self.result = replace(self.result, plain_tokens_per_second=speed)

    def _clear_on_failure(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None and issubclass(kind, Exception):
            self._cache.clear()


def open_session(load: Load, progress: Progress) -> Session:
    """Load what `load` names; raises an AppError with the reason, or Cancelled, and then leaves nothing open."""
    try:
        return _session_of(load_models(load, progress), progress)
    finally:
        # What ends the engine from now on is no fault of the devices that were loaded onto.
        devices.tell_loading_onto(())


def _session_of(loaded: Loaded, progress: Progress) -> Session:
    try:
        files = loaded.owned.enter_context(ModelFiles(_files_of(loaded.result)))
        model = loaded.target.model
        template = Template.from_model(
            model.chat_template,
            loaded.result.target.architecture,
            _token_text(model, model.bos),
            _token_text(model, model.eos),
        )
        session = Session(loaded, template, files)
        session.measure(progress)
    except BaseException:
        loaded.owned.close()
        raise
    return session


def _files_of(loaded: LoadResult) -> Iterator[Path]:
    for model in (loaded.target, loaded.draft):
        if model is not None:
            yield from part_paths(model.path)


def _notices(prompt: Prompt) -> tuple[Notice, ...]:
    return (Notice("turns_dropped"),) if prompt.is_cut_anew else ()


def _draft_max(drafter: Drafter, drafting: DraftOptions) -> int:
    return min(drafting.max_tokens or drafter.draft_max, drafter.draft_max)


def _token_text(model: Model, token: int | None) -> str:
    return "" if token is None else model.piece(token, special=True).decode("utf-8", "replace")
