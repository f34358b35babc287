"""Long tasks with state, progress and cancel, one child process each."""
