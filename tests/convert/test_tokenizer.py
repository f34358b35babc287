"""Tokenizers: what their JSON files say, and what they must not say."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.convert.architectures.llama import tokenizer as llama_tokenizer
from app.convert.errors import PreTokenizerUnknown, TokenizerInvalid, TokenizerMissing, TokenizerUnsupported
from app.convert.tokenizer import bpe_tokenizer
from app.convert.tokenizer_files import read_tokenizer_files
from tests.convert.checkpoints import copied, edit_json

SIZE = 1024
BOS, EOS = "<|begin_of_text|>", "<|eot_id|>"
NORMAL, CONTROL, USER_DEFINED, UNUSED = 1, 3, 4, 5


@pytest.fixture
def folder(shared: Path, tmp_path: Path) -> Path:
    return copied(shared / "fixtures/targets/llama31", tmp_path / "checkpoint")


def read(folder: Path, size: int = SIZE) -> dict[str, Any]:
    config = json.loads((folder / "config.json").read_text("utf-8"))
    return {pair.key: pair.value for pair in bpe_tokenizer(read_tokenizer_files(folder, config), size)}


def edit(folder: Path, **changes: Any) -> None:
    edit_json(folder / "tokenizer.json", **changes)


def tokenizer(folder: Path) -> Any:
    return json.loads((folder / "tokenizer.json").read_text("utf-8"))


def model(folder: Path, **changes: Any) -> dict[str, Any]:
    return {**tokenizer(folder)["model"], **changes}


def template(*pieces: str, pair: tuple[str, ...] = ()) -> dict[str, Any]:
    def spelled(piece: str) -> dict[str, Any]:
        return {"Sequence" if piece in "AB" else "SpecialToken": {"id": piece, "type_id": 0}}

    return {
        "type": "TemplateProcessing", "single": [spelled(p) for p in pieces], "pair": [spelled(p) for p in pair],
        "special_tokens": {},
    }  # fmt: skip


def test_ids_without_a_token_are_padded(folder: Path) -> None:
    found = read(folder, SIZE + 3)
    assert found["tokenizer.ggml.tokens"][-3:] == ["[PAD1024]", "[PAD1025]", "[PAD1026]"]
    assert found["tokenizer.ggml.token_type"][-4:] == [CONTROL, UNUSED, UNUSED, UNUSED]


def test_added_tokens_are_for_control_or_defined_by_the_user(folder: Path) -> None:
    def added(i: int, content: str, **flags: bool) -> dict[str, Any]:
        return {"id": SIZE + i, "content": content, "special": False, "normalized": False, **flags}

    new = [
        added(0, "<tool>"),
        added(1, "<tool>!", special=True),
        added(2, "<|looks|>"),
        added(3, "\u2581\u2581", normalized=True),
        added(4, "\u0120word"),  # spelled in the byte alphabet
        added(5, "\u00e9"),  # in that alphabet no text, so it is meant as it stands
    ]
    edit(folder, added_tokens=[*tokenizer(folder)["added_tokens"], *new])
    found = read(folder, SIZE + 6)
    assert found["tokenizer.ggml.tokens"][SIZE:] == ["<tool>", "<tool>!", "<|looks|>", "  ", " word", "\u00e9"]
    kinds = [USER_DEFINED, CONTROL, CONTROL, USER_DEFINED, USER_DEFINED, USER_DEFINED]
    assert found["tokenizer.ggml.token_type"][SIZE:] == kinds


def test_a_token_with_a_role_is_for_control(folder: Path) -> None:
    tokens = [{**token, "special": False} for token in tokenizer(folder)["added_tokens"]]
    tokens[-1]["content"] = "</s>"
    edit(folder, added_tokens=tokens)
    assert read(folder)["tokenizer.ggml.token_type"][-1] == USER_DEFINED
    edit_json(folder / "tokenizer_config.json", pad_token="</s>")
    found = read(folder)
    assert found["tokenizer.ggml.token_type"][-1] == CONTROL
    assert found["tokenizer.ggml.padding_token_id"] == SIZE - 1


def test_tokens_that_only_the_config_adds(folder: Path) -> None:
    entry = {"content": "<extra>", "special": True, "normalized": False}
    edit_json(folder / "tokenizer_config.json", added_tokens_decoder={str(SIZE): entry, "1018": {"content": BOS}})
    found = read(folder, SIZE + 1)
    assert found["tokenizer.ggml.tokens"][SIZE] == "<extra>"
    assert found["tokenizer.ggml.tokens"][1018] == BOS


@pytest.mark.parametrize(
    ("processor", "added"),
    [
        (None, {}),
        ({"type": "ByteLevel"}, {"bos": False, "eos": False}),
        (template("A"), {}),
        (template(BOS, "A"), {"bos": True}),
        (template("A", EOS), {"eos": True}),
        (template(BOS, "A", pair=(BOS, "A", BOS, "B")), {"bos": True, "sep": False}),
        (template("A", pair=("A", EOS, "B")), {"sep": True}),
        (
            {"type": "Sequence", "processors": [{"type": "ByteLevel"}, template(BOS, "A")]},
            {"bos": True, "eos": False},
        ),
    ],
)
def test_what_is_put_around_a_text(processor: Any, added: dict[str, bool], folder: Path) -> None:
    edit(folder, post_processor=processor)
    found = read(folder)
    assert {
        role: found[key] for role in ("bos", "eos", "sep") if (key := f"tokenizer.ggml.add_{role}_token") in found
    } == added


def test_a_text_that_ends_otherwise_than_a_turn(folder: Path) -> None:
    edit(folder, post_processor=template("A", "<|end_of_text|>"))
    found = read(folder)
    assert found["tokenizer.ggml.eos_token_id"] == 1019
    assert found["tokenizer.ggml.eot_token_id"] == 1022


def test_the_config_decides_where_the_tokenizer_says_nothing(folder: Path) -> None:
    edit_json(folder / "tokenizer_config.json", add_bos_token=True, add_eos_token=None)
    found = read(folder)
    assert found["tokenizer.ggml.add_bos_token"] is True
    assert "tokenizer.ggml.add_eos_token" not in found


def test_ids_of_the_model_config_fill_up(folder: Path) -> None:
    edit_json(folder / "tokenizer_config.json", bos_token=None, eos_token={"content": EOS})
    edit_json(folder / "config.json", bos_token_id=7, eos_token_id=[1, 2], pad_token_id=SIZE)
    found = read(folder)
    assert (found["tokenizer.ggml.bos_token_id"], found["tokenizer.ggml.eos_token_id"]) == (7, 1022)
    assert "tokenizer.ggml.padding_token_id" not in found  # there is no such token


def test_merges_in_both_spellings(folder: Path) -> None:
    merges = tokenizer(folder)["model"]["merges"]
    pairs = read(folder)["tokenizer.ggml.merges"]
    edit(folder, model=model(folder, merges=[" ".join(merge) for merge in merges]))
    assert read(folder)["tokenizer.ggml.merges"] == pairs
    edit(folder, model=model(folder, merges=[["a b", "c"]]))
    assert read(folder)["tokenizer.ggml.merges"] == ["a\u0120b c"]


def test_the_template_of_the_config_comes_before_the_file(folder: Path) -> None:
    assert read(folder)["tokenizer.chat_template"] == (folder / "chat_template.jinja").read_text("utf-8")
    several = [{"name": "default", "template": "D"}, {"name": "tool use", "template": "T"}, {"name": "broken"}, 3]
    edit_json(folder / "tokenizer_config.json", chat_template=several)
    found = read(folder)
    assert found["tokenizer.chat_template"] == "D"
    assert found["tokenizer.chat_template.tool_use"] == "T"
    assert found["tokenizer.chat_templates"] == ["tool_use"]
    edit_json(folder / "tokenizer_config.json", chat_template=None)
    assert "tokenizer.chat_template" not in read(folder)


def test_templates_in_files(folder: Path) -> None:
    (folder / "chat_template.jinja").write_bytes(b"one\r\ntwo")
    (folder / "additional_chat_templates").mkdir()
    (folder / "additional_chat_templates/rag.jinja").write_text("R")
    found = read(folder)
    assert (found["tokenizer.chat_template"], found["tokenizer.chat_template.rag"]) == ("one\ntwo", "R")
    (folder / "chat_template.jinja").unlink()
    (folder / "chat_template.json").write_text('{"chat_template": "from JSON"}')
    assert read(folder)["tokenizer.chat_template"] == "from JSON"
    (folder / "tokenizer_config.json").unlink()
    assert "tokenizer.chat_template" not in read(folder)


def test_a_family_that_was_trained_without_a_first_token(folder: Path) -> None:
    edit_json(folder / "tokenizer_config.json", add_bos_token=True, add_prefix_space=False)
    pairs = {pair.key: pair.value for pair in llama_tokenizer(read_tokenizer_files(folder, {}), 49152)}
    assert pairs["tokenizer.ggml.add_bos_token"] is False
    assert pairs["tokenizer.ggml.add_space_prefix"] is False


def test_what_code_llama_ends_a_filled_gap_with(folder: Path) -> None:
    pairs = {pair.key: pair.value for pair in llama_tokenizer(read_tokenizer_files(folder, {}), 32016)}
    assert pairs["tokenizer.ggml.eot_token_id"] == 32010


WORDS_AND_BYTES = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}


@pytest.mark.parametrize(
    ("pre_tokenizer", "ignore_merges", "name"),
    [
        (WORDS_AND_BYTES, False, "gpt-2"),
        (
            {"type": "Sequence", "pretokenizers": [{"type": "Digits", "individual_digits": True}, WORDS_AND_BYTES]},
            False,
            "smollm",
        ),
    ],
)
def test_known_ways_to_cut_text(pre_tokenizer: Any, ignore_merges: bool, name: str, folder: Path) -> None:
    edit(folder, pre_tokenizer=pre_tokenizer, model=model(folder, ignore_merges=ignore_merges))
    assert read(folder)["tokenizer.ggml.pre"] == name


def test_a_normalizer_that_changes_nothing_of_note(folder: Path) -> None:
    edit(folder, normalizer={"type": "NFC"})
    assert read(folder)["tokenizer.ggml.pre"] == "llama-bpe"


@pytest.mark.parametrize(
    ("changes", "shown"),
    [
        ({"normalizer": {"type": "Lowercase"}}, "Lowercase"),
        ({"pre_tokenizer": {"type": "Whitespace"}}, "Whitespace"),
        ({"pre_tokenizer": None}, "nothing at all"),
        ({"pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": True}}, "add_prefix_space"),
    ],
)
def test_an_unknown_way_to_cut_text_is_shown(changes: dict[str, Any], shown: str, folder: Path) -> None:
    edit(folder, **changes)
    with pytest.raises(PreTokenizerUnknown) as caught:
        read(folder)
    assert shown in str(caught.value.facts["found"])


def test_the_same_cuts_without_whole_words_are_another_way(folder: Path) -> None:
    edit(folder, model=model(folder, ignore_merges=False))
    assert read(folder)["tokenizer.ggml.pre"] == "dbrx"
    split = {"type": "Split", "pattern": {"Regex": "\\d+"}, "behavior": "Isolated", "invert": False}
    edit(folder, model=model(folder, ignore_merges=True), pre_tokenizer=split)
    with pytest.raises(PreTokenizerUnknown) as caught:
        read(folder)
    assert caught.value.facts["found"] == "split \\d+ (ignore_merges)"


@pytest.mark.parametrize(("is_named", "said"), [(True, None), (False, False)])
def test_no_token_at_the_beginning_where_none_is_named(is_named: bool, said: bool | None, folder: Path) -> None:
    # The engine would take config.json's by itself.
    edit_json(folder / "tokenizer_config.json", bos_token=BOS if is_named else None)
    edit(folder, post_processor=None)
    assert read(folder).get("tokenizer.ggml.add_bos_token") is said


@pytest.mark.parametrize("changes", [{"tool_token": "</s>"}, {"extra_special_tokens": {"tool": "</s>"}}])
def test_names_of_a_models_own_make_a_token_one_for_control(changes: dict[str, Any], folder: Path) -> None:
    tokens = [{**token, "special": False} for token in tokenizer(folder)["added_tokens"]]
    tokens[-1]["content"] = "</s>"
    edit(folder, added_tokens=tokens)
    edit_json(folder / "tokenizer_config.json", additional_special_tokens=["</s>"])
    assert read(folder)["tokenizer.ggml.token_type"][-1] == USER_DEFINED
    edit_json(folder / "tokenizer_config.json", **changes)
    assert read(folder)["tokenizer.ggml.token_type"][-1] == CONTROL


def test_other_kinds_of_tokenizers_are_named(folder: Path, shared: Path) -> None:
    edit(folder, model=model(folder, type="Unigram"))
    with pytest.raises(TokenizerUnsupported) as caught:
        read(folder)
    assert caught.value.facts["kind"] == "Unigram"
    with pytest.raises(TokenizerUnsupported) as caught:
        read(shared / "fixtures/targets/gemma4")
    assert caught.value.facts["kind"] == "SentencePiece"


def test_a_checkpoint_without_a_tokenizer(folder: Path) -> None:
    (folder / "tokenizer.json").unlink()
    with pytest.raises(TokenizerMissing):
        read(folder)


@pytest.mark.parametrize(
    "changes",
    [
        {"model": {"vocab": {}}},
        {"model": {"vocab": {"a": "0"}}},
        {"model": {"vocab": {"a": True}}},
        {"model": {"vocab": {"a": -1}}},
        {"model": {"vocab": {"a": SIZE}}},
        {"model": {"vocab": {"a": 0, "b": 0}}},
        {"model": {"vocab": {"half \ud83d": 0}}},
        {"model": {"merges": None}},
        {"model": {"merges": ["a b", ["a", "b"]]}},
        {"model": {"merges": [["a", 1]]}},
        {"added_tokens": {"a": 1}},
        {"added_tokens": [3]},
        {"added_tokens": [{"id": -1, "content": "x"}]},
        {"added_tokens": [{"id": 1, "content": None}]},
        {"added_tokens": [{"id": 1, "content": "x"}, {"id": 1, "content": "y"}]},
        {"added_tokens": [{"id": SIZE, "content": "x"}]},
    ],
)
def test_broken_tokenizers(changes: dict[str, Any], folder: Path) -> None:
    if "model" in changes:
        changes = {"model": model(folder, **changes["model"])}
    edit(folder, **changes)
    with pytest.raises(TokenizerInvalid):
        read(folder)


def test_a_vocabulary_beyond_all_bounds(folder: Path) -> None:
    with pytest.raises(TokenizerInvalid):
        read(folder, 1 << 30)


def test_broken_settings(folder: Path) -> None:
    edit_json(folder / "tokenizer_config.json", added_tokens_decoder={"x": {"content": "y"}})
    with pytest.raises(TokenizerInvalid):
        read(folder)
    edit_json(folder / "tokenizer_config.json", added_tokens_decoder=None, chat_template="half \ud83d")
    with pytest.raises(TokenizerInvalid):
        read(folder)
    edit_json(folder / "tokenizer_config.json", without=["chat_template"])
    (folder / "chat_template.jinja").write_bytes(b"\xff\xfe")
    with pytest.raises(TokenizerInvalid):
        read(folder)
    edit_json(folder / "config.json", pad_token_id=-1)
    (folder / "chat_template.jinja").write_bytes(b"fine")
    with pytest.raises(TokenizerInvalid):
        read(folder)
