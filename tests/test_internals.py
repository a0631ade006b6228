"""The undocumented parts of other libraries that we use, each in one module of ours, are still there.

If a new version of a library differs, a test here fails and names what is missing. Numba's `entry_point` is in
`zauber.games.compiling.entry`; its tests are in tests/match/test_position.py. What `zauber.games.compiling.overloads`
uses is tested in tests/games/test_overloads.py.
"""

import importlib
import inspect
import re
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numba
import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tests.test_imports import MODULES
from zauber.engines import gpu
from zauber.errors import ZauberError
from zauber.games.compiling import inner
from zauber.server.live.door import Door
from zauber.server.live.wire import Wire


def names_used(ours: type) -> set[str]:
    """The attributes and methods that our class uses of the class that it extends."""
    source = inspect.getsource(ours)
    used = set(re.findall(r"(?:self|super\(\))\.([a-z]\w*)", source))
    set_here = set(re.findall(r"self\.([a-z]\w*)(?:: [^=\n]+)? = ", source))
    defined_here = {name for name in vars(ours) if f"super().{name}(" not in source}
    return used - set_here - defined_here


@pytest.mark.parametrize(
    ("ours", "theirs", "must_use"),
    [
        (Wire, WebSocketsSansIOProtocol, {"frames", "close_sent", "writable", "handshake_complete", "handle_ping"}),
        (Door, HttpToolsProtocol, {"connections", "send_400_response", "handle_websocket_upgrade"}),
    ],
)
def test_uvicorn_has_what_we_extend(ours: type, theirs: type, must_use: set[str]) -> None:
    used = names_used(ours)
    assert must_use <= used
    source = inspect.getsource(theirs)
    missing = [name for name in sorted(used) if not hasattr(theirs, name) and not re.search(rf"self\.{name}\b", source)]
    assert not missing, (
        f"{theirs.__name__} of uvicorn {uvicorn.__version__} has no {missing}, used in {ours.__module__}"
    )


def test_numba_compiles_for_gpus_through_the_function_that_we_replace(monkeypatch: pytest.MonkeyPatch) -> None:
    nvvm: Any = pytest.importorskip("numba.cuda.cudadrv.nvvm")
    codegen = inspect.getsource(importlib.import_module("numba.cuda.codegen"))
    assert "nvvm.compile_ir(" in codegen, "numba-cuda calls nvvm.compile_ir no more: products and sums would be fused"
    theirs = nvvm.compile_ir
    with gpu.rounding_each():
        assert nvvm.compile_ir.func is theirs
        assert nvvm.compile_ir.keywords == {"fma": False}
    assert nvvm.compile_ir is theirs
    monkeypatch.delattr(nvvm, "compile_ir")
    with pytest.raises(ZauberError, match=r"no nvvm\.compile_ir"), gpu.rounding_each():
        pass


def test_numba_takes_the_options_that_we_compile_with() -> None:
    options: Any = importlib.import_module("numba.core.options").DefaultOptions
    for name in ("_nrt", "no_cfunc_wrapper", "no_cpython_wrapper", "forceinline"):
        assert hasattr(options, name), f"Numba {numba.__version__} has no option {name}, used in compiling/link.py"


def test_an_executor_names_the_processes_that_we_kill() -> None:
    with ProcessPoolExecutor(1) as executor:
        executor.submit(int).result()
        processes = vars(executor).get("_processes")
        assert processes, "concurrent.futures has no ProcessPoolExecutor._processes, used in server/live/pool.py"
        assert all(process.is_alive() and process.kill for process in processes.values())


def test_numba_finishes_code_in_the_steps_that_we_replace() -> None:
    library: Any = importlib.import_module("numba.core.codegen").JITCodeLibrary
    used = set(re.findall(r"library\.(_[a-z_]+)\b", inspect.getsource(inner))) - {"_final_module"}
    assert {"_finalize_final_module", "_get_module_for_linking"} <= used
    missing = [name for name in sorted(used) if not hasattr(library, name)]
    assert not missing, f"JITCodeLibrary of Numba {numba.__version__} has no {missing}, used in compiling/inner.py"
    assert "self._optimize_final_module()" in inspect.getsource(library.finalize)


@pytest.mark.parametrize(
    ("name", "only_in"),
    [
        ("entry_point", {"zauber.games.compiling.entry"}),
        ("global_compiler_lock", {"zauber.games.compiling.overloads"}),
        ("_finalize_final_module", {"zauber.games.compiling.inner"}),
        ("_nrt", {"zauber.games.compiling.link"}),
        ("no_cfunc_wrapper", {"zauber.games.compiling.link"}),
        ("_processes", {"zauber.server.live.pool"}),
        ("compile_ir", {"zauber.engines.gpu"}),
        ("websockets_sansio_impl", {"zauber.server.live.wire"}),
        ("httptools_impl", {"zauber.server.live.door"}),
    ],
)
def test_each_is_used_in_one_module(name: str, only_in: set[str]) -> None:
    def uses(file: Path) -> bool:
        return re.search(rf"\b{name}\b", file.read_text("utf-8")) is not None

    assert {module for module, file in MODULES.items() if uses(file)} == only_in
