"""Us and the peers, side by side: data with gold, contenders, metrics, tables."""
