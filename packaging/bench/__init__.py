"""How fast and how large Slipstream is on this machine: run by hand, never by the tests that CI times."""
