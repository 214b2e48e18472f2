"""Several cameras over one table: their bases, their pictures and who sees what, joined.

Law: what stations show comes in as frozen values; nothing here talks to a camera.
"""
