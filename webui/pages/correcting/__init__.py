"""What people put right, as the pages send it."""
