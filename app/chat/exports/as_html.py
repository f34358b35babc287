"""A chat as one HTML page that needs nothing else: no scripts, nothing fetched, every text escaped."""

from html import escape

from markdown_it import MarkdownIt

from app.chat.conversation import Attachment, Conversation, Message
from app.chat.exports.speakers import moment_of, speaker_of

# HTML in a message is shown as text, and a picture as its link: nothing is ever fetched.
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable("image")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_STYLE = """
:root { color-scheme: light dark; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
section { margin: 1.5rem 0; }
section.user { border-inline-start: 3px solid; padding-inline-start: 1rem; }
h2 { font-size: 1rem; margin: 0; }
h2 small, details, .system { opacity: .75; font-weight: normal; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid; border-radius: 6px; }
.user-text { white-space: pre-wrap; overflow-wrap: anywhere; }
table { border-collapse: collapse; } td, th { border: 1px solid; padding: .25rem .5rem; }
"""


def write(conversation: Conversation) -> str:
    """The text of the file."""
    title = escape(" ".join(conversation.title.split()) or "Chat")
    system = (
        f'<p class="system user-text">{escape(conversation.system_prompt)}</p>' if conversation.system_prompt else ""
    )
    messages = "\n".join(_section(conversation, message) for message in conversation.path())
    return (
        f'<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{title}</h1>\n{system}\n{messages}\n</body>\n</html>\n"
    )


def _section(conversation: Conversation, message: Message) -> str:
    who, moment = escape(speaker_of(conversation, message)), moment_of(message)
    head = f"<h2>{who}{f' <small>{moment}</small>' if moment else ''}</h2>"
    thought = _folded("Thought", message.thinking) if message.thinking.strip() else ""
    files = "".join(map(_attached, message.attachments))
    if message.role == "user":
        text = f'<p class="user-text" dir="auto">{escape(message.text)}</p>'
    else:
        text = f'<div dir="auto">{_MARKDOWN.render(message.text)}</div>'
    return f'<section class="{message.role}">{head}{files}{thought}{text}</section>'


def _attached(attachment: Attachment) -> str:
    return _folded(f"Attached: {attachment.name}", attachment.text)


def _folded(words: str, text: str) -> str:
    return f'<details><summary>{escape(words)}</summary><pre class="user-text">{escape(text)}</pre></details>'
