"""What can go wrong between here and the Hub: each under a code of its own."""

from app.core.errors import AppError


class HubOffline(AppError):
    """The Hub is needed and Slipstream was told to stay offline."""

    code = "hub_offline"


class HubUnreachable(AppError):
    """No connection to a server could be made: host, detail."""

    code = "hub_unreachable"


class HubSilent(AppError):
    """A server took too long to answer or to go on: host."""

    code = "hub_silent"


class HubConnectionLost(AppError):
    """The connection to a server dropped again and again: host, detail."""

    code = "hub_connection_lost"


class HubCertificate(AppError):
    """The certificate of a server is signed by nobody whom this machine trusts: host, detail."""

    code = "hub_certificate"


class HubTrustUnreadable(AppError):
    """The certificates that the environment says to trust cannot be read: path, detail."""

    code = "hub_trust_unreadable"


class HubProxy(AppError):
    """The proxy that the system names did not let a request through: detail."""

    code = "hub_proxy"


class HubRateLimited(AppError):
    """A server asks to wait longer than is reasonable now: host, wait_s (None if it does not say)."""

    code = "hub_rate_limited"


class HubServerTrouble(AppError):
    """A server keeps answering with an error of its own: host, status."""

    code = "hub_server_trouble"


class HubRefused(AppError):
    """A server refused a request in a way that has no name here: host, status, detail."""

    code = "hub_refused"


class HubAnswerUnreadable(AppError):
    """A server answered with something that is not what was asked for: host, detail."""

    code = "hub_answer_unreadable"


class HubWebPage(AppError):
    """A web page came instead of what was asked for, a login page as a rule: host, name (of the file)."""

    code = "hub_web_page"


class HubTokenNeeded(AppError):
    """Only those who sign in may do this, and there is no token: repo (which asks for it), link (where to get one)."""

    code = "hub_token_needed"


class HubTokenInvalid(AppError):
    """The Hub does not know the token: link (where to get another)."""

    code = "hub_token_invalid"


class HubTokenMalformed(AppError):
    """What was given as a token cannot be one: link (where to get one)."""

    code = "hub_token_malformed"


class HubKeyringMissing(AppError):
    """This system has no keyring to keep a token in."""

    code = "hub_keyring_missing"


class HubKeyringRefused(AppError):
    """The keyring of the system did not do what was asked: detail."""

    code = "hub_keyring_refused"


class HubLicenceNotAccepted(AppError):
    """The terms of a repository were not accepted yet by the owner of the token: repo, link (where to accept)."""

    code = "hub_licence"


class HubAccessDenied(AppError):
    """The owner of the token may not read a repository: repo, detail, link (where to ask)."""

    code = "hub_access_denied"


class HubNameInvalid(AppError):
    """What was named is no repository's name: name."""

    code = "hub_name_invalid"


class HubRepoMissing(AppError):
    """There is no such repository, or it is private: repo."""

    code = "hub_repo_missing"


class HubRepoDisabled(AppError):
    """The Hub has closed a repository: repo."""

    code = "hub_repo_disabled"


class HubRevisionMissing(AppError):
    """A repository has no such revision: repo, revision."""

    code = "hub_revision_missing"


class HubFileMissing(AppError):
    """A repository has no such file: repo, name."""

    code = "hub_file_missing"


class HubShardMissing(AppError):
    """A repository lacks one of the files that its model consists of: repo, name."""

    code = "hub_shard_missing"


class HubNoWeights(AppError):
    """A repository holds no weights in a form that can be used: repo."""

    code = "hub_no_weights"


class HubSeenWhenFetched(AppError):
    """A repository keeps its weights in files that can only be looked into once they are here: repo."""

    code = "hub_seen_when_fetched"


class HubSeveralFiles(AppError):
    """A repository holds several models and nothing says which one is meant: repo, names (a comma-separated list)."""

    code = "hub_several_files"


class HubFileChanged(AppError):
    """A file is not what the Hub listed a moment ago: repo, name, expected, got."""

    code = "hub_file_changed"


class HubFileDamaged(AppError):
    """A file arrived damaged twice, whole as it seemed: repo, name, expected, got (hashes)."""

    code = "hub_file_damaged"


class HubDiskFull(AppError):
    """The volume of the models has less room than what is still to fetch: path, needed_bytes, free_bytes."""

    code = "hub_disk_full"


class HubBusy(AppError):
    """Another window or command is fetching the same repository: repo."""

    code = "hub_busy"
