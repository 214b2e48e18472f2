"""Players without a plan: they play legal battles to their end.

Law: pure; chance is handed in.
"""
