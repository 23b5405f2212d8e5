"""Tables, phones and boxes in SQLite. What is stored is what people entered."""

from companion.store.store import Closed, Conflict, KeptOut, Phone, Store, Table

__all__ = ["Closed", "Conflict", "KeptOut", "Phone", "Store", "Table"]
