"""Our readers beside their peers, on the same pictures in the same run.

Law: product code never imports it.
"""
