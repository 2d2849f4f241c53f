"""The report: everything about a data set as one HTML page. `mjsim.report(...)` is `mjsim.api.report`."""

from mjsim.verb import make_callable

make_callable(__name__)
