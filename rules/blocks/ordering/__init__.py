"""Orders to the blocks of the activated square, and the duties that come before them."""
