"""What happens to matches when processes die, connections break and power fails.

    python benchmarks/crash.py --kills 200 --games 1000

`launcher` is a server that dies where it is told to, or that breaks the promise on purpose; `players` are clients
that go on by themselves; `ledger` compares what they were told with what is stored; `trace` reads system calls.
"""
