"""Where everything stands in the engine's own flat int64 array `state`; what the scorer reads too lives in `table` (layout.py).

Kinds of tiles in words ("faces"): a tile that stands in for the joker's own kind counts as that kind, jokers and bonus tiles are in no
word. `state[FACE + kind]` is the face of a physical kind: -1 for jokers, bonus tiles and flowers.
"""

from __future__ import annotations

from mjsim.kernels.layout import MOST_PLACES

# ---- the run: addresses and sizes of the other arrays, set by engine.py ----
HEAD_AT, HEAD_ROWS, T16_AT, T16_SIZE, REC_AT, REC_SIZE, IMAGE_SIZE, WORK_AT, WORK_SIZE, POINTS_AT, AIMS_AT = range(11)
LOG_AT, LOG_SIZE, LOG_USED, WINS_AT, WINS_SIZE, WINS_USED, ITEMS_AT, ITEMS_SIZE, ITEMS_USED = range(11, 20)
PLAYERS = 20
PER_SEAT = 21  # 1: every seat has its own part of the wall
FACES_KNOWN = 22  # 1: FACE and FULL are those of every hand (no tile is turned)
TARGETS_AT = 23  # address of the targets that `aim` goes for and that are watched (likeness.py), 0: none

# ---- which hand ----
SEED, MATCH, HAND = 24, 25, 26  # HAND: number in its match, or of an independent hand
NUMBER, DEALER = 27, 28  # number for the columns; the dealer's player
READINGS = 29  # 0: a stand-in always plays its face; 1: only one of a hand does; 2: all do, but not in some forms
STAND_KIND = 30  # the stand-in's kind where all of them play another, -1
PLAIN = 31  # 1: no jokers or stand-in, idle tiles beyond the words or imagined tile of a fixed kind: the words say all about the tiles held

# ---- cleared at the start of a hand ----
CLEARED = 32
CHOICE_KEY, CHOICES = 32, 33  # stream of decisions, numbers used
DICE_KEY, DICE = 34, 35
SIZE = 36  # tiles of the set
FRONT, BACK = 37, 38  # next tile in turn; one past the last tile of the live wall
FIRST_FRONT = 39
DEEP, DEEP_END = 40, 41  # dead_dice: replacements come from DEEP - 1 down to DEEP_END first
OPEN_LEFT, OPEN_AT = 42, 43  # open_tail: mask of the places OPEN_AT + i whose tiles still lie open
HAND_SIZE = 44
FIFTH = 45  # 1: an imagined tile of a fixed kind may be the fifth of it
STARTED = 48  # 1: the first turn was reached
PHASE = 49
SEAT = 50  # whose turn it is, or who threw the tile
DRAWN, DRAWN_FLAGS = 51, 52  # the drawn tile of the turn (-1: none) and its flags (layout.F_...)
TILE, TILE_FLAGS = 53, 54  # tile thrown, or added to a pung
ROBBED = 55  # place of the meld that an added kong makes
OPENING = 56  # 1: the added kong in question is an open one
TAKEN = 57  # 1: the tile drawn was offered round: it wins or is thrown
KONG_GIVER = 58  # who gave the exposed kong whose replacement was drawn, -1
LEFT_TILES, LEFT_SEAT = 59, 60  # tiles of an open kong that are still to be thrown (kind + 1, 7 bits each), by whom
KONGS = 61  # kongs on the table
TURNS, LAST_DRAWER, LAST_DRAWN = 62, 63, 64
ENDED = 65  # 0 playing, 1 + end
WINNERS = 66  # seats that have won
FIRST_WINNERS, FIRST_GIVER = 67, 68  # who won first, and on whose tile (-1)
BARS = 69  # seat whose thrown joker bars claims, -1
WIND_RUN = 70  # winds discarded in a row from the dealer on (four_discards)
ROUND_ALIVE, ROUND_KIND = 71, 72  # equal first discards
STEPS = 73
FAULT = 74  # 0, or one of FAULT_...
CHOICE_CODE, CHOICE_ARG = 76, 77  # what a policy chose
VISIBLE = 80  # 42 counts of tiles that lie open
CLEARED_TO = 122
TARGETS = 122  # number of targets
WALL_GIVEN = 123  # 1: the wall is laid already

IDLE_PLACE = 124  # place of idle tiles that stand in no word, 0: there are none
FACE = 272  # 42 entries
FULL = 314  # words of the whole set
PICK_MISSING, PICK_LIVE, PICK_USEFUL = 318, 319, 320  # of the discard that `pick_discard` found
RISE, RISER = 321, 339  # height watched for (likeness.py), and the player who is to reach it, -1: anybody
ROSE_FRONT, ROSE_BACK = 322, 323  # FRONT and BACK when he first did, -1: not yet

NEAREST = 338  # of the target that `look_at_target` found

# ---- options of an own turn: truths and masks of kinds ----
O_WIN, O_CONCEALED, O_ADDED, O_GOLD, O_OPEN, O_OPEN_ADDED, O_WINDS, O_DRAGONS, O_SHOW = range(324, 333)
O_DISCARD, O_READY, O_READY_OPEN, O_PASS, O_COUNT = range(333, 338)

# ---- options and answers of a reaction: one block a seat ----
REACT, REACT_SIZE = 340, 32
R_WIN, R_KONG, R_OPEN, R_PUNG, R_FLOWER, R_CHOWS, R_COUNT, R_CODE, R_ARG = range(9)
R_CHOW = 10  # up to 22 arguments of chows

# ---- one block a seat ----
SEATS, SEAT_SIZE = 468, 49
WORDS = 0  # four words of held tiles by face
UNSEEN = 4  # four words of the tiles that this seat has not seen
JOKERS = 8  # joker tiles held, imagined ones too
SETS = 9  # sets still to make
WAITS = 10  # faces that complete a shape, of the hand without a drawn tile
NEAR = 11  # tiles missing to a shape, likewise, at most 2
DISTANCE = 12  # tiles missing to what the policy aims at
OWN_PUNGS = 13  # kinds of own pungs that a fourth tile makes a kong
BAR = 14  # faces on whose discard he may not win
BAR_ALL = 15  # 1: he may not win at all (win.passed = hand)
PASSED = 16  # faces that he may not pung
LOCK = 17  # 0 free, else only the drawn tile may go: 1 declared ready, 2 after an open kong, 3 after a win
POLICY = 18
READY_DRAW = 19  # own draw at which he first was ready, -1
AT_DEAL = 20  # tiles missing at the deal
GOAL = 21  # first and last way aimed at without jokers, then with
GOAL_FORMS, GOAL_FLAGS = 25, 26
KNOWN = 27  # 1: the policy has filled NEAR and WAITS for the hand after its discard
ASKED = 28  # the hand for which readiness was judged last
FREE_MASK = 29  # free shapes that can still be reached
STANDING = 30  # 4 kinds that stand, -1
SHOWN_WAITS = 34  # what a shown hand waits for
CALLED = 35  # open melds
ANSWER = 36  # what was named before the first turn
CLOSEST = 37  # greatest height above a target at an own turn, less likeness.BELOW
FUNCTION_AT = 38  # of a policy of one's own: address of its function
GOALS_AT, WORTH_AT, LINES_AT, CARE = 38, 39, 40, 41  # of `value`: its goals and their worth, its line-up, weight of dangers in 1/1000
LINED = 42  # 1: the line-up is that of the melds of now
HOPE = 43  # what the hand hoped for after its last discard, 0: not known
LEADS = 45  # 1: any win led when he looked last (policy_value.py)
DECIDED = 46  # decisions that a policy of one's own has made
THROWN = 44  # tiles thrown on the table when he last threw one
REMEMBERED = 47  # hands whose payments were found since the deal (payoffs.py)
WANTED = 48  # faces that bring the hand nearer to what it was weighed for at its last discard

SPARE = SEATS + 4 * SEAT_SIZE  # a fifth block: the hand without what fixed groups of a goal take, for `pick_discard` and its parts
VIEW = SPARE + SEAT_SIZE  # scratch of `pick_discard`
HAVE = VIEW + 48 * 15  # tiles owned, by face
CHANCES_AT = HAVE + MOST_PLACES  # tables of chances (mjsim/policies/chances.py), then scratch
TRACE_AT, TRACE_SIZE, TRACE_USED = CHANCES_AT + 1, CHANCES_AT + 2, CHANCES_AT + 3  # decisions, for calibration
TRIAL_AT = CHANCES_AT + 4  # scratch line-up
SOON = CHANCES_AT + 5  # faces whose discard leaves the hand one tile from some goal
WAIT_SELF, WAIT_GIVEN = CHANCES_AT + 6, CHANCES_AT + 7  # of the waits that `score_waits` scored
PAYS = CHANCES_AT + 8  # scratch for payments
LAST_THROWN = PAYS + 4  # tiles thrown on the table when each kind was last thrown, 0: never
WAIT_NEAR = LAST_THROWN + 42
WAITED = WAIT_NEAR + 1  # number of kinds that `score_waits` scored
WAIT_SIZE, MOST_WAITED = 3, 14
WAITED_FOR = WAITED + 1  # of each of them: live tiles, points drawn, points given
RIVER = WAITED_FOR + WAIT_SIZE * MOST_WAITED  # every thrown tile in order: kind | seat << 6 | (1: melded or won on) << 8
DOOR_AT = RIVER + 160  # address of the kernel that asks policies of one's own (policy_own.py)
VIEW_AT, OPTIONS_AT, HELPER_AT = DOOR_AT + 1, DOOR_AT + 2, DOOR_AT + 3  # of what it shows them
SPARE_VIEW, SPARE_OPTIONS, SPARE_HELPER = DOOR_AT + 4, DOOR_AT + 5, DOOR_AT + 6  # used once a choice has failed: what it was about stays
FAILED_PLAYER, FAILED_OPTIONS = DOOR_AT + 7, DOOR_AT + 8  # whose choice that was, of how many; 0: none has failed
AFTER = DOOR_AT + 9  # useful faces after each discard (outlook.py)
BASE = AFTER + MOST_PLACES  # useful faces of the lines that were weighed last
WALL = BASE + 1  # up to MOST_TILES kinds
MOST_TILES = 152
STATE_SIZE = WALL + MOST_TILES

# ---- phases ----
P_DRAW, P_TURN, P_REACT, P_ROB, P_END = range(5)

# ---- ends (column `end`) ----
END_WIN, END_WALL, END_ABORTED = range(3)

# ---- acts (docs/protocol.md) ----
PASS, WIN, CONCEALED, ADDED, GOLD, OPEN, SHOW_WINDS, SHOW_DRAGONS, SHOW_TILE, DISCARD, READY = range(11)
WIN_ON, KONG_ON, PUNG_ON, FLOWER_ON, CHOW_ON, OPEN_ON, TAKE_LAST, TAKE_OPEN, DECLARE = range(11, 20)
EXCHANGE, VOID, STAKE, IMAGINE = 20, 21, 22, 23

FAULT_STEPS, FAULT_POINTS, FAULT_TILES, FAULT_OPTIONS, FAULT_WIN, FAULT_CHOICE, FAULT_RAISED = range(1, 8)
FAULT_PLAYER = 16
"""Faults of policies of one's own are told by player: fault + this × (1 + player)."""
FAULTS = {
    FAULT_STEPS: "the hand did not come to an end",
    FAULT_POINTS: "the points of the hand do not sum to zero",
    FAULT_TILES: "tiles were lost or made",
    FAULT_OPTIONS: "a seat had nothing to do",
    FAULT_WIN: "a win that was offered did not score",
    FAULT_CHOICE: "a policy of one's own chose what was not offered",
    FAULT_RAISED: "a policy of one's own raised an error",
}
