"""Games solved: equilibria, and the proof of how good they are. Needs the engine; the tables in `tables/` do not."""
