"""The page's server: app, routes, access, limits, notifier.

Law: no rule of any book; may import ``webui.game`` and what that may import.
"""
