"""What a case may ask of the book outside of any action."""
