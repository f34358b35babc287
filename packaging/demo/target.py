"""The demo target: a small Qwen3 that learns the corpus by heart."""

import random
from collections.abc import Iterator

import torch
from conversations import conversation
from corpus import Corpus
from torch.nn.functional import cross_entropy
from training import Plan, fit
from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM
from vocabulary import END, PAD, VOCABULARY_SIZE, encode

PLAN = Plan(steps=1000, learning_rate=4e-3, weight_decay=0.05)
TOKENS_PER_BATCH = 4096
POOL = 400

# One packed row of a batch: token ids, and which of them are to be learned.
Example = tuple[list[int], list[bool]]


def target_config() -> Qwen3Config:
    return Qwen3Config(
        vocab_size=VOCABULARY_SIZE,
        hidden_size=128,
        intermediate_size=384,
        num_hidden_layers=5,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=32,
        max_position_embeddings=2048,
        rope_parameters={"rope_type": "default", "rope_theta": 10000.0},
        tie_word_embeddings=False,
        bos_token_id=PAD,
        eos_token_id=END,
    )


def train_target(corpus: Corpus, tokenizer: PreTrainedTokenizerFast, seed: int) -> Qwen3ForCausalLM:
    """Train from scratch on random conversations."""
    torch.manual_seed(seed)
    model = Qwen3ForCausalLM(target_config())
    batches = _batches(corpus, tokenizer, random.Random(seed))
    fit("target", model, PLAN, lambda: _loss(model, next(batches)))
    return model


def _loss(model: Qwen3ForCausalLM, batch: list[Example]) -> torch.Tensor:
    width = max(len(ids) for ids, _ in batch)
    ids = torch.full((len(batch), width), PAD)
    learned = torch.zeros((len(batch), width), dtype=torch.bool)
    for row, (row_ids, row_learned) in enumerate(batch):
        ids[row, : len(row_ids)] = torch.tensor(row_ids)
        learned[row, : len(row_ids)] = torch.tensor(row_learned)
    # Padding stands on the right, out of sight of every real token, so that no attention mask is needed.
    hidden = model.model(input_ids=ids[:, :-1]).last_hidden_state
    wanted = learned[:, 1:]
    return cross_entropy(model.lm_head(hidden[wanted]), ids[:, 1:][wanted])


def _batches(corpus: Corpus, tokenizer: PreTrainedTokenizerFast, rng: random.Random) -> Iterator[list[Example]]:
    """Batches of conversations of about the same length, so that little is padding."""
    while True:
        pool = [encode(tokenizer, conversation(corpus, rng)) for _ in range(POOL)]
        pool.sort(key=lambda example: len(example[0]))
        batches: list[list[Example]] = []
        batch: list[Example] = []
        for example in pool:
            if len(example[0]) * (len(batch) + 1) > TOKENS_PER_BATCH:
                batches.append(batch)
                batch = []
            batch.append(example)
        batches.append(batch)
        rng.shuffle(batches)
        yield from batches
