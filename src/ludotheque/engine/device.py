"""The GPU, if there is one."""

import warnings
from typing import Any

import numpy

from ludotheque.errors import LudothequeError
from ludotheque.i18n import N_


def cuda_device() -> Any:
    """Numba's CUDA, or a sentence that says that there is none."""
    if not hasattr(numpy, "row_stack"):
        numpy.row_stack = numpy.vstack  # numba-cuda asks for the old name
    from numba import cuda

    warnings.filterwarnings("ignore", message=".*Grid size")  # a small batch is a small batch

    if not cuda.is_available():  # type: ignore[no-untyped-call]
        raise LudothequeError(N_("there is no CUDA device on this machine; cpu plays everywhere"))
    return cuda
