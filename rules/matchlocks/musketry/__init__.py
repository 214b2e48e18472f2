"""Shooting (chapter XI; SHOOT, AMMO).

Order of play: who may shoot at whom (``targeting``, ``shot_line``, ``cover``), the volley
(``volley``), the saves (``saves``), what losses do to units, leaders and the army (``losses``);
``shooting`` is the Action from end to end.
"""
