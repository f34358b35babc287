"""Makes what a person downloads and starts: the program with all it needs, as packages of this system."""
