"""A photo of a table becomes cards with confidence, in stages that can be exchanged and tested alone."""
