"""Many tables in one hall: what each publishes, and the page that shows them all.

Law: no rule is known here and no game is changed. ``wire/`` is what goes over the network,
``table/`` what a table says; both know no flask. Whatever comes over the network is hostile
until ``wire.messages`` has read it.
"""
