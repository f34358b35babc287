"""A Debian with nothing in it but what its packages brought, a screen for it, and eyes and hands for the screen."""
