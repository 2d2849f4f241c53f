"""Charts of a data set and of answers; `mjsim.charts.gallery` draws all of a data set into files."""

from mjsim.charts.answers import dumbbells, match_trajectories, rarity_points, seat_fairness, variant_panel
from mjsim.charts.draw import ending_curve, points_distribution, ready_curve, row_frequencies, seat_forest, seat_points, win_turns

__all__ = [
    "dumbbells",
    "ending_curve",
    "match_trajectories",
    "points_distribution",
    "rarity_points",
    "ready_curve",
    "row_frequencies",
    "seat_fairness",
    "seat_forest",
    "seat_points",
    "variant_panel",
    "win_turns",
]
