"""What all tests of the lab share."""

import pytest

from ludotheque.lab import ratings


@pytest.fixture(autouse=True, scope="session")
def quick_ratings() -> None:
    """Deals are drawn again for the intervals of ratings as often as a test needs, not as a tournament does."""
    ratings.REDRAWN = 25
