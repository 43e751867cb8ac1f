"""Walks through every game in a real browser and measures each position of its page: `python -m tests.walk`."""
