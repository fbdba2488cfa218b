"""Look-alikes: what a file that is not a model of linguine probably is, and what to do with it."""

from __future__ import annotations

__all__ = ["explain_stranger"]

_RESAVE = "Load it with the tool that wrote it; linguine cannot read it."
_UNPACK = "Unpack it first."
_FETCH = "Fetch the file with `git lfs pull`."
_OPEN = "Open it first: `linguine convert FILE -o model.linguine`."
_OTHER_ADDRESS = "If you downloaded it, use the address of the file, not of the page that shows it."

# First bytes -> (what it looks like, what to do). The first match wins.
_KNOWN: tuple[tuple[bytes | tuple[bytes, ...], str, str], ...] = (
    (b"PK\x03\x04", "a zip archive (also .npz, .docx and PyTorch files)", _UNPACK),
    (b"\x1f\x8b", "a gzip file", _UNPACK),
    (b"\x28\xb5\x2f\xfd", "a zstd file", _UNPACK),
    (b"BZh", "a bzip2 file", _UNPACK),
    (b"\xfd7zXZ", "an xz file", _UNPACK),
    ((b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05"), "a Python pickle", _RESAVE),
    (b"\xba\x16\x4f\x2f", "a fastText model (.bin or .ftz)", _OPEN),
    (b"lCRF", "a CRFsuite model", _OPEN),
    (b"solver_type ", "a LIBLINEAR model", _RESAVE),
    (b"svm_type ", "a LIBSVM model", _RESAVE),
    (b"\x93NUMPY", "a NumPy array (.npy)", _RESAVE),
    (b"\x89HDF", "an HDF5 file", _RESAVE),
    (b"GGUF", "a GGUF model", _RESAVE),
    (b"%PDF", "a PDF document", _RESAVE),
    (b"\x7fELF", "a program or shared library", _RESAVE),
    (b"version https://git-lfs", "a Git LFS pointer, not the file itself", _FETCH),
    (b"<", "a web page or an XML file", _OTHER_ADDRESS),
)
_TEXT = (
    "a text file",
    "To learn from texts, give the file to `linguine train`; to predict, give the model first.",
)


def explain_stranger(start: bytes) -> tuple[str, str]:
    r"""Return what a file with these first bytes, 64 or more, looks like, and what to do about it.

    Examples
    --------
    >>> explain_stranger(b"PK\x03\x04....")[0]
    'a zip archive (also .npz, .docx and PyTorch files)'
    >>> explain_stranger(b"spam\tWin a prize now")[0]
    'a text file'
    """
    for magic, looks, advice in _KNOWN:
        if start.startswith(magic):
            return looks, advice
    if start[8:9] == b"{" and int.from_bytes(start[:8], "little") < 1 << 32:
        return (
            "a safetensors file that linguine did not write, or one whose first bytes are damaged",
            "Use the file that linguine saved, or copy it again.",
        )
    if not start.strip(b"\0"):
        return "a file of zeros, as a crash or a full disk leaves behind", "Copy or save it again."
    if _is_text(start):
        return _TEXT
    return f"nothing linguine knows (it begins with {start[:8].hex(' ')})", "Check the path."


def _is_text(start: bytes) -> bool:
    # A character of several bytes may be cut at the end, hence errors="ignore" and the count.
    text = start.decode("utf-8", errors="ignore")
    is_whole = len(text.encode()) >= len(start) - 3
    return is_whole and all(each.isprintable() or each in "\t\r\n\f" for each in text)
