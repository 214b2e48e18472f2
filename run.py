"""The one door: python3 run.py"""
