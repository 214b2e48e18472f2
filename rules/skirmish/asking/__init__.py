"""What may be asked of the book: offers with their reasons, and lookups."""
