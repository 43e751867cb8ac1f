"""What a GPU launches, as text that follows the flat source of a game: a lane's records, then the loop."""

PLAYOUTS = """

@cuda.jit
def kernel(seed, first, last, tables):
    shared = cuda.shared.array({entries}, int32)
    for entry in range(cuda.threadIdx.x, {entries}, cuda.blockDim.x):
        shared[entry] = 0
    cuda.syncthreads()
    state = State({state})
    rng = cuda.local.array(2, uint32)
    out = cuda.local.array(8, int32)
    play_games(state, rng, out, seed, first + cuda.grid(1), last, cuda.gridsize(1), shared)
    cuda.syncthreads()
    for entry in range(cuda.threadIdx.x, {entries}, cuda.blockDim.x):
        if entry == {longest}:
            cuda.atomic.max(tables, entry, int64(shared[entry]))
        elif shared[entry]:
            cuda.atomic.add(tables, entry, int64(shared[entry]))
"""
