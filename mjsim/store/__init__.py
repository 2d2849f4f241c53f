"""Data sets on disk: columns, parts, lazy frames."""
