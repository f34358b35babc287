"""The local API: other programs ask what is loaded, in the words of OpenAI's API."""
