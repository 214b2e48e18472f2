"""Command (WOR-COM, WOR-INI).

Order of play: initiative first (``initiative``), then commanders order their units (``orders``).
"""
