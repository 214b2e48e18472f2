"""What is kept, under faults: edits of every field, absurd files, flipped bits, full disks."""
