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
from app.hub.errors import HubCertificate, HubProxy, HubTrustUnreadable
from tests.fakes.hub import StubHub
from tests.fakes.hub_faults import Status
from tests.fakes.proxy import TunnelProxy
from tests.hub.conftest import IMPATIENT
from tests.hub.repositories import REPO, one_file


@pytest.fixture(autouse=True)
def _fresh_session(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The library's session reads the environment when it is made."""
    proxies = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")
    for name in (*proxies, "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"):
        # Set first, so that what the program itself sets is taken back.
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
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


def _fetch(hub: StubHub, tmp_path: Path, library: Path) -> bytes:
    client = HubClient(hub.url, None, tmp_path, patience=IMPATIENT)
    return pull(client, plan_pull(client, REPO, library, Progress()), Progress()).path.read_bytes()


def test_a_certificate_of_nobody_is_refused(tls_stub: StubHub, tmp_path: Path) -> None:
    with pytest.raises(HubCertificate) as caught:
        HubClient(tls_stub.url, None, tmp_path, patience=IMPATIENT).listing(REPO, None, Progress())
    assert caught.value.facts["host"] == "127.0.0.1" and not tls_stub.requests


@pytest.mark.parametrize("variable", ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"])
def test_an_authority_of_ones_own_is_taken(
    tls_stub: StubHub,
    authority: tuple[Path, Path],
    tmp_path: Path,
    library: Path,
    monkeypatch: pytest.MonkeyPatch,
    variable: str,
) -> None:
    monkeypatch.setenv(variable, str(authority[0]))
    assert _fetch(tls_stub, tmp_path, library) == one_file()["model.gguf"]
    assert {request.server for request in tls_stub.requests} == {"hub", "store"}, "both were believed"


def test_a_redirect_to_a_server_that_nobody_vouches_for_is_refused(
    tls_stub: StubHub, authority: tuple[Path, Path], tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The store's address by another name than its certificate bears.
    monkeypatch.setattr(
        type(tls_stub), "store_url", property(lambda hub: hub._store.url.replace("127.0.0.1", "localhost"))
    )
    monkeypatch.setenv("SSL_CERT_FILE", str(authority[0]))
    with pytest.raises(HubCertificate) as caught:
        _fetch(tls_stub, tmp_path, library)
    assert caught.value.facts["host"] == "localhost"
    assert not any(request.server == "store" for request in tls_stub.requests)


def test_certificates_that_cannot_be_read_are_named(
    tls_stub: StubHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in (tmp_path / "nothing.pem", tmp_path / "nonsense.pem"):
        (tmp_path / "nonsense.pem").write_text("no certificate")
        monkeypatch.setenv("SSL_CERT_FILE", str(path))
        with pytest.raises(HubTrustUnreadable) as caught:
            HubClient(tls_stub.url, None, tmp_path, patience=IMPATIENT).listing(REPO, None, Progress())
        assert caught.value.facts["path"] == str(path)


def test_https_goes_through_a_proxy_that_asks_for_a_login(
    tls_stub: StubHub, authority: tuple[Path, Path], tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(authority[0]))
    with TunnelProxy() as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url())
        assert _fetch(tls_stub, tmp_path, library) == one_file()["model.gguf"]
        close_session()
    assert {f"https://{tunnel}" for tunnel in proxy.tunnels} == {tls_stub.url, tls_stub.store_url}


def test_a_proxy_that_does_not_know_the_login_is_told_without_the_password(
    tls_stub: StubHub, authority: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(authority[0]))
    with TunnelProxy() as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url("open-sesame"))
        with pytest.raises(HubProxy) as caught:
            HubClient(tls_stub.url, None, tmp_path, patience=IMPATIENT).listing(REPO, None, Progress())
        close_session()
    assert "407" in str(caught.value.facts["detail"]) and "sesame" not in str(caught.value)
    assert not proxy.tunnels


def test_a_host_that_needs_no_proxy_is_asked_directly(
    tls_stub: StubHub, authority: tuple[Path, Path], tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(authority[0]))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with TunnelProxy() as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url())
        assert _fetch(tls_stub, tmp_path, library) == one_file()["model.gguf"]
        close_session()
    assert not proxy.tunnels


@pytest.mark.parametrize("address", ["socks://127.0.0.1:1080", "socks5://me:secret-word@127.0.0.1:1080", "ftp://x"])
def test_a_proxy_of_another_kind_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("ALL_PROXY", address)
    with pytest.raises(HubProxy) as caught:
        HubClient("http://hub.invalid", None, tmp_path, patience=IMPATIENT).listing(REPO, None, Progress())
    assert "secret-word" not in str(caught.value)


def test_a_mirror_serves_metadata_and_data(stub: StubHub, tmp_path: Path, library: Path) -> None:
    stub.add(REPO, one_file())
    assert _fetch(stub, tmp_path, library) == one_file()["model.gguf"]
    hosts = {request.host for request in stub.requests}
    assert hosts == {stub.url.removeprefix("http://"), stub.store_url.removeprefix("http://")}
