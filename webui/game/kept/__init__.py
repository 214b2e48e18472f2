"""What is kept beside the games: armies and terrain layouts, one checked file each."""
