"""Games that show how one is added: docs/adding-a-game.md."""
