"""Faults planted in the program, to see whether the tests notice: `python -m tests.faults`, see docs/testing.md."""
