"""The shelf in a terminal."""
