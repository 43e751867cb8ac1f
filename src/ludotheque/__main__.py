"""`python -m ludotheque` is the command `ludotheque`."""

from ludotheque.command import main

main()
