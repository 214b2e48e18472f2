"""The drawn dice tray: dice that fall, painted."""
