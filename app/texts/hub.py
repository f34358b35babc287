"""Words for the Hub: what keeps a model from being found or fetched, and the stages of fetching."""

from app.texts.entry import Entry

_NETWORK = "Check the connection, then try again: what is fetched already is kept."
_LATER = "Try again later: what is fetched already is kept."

ERRORS = {
    "hub_offline": Entry(
        "Slipstream is set to stay offline.",
        "Switch “Stay offline” off, or unset HF_HUB_OFFLINE, then try again.",
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
        "Make a token at {link} and keep it with “hf auth login” or in HF_TOKEN, then try again.",
    ),
    "hub_token_invalid": Entry(
        "The Hub does not know your token: it may have expired or been deleted.",
        "Make a new one at {link} and keep it with “hf auth login” or in HF_TOKEN, then try again.",
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
        "The disk is too full for {path}: {needed_bytes} more are needed, {free_bytes} are free.",
        "Free some space, then try again: it goes on where it stopped.",
    ),
    "hub_busy": Entry(
        "{repo} is being fetched already, by another window or command.", "Wait for it, or stop the other one first."
    ),
}

NOTICES = {
    "hub_fetched_anew": Entry("{name} arrived damaged, so it was put aside and fetched anew."),
    "hub_token_ignored": Entry(
        "The Hub does not know your token, so it was asked without.",
        "Make a new one at {link}.",
    ),
}

STAGES = {
    "hub_list": "Asking the Hub",
    "hub_look": "Looking at the model",
    "hub_fetch": "Fetching",
    "hub_copy": "Taking it from the Hub's cache",
    "hub_wait": "Waiting to try again",
    "hub_stall": "Nothing comes: waiting",
}
