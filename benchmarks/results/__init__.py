"""The measurements behind docs/results.md, and the program that puts them there."""
