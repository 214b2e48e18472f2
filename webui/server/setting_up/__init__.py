"""What the set-up wizard keeps and needs of whatever looks at the table."""
