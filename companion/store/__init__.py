"""Tables, phones and boxes in SQLite. What is stored is what people entered."""

from companion.store.records import Closed, Conflict, KeptOut, Phone, Table
from companion.store.store import Store

__all__ = ["Closed", "Conflict", "KeptOut", "Phone", "Store", "Table"]
