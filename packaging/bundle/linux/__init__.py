"""What Linux needs besides the program folder."""
