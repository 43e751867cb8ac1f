"""The games inside other people's interfaces: PettingZoo, Gymnasium and OpenSpiel, each an extra of its own."""
