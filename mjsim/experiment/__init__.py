"""Experiments: a question in a TOML file, played, measured and written beside it. `mjsim.experiment(...)` is `mjsim.api.experiment`."""

from mjsim.verb import make_callable

make_callable(__name__)
