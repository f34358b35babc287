"""Numbers of a GGUF target that contradict each other or its tensors: the engine's process would end over them."""

from app.formats.errors import FormatError
from app.formats.gguf import GgufHeader
from app.models.config import Config
from app.models.recognition.known_families import TURNING_WHOLE

# llama.cpp's LLAMA_MAX_EXPERTS.
_MOST_EXPERTS = 1024
# Its ways to choose experts.
_MOST_GATES = 4
# Families whose graphs take values to be as long as keys.
_EQUAL_HEADS = ("gemma4", "gpt-oss")
_DELTA_NETS = ("qwen3next", "qwen35", "qwen35moe")
# Those that turn nothing may say so with a 0; the others compute for ever over it.
_TURNING = ("dflash", "eagle3", "gemma", "gpt-oss", "llama", "mistral", "qwen", "lfm2", "smollm3", "phi3", "granite")
# By family a tensor of every layer that attends or recurs, and the ways to store what it computes on.
_NET = ("ssm_conv1d.weight", (("ssm_in.weight",), ("attn_qkv.weight", "attn_gate.weight")))
_FUSED = ("attn_norm.weight", (("attn_qkv.weight",), ("attn_q.weight", "attn_k.weight", "attn_v.weight")))
_WAYS = {**dict.fromkeys(_DELTA_NETS, _NET), "phi3": _FUSED, "phimoe": _FUSED}
# Kinds of tokenizers that begin a text with a token of its own unless the file says otherwise.
_BEGINNING = ("llama", "gemma4")
_NO_TOKENIZERS = ("none", "no_vocab")
_SCALINGS = ("none", "linear", "yarn", "longrope")


def check_numbers(header: GgufHeader) -> None:
    """Raise ConfigKeyError for a number that fits no engine, FormatError for a tensor that is missing."""
    numbers = _Numbers(header)
    numbers.check_norm()
    numbers.check_rope()
    numbers.check_heads()
    numbers.check_experts()
    numbers.check_shared_layers()
    numbers.check_delta_net()
    numbers.check_ways()
    numbers.check_vocabulary()


class _Numbers:
    def __init__(self, header: GgufHeader) -> None:
        self._header = header
        self._family = header.architecture
        self._config = Config(header.metadata, header.path)

    def _key(self, name: str) -> str:
        return f"{self._family}.{name}"

    def _number(self, name: str) -> int | None:
        """A whole number of the family's, None where there is none or one for each layer."""
        value = self._header.metadata.get(self._key(name))
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def _numbers(self, name: str) -> tuple[int, ...]:
        """One for all layers, or one for each."""
        value = self._header.metadata.get(self._key(name))
        values = value if isinstance(value, list) else [value]
        return tuple(int(item) for item in values if isinstance(item, int))

    def check_norm(self) -> None:
        self._config.number(self._key("attention.layer_norm_rms_epsilon"), 0, least=0)

    def check_rope(self) -> None:
        """Dimensions are turned in pairs, and no more than a head has, with a sliding window or without."""
        scaling = self._key("rope.scaling.type")
        if self._config.text(scaling, _SCALINGS[0]) not in _SCALINGS:
            raise self._config.error(scaling)
        turned, key = None, self._key("rope.dimension_count")
        for kind in ("", "_swa"):
            # Layers with a window turn as many as the others where nothing else is said.
            if (own := self._number(f"rope.dimension_count{kind}")) is not None:
                turned, key = own, self._key(f"rope.dimension_count{kind}")
            length = self._number(f"attention.key_length{kind}")
            is_too_many = turned is not None and length is not None and turned > length
            if is_too_many or (turned or 0) % 2 or (turned == 0 and self._family.startswith(_TURNING)):
                raise self._config.error(key)
        whole = self._number("attention.key_length") or self._head_length()
        turned = self._number("rope.dimension_count")
        if self._family in TURNING_WHOLE and turned is not None and whole is not None and turned != whole:
            raise self._config.error(self._key("rope.dimension_count"))
        sections, length = self._numbers("rope.dimension_sections"), self._number("attention.key_length")
        if length is not None and sum(sections) > length:
            raise self._config.error(self._key("rope.dimension_sections"))

    def _head_length(self) -> int | None:
        width, heads = self._number("embedding_length"), self._number("attention.head_count")
        return width // heads if width and heads else None

    def check_heads(self) -> None:
        """Some families' values are as long as their keys, and the graph relies on it."""
        for kind in ("", "_swa"):
            lengths = {self._number(f"attention.{what}_length{kind}") for what in ("key", "value")}
            if self._family in _EQUAL_HEADS and len(lengths) > 1:
                raise self._config.error(self._key(f"attention.value_length{kind}"))

    def check_experts(self) -> None:
        """As many are asked as there are, at most; at least one where there are any."""
        experts = self._config.integer(self._key("expert_count"), 0, most=_MOST_EXPERTS)
        used = self._numbers("expert_used_count")
        if max(used, default=0) > experts or (experts and max(used, default=0) <= 0):
            raise self._config.error(self._key("expert_used_count"))
        self._config.integer(self._key("expert_gating_func"), 1, least=1, most=_MOST_GATES)

    def check_shared_layers(self) -> None:
        """Gemma's last layers read the keys of earlier ones: there must be some, with a window and without."""
        shared, layers = self._number("attention.shared_kv_layers"), self._number("block_count")
        if self._family != "gemma4" or not shared or layers is None:
            return
        windows, first = self._numbers("attention.sliding_window_pattern"), layers - shared
        is_short = first < 2 or len(windows) != layers
        if is_short or any(windows[first - 1 - bool(window)] != window for window in windows[first:]):
            raise self._config.error(self._key("attention.shared_kv_layers"))

    def check_delta_net(self) -> None:
        """The sizes of running states follow from one another."""
        if self._family not in _DELTA_NETS:
            return
        self._config.integer(self._key("full_attention_interval"), 4, least=1)
        state, heads = self._number("ssm.state_size") or 0, self._number("ssm.time_step_rank") or 0
        if self._number("ssm.inner_size") != state * heads:
            raise self._config.error(self._key("ssm.inner_size"))

    def check_ways(self) -> None:
        """Where tensors may be stored in several ways, one of them is there."""
        if self._family not in _WAYS:
            return
        tensors, (mark, ways) = self._header.tensors, _WAYS[self._family]
        for layer in [name.removesuffix(mark) for name in tensors if name.endswith(f".{mark}")]:
            if not any(all(layer + part in tensors for part in way) for way in ways):
                raise FormatError(path=str(self._header.path), detail=f"tensor {layer}attn_qkv.weight is missing")

    def check_vocabulary(self) -> None:
        """Text can be cut into tokens; where one begins with a token of its own, the vocabulary has it."""
        kind = self._header.metadata.get("tokenizer.ggml.model")
        if kind in _NO_TOKENIZERS:
            raise self._config.error("tokenizer.ggml.model")
        adds = self._config.boolean("tokenizer.ggml.add_bos_token", kind in _BEGINNING)
        if adds and self._header.tokens_n:
            self._config.integer("tokenizer.ggml.bos_token_id", 0, most=self._header.tokens_n - 1)
