"""The demo's tokenizer: byte-level BPE with Qwen2's pre-tokenizer, and a ChatML template."""

import random

from conversations import Message, conversation
from corpus import Corpus
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

VOCABULARY_SIZE = 2048
SPECIAL_TOKENS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|mask|>")
PAD, START, END, MASK = range(len(SPECIAL_TOKENS))

# The split pattern of Qwen2 and Qwen3.
QWEN2_PATTERN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
CHAT_TEMPLATE = (
    "{%- for message in messages -%}\n"
    "    {{- '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' -}}\n"
    "{%- endfor -%}\n"
    "{%- if add_generation_prompt -%}\n"
    "    {{- '<|im_start|>assistant\\n' -}}\n"
    "{%- endif -%}\n"
)


def train_tokenizer(corpus: Corpus, seed: int) -> PreTrainedTokenizerFast:
    """Learn the merges from the answers and from questions as they are typed."""
    rng = random.Random(seed)
    texts = [message.content for _ in range(1500) for message in conversation(corpus, rng)]
    bpe = Tokenizer(models.BPE())
    bpe.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(QWEN2_PATTERN), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    bpe.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY_SIZE,
        special_tokens=list(SPECIAL_TOKENS),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    bpe.train_from_iterator([*texts, "system\nuser\nassistant\n"], trainer)
    if bpe.get_vocab_size() != VOCABULARY_SIZE:
        raise ValueError(f"the corpus gives {bpe.get_vocab_size()} tokens, not {VOCABULARY_SIZE}")
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=bpe, eos_token=SPECIAL_TOKENS[END], pad_token=SPECIAL_TOKENS[PAD], model_max_length=2048
    )
    tokenizer.chat_template = CHAT_TEMPLATE
    return tokenizer


def encode(tokenizer: PreTrainedTokenizerFast, messages: list[Message]) -> tuple[list[int], list[bool]]:
    """Tokens of a conversation in the chat template, and for each token whether it is part of an answer to learn.

    The end-of-turn token counts as part of its answer.
    """
    ids: list[int] = []
    learned: list[bool] = []
    for message in messages:
        head = _ids(tokenizer, f"<|im_start|>{message.role}\n")
        body = [*_ids(tokenizer, message.content), END]
        tail = _ids(tokenizer, "\n")
        ids += head + body + tail
        learned += [False] * len(head) + [message.is_learned] * len(body) + [False] * len(tail)
    return ids, learned


def prompt_ids(tokenizer: PreTrainedTokenizerFast, messages: list[Message]) -> list[int]:
    """Tokens of the prompt that asks for the next answer, through the chat template itself."""
    turns = [{"role": message.role, "content": message.content} for message in messages]
    return _ids(tokenizer, str(tokenizer.apply_chat_template(turns, tokenize=False, add_generation_prompt=True)))


def _ids(tokenizer: PreTrainedTokenizerFast, text: str) -> list[int]:
    ids: list[int] = tokenizer.backend_tokenizer.encode(text, add_special_tokens=False).ids
    return ids
