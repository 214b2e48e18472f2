"""One table seen by several cameras at once: each is placed by itself, the bases by all."""
