"""The hall's own page: the wall, the umpires' queue, standings and archive.

Law: no rule; every address through the same doors as a table's page (``webui.server.routes``).
"""
