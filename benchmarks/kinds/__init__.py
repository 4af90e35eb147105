"""Kinds of pages judged by reading them, beside the rules of the gold: see README.md."""
