"""What Windows needs besides the program folder."""
