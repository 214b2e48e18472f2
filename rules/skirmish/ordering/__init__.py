"""Command points, the chain of command, and groups (SKM-CMD, SKM-LOYAL, SKM-GRP)."""
