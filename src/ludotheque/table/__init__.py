"""A match people sit at: seats, sealed shuffle, durable log, undo, clock, stores.

A match is its log. `events` says what can happen, `match` is what the events so far add up to,
`requests` and `deciding` turn a wish into an event or a refusal, `hall` holds the matches of one
process: it appends and syncs an event before anyone is told.
"""
