"""Words for the Hub: what keeps a model from being found or fetched, and the stages of fetching."""

from app.core.translation import tr
from app.texts.entry import Entry

_NETWORK = "Check the connection, then try again: what is fetched already is kept."
_LATER = "Try again later: what is fetched already is kept."

ERRORS = {
    "hub_offline": Entry(
        "Slipstream is set to stay offline.",
        "Switch “Stay offline” off, leave --offline out or unset HF_HUB_OFFLINE, then try again.",
    ),
    "hub_unreachable": Entry(
        "{host} cannot be reached: {detail}.",
        _NETWORK,
        without="{host} cannot be reached.",
    ),
    "hub_silent": Entry("{host} does not answer any more.", _NETWORK),
    "hub_connection_lost": Entry(
        "The connection to {host} drops again and again: {detail}.",
        _NETWORK,
        without="The connection to {host} drops again and again.",
    ),
    "hub_certificate": Entry(
        "The certificate of {host} is signed by nobody whom this computer trusts: {detail}.",
        "If your network has a certificate authority of its own, add it to the system or name it in SSL_CERT_FILE.",
        without="The certificate of {host} is signed by nobody whom this computer trusts.",
    ),
    "hub_trust_unreadable": Entry(
        "The certificates to trust cannot be read from {path}: {detail}.",
        "Correct SSL_CERT_FILE (or REQUESTS_CA_BUNDLE), or unset it to trust what the system trusts.",
        without="The certificates to trust cannot be read.",
    ),
    "hub_proxy": Entry(
        "The proxy did not let the request through: {detail}.",
        "Check the proxy in the system's settings, or HTTPS_PROXY with its user name and password.",
        without="The proxy did not let the request through.",
    ),
    "hub_rate_limited": Entry(
        "{host} asks to wait {wait_s} seconds before the next request.",
        "Try again then: what is fetched already is kept. With a token more requests are allowed.",
        without="{host} asks to wait before the next request.",
    ),
    "hub_server_trouble": Entry("{host} has trouble of its own (error {status}).", _LATER),
    "hub_refused": Entry(
        "{host} refused the request (error {status}): {detail}.",
        _LATER,
        without="{host} refused the request (error {status}).",
    ),
    "hub_answer_unreadable": Entry(
        "{host} did not answer as the Hub does: {detail}.",
        "If HF_ENDPOINT names a mirror, check its address; otherwise try again later.",
        without="{host} did not answer as the Hub does.",
    ),
    "hub_web_page": Entry(
        "{host} sent a web page instead of {name}.",
        "The network may ask to sign in first: open any page in a browser, then try again. Nothing of it was kept.",
    ),
    "hub_token_needed": Entry(
        "{repo} is open only to people who sign in to the Hub.",
        "Make a token at {link}, enter it in the settings or with “slipstream login”, then try again.",
        without="There is no token to sign in to the Hub with.",
    ),
    "hub_token_invalid": Entry(
        "The Hub does not know your token: it may have expired or been deleted.",
        "Make a new one at {link}, enter it in the settings or where HF_TOKEN is set, then try again.",
    ),
    "hub_token_malformed": Entry(
        "What was entered is no token of the Hub: a token is one word of letters, digits and signs.",
        "Copy it whole from {link}; it begins with “hf_” as a rule.",
    ),
    "hub_keyring_missing": Entry(
        "This system has no keyring to keep the token in.",
        "Put it into the variable HF_TOKEN or sign in with “hf auth login”. The window can hold it until it is closed.",
    ),
    "hub_keyring_refused": Entry(
        "The system's keyring did not do what was asked: {detail}.",
        "Unlock it and try again, or put the token into the variable HF_TOKEN.",
        without="The system's keyring did not do what was asked.",
    ),
    "hub_licence": Entry(
        "The terms of {repo} are not accepted yet with your account.",
        "Accept them at {link}, then try again.",
    ),
    "hub_access_denied": Entry(
        "Your account may not read {repo}: {detail}.",
        "Ask for access at {link}, or use the token of another account.",
        without="Your account may not read {repo}.",
    ),
    "hub_name_invalid": Entry(
        "“{name}” is no name of a repository.",
        "Write it as OWNER/NAME, as the Hub shows it: Qwen/Qwen3-4B.",
    ),
    "hub_repo_missing": Entry(
        "The Hub has no repository {repo}, or it is private.",
        "Check the spelling; for a private one sign in with a token that may read it.",
    ),
    "hub_repo_disabled": Entry("The Hub has closed the repository {repo}.", "Look for another copy of the model."),
    "hub_revision_missing": Entry(
        "{repo} has no revision {revision}.", "Leave the revision out for the newest, or check it on the Hub."
    ),
    "hub_file_missing": Entry("{repo} has no file {name}.", "Look up the name on the model's page, folders included."),
    "hub_shard_missing": Entry(
        "The model in {repo} is not whole on the Hub: it lacks {name}.",
        "Its upload may still be going on: try again later, or look for another copy.",
    ),
    "hub_no_weights": Entry(
        "{repo} holds no model that can be used.",
        "Look for a repository with .safetensors or .gguf files.",
    ),
    "hub_seen_when_fetched": Entry(
        "{repo} keeps its weights in PyTorch files, which can only be looked into once they are here.",
        "Fetch it to see, or look for a release with .safetensors files.",
    ),
    "hub_several_files": Entry(
        "{repo} holds several models: {names}.",
        "Choose one of them by its file's name.",
        without="{repo} holds several models.",
    ),
    "hub_file_changed": Entry(
        "{name} in {repo} is not what the Hub listed a moment ago: {got} where {expected} was due.",
        "The model may be changing right now: try again in a while.",
        without="{name} in {repo} is not what the Hub listed a moment ago.",
    ),
    "hub_file_damaged": Entry(
        "{name} of {repo} arrived damaged twice.",
        "A proxy or the disk may change it on its way: check both, then try again. The damaged file is not used.",
    ),
    "hub_disk_full": Entry(
        "The disk is too full for {path}: {needed_bytes} are needed, {free_bytes} are free.",
        "Free some space, then try again: it goes on where it stopped.",
    ),
    "hub_busy": Entry(
        "{repo} is being fetched already, by another window or command.", "Wait for it, or stop the other one first."
    ),
}

NOTICES = {
    "rank_fits": Entry("It takes about {needed_bytes} of the {memory_bytes} of memory here."),
    "rank_unknown": Entry("It takes about {needed_bytes} of memory; how much there is here, nobody tells."),
    "rank_tight": Entry("It takes about {needed_bytes} of the {memory_bytes} of memory here: close other programs."),
    "rank_too_large": Entry("It takes about {needed_bytes} of memory, and there are {memory_bytes} here."),
    "rank_disk": Entry(
        "Converting it takes about {needed_bytes} of disk, and {free_bytes} are free: a ready GGUF takes less.",
    ),
    "rank_slow": Entry("It is so large that answers would come slowly here."),
    "rank_accepted": Entry(
        "With its draft it is reported to write {accepted} tokens a pass ({source}).",
        without="With its draft it is reported to write {accepted} tokens a pass.",
    ),
    "rank_speedup": Entry(
        "It is reported to be {speedup} times as fast with its draft ({source}).",
        without="It is reported to be {speedup} times as fast with its draft.",
    ),
    "caution_little_gain": Entry("Its draft gains little: most of its weights rest at any moment anyway."),
    "caution_slower_seen": Entry(
        "Its draft made it slower where somebody measured ({source}): Slipstream then stops drafting.",
        without="Its draft made it slower where somebody measured: Slipstream then stops drafting.",
    ),
    "caution_no_thinking": Entry("Its draft was made for answers without thinking: with thinking it gains less."),
    "caution_code_only": Entry("Its draft is quick at code; at prose it gains little."),
    "engine_lacks_family": Entry("The engine cannot draft for this family of targets."),
    "engine_lacks_method": Entry("The engine does not know this method of drafting."),
    "foreign_format": Entry("It is stored in a form that only another program reads."),
    "hub_fetched_anew": Entry("{name} arrived damaged, so it was put aside and fetched anew."),
    "hub_token_ignored": Entry(
        "The Hub does not know your token, so it was asked without.",
        "Make a new one at {link}.",
    ),
    "hub_token_overruled": Entry("HF_TOKEN is set: its token goes before the one that is kept now."),
}

TOKEN_SOURCES = {
    "variable": "the one in HF_TOKEN",
    "session": "the one entered for this session",
    "keyring": "the one in the system's keyring",
    "login": "that of the Hub's own login (“hf auth login”)",
}
"""By where a token comes from, what it is called."""

STAGES = {
    "hub_list": "Asking the Hub",
    "hub_look": "Looking at the model",
    "hub_sign_in": "Asking whose token it is",
    "hub_fetch": "Fetching",
    "hub_copy": "Copying what is on this computer already",
    "hub_wait": "Waiting to try again",
    "hub_stall": "Nothing comes: waiting",
}


def account_words(source: str, name: str, *, is_busy: bool, is_known: bool) -> str:
    """Who asks the Hub, in a sentence; `source` is a key of TOKEN_SOURCES or empty, `name` empty until checked."""
    if is_busy:
        return tr("Asking …")
    if not is_known:
        return tr("Looking for a token …")
    if not source:
        return tr("No token: models that are open to everybody can be searched and fetched all the same.")
    return (
        tr("Signed in as {name}. The token is {source}.", name=name, source=tr(TOKEN_SOURCES[source]))
        if name
        else tr("The token: {source}.", source=tr(TOKEN_SOURCES[source]))
    )


def account_hint(source: str, *, has_keyring: bool) -> str:
    """What becomes of a token that is entered, or why none can be."""
    if source == "variable":
        return tr("HF_TOKEN goes before everything else. To sign in here, start Slipstream without it.")
    if not has_keyring:
        return tr("No keyring takes it on this system: a token entered here counts until Slipstream is closed.")
    return tr(
        "A token is needed only for models that ask to accept their terms. It is kept in the keyring of the system."
    )
