"""Lines over the table: sight, openings, lanes of fire, and what a gun fires along."""
