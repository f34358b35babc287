"""Grammars that a reply has to follow: GBNF and JSON schemas. None can end the process."""
