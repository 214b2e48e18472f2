"""What the page's scripts are held to, and the linter's own rules for it."""
