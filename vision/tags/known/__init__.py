"""Which of the tags in play is it, if any: the closed-set reader and its proofs."""
