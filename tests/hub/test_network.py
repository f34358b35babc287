"""Mirrors, proxies and certificates, as the environment names them; nothing unverified ever."""

import base64
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from huggingface_hub import close_session

from app.core.progress import Progress
from app.hub.client import HubClient
from app.hub.download import plan_pull, pull
from app.hub.errors import HubCertificate, HubProxy
from tests.fakes.hub import StubHub
from tests.fakes.hub_faults import Status
from tests.hub.conftest import IMPATIENT
from tests.hub.repositories import REPO, one_file


@pytest.fixture(autouse=True)
def _fresh_session(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The library's session reads the environment when it is made."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    close_session()
    yield
    close_session()


def test_a_proxy_with_a_login_is_used_for_all(
    stub: StubHub, tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub.add(REPO, one_file())
    monkeypatch.setenv("HTTP_PROXY", stub.url.replace("http://", "http://me:pass%20word@"))
    client = HubClient("http://hub.invalid", None, tmp_path, patience=IMPATIENT)
    pulled = pull(client, plan_pull(client, REPO, library, Progress()), Progress())
    assert pulled.path.read_bytes() == one_file()["model.gguf"]
    login = "Basic " + base64.b64encode(b"me:pass word").decode()
    assert {request.proxy_login for request in stub.requests} == {login}
    assert {request.host for request in stub.requests} == {"hub.invalid", stub.store_url.removeprefix("http://")}


def test_a_proxy_that_asks_for_a_login_is_told(stub: StubHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", stub.url)
    stub.misbehave("", Status(407, {"Proxy-Authenticate": "Basic"}))
    with pytest.raises(HubProxy):
        HubClient("http://hub.invalid", None, tmp_path, patience=IMPATIENT).listing(REPO, None, Progress())


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 that signs itself, and its key."""
    program = shutil.which("openssl")
    if program is None:
        pytest.skip("there is no openssl to make a certificate with")
    folder = tmp_path_factory.mktemp("certificate")
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    about = ("-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2")
    new = ("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", *about)
    subprocess.run([program, *new, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    return certificate, key


@pytest.fixture
def tls_stub(authority: tuple[Path, Path]) -> Iterator[StubHub]:
    """A Hub that speaks https under that certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*authority)
    with StubHub(context) as hub:
        hub.add(REPO, one_file())
        yield hub
        close_session()


def test_a_certificate_of_nobody_is_refused(tls_stub: StubHub, tmp_path: Path) -> None:
    with pytest.raises(HubCertificate) as caught:
        HubClient(tls_stub.url, None, tmp_path, patience=IMPATIENT).listing(REPO, None, Progress())
    assert caught.value.facts["host"] == "127.0.0.1"


def test_an_authority_of_ones_own_is_taken(
    tls_stub: StubHub, authority: tuple[Path, Path], tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(authority[0]))
    client = HubClient(tls_stub.url, None, tmp_path, patience=IMPATIENT)
    pulled = pull(client, plan_pull(client, REPO, library, Progress()), Progress())
    assert pulled.path.read_bytes() == one_file()["model.gguf"]
