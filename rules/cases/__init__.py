"""Case files and coverage: actions on a hand-written table, and which rules have cases.

Law: pure; values in, values out. Reading files is ``webui.commands``' work.
"""
