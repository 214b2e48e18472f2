"""What units and generals are: troops, formations, detachments, counters, generals."""
