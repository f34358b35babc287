"""What goes with a repository on the Hub, in which forms it is to be had, and what does not fit, and why."""

import json
from pathlib import Path

import pytest

from app.core.errors import Cancelled
from app.core.progress import Progress
from app.hub.catalogue import Catalogue, CatalogueDraft, CatalogueTarget
from app.hub.client import HubClient
from app.hub.errors import HubTokenNeeded
from app.hub.looking import look
from app.hub.offers import HubModel, Offer, Partner
from tests.fakes.hub import StubHub

TARGET = "Qwen/Tiny-Qwen3"
DRAFT = "lab/tiny-qwen3-DSpark"
NOTHING_KNOWN = Catalogue((), ())


@pytest.fixture
def fixtures(shared: Path) -> Path:
    return shared / "fixtures"


def files_in(folder: Path, **changed: object) -> dict[str, bytes]:
    """A checkpoint as a repository; `changed` are keys of its config."""
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    if changed:
        files["config.json"] = json.dumps({**json.loads(files["config.json"]), **changed}).encode()
    return files


def publish_pair(stub: StubHub, fixtures: Path) -> None:
    stub.add(TARGET, files_in(fixtures / "targets/qwen3"), tags=("safetensors", "license:apache-2.0"))
    stub.add(DRAFT, files_in(fixtures / "drafts/dspark_deepspec"), tags=("safetensors", f"base_model:{TARGET}"))


def ask(client: HubClient, repo: str, catalogue: Catalogue = NOTHING_KNOWN) -> Offer:
    return look(client, repo, catalogue, Progress())


def by_repo(offer: Offer) -> dict[str, Partner]:
    return {partner.model.repo: partner for partner in offer.partners}


def forms(model: HubModel) -> list[tuple[str, str, str, str]]:
    return [(form.repo, form.kind, form.file, form.file_type) for form in model.forms]


def test_a_target_comes_with_its_drafts_and_the_reason_of_each_that_does_not_fit(
    stub: StubHub, client: HubClient, fixtures: Path
) -> None:
    publish_pair(stub, fixtures)
    wrong = files_in(fixtures / "drafts/dspark_deepspec", num_target_layers=9)
    stub.add("other/Tiny-Qwen3-DFlash", wrong, tags=("safetensors",))
    stub.add("lab/Tiny-Qwen3-Domino-dflash", {"config.json": b"{}", "model.safetensors": b"nonsense"})
    stub.add("lab/for-another-dspark", {}, tags=(f"base_model:{TARGET}-Base",))
    offer = ask(client, TARGET)
    assert offer.model.family == "qwen3" and offer.model.licence == "apache-2.0" and offer.model.problem is None
    found = by_repo(offer)
    assert next(iter(found)) == DRAFT and found[DRAFT].misfit is None and found[DRAFT].model.method == "dspark"
    misfits = {repo: partner.misfit.code for repo, partner in found.items() if partner.misfit}
    assert misfits == {"other/Tiny-Qwen3-DFlash": "pair_layer_count", "lab/Tiny-Qwen3-Domino-dflash": "format"}


def test_a_target_is_to_be_had_as_checkpoint_and_as_gguf_of_others(
    stub: StubHub, client: HubClient, fixtures: Path
) -> None:
    publish_pair(stub, fixtures)
    quantized = (f"base_model:quantized:{TARGET}", "gguf")
    names = [
        "Tiny-Q4_K_M.gguf",
        "Tiny-UD-Q4_K_XL.gguf",
        "Tiny-Q8_0-00001-of-00002.gguf",
        "Tiny-Q8_0-00002-of-00002.gguf",
    ]
    others = ["Tiny-F16-00001-of-00002.gguf", "mmproj-F16.gguf", "imatrix.gguf", "dflash-Tiny-Q8_0.gguf"]
    stub.add("someone/Tiny-GGUF", {name: bytes(100) for name in (*names, *others)}, tags=quantized)
    offer = ask(client, TARGET)
    assert forms(offer.model) == [
        (TARGET, "checkpoint", "", "BF16"),
        ("someone/Tiny-GGUF", "gguf", "Tiny-Q4_K_M.gguf", "Q4_K_M"),
        ("someone/Tiny-GGUF", "gguf", "Tiny-Q8_0-00001-of-00002.gguf", "Q8_0"),
        ("someone/Tiny-GGUF", "gguf", "Tiny-UD-Q4_K_XL.gguf", "Q4_K_XL"),
    ]
    checkpoint, _, sharded, _ = offer.model.forms
    assert sharded.fetch_bytes == 200 and checkpoint.fetch_bytes > checkpoint.weights_bytes > 0
    assert not [request for request in stub.requests if request.path.endswith(".gguf")], "their heads are not fetched"


def test_a_draft_comes_with_its_targets(stub: StubHub, client: HubClient, fixtures: Path) -> None:
    publish_pair(stub, fixtures)
    stub.add("someone/Tiny-GGUF", {"Tiny-Q4_K_M.gguf": bytes(9)}, tags=(f"base_model:quantized:{TARGET}", "gguf"))
    offer = ask(client, DRAFT)
    assert offer.model.method == "dspark" and [form.kind for form in offer.model.forms] == ["checkpoint"]
    (target,) = offer.partners
    assert target.model.repo == TARGET and target.misfit is None
    assert [form.kind for form in target.model.forms] == ["checkpoint", "gguf"]


def test_the_catalogue_knows_what_tags_do_not_say(stub: StubHub, client: HubClient, fixtures: Path) -> None:
    stub.add("mirror/Tiny", files_in(fixtures / "targets/qwen3"))
    stub.add("lab/quiet", files_in(fixtures / "drafts/dspark_deepspec"))
    known = CatalogueTarget(TARGET, "qwen3", 2, 1, (CatalogueDraft("lab/quiet", "dspark"),), "manual", "mirror/Tiny")
    catalogue = Catalogue((known,), ())
    assert [partner.model.repo for partner in ask(client, "lab/quiet", catalogue).partners] == ["mirror/Tiny"]
    assert [partner.model.repo for partner in ask(client, "mirror/Tiny", catalogue).partners] == ["lab/quiet"]


def test_an_exporters_hint_leads_to_the_target_and_a_path_on_its_disk_does_not(
    stub: StubHub, client: HubClient, fixtures: Path
) -> None:
    publish_pair(stub, fixtures)
    folder = fixtures / "drafts/dspark_speculators_anchor"
    config = json.loads((folder / "config.json").read_text())
    for hint, found in ((TARGET, [TARGET]), ("/data/Tiny-Qwen3", [])):
        config["speculators_config"]["verifier"]["name_or_path"] = hint
        stub.add("lab/hinting", {**files_in(folder), "config.json": json.dumps(config).encode()})
        assert [partner.model.repo for partner in ask(client, "lab/hinting").partners] == found


def test_a_draft_in_a_folder_of_its_targets_repository(stub: StubHub, client: HubClient, fixtures: Path) -> None:
    inner = {f"draft/{name}": content for name, content in files_in(fixtures / "drafts/dspark_deepspec").items()}
    stub.add(TARGET, {**files_in(fixtures / "targets/qwen3"), **inner})
    (draft,) = ask(client, TARGET).partners
    assert draft.misfit is None and forms(draft.model) == [(TARGET, "checkpoint", "draft", "BF16")]


def test_a_draft_beside_the_gguf_files_of_its_target(stub: StubHub, client: HubClient, fixtures: Path) -> None:
    expected = fixtures / "expected"
    names = {"Tiny-BF16.gguf": "qwen3", "dspark-Tiny-BF16.gguf": "dspark_deepspec"}
    stub.add(TARGET, {name: (expected / f"{kind}.bf16.gguf").read_bytes() for name, kind in names.items()})
    offer = ask(client, TARGET)
    assert forms(offer.model) == [(TARGET, "gguf", "Tiny-BF16.gguf", "BF16")]
    (draft,) = offer.partners
    assert draft.misfit is None and forms(draft.model) == [(TARGET, "gguf", "dspark-Tiny-BF16.gguf", "BF16")]


def test_what_stands_behind_a_gate_says_so(stub: StubHub, client: HubClient, fixtures: Path) -> None:
    publish_pair(stub, fixtures)
    stub.repos[DRAFT].gated = "manual"
    (draft,) = ask(client, TARGET).partners
    assert draft.misfit and draft.misfit.code == "hub_token_needed"
    with pytest.raises(HubTokenNeeded):
        ask(client, DRAFT)


def test_what_is_no_model_has_a_problem_and_no_partners(stub: StubHub, client: HubClient) -> None:
    stub.add("a/picture", {"model_index.json": b"{}", "unet/config.json": b"{}", "unet/model.safetensors": b"x"})
    offer = ask(client, "a/picture")
    assert offer.model.problem and offer.model.problem.code == "not_a_chat_model" and not offer.partners


def test_a_family_that_cannot_be_converted_is_to_be_had_as_gguf(
    stub: StubHub, client: HubClient, fixtures: Path
) -> None:
    config = {"architectures": ["NanbeigeForCausalLM"]}
    stub.add(TARGET, files_in(fixtures / "targets/llama31", **config))
    alone = ask(client, TARGET).model
    assert alone.problem and alone.problem.code == "target_not_convertible"
    stub.add("someone/Tiny-GGUF", {"Tiny-Q4_K_M.gguf": bytes(9)}, tags=(f"base_model:quantized:{TARGET}", "gguf"))
    model = ask(client, TARGET).model
    assert model.problem is None and [form.kind for form in model.forms] == ["gguf"]


def test_cancelling_ends_a_look_in_its_middle(stub: StubHub, client: HubClient, fixtures: Path) -> None:
    publish_pair(stub, fixtures)
    asked = 0

    def is_cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 12

    with pytest.raises(Cancelled):
        look(client, TARGET, NOTHING_KNOWN, Progress(is_cancelled=is_cancelled))
