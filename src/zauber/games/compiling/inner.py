"""Functions that only compiled code calls are not compiled by themselves.

Numba optimises every function and generates machine code for it, and then again inside each function that calls it.
Where nothing else calls a function, the first time is wasted, a quarter of what a game takes to compile. Here such a
function is only lowered to LLVM IR, and optimised inside its callers. This uses undocumented parts of Numba, here and
nowhere else.
"""

import importlib
from typing import Any

ENVIRONMENT = "_ZN08NumbaEnv"  # the names of variables through which compiled code finds a function's constants


def translating(typing: Any, target: Any, library: Any, *rest: Any) -> Any:
    """Numba's pipeline up to LLVM IR: for `numba.njit(pipeline_class=…)`."""
    compiler: Any = importlib.import_module("numba.core.compiler")
    return compiler.Compiler(typing, target, library or _translated(target.codegen()), *rest)


def _translated(codegen: Any) -> Any:
    """Where Numba puts a function's code, to be linked into its callers. Only what needs an address is loaded: the
    variables of the environment."""
    from llvmlite import binding

    library = codegen.create_library("translated")
    load = library._finalize_final_module

    def load_variables() -> None:
        library._finalize_dynamic_globals()
        library._verify_declare_only_symbols()
        library._finalized = True
        whole = library._get_module_for_linking()
        names = [one.name for one in whole.global_variables if one.name.startswith(ENVIRONMENT)]
        variables = "".join(f'@"{name}" = common global i8* null\n' for name in names)
        library._final_module = binding.parse_assembly(str(codegen._create_empty_module(library.name)) + variables)
        load()

    library._optimize_final_module = lambda: None
    library._finalize_final_module = load_variables
    library.enable_object_caching()
    return library
