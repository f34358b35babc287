"""Owner of llama.cpp's chains of samplers."""

import ctypes
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from app.engine.protocol import TokenBias
from app.engine.worker.native import Context, Model
from app.engine.worker.owner import Owner
from app.engine.worker.symbols import llama

# llama_token_data: a token, its logit, its probability.
CANDIDATE = np.dtype([("id", np.int32), ("logit", np.float32), ("p", np.float32)])
Candidates = npt.NDArray[np.void]

_DRY_BREAKERS = (b"\n", b":", b'"', b"*")
_MIROSTAT_SAMPLES = 100


class Sampler(Owner):
    """A chain of samplers: each narrows or reweights the candidates, the last one picks."""

    def __init__(self, handle: Any = None) -> None:
        parameters = llama.llama_sampler_chain_default_params()
        super().__init__(handle or llama.llama_sampler_chain_init(parameters), llama.llama_sampler_free)

    def _add(self, sampler: Any) -> Self:
        if not sampler:
            raise ValueError("llama.cpp refused the settings of a sampler")
        llama.llama_sampler_chain_add(self.handle, sampler)
        return self

    def add_logit_bias(self, vocabulary_n: int, biases: Sequence[TokenBias]) -> Self:
        """Add to the logits of some tokens."""
        array = (llama.llama_logit_bias * len(biases))(*((entry.token, entry.bias) for entry in biases))
        return self._add(llama.llama_sampler_init_logit_bias(vocabulary_n, len(biases), array))

    def add_penalties(
        self, vocabulary_n: int, last_n: int, repeat: float, frequency: float = 0.0, presence: float = 0.0
    ) -> Self:
        """Lower the logits of what the last tokens held: divided by `repeat`, less `frequency` each time it was there,
        less `presence` once."""
        return self._add(llama.llama_sampler_init_penalties(vocabulary_n, last_n, repeat, frequency, presence))

    def add_dry(self, model: Model, multiplier: float, base: float, allowed_length: int, last_n: int) -> Self:
        """Lower the logits of what would go on with a repetition longer than allowed, by multiplier x base^excess."""
        breakers = (ctypes.c_char_p * len(_DRY_BREAKERS))(*_DRY_BREAKERS)
        return self._add(
            llama.llama_sampler_init_dry(
                model.vocabulary, multiplier, base, allowed_length, last_n, breakers, len(_DRY_BREAKERS)
            )
        )

    def add_top_n_sigma(self, n: float) -> Self:
        """Keep what is within n standard deviations of the best logit."""
        return self._add(llama.llama_sampler_init_top_n_sigma(n))

    def add_top_k(self, k: int) -> Self:
        """Keep the k best."""
        return self._add(llama.llama_sampler_init_top_k(k))

    def add_typical(self, p: float) -> Self:
        """Keep those whose surprise is nearest to the expected one, which together reach p."""
        return self._add(llama.llama_sampler_init_typical(p, 1))

    def add_top_p(self, p: float) -> Self:
        """Keep the best that together reach p."""
        return self._add(llama.llama_sampler_init_top_p(p, 1))

    def add_min_p(self, p: float) -> Self:
        """Keep what has at least p times the best one's probability."""
        return self._add(llama.llama_sampler_init_min_p(p, 1))

    def add_xtc(self, probability: float, threshold: float, seed: int) -> Self:
        """Now and then drop all that reach the threshold but the least likely of them."""
        return self._add(llama.llama_sampler_init_xtc(probability, threshold, 1, seed))

    def add_temperature(self, temperature: float, dynamic_range: float = 0.0, exponent: float = 1.0) -> Self:
        """Divide the logits; with a range by more the more evenly they are spread, within the range around it."""
        return self._add(llama.llama_sampler_init_temp_ext(temperature, dynamic_range, exponent))

    def add_mirostat(self, version: int, vocabulary_n: int, seed: int, tau: float, eta: float) -> Self:
        """Pick so that the surprise stays near tau bits, corrected at the rate eta."""
        if version == 1:
            return self._add(llama.llama_sampler_init_mirostat(vocabulary_n, seed, tau, eta, _MIROSTAT_SAMPLES))
        return self._add(llama.llama_sampler_init_mirostat_v2(seed, tau, eta))

    def add_greedy(self) -> Self:
        """Pick the best."""
        return self._add(llama.llama_sampler_init_greedy())

    def add_dist(self, seed: int) -> Self:
        """Pick by probability, from a generator that starts at `seed`."""
        return self._add(llama.llama_sampler_init_dist(seed))

    @property
    def seed(self) -> int:
        """The seed that is really used."""
        return int(llama.llama_sampler_get_seed(self.handle))

    def sample(self, context: Context, row: int) -> int:
        """Pick a token from an output row of the last decode (-1 the last) and count it as part of the text."""
        return int(llama.llama_sampler_sample(self.handle, context.handle, context.sample_row(row)))

    def pick(self, candidates: Candidates) -> int:
        """Pick one of the candidates, of which there is at least one and which are changed by it; it is not counted."""
        array = llama.llama_token_data_array(
            candidates.ctypes.data_as(llama.llama_token_data_p), len(candidates), -1, False
        )
        llama.llama_sampler_apply(self.handle, ctypes.byref(array))
        return int(array.data[array.selected].id)

    def accept(self, token: int) -> None:
        """Count a token as part of the text, as the penalties see it."""
        llama.llama_sampler_accept(self.handle, token)

    def reset(self) -> None:
        """Forget the text."""
        llama.llama_sampler_reset(self.handle)

    def clone(self) -> "Sampler":
        """A copy with the same settings and state."""
        return Sampler(llama.llama_sampler_clone(self.handle))
