"""For whoever sets the table up: settings, games, and the wizard with its sheets."""
