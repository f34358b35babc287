"""DFlash: a block drafted at once, its first slot the last token that the target has settled on."""

from app.convert.blueprint import Blueprint
from app.convert.drafts.block import block_blueprint
from app.convert.target import DraftTarget
from app.convert.token_tables import token_tables
from app.core.progress import Progress
from app.models.drafts.record import BlockDraft


def blueprint(record: BlockDraft, target: DraftTarget, progress: Progress) -> Blueprint:
    """The GGUF file of a DFlash draft."""
    return block_blueprint(record, target, token_tables(record, target, progress))
