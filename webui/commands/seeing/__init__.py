"""The commands that look at pictures: ``measure`` and ``dice``."""
