"""Players from elsewhere, and the matches in which the champion meets them; `benchmarks/strength.py` is the program."""
