"""The models at hand: the library's folder, folders of the user's own, and what is noted beside them."""
