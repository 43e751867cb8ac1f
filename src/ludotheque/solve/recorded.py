"""Work that a GPU is told once and does many times.

Small networks keep a GPU busy for less time than it takes to launch their kernels one by one. A CUDA
graph is recorded once and launched as a whole; and what happens number by number between two products of
matrices is one kernel instead of ten, each of which would fetch everything from memory anew.
"""

from collections.abc import Callable
from typing import Any

from ludotheque.solve.networks import Tensor, torch

WARM = 3  # calls before it is recorded, so that everything has been set up


def fused(work: Callable[..., Any], device: str) -> Callable[..., Any]:
    """The same function in fewer kernels; on a processor compiling would take longer than it saves."""
    compiled: Callable[..., Any] = torch.compile(work, dynamic=False) if device == "cuda" else work
    return compiled


def adam(weights: list[Tensor], device: str, betas: tuple[float, float] = (0.9, 0.999)) -> Any:
    """An optimizer that can be recorded; its rate is a tensor, `param_groups[0]["lr"]`, and at first 0."""
    on_gpu = device == "cuda"
    return torch.optim.Adam(weights, lr=torch.zeros((), device=device), betas=betas, fused=on_gpu, capturable=on_gpu)


class Recorded:
    """A function without arguments that always works on the same tensors; on a processor it is just called."""

    def __init__(self, work: Callable[[], None], device: str) -> None:
        self.work, self.on_gpu = work, device == "cuda"
        self.calls = 0

    def __call__(self) -> None:
        self.calls += 1
        if not self.on_gpu:
            self.work()
        elif self.calls <= WARM:
            aside = torch.cuda.Stream()
            aside.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(aside):
                self.work()
            torch.cuda.current_stream().wait_stream(aside)
        else:
            if self.calls == WARM + 1:
                self.graph = torch.cuda.CUDAGraph()
                with torch.cuda.graph(self.graph):
                    self.work()
            self.graph.replay()
