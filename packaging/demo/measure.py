"""What the finished pair can do: answers under greedy decoding, and how much of them the draft foresees."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from conversations import Message
from draft import BLOCK_SIZE, target_states
from speculators.models.dspark import DSparkDraftModel
from transformers import PreTrainedTokenizerFast, Qwen3ForCausalLM
from vocabulary import END, MASK, prompt_ids

LONGEST_ANSWER = 200


@dataclass(frozen=True, slots=True)
class Drafting:
    """Counts over one or more replies."""

    drafted: int = 0
    accepted: int = 0
    predicted: int = 0
    passes: int = 0

    @property
    def acceptance_rate(self) -> float:
        return self.accepted / self.drafted

    @property
    def mean_accepted_length(self) -> float:
        return self.predicted / self.passes

    def __add__(self, other: "Drafting") -> "Drafting":
        return Drafting(
            self.drafted + other.drafted,
            self.accepted + other.accepted,
            self.predicted + other.predicted,
            self.passes + other.passes,
        )


@torch.no_grad()
def answer(target: Qwen3ForCausalLM, prompt: Sequence[int]) -> list[int]:
    """The target's greedy reply, up to and with the end-of-turn token if it comes."""
    ids = torch.tensor([list(prompt)])
    cache = None
    reply: list[int] = []
    while len(reply) < LONGEST_ANSWER and (not reply or reply[-1] != END):
        output = target(input_ids=ids, past_key_values=cache, use_cache=True)
        cache = output.past_key_values
        ids = output.logits[:, -1:].argmax(-1)
        reply.append(int(ids))
    return reply


def reply_text(target: Qwen3ForCausalLM, tokenizer: PreTrainedTokenizerFast, messages: list[Message]) -> str:
    """The greedy reply to a conversation as text; an unfinished one carries a mark."""
    reply = answer(target, prompt_ids(tokenizer, messages))
    whole = reply[-1] == END
    return str(tokenizer.decode(reply[:-1] if whole else reply)) + ("" if whole else " [no end]")


@torch.no_grad()
def drafting(
    target: Qwen3ForCausalLM, draft: DSparkDraftModel, prompt: Sequence[int], reply: Sequence[int]
) -> Drafting:
    """Go through a greedy reply in rounds as the engine does, and count what the draft foresaw.

    The first round starts from the last token of the prompt.
    """
    ids = torch.tensor([[*prompt, *reply]])
    hidden, _ = target_states(target, ids)
    context = draft.hidden_norm(draft.fc(hidden))
    tokens = ids[0].tolist()
    anchor = len(prompt) - 1
    counts = Drafting()
    while anchor + 1 < len(tokens):
        guesses = _propose(draft, context[:, :anchor], tokens[anchor], anchor)
        rest = tokens[anchor + 1 :]
        accepted = 0
        while accepted < min(len(guesses), len(rest)) and guesses[accepted] == rest[accepted]:
            accepted += 1
        kept = min(accepted + 1, len(rest))
        counts += Drafting(drafted=len(guesses), accepted=accepted, predicted=kept, passes=1)
        anchor += kept
    return counts


def _propose(draft: DSparkDraftModel, context: torch.Tensor, token: int, position: int) -> list[int]:
    """Draft one block behind `token`, the anchor at `position`.

    `context` is (1, position, width): the injected rows of all tokens before the anchor.
    """
    hidden = draft.embed_tokens(torch.tensor([[token] + [MASK] * (BLOCK_SIZE - 1)]))
    embeddings = draft.rotary_emb(hidden, torch.arange(position + BLOCK_SIZE)[None])
    for layer in draft.layers:
        hidden = layer(hidden_states=hidden, target_hidden=context, position_embeddings=embeddings)
    logits = draft.lm_head(draft.norm(hidden))[0]
    markov = draft.markov_head
    assert markov is not None
    guesses: list[int] = []
    previous = torch.tensor([token])
    for row in logits:
        bias = markov.markov_w2(markov.markov_w1(previous))[0]
        previous = (row + bias).argmax()[None]
        guesses.append(int(previous))
    return guesses
