"""`python -m mjsim`."""

from mjsim.cli import entry

if __name__ == "__main__":
    entry()
