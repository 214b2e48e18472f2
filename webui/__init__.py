"""What people see and keep.

Law: no rule of any book and no pixel arithmetic. Of the other folders only ``rules``,
``vision.table`` and ``vision.measure`` may be imported, except by ``webui.commands``, which
joins the rooms.
"""
