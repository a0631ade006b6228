"""A prefetch instruction for compiled code: tells the processor which memory will be needed soon."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

LINE = 64  # bytes of a cache line


@functools.cache
def line_fetching() -> Any:
    """LLVM's `prefetch` of the line at an address, for compiled code."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    def fetch_line(typing: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
            name = "llvm.prefetch.p0i8"
            callee = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
            to_read, keep, data = number(0), number(3), number(1)
            builder.call(callee, [builder.inttoptr(arguments[0], pointer), to_read, keep, data])
            return context.get_dummy_value()

        return types.void(types.intp), generate

    return intrinsic(fetch_line)


def row_fetching() -> Callable[..., None]:
    """What `kernel.fetch` is in code compiled for the CPU, to be compiled."""
    fetch_line = line_fetching()

    def fetch(rows: Any, i: int, most: int) -> None:
        start = np.int64(rows.ctypes.data) + i * rows.strides[0]
        for at in range(0, min(most, rows.strides[0]), LINE):
            fetch_line(start + at)

    return fetch
