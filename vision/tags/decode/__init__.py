"""Readers of whole symbols: pyzbar in a child process, zxing-cpp, and what they read."""
