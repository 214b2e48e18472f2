"""Six-sided dice: a picture of a tray in, frozen dice with their doubt out.

Law: nothing outside the tray is read, and a die that is not sure of is left to people.
``throw_watcher`` and ``tray`` are pure.
"""
