"""The models a user has: what each one is, which draft fits which target, where they lie."""
