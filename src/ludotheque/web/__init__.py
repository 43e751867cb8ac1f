"""Pages and sockets over table/."""
