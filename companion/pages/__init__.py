"""What the pages of all games share: sentences, seats, corners of a photo, looking pages up by name."""
