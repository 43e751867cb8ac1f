"""The same rules, compiled. The only room that imports numba; install it with `pip install ludotheque[engine]`."""
