"""Tests of the room that reads dice."""
