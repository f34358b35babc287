"""What a folder or file is, told from its small parts."""
