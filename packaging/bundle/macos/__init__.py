"""What macOS needs besides the program folder."""
