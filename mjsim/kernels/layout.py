"""Where everything stands in the three int64 arrays that the kernels share: image, table, work.

`image` is the compiled variant (made by `mjsim.compile`, never written by kernels): switches at fixed places, then blocks found by offsets.
`table` is what happens in one hand: the engine keeps it up to date while it plays, the case scorer fills it from a case.
`work` is scratch of the scorer, allocated once a run; its head holds the result of the last call.

Codes: a `Literal` of `mjsim.variant.model` is coded by its position in the list, a truth as 0 or 1, a set of kinds as a mask (bit k is kind k),
a list of words as a mask of their positions, seats and kinds as themselves with -1 for none.
"""

from __future__ import annotations

# ---- image: switches (same names as in mjsim.variant.model) ----
PLAYERS = 0
HAND = 1
STANDING = 2
BONUS = 3
FLOWERS = 4
WALL_DEAD = 5
WALL_DEAD_DICE = 6
WALL_OPEN_TAIL = 7
WALL_LAST = 8  # 0 discard 1 end 2 offer 3 share
WALL_SHARE = 9
WALL_BY_KONGS = 10  # how many entries at DEAD_BY_KONGS, 0: not used
JOKER_SOURCE = 11  # 0 none 1 fixed 2 turned 3 next 4 turned+next
JOKER_KINDS = 12
JOKER_RING = 13  # 0 three 1 seven 2 past-red
JOKER_VIRTUAL = 14
JOKER_PLAYS = 15  # mask, all 34 kinds if the variant says nothing
JOKER_COPIES = 16
STAND_IN = 17
STAND_IN_ALL = 18
STAND_IN_MELDS = 19
STAND_IN_NOT = 20  # mask of shape numbers in which it is itself
JOKER_THROWN = 21  # 0 own-kind 1 never 2 kong
JOKER_THROWN_CLAIM = 22  # 0 nobody 1 win 2 any
JOKER_THROWN_FORFEITS = 23
JOKER_THROWN_BARS = 24
JOKER_MELDS = 25  # 0 never 1 own-kind
EXCHANGE = 26
VOID = 27
VOID_FIRST = 28
SHOWS = 29
SETS = 30  # 0 standard 1 honor-runs 2 sum15
CHOW = 31  # 0 none 1 upper
PUNG = 32
KONGS = 33  # 1 exposed 2 added 4 concealed 8 gold
ROB = 34
TWO_WAYS = 35
TWO_WAYS_TURN = 36
FOURTH_MELD = 37
CHOW_OWN_DISCARDS = 38
PUNG_OWN_DISCARDS = 39
PASSED_PUNG = 40
LAST_TILES = 41
NEVER = 42
WIN_BY = 43  # 1 self 2 discard 4 rob
WIN_SEVERAL = 44  # 0 all 1 nearest
ROB_AS = 45  # 0 discard 1 self
WIN_PASSED = 46  # 0 none 1 until-draw 2 same-kind 3 hand
WIN_COMPULSORY = 47
WAIT_NEEDS_TILE = 48
ANY_LAST = 49
FLOWER_WIN = 50
READY = 51  # 0 none 1 optional 2 compulsory 3 shown 4 first
READY_FORMS = 52
READY_CONCEALED = 53
READY_STAKE = 54
READY_KONGS = 55
SCALE = 56
TOP_REACH = 57
TOP_PAYS = 58
FLOWER_KONG = 59
FIRST_DISCARDS = 60
FIRST_DISCARDS_ROUNDS = 61
GODS = 62
BIRDS = 63  # tiles turned, 0: no birds
BIRDS_EFFECT = 64  # 0 add-times 1 double 2 plus-one
THROWN_AT_ONCE = 65
THROWN_LATER = 66
STAKES = 67
PULL = 68
KONG_PAY = 69  # 0: kongs are not paid beside the value, 1: they are
KONG_WHEN = 70  # 0 at-once 1 with-win 2 at-end
KONG_EXPOSED_GIVER = 71
KONG_EXPOSED_EACH = 72
KONG_ADDED_GIVER = 73
KONG_ADDED_EACH = 74
KONG_CONCEALED_EACH = 75
KONG_GOLD_EACH = 76
KONG_OWNERS = 77  # 0 all 1 ready 2 winner 3 losers
KONG_PAYERS = 78  # 0 all 1 still-in
CHICKENS = 79  # 0: no chickens
CHICKEN_ALWAYS = 80
CHICKEN_TURNED = 81
CHICKEN_READY_ONLY = 82
CHICKEN_SELF_ONLY = 83
SPIRITS = 84  # 0: no spirits
SPIRIT_TURNED = 85
SPIRIT_NEXT = 86
SPIRIT_CHARGE = 87
SPIRIT_ALONE = 88  # 0 double 1 add
SPIRIT_KONG = 89
SPIRIT_KONG_FIRST = 90
PIG = 91
PIG_PAYS_WINNERS = 92
READY_CHECK = 93
REFUND = 94
LIABILITIES = 95  # how many, see LIABILITY
ENDS = 96  # 0 first-win 1 all-but-one 2 wall
STOP_WITH = 97
FOUR_DISCARDS = 98  # kind of the wind, -1
FOUR_DISCARDS_FIRST = 99
KONG_LIMIT = 100
OWN_WIN = 101  # 0 stay 1 next
OTHER_WIN = 102  # 0 next 1 winner
SEVERAL = 103  # 0 as-win 1 discarder 2 first
DRAWN = 104  # 0 stay 1 next 2 last-drawer 3 kong-next 4 dealer-without-kong
REPEATS = 105  # 0 win-or-draw 1 win
REPEATS_LIMIT = 106
MATCH = 107  # 0 hands 1 rounds 2 chips
LENGTH = 108
START_PAY = 109  # rows with at = "deal" are judged
SUITS = 110  # mask of suits in the set

COPIES = 128  # 42 entries: copies of each kind in the set
DEAD_BY_KONGS = 170  # up to 8 entries
LIABILITY = 178  # up to 8 x (rule, on self 1 | discard 2, first_only); rule 0 last-meld 1 dragons-winds 2 kong 3 three-melds 4 three-chows

# ---- table: what is known of the hand ----
T_ROUND = 0  # prevailing wind, 0-3 = E S W N
T_REPEATS = 1
T_DRAWS_BEFORE = 2
T_JOKERS = 3  # mask of the wild kinds, set by `turned_jokers` or the case
T_TURNED = 4  # turned kind, -1
T_STAND = 5  # kind that the stand-in plays, -1: no stand-in in this hand; set by `setup_hand`
T_KONG_TILES = 6  # masks set by `setup_hand`
T_SINGLE_KONGS = 7
T_EVENT = 8  # running number of melds, for stamps; raise it by one with each meld or shown set
T_SHOWN_AT = 9  # stamp of the first shown set, 0: none yet
T_CALLS = 10  # melds and kongs made by anybody
T_DISCARDS = 11  # discards made by anybody
T_WALL = 12  # drawable tiles left, after the draw
T_WON_BEFORE = 13  # wins of this hand before this tile
T_OUT = 14  # mask of seats that have left the hand (all-but-one): they pay and are paid no more
T_SEAT = 15  # the win: whose, how (0 self 1 discard 2 rob), who gave it (-1), the tile's kind
T_BY = 16
T_GIVER = 17
T_TILE = 18
T_FLAGS = 19  # F_... below
T_GIVEN = 20  # 1: heavenly, earthly, human, first_ready are read from T_FLAGS, not from their definitions (cases)
T_WINNERS = 21  # mask of the seats that win on this tile, this one included
T_KONG_GIVER = 22  # giver of the exposed kong whose replacement is won on, -1
T_START = 23  # 1: the dealt tiles are judged
T_LEAVE_OUT = 24  # 1: rows of draw.leave_out do not count (ready check)
T_BIRDS = 25  # number of turned tiles (birds; chickens use the first), then up to 6 kinds
T_SIZE = 40

BY_SELF, BY_DISCARD, BY_ROB = 0, 1, 2

F_KONG_REPLACEMENT = 1
F_FLOWER_REPLACEMENT = 2
F_LAST_WALL_TILE = 4
F_LAST_DISCARD = 8
F_AFTER_KONG_DISCARD = 16
F_DOUBLE_KONG = 32
F_LAST_OF_KIND = 64
F_HEAVENLY = 128
F_EARTHLY = 256
F_HUMAN = 512
F_FIRST_READY = 1024

# ---- table: one block a seat, at T_SIZE + seat * S_SIZE ----
S_HELD = 0  # 42 counts of concealed tiles; after a draw the drawn tile is among them
S_LAID = 42  # 42 counts of laid-out bonus tiles, kong tiles, one-tile kongs
S_MELDS = 84  # number of melds, then up to 6 melds as words, in the order they were made
S_MELD = 85
S_VOID = 91  # declared suit 0-2, -1
S_READY = 92  # 0, 1 declared, 2 declared with the hand open
S_FIRST_READY = 93  # 1: declared with the first discard
S_STAKE = 94
S_DRAWS = 95  # own turn draws
S_FLOATS = 96
S_DISCARDED = 97  # mask of kinds he has discarded
S_THROWN_AT_ONCE = 98  # jokers thrown on the turn they were drawn, and later
S_THROWN_LATER = 99
S_FORFEIT = 100  # 1: may not win this hand
S_WINS = 101  # wins in this hand
S_FLOWER_PUNG = 102  # mask set by `setup_hand`
S_KONG_PAID = 103  # 4 entries: what seat i has paid this seat for kongs, kept by `pay_kong`
S_SIZE = 108
TABLE_SIZE = T_SIZE + 4 * S_SIZE

# melds as words: type | tile a << 8 | b << 16 | c << 24 | d << 32 (63: no fourth tile) | (giver + 1) << 40 | stamp << 44
CHOW_MELD = 1  # also an honour run or a sum of 15
PUNG_MELD = 2
EXPOSED_KONG = 3
ADDED_KONG = 4
CONCEALED_KONG = 5
GOLD_KONG = 6
FLOWER_PUNG = 7
SHOWN_WINDS = 8
SHOWN_DRAGONS = 9
NO_TILE = 63

# ---- work: results of the last call, then scratch ----
R_VALUE = 0
R_BASE = 1  # value without extra rows
R_SHAPE = 2  # place in win.shapes
R_JOKERS = 3  # joker tiles owned
R_WAITS = 4  # kinds waited for, -1 if no row asks
R_OPEN = 5  # open melds
R_REFUSED = 6  # why no win: 0 won, 1 not a way to win, 2 no complete hand, 3 + g gate g, see score.py
R_LAST = 7  # kind that the winning tile plays
R_ITEMS = 8  # number of listed rows, then their numbers, each as often as it counts (at most 119)
R_PAID = 128  # 4 entries: what each seat paid for the win (negative: got), filled by pay_win
R_SIZE = 160
MOST_ITEMS = R_PAID - R_ITEMS - 1
