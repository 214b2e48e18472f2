"""What players may do: actions registered by name, what they say besides, offers and refusals."""
