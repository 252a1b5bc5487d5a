"""Pictures of a partition are the library's; pages find them here beside the book's other drawings."""

from incentives.coalitions.drawings import GAP, ROW, Move, draw_partition

__all__ = ["GAP", "ROW", "Move", "draw_partition"]
