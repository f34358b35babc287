"""What the CUDA backend is compiled with: an installed toolkit, else the compiler from its makers' wheels."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import environment
import lockfile
from backend_module import Parts
from console import Console
from stamp import LOCK
from tool import SystemPartsMissing

# What the module needs at run time besides the driver: of a toolkit from wheels it goes into the module's folder.
RUNTIME = ("cudart", "cublas", "cublasLt")
ADVICE = (
    "CUDA's compiler with cuBLAS is missing: nvcc is not on PATH, nor does CUDACXX name it. CUDA 12.8 and newer do."
)


def cuda_parts(folder: Path, log: Path, console: Console) -> Parts:
    """The toolkit that is installed, else one made below ``folder`` on Linux; raises SystemPartsMissing elsewhere."""
    if compiler := os.environ.get("CUDACXX") or _installed_compiler():
        return Parts({"CMAKE_CUDA_COMPILER": Path(compiler).as_posix()})
    if sys.platform != "linux" or platform.machine() != "x86_64":
        raise SystemPartsMissing(ADVICE)
    root = _toolkit(folder / "cuda", log, console)
    libraries = tuple(path for name in RUNTIME for path in sorted((root / "lib").glob(f"lib{name}.so.*")))
    defines = {
        "CMAKE_CUDA_COMPILER": str(root / "bin" / "nvcc"),
        "CUDAToolkit_ROOT": str(root),
        # Otherwise many a linker forgets the driver, which is empty here, and the module never asks for the real one.
        "CMAKE_MODULE_LINKER_FLAGS": "-Wl,--no-as-needed",
    }
    return Parts(defines, libraries)


def _installed_compiler() -> str | None:
    """The one on PATH, unless its toolkit came without cuBLAS, as those of containers do."""
    compiler = shutil.which("nvcc")
    if compiler is None:
        return None
    command = [compiler, "-x", "cu", "-E", "-"]
    tried = subprocess.run(command, input=b"#include <cublas_v2.h>\n", capture_output=True, check=False)
    return None if tried.returncode else compiler


def _toolkit(venv: Path, log: Path, console: Console) -> Path:
    """The wheels, with the names in place that compilers look for."""
    mark = venv / environment.PACKAGES_MARK
    if not mark.exists():
        shutil.rmtree(venv, ignore_errors=True)
        environment.new_environment(venv, log)
        requirements = lockfile.blocks((LOCK / "cuda.txt").read_text(encoding="utf-8"))
        environment.install_locked(venv, requirements, log, console)
        mark.touch()
    (root,) = venv.glob("lib/python3.*/site-packages/nvidia/cu*")
    name_libraries(root)
    return root


def name_libraries(root: Path) -> None:
    """Wheels hold libraries by the names that programs load, without the ones that linkers ask for, and no driver."""
    folder = root / "lib"
    _link(root / "lib64", Path("lib"))
    for library in folder.glob("lib*.so.*"):
        _link(folder / f"{library.name.partition('.so')[0]}.so", Path(library.name))
    # The driver comes with the graphics card: what is linked with is empty, but has its name.
    stub = folder / "stubs" / "libcuda.so"
    stub.parent.mkdir(exist_ok=True)
    compiler = os.environ.get("CC") or "cc"
    command = [compiler, "-shared", "-x", "c", os.devnull, "-Wl,-soname,libcuda.so.1", "-o", str(stub)]
    subprocess.run(command, check=True)


def _link(path: Path, target: Path) -> None:
    if not path.is_symlink():
        path.symlink_to(target)
