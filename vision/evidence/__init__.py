"""What the picture itself says of how far bases and labels are off: spreads, pooled."""
