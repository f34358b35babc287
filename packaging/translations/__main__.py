"""Brings the translations up to date: `texts` for those that are there, `texts LANGUAGE` to begin another."""

import re
import subprocess
import sys
from pathlib import Path

import PySide6

from translations import catalogue
from translations.extract import texts_of

ROOT = Path(__file__).resolve().parents[2]
SOURCES = Path(__file__).resolve().parent
COMPILED = ROOT / "assets" / "translations"
USAGE = "usage: python3 packaging/dev.py texts [LANGUAGE]     (a code such as de, fr or pt_BR begins that language)"


def compile_into(folder: Path, source: Path) -> None:
    """Make what the window reads of a language's file; raises CalledProcessError when the file is broken."""
    lrelease = next(Path(PySide6.__file__).parent.glob("lrelease*"))
    target = folder / f"{source.stem}.qm"
    subprocess.run([str(lrelease), "-silent", str(source), "-qm", str(target)], check=True)


def main(arguments: list[str]) -> int:
    """Write and compile every language; 2 for wrong use."""
    if len(arguments) > 1 or any(not re.fullmatch(r"[a-z]{2,3}(_[A-Z]{2})?", name) for name in arguments):
        print(USAGE, file=sys.stderr)
        return 2
    COMPILED.mkdir(exist_ok=True)
    begun = [SOURCES / f"slipstream_{name}.ts" for name in arguments]
    texts = texts_of(ROOT)
    for path in sorted({*begun, *SOURCES.glob("slipstream_*.ts")}):
        language, known = path.stem.removeprefix("slipstream_"), catalogue.read(path)
        catalogue.write(path, language, texts, known)
        compile_into(COMPILED, path)
        done = sum((found.text, bool(found.singular)) in known for found in texts)
        print(f"{path.relative_to(ROOT).as_posix()}: {done} of {len(texts)} texts are translated")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
