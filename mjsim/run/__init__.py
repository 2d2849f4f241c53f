"""Running: plan, workers, ledger. `mjsim.run(...)` is `mjsim.api.run`."""

from mjsim.verb import make_callable

make_callable(__name__)
