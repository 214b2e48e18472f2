"""What may be asked of the book: offers with their reasons, lookups, hand-written states."""
