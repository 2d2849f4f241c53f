"""Charts of a data set; see `mjsim.charts.draw` for the functions and `mjsim.charts.gallery` for all of them as files."""

from mjsim.charts.draw import points_distribution, ready_curve, row_frequencies, seat_forest, seat_points, win_turns

__all__ = ["points_distribution", "ready_curve", "row_frequencies", "seat_forest", "seat_points", "win_turns"]
