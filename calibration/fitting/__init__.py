"""Models of what is printed, moved until they agree with the light of a picture."""
