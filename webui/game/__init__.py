"""One evening, without a web: game, journal, secrecy, transcript, report.

Law: no flask, no request. May import ``rules``, ``vision.table`` and ``vision.measure``.
"""
