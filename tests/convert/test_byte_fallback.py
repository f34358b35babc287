"""Tokenizers of SentencePiece's kind: from its own file, and from what was made of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.convert.architectures.gemma3 import tokenizer as gemma3_tokenizer
from app.convert.architectures.gemma4 import tokenizer as gemma4_tokenizer
from app.convert.architectures.llama import tokenizer as llama_tokenizer
from app.convert.architectures.phi3 import tokenizer as phi3_tokenizer
from app.convert.errors import PreTokenizerUnknown, TokenizerInvalid, TokenizerUnsupported
from app.convert.tokenizer import bpe_tokenizer
from app.convert.tokenizer_files import read_tokenizer_files
from app.formats.errors import FormatError
from tests.convert.checkpoints import copied, edit_json
from tests.convert.recipes import FAMILIES

SIZE = 416
NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = range(1, 7)


def folder(name: str, place: Path) -> Path:
    return copied(FAMILIES / "tokenizers" / name, place / name)


def read(make: Any, path: Path, size: int = SIZE, **config: Any) -> dict[str, Any]:
    return {pair.key: pair.value for pair in make(read_tokenizer_files(path, config), size)}


def content(path: Path) -> Any:
    return json.loads((path / "tokenizer.json").read_text("utf-8"))


def test_pieces_and_what_was_added_to_them(tmp_path: Path) -> None:
    path = folder("gemma3", tmp_path)
    found = read(gemma3_tokenizer, path)
    tokens, types = (
        found["tokenizer.ggml.tokens"],
        dict(zip(found["tokenizer.ggml.tokens"], found["tokenizer.ggml.token_type"], strict=True)),
    )
    assert (found["tokenizer.ggml.model"], found["tokenizer.ggml.pre"]) == ("llama", "default")
    assert (types["<pad>"], types["<unk>"], types["<0x0A>"], types["\u2581the"]) == (CONTROL, CONTROL, BYTE, NORMAL)
    # What SentencePiece calls defined by the user is a piece like others until the config says more of it.
    assert (types["<start_of_turn>"], types["<image_soft_token>"]) == (NORMAL, USER_DEFINED)
    assert (tokens[-1], types["[PAD415]"], found["tokenizer.ggml.scores"][-1]) == ("[PAD415]", UNUSED, -10000.0)
    assert found["tokenizer.ggml.add_space_prefix"] is False


def test_tokens_that_the_config_marks(tmp_path: Path) -> None:
    path = folder("gemma3", tmp_path)
    config = json.loads((path / "tokenizer_config.json").read_text("utf-8"))
    new = {"380": {"content": "\u2581tool", "special": False}, "381": {"content": "<unused7>", "special": False}}
    edit_json(path / "tokenizer_config.json", added_tokens_decoder={**config["added_tokens_decoder"], **new})
    found = read(gemma3_tokenizer, path)
    entries = list(zip(found["tokenizer.ggml.tokens"], found["tokenizer.ggml.token_type"], strict=True))[380:382]
    assert entries == [(" tool", USER_DEFINED), ("<unused7>", CONTROL)]


def test_flags_that_are_trusted(tmp_path: Path) -> None:
    found = read(phi3_tokenizer, folder("phi3", tmp_path))
    types = dict(zip(found["tokenizer.ggml.tokens"], found["tokenizer.ggml.token_type"], strict=True))
    kinds = [types[token] for token in ("<|assistant|>", "<|user|>", "<|later|>")]
    assert kinds == [CONTROL, USER_DEFINED, USER_DEFINED]


def test_a_smaller_model_than_tokenizer(tmp_path: Path) -> None:
    assert len(read(llama_tokenizer, folder("mistral", tmp_path), 300)["tokenizer.ggml.tokens"]) == 300


def test_scores_follow_the_merges(tmp_path: Path) -> None:
    path = folder("llama2", tmp_path)
    found = read(llama_tokenizer, path)
    scores = dict(zip(found["tokenizer.ggml.tokens"], found["tokenizer.ggml.scores"], strict=True))
    merged = ["".join(merge) for merge in content(path)["model"]["merges"]]
    assert [scores[token] for token in merged] == [-float(rank) for rank in range(len(merged))]
    assert (scores["<0x0A>"], "tokenizer.ggml.merges" in found) == (-1000.0, False)


def test_tokens_of_a_reply_are_shown(tmp_path: Path) -> None:
    path = folder("gemma4", tmp_path)
    edit_json(path / "tokenizer_config.json", soc_token="<|channel>", sot_token="<|turn>")
    found = read(gemma4_tokenizer, path)
    types = dict(zip(found["tokenizer.ggml.tokens"], found["tokenizer.ggml.token_type"], strict=True))
    assert (types["<|channel>"], types["<|turn>"], types["<turn|>"]) == (USER_DEFINED, CONTROL, USER_DEFINED)
    assert set(found["tokenizer.ggml.scores"]) == {-1000.0}
    assert found["tokenizer.ggml.add_bos_token"] is True


def test_names_that_a_class_has_by_itself(tmp_path: Path) -> None:
    path = folder("gemma4", tmp_path)
    edit_json(path / "tokenizer_config.json", without=["mask_token"])
    assert read(gemma4_tokenizer, path)["tokenizer.ggml.token_type"][4] == CONTROL
    edit_json(path / "tokenizer_config.json", tokenizer_class="PreTrainedTokenizerFast")
    assert read(gemma4_tokenizer, path)["tokenizer.ggml.token_type"][4] == NORMAL


def test_gemma_3_without_its_pieces_follows_the_merges(tmp_path: Path) -> None:
    path = folder("gemma4", tmp_path)
    tokenizer = content(path)
    # As in the release: the vocabulary lists the marks as well, and the config names few of them.
    added = {entry["content"]: entry["id"] for entry in tokenizer["added_tokens"]}
    edit_json(path / "tokenizer.json", model=tokenizer["model"] | {"vocab": tokenizer["model"]["vocab"] | added})
    found = read(gemma3_tokenizer, path)
    assert found["tokenizer.ggml.model"] == "gemma4"
    types = dict(zip(found["tokenizer.ggml.tokens"], found["tokenizer.ggml.token_type"], strict=True))
    kinds = [types[token] for token in ("<|turn>", "<turn|>", "<eos>", "<image_soft_token>", "<0x0A>")]
    assert kinds == [CONTROL, CONTROL, CONTROL, USER_DEFINED, BYTE]


def test_marks_of_a_chat_stay_whole_without_pieces(tmp_path: Path) -> None:
    path = folder("llama2", tmp_path)
    vocabulary, tokenizer = content(path)["model"]["vocab"], content(path)
    mark = {**tokenizer["added_tokens"][-1], "content": "[INST]", "id": max(vocabulary.values()) + 1, "special": True}
    tokenizer["model"]["vocab"] = vocabulary | {mark["content"]: mark["id"]}
    edit_json(path / "tokenizer.json", model=tokenizer["model"], added_tokens=[*tokenizer["added_tokens"], mark])
    found = read(llama_tokenizer, path, mark["id"] + 1)
    assert found["tokenizer.ggml.token_type"][mark["id"]] == CONTROL


@pytest.mark.parametrize(
    ("changes", "shown"),
    [
        ({"normalizer": {"type": "NFKC"}}, "NFKC"),
        ({"pre_tokenizer": {"type": "Whitespace"}}, "Whitespace"),
        ({"normalizer": {"type": "Sequence", "normalizers": [{"type": "Strip"}]}}, "Strip"),
    ],
)
def test_other_ways_to_cut_text_are_shown(changes: dict[str, Any], shown: str, tmp_path: Path) -> None:
    path = folder("llama2", tmp_path)
    edit_json(path / "tokenizer.json", **changes)
    with pytest.raises(PreTokenizerUnknown) as caught:
        read(llama_tokenizer, path)
    assert shown in str(caught.value.facts["found"])


def test_a_family_that_has_no_use_for_pieces(tmp_path: Path) -> None:
    with pytest.raises(TokenizerUnsupported) as caught:
        read(bpe_tokenizer, folder("mistral", tmp_path))
    assert caught.value.facts["kind"] == "SentencePiece"


@pytest.mark.parametrize("vocabulary", [{"a": 1, "b": 1}, {"a": -1}, {"a": SIZE}, {"half \ud83d": 1}])
def test_broken_vocabularies(vocabulary: dict[str, int], tmp_path: Path) -> None:
    path = folder("llama2", tmp_path)
    edit_json(path / "tokenizer.json", model={**content(path)["model"], "vocab": vocabulary})
    with pytest.raises(TokenizerInvalid):
        read(llama_tokenizer, path)


def test_broken_files_beside_the_pieces(tmp_path: Path) -> None:
    path = folder("phi3", tmp_path)
    (path / "added_tokens.json").write_text('{"<|later|>": "362"}')
    with pytest.raises(TokenizerInvalid):
        read(phi3_tokenizer, path)
    (path / "tokenizer.model").write_bytes(b"<!doctype html>")
    with pytest.raises(FormatError):
        read(phi3_tokenizer, path)


def test_a_vocabulary_beyond_all_bounds(tmp_path: Path) -> None:
    for make, name in ((phi3_tokenizer, "phi3"), (llama_tokenizer, "llama2")):
        with pytest.raises(TokenizerInvalid):
            read(make, folder(name, tmp_path), 1 << 30)
