"""`ludotheque` with the tests' sixth game on its shelf, as a package with an entry point would put it there."""

from ludotheque.command import main
from ludotheque.games import GAMES
from tests.sixth_game import SIXTH

GAMES["treize"] = SIXTH

if __name__ == "__main__":
    main()
