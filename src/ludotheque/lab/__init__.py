"""The lab: tournaments between bots, and the ladder that shows each level beats the one below it."""
