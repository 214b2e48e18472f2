"""What may be asked of the book: offers, chances, lookups, hand-written states."""
