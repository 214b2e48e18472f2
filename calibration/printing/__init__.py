"""Sheets at true size: tags, table markers, lens board, sabots.

Law: paper only; no camera, no picture.
"""
