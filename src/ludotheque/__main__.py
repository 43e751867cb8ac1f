"""`python -m ludotheque` is the command `ludotheque`."""

from ludotheque.terminal.app import main

main()
