"""The servers side by side: how they are started, what they are asked, what it costs."""
