"""Statistics: estimates with intervals from integer totals."""
