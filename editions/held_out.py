"""Five editions that nobody tunes on."""

HELD_OUT = ()
