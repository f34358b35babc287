"""The demo draft: a DSpark model of the speculators library that learns to foresee the demo target."""

import random
from dataclasses import dataclass

import torch
from conversations import conversation
from corpus import Corpus
from speculators.config import SpeculatorsConfig, VerifierConfig
from speculators.losses import resolve_loss_config
from speculators.models.dspark import DSparkDraftModel, DSparkSpeculatorConfig
from speculators.proposals.greedy import GreedyTokenProposalConfig
from training import Plan, fit
from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM
from vocabulary import MASK, encode

BLOCK_SIZE = 7
# Numbers of the target's layers whose input the draft reads; the last one is where most of the next token is known.
LAYER_IDS = (1, 3, 4)
MARKOV_RANK = 32

PLAN = Plan(steps=1100, learning_rate=3e-3, weight_decay=0.01)
CONVERSATIONS_PER_STEP = 4
OPENINGS_PER_STEP = 16
ANCHORS_PER_STEP = 112
# The weight of a position in the loss is exp(-position / LOSS_DECAY).
LOSS_DECAY = 7.0


@dataclass(frozen=True, slots=True)
class Pack:
    """Several conversations in one row of T tokens, with what the target computed for them.

    `hidden` is (1, T, layers * width), `last_hidden` (1, T, width) before the final norm; `is_answer`, `documents`
    and `positions` are (1, T), positions counted within each conversation.
    """

    ids: torch.Tensor
    is_answer: torch.Tensor
    documents: torch.Tensor
    positions: torch.Tensor
    hidden: torch.Tensor
    last_hidden: torch.Tensor


def build_draft(target_config: Qwen3Config) -> DSparkDraftModel:
    """An untrained draft for a target of this shape."""
    layers = Qwen3Config(
        **{**target_config.to_diff_dict(), "num_hidden_layers": 2, "layer_types": None, "max_window_layers": 2}
    )
    # The library's own choice, flex attention, needs a compiler on the CPU.
    layers._attn_implementation = "sdpa"
    return DSparkDraftModel(
        DSparkSpeculatorConfig(
            architectures=["DSparkDraftModel"],
            transformer_layer_config=layers,
            draft_vocab_size=target_config.vocab_size,
            block_size=BLOCK_SIZE,
            aux_hidden_state_layer_ids=list(LAYER_IDS),
            mask_token_id=MASK,
            sample_from_anchor=True,
            markov_rank=MARKOV_RANK,
            tie_word_embeddings=False,
            speculators_config=SpeculatorsConfig(
                algorithm="dspark",
                proposal_methods=[GreedyTokenProposalConfig(speculative_tokens=BLOCK_SIZE)],
                default_proposal_method="greedy",
                # The name is filled in when the draft is saved: given here, the library would ask the Hub for it.
                verifier=VerifierConfig(name_or_path=None, architectures=["Qwen3ForCausalLM"]),
            ),
        )
    )


def saved_parameters(draft: DSparkDraftModel) -> int:
    """Count what a checkpoint of the draft holds: all but the tables that it shares with its target."""
    shared = ("embed_tokens.", "lm_head.", "verifier_lm_head.", "verifier_norm.")
    return sum(parameter.numel() for name, parameter in draft.named_parameters() if not name.startswith(shared))


def train_draft(
    corpus: Corpus, tokenizer: PreTrainedTokenizerFast, target: Qwen3ForCausalLM, seed: int
) -> DSparkDraftModel:
    """Train on the target's hidden states, with the library's own forward pass and loss."""
    torch.manual_seed(seed)
    rng = random.Random(seed)
    draft = build_draft(target.config)
    share_tables(draft, target)
    fit("draft", draft, PLAN, lambda: _loss(draft, _pack(corpus, tokenizer, target, rng)))
    return draft


def share_tables(draft: DSparkDraftModel, target: Qwen3ForCausalLM) -> None:
    """Copy the target's embeddings, final norm and output head into the draft, frozen."""
    for module, weight in (
        (draft.embed_tokens, target.model.embed_tokens.weight),
        (draft.lm_head, target.lm_head.weight),
        (draft.verifier_lm_head, target.lm_head.weight),
        (draft.verifier_norm, target.model.norm.weight),
    ):
        module.load_state_dict({"weight": weight.detach().clone()})
        module.weight.requires_grad_(False)


@torch.no_grad()
def target_states(target: Qwen3ForCausalLM, ids: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Run the target over `ids` (rows, T).

    Returns what the draft reads, (rows, T, layers * width), and the last layer's output, (rows, T, width).
    """
    last: list[torch.Tensor] = []
    hook = target.model.norm.register_forward_pre_hook(lambda _, inputs: last.append(inputs[0]))
    try:
        states = target.model(input_ids=ids, output_hidden_states=True).hidden_states
    finally:
        hook.remove()
    return torch.cat([states[layer] for layer in LAYER_IDS], dim=-1), last[0]


def _loss(draft: DSparkDraftModel, pack: Pack) -> torch.Tensor:
    # The library's fused losses need a GPU; "eager" names its plain ones.
    _, loss, _ = draft(
        hidden_states=pack.hidden,
        input_ids=pack.ids,
        loss_mask=pack.is_answer,
        verifier_last_hidden_states=pack.last_hidden,
        document_ids=pack.documents,
        position_ids=pack.positions,
        loss_config=resolve_loss_config("kl_div", "eager"),
        tv_loss_fn=resolve_loss_config("tv", "eager")["tv"][0],
        gamma=LOSS_DECAY,
        max_anchors=ANCHORS_PER_STEP,
    )
    assert isinstance(loss, torch.Tensor)
    return loss


def _pack(corpus: Corpus, tokenizer: PreTrainedTokenizerFast, target: Qwen3ForCausalLM, rng: random.Random) -> Pack:
    examples = [encode(tokenizer, conversation(corpus, rng)) for _ in range(CONVERSATIONS_PER_STEP)]
    examples += [_opening(*encode(tokenizer, conversation(corpus, rng))) for _ in range(OPENINGS_PER_STEP)]
    # A block must fit behind every anchor, so the row ends with room for one.
    examples.append(([MASK] * BLOCK_SIZE, [False] * BLOCK_SIZE))
    lengths = torch.tensor([len(ids) for ids, _ in examples])
    padded = torch.nn.utils.rnn.pad_sequence([torch.tensor(ids) for ids, _ in examples], batch_first=True)
    is_real = torch.arange(padded.shape[1]) < lengths[:, None]
    hidden, last_hidden = target_states(target, padded)
    ids = padded[is_real]
    learned = torch.tensor([flag for _, flags in examples for flag in flags])
    # A position counts where the token behind it is part of an answer: from the last token of the prompt on.
    is_answer = torch.cat([learned[1:], torch.tensor([False])])
    return Pack(
        ids=ids[None],
        is_answer=is_answer[None].float(),
        documents=torch.arange(len(examples)).repeat_interleave(lengths)[None],
        positions=torch.cat([torch.arange(length) for length in lengths.tolist()])[None],
        hidden=hidden[is_real][None],
        last_hidden=last_hidden[is_real][None],
    )


def _opening(ids: list[int], learned: list[bool]) -> tuple[list[int], list[bool]]:
    """The same up to the first block of its first answer, where foreseeing is hardest: only the question tells."""
    end = learned.index(True) + BLOCK_SIZE
    return ids[:end], learned[:end]
