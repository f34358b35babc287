"""What can be wrong with a file of unknown origin, each finding under a code of its own."""

from app.core.errors import AppError


def plain_name(name: str) -> str:
    """A text out of a file, of bounded length and without half characters: no message could carry those."""
    return name[:200].encode("utf-8", "backslashreplace").decode()


class FormatError(AppError):
    """A file is not what its name says, or breaks its format: path, detail (what was found, in plain words)."""

    code = "format"


class FileEmpty(FormatError):
    """A file of 0 bytes: path."""

    code = "file_empty"


class FileIsWebPage(FormatError):
    """A web page was saved under a model's name, a login or error page as a rule: path."""

    code = "file_is_web_page"


class FileIsLfsPointer(FormatError):
    """A Git LFS pointer stands where the weights should be: path, size_bytes (of the real file, None if unreadable)."""

    code = "file_is_lfs_pointer"


class FileCutShort(FormatError):
    """A file ends before what its header promises: path, size_bytes, expected_bytes (at least)."""

    code = "file_cut_short"


class ShardMissing(FormatError):
    """A model in several files lacks one: path (of the folder), name (of the file)."""

    code = "shard_missing"


class TensorMissing(FormatError):
    """The index places a tensor into a file that does not hold it: path (of that file), name (of the tensor)."""

    code = "tensor_missing"


class SeveralModels(FormatError):
    """A folder holds several models and nothing says which one is meant: path, names (a comma-separated list)."""

    code = "several_models"


class PickleRefused(FormatError):
    """A PyTorch file asks for more than tensors when it is opened, which was not done: path, name (of what it asks)."""

    code = "pickle_refused"
