"""Training of the two networks that read dice; needs PyTorch, and no part of play uses it."""
