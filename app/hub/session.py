"""The connections to the Hub: which certificates and which proxy they trust, as the environment says."""

import os
import ssl
from pathlib import Path

import httpx2
from huggingface_hub import get_session

from app.core.log import redact
from app.hub.errors import HubProxy, HubTrustUnreadable

# What the program's HTTP library looks at, and what others do in the same place.
_FILE, _FOLDER = "SSL_CERT_FILE", "SSL_CERT_DIR"
_OTHERS = ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")


def session() -> httpx2.Client:
    """The Hub's library's connections; certificates are always checked, against the system's store as a rule.

    SSL_CERT_FILE, SSL_CERT_DIR, REQUESTS_CA_BUNDLE or CURL_CA_BUNDLE name others. Raises HubTrustUnreadable or HubProxy
    where what the environment names is of no use.
    """
    _take_over_bundle()
    try:
        return get_session()
    except (OSError, ssl.SSLError) as error:
        named = next((os.environ[name] for name in (_FILE, _FOLDER) if os.environ.get(name)), "")
        raise HubTrustUnreadable(path=named, detail=str(error.strerror or error)) from error
    except (ValueError, ImportError) as error:
        # An address that is none, or a kind of proxy that cannot be used, such as socks://.
        raise HubProxy(detail=redact(str(error))[:200]) from error


def _take_over_bundle() -> None:
    if os.environ.get(_FILE) or os.environ.get(_FOLDER):
        return
    named = next((os.environ[name] for name in _OTHERS if os.environ.get(name)), "")
    if named:
        os.environ[_FOLDER if Path(named).is_dir() else _FILE] = named
