"""What the pages are sent, as types: one Struct for each thing that their scripts read.

Law: shapes and nothing else. docs/openapi.json and the types of the scripts are made from them.
"""
