"""What may be asked of the book: offers with their reasons, and what a case may declare."""
