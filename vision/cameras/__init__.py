"""Where pictures come from: one small interface, five sources."""
