"""What rules are made of."""
