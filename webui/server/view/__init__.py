"""Parts of what the pages are told."""
