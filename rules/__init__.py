"""What the books say.

Law: pure. No clock, no random, no input or output, no cv2, no numpy, no flask; nothing is
mutated. Of the other folders only ``vision.table`` and ``vision.measure`` may be imported.
Rule functions ask for dice and choices with ``yield from`` and cite the ids of the
inventory. One folder a book; what every book is written in is ``kernel/``, what models do
on the field is ``field/``. Nothing is inherited. ``rules.books`` lists the rule sets.
"""
