"""The watchers' page, and the list of links on the Join page."""
