"""The files that a page is made of, on their way to the browser.

Law: what they are is open to everybody, so nothing here asks who wants them, and nothing here
touches what a visitor may or may not see.
"""
