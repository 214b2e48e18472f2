"""Action rolls (SKM-ACT).

Order of play: the risk factor of the group (``risk``), the roll and its cell (``act``,
``action_tables``), what the result demands of a move (``demands``), going back (``backward``).
"""
