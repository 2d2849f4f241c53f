"""Where everything stands in the three int64 arrays that the kernels share: image, table, work.

`image` is the compiled variant (made by `mjsim.compile`, never written by kernels): switches at fixed places, then blocks found
by offsets. `table` is what happens in one hand: the engine keeps it up to date while it plays, the case scorer fills it from a
case. `work` is scratch of the scorer, allocated once a run; its head holds the result of the last call.

Codes: a `Literal` of `mjsim.variant.model` is coded by its position in the list, a truth as 0 or 1, a set of kinds as a mask
(bit k is kind k), a list of words as a mask of their positions, seats and kinds as themselves with -1 for none.
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
BIRDS_EFFECT = 64  # 0 add-times 1 double 2 plus-one 3 ranks
THROWN_AT_ONCE = 65
THROWN_LATER = 66
STAKES = 67
NAMED = 68  # greatest stake named before the deal, 0: none is
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
SEVERAL = 103  # 0 as-win 1 discarder 2 first 3 below
DRAWN = 104  # 0 stay 1 next 2 last-drawer 3 kong-next 4 dealer-without-kong
REPEATS = 105  # 0 win-or-draw 1 win
REPEATS_LIMIT = 106
MATCH = 107  # 0 hands 1 rounds 2 chips
LENGTH = 108
START_PAY = 109  # rows with at = "deal" are judged
SUITS = 110  # mask of suits in the set
KINDS = 111  # mask of the kinds that are played with: in the set, not laid out as bonus
CHECK_AS = 112  # 0 discard 1 self
MELD_SORTS = 113  # sorts of melds (bits CHOW_MELD ...) that can lie on a table of the variant
DEAD_THROW = 114  # 0 two 1 one 2 seven
EXCHANGE_SHORTEST = 115
SHOWS_DRAWS = 116
GOLD_MIXED = 117
CHOW_AFTER_PUNG = 118
KONG_TRANSFER = 119
BIRDS_HITS = 120  # 0 both 1 winner
BIRDS_ORIGIN = 121  # 0 winner 1 dealer
BIRDS_SELF_ONLY = 122
THROWN_PAID = 123  # 0 with-win 1 at-once
LIABLE = 124  # 0 later 1 earlier
KONG_LIMIT_SHARED = 125
START_ENDS = 126
NAMED_BY = 127  # 0 all 1 others

MOST_PLACES = 36  # nine ranks in each of four colours
ALL_PLACES = (1 << MOST_PLACES) - 1
FLOWER_HEAD = 32  # where flowers that are heads begin

COPIES = 128  # 42 entries: copies of each kind in the set
DEAD_BY_KONGS = 170  # up to 8 entries
# up to 8 x (rule, on self 1 | discard 2, first_only); rule 0 last-meld 1 dragons-winds 2 kong 3 three-melds 4 three-chows 5 third-meld
LIABILITY = 178

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
T_BIRDS = 25  # number of turned tiles (birds; chickens use the first), then up to 8 kinds
T_KONG_INCOME = 34  # 4 entries: what each seat has paid for the kong that was paid last
T_KONG_OWNER = 38  # whose it is
T_UNREADY = 39  # 1: the giver of the tile that is won is not ready (unready_pays)
T_TO_DEALER = 40  # 4 entries: what each seat has paid the dealer for his wins
T_LOWER = 44  # the tile below the turned one, -1 (spirits)
T_CHICKEN_THROWN = 45  # 1 + who threw the first chicken, 0: nobody yet
T_CHICKEN_TAKEN = 46  # 1 + who melded it, TAKEN_BY_WIN: it was won on
T_CHICKEN_AT = 47  # number of the discard that it was
T_OPEN = 48  # number of open chickens, then up to MOST_OPEN kinds
T_TREASURE = 64  # kind of the treasure tile, -1: there is none
T_DRAWN_AS = 65  # kind of the drawn tile where it is read as T_TILE, another one (wild_draw); -1
T_PREVIOUS = 66  # kind turned in the hand before, -1: none
T_SIZE = 72
MOST_OPEN = 15
TAKEN_BY_WIN = 15

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
F_CONCEALED_BLOOM = 2048

# ---- table: one block a seat, at T_SIZE + seat * S_SIZE ----
S_HELD = 0  # 42 counts of concealed tiles; after a draw the drawn tile is among them
S_LAID = 42  # 42 counts of laid-out bonus tiles, kong tiles, one-tile kongs
S_MELDS = 84  # number of melds, then up to 6 melds as words, in the order they were made
S_MELD = 85
S_VOID = 91  # declared suit 0-2, -1
S_READY = 92  # 1 declared (flag ready), 2 declared with the hand open (flag ready_open), 3 both
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
S_UNKNOWN = 107  # 1: nothing is known of his tiles (cases): nothing that asks about them holds for him
S_UNPAID = 108  # 1: his kongs are not paid at the end (a hand of too many tiles, cases)
S_TOOK = 109  # number of tiles that he won on and another gave, then up to 4 kinds; kept by `pay_win`
S_NAMED = 114  # stake named before the deal
S_RIVER = 115  # 42 counts of discards that nobody took, kept where spirits ask
S_THROWN_HONORS = 158  # honours that were the first discards; -1 less their number once another tile was thrown
S_IMAGINED = 159  # 0, or 8 (kind that the imagined joker plays + 1) + tiles of the kind in hand from which on it is of no use (imagined.py)
S_SIZE = 160
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
THROWN_TILES = 42  # the kind of the "winning tile" of who wins by what he has thrown

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
MOST_ITEMS = R_PAID - R_ITEMS - 1

# ---- image: blocks of the scorer, found by offset ----
SECTIONS = 208  # two entries a section: first instruction, one past the last
(
    SEC_HAND,
    SEC_POSSIBLE,
    SEC_READING,
    SEC_VALUE,
    SEC_FINAL,
    SEC_FREE,
    SEC_PAYER,
    SEC_AMOUNT,
    SEC_START,
    SEC_START_PAY,
    SEC_SETUP,
    SEC_KONG,
    SEC_DIVISION,
) = range(13)
SEC_COUNT = 13
OTHERS_SECTIONS = (
    240  # offset of the bodies of others(...): first instruction, one past the last, register of the answer, whether it asks about tiles
)
SHAPE_TABLE = 241  # offset of SHAPE_WORDS entries a shape
SHAPE_COUNT = 242
SET_INDEX = 243  # offset of 37 entries: where the sets that contain kind k begin in SET_LIST
SET_LIST = 244  # entries: other two tiles of the set and its type (a | b << 6 | type << 12)
SET_SKIPS = 239  # offset of 36 entries: options (four a set) at the head of kind k's list that need a lower kind
SET_ALL = 245  # offset of all sets of the variant: a | b << 6 | c << 12 | type << 18
SET_ALL_COUNT = 246
PAIR_KINDS = 247  # kinds that can pair
ROW_TABLE = 248  # offset of ROW_WORDS entries a row
ROW_COUNT = 249
PLAIN_ROWS = 234  # offset of the rows that count like any other: register | number << 16; and how many
PLAIN_ROWS_COUNT = 235
FORMULA_TABLE = (
    250  # offset of FORMULA_WORDS entries a value formula: register, mask of its tags (0: all rows), number of best(...) and their masks
)
FORMULA_COUNT = 251
FINAL_REGISTER = 252  # -1: the value is final
MINIMUM_REGISTER = 253  # -1: no minimum
FINAL_TAGS = 254
TEMPLATE_TABLE = 255  # offset of one offset a template
FAMILY_TABLE = 256  # offset of FAMILY_WORDS entries a template of a family row, families one after the other
FAMILY_COUNT = 257
SETS_NEEDED = 258
USES_PLACE = 259  # 1: some row or gate asks where the winning tile is
USES_WAITS = 260
POSSIBLE_COUNT = 261  # possible(...): pairs (register of the body, register of the result) at POSSIBLE_TABLE
POSSIBLE_TABLE = 262
HAS_EXTRA = 263
AMOUNT_REGISTERS = 264  # amount, everybody, giver_pays, false_win (-1: none)
KONG_FACTOR = 268
START_AMOUNT = 269
SETUP_REGISTERS = 270  # kong tiles, single kongs, flower pung (-1: none)
HEAVENLY_REGISTER = 273
SHARE_TABLE = 274  # offset of (key, value) pairs, ascending
SHARE_COUNT = 275
GATE_COUNT = 276
HAS_OTHER = 278
FREE_SHAPES = 284  # mask of the shapes that an expression decides
ALIKE = 282  # offset: class of each kind as a pair, then of each set; those of a class are the same to every rule
ALIKE_TELLS = 283  # 1 kinds discarded, 2 the winning tile, 4 different kinds are told apart
WORK_SIZE = 280  # registers and scratch; `work` is three times as long, see bounds.py, and keeps answers behind, see asked.py
HAS_BOUNDS = 281  # 1: gates or a minimum refuse complete hands
ROB_DIFFERS = 279  # 1: some gate, row or value asks whether a kong was robbed
PAYER_ROWS = 277  # 1: some rows are judged for each payer
ASKED_COUNT = 285  # places of what rules ask besides tiles, see asked.py; -1: answers are not remembered
ASKED_TABLE = 286
PLACE_TELLS = 236  # offset of the places in `work` that tell places of the winning tile in a division apart, and their number
PLACE_TELLS_COUNT = 237  # 0: every place is judged
ASKED_ABOUT = 287  # 1 laid-out tiles, 2 the winning tile before it is placed, 4 whether tiles are jokers
WINNERS_PAY = 288
UNREADY_PAYS = 289
CARRIED = 290
CHICKEN_OPEN = 291  # 0 none 1 three 2 third
CHICKEN_FIRST = 292
SPIRIT_DISCARDS = 293
SPIRIT_LOWER = 294
BIRDS_START = 295
REFUND_ALL = 296
LIABILITY_WHEN = 297  # 8 registers: what the won hand must be for a liability, -1: anything
FIRST_REGISTER = 305  # whether a won hand comes before nearer ones, -1: none does
DIFFERENT_RANKS = 306
NAMED_ADDS = 307
READY_DRAWN = 308
WILD_DRAW = 309  # register: may a drawn tile be read as another kind? -1: never
TREASURE = 310
KONG_ADDED_DRAWN = 311
SPIRIT_SONG = 312
SPIRIT_PREVIOUS = 313
THROWN_HONORS = 314  # so many honours as a player's first discards win at once, 0: they do not
PLACES = 315  # places of the tiles that hands are made of: 34, or MOST_PLACES where the flowers are heads (mjsim/variant/deck.py)
IDLE = 316  # place of idle tiles that stand in no word, 0: there are none
JOKER_FIXED = 317  # 1: each player's imagined joker plays one kind, which he has fixed
IMAGE_SIZE = 320

ROW_WORDS = 12
ROW_REGISTER, ROW_VALUE, ROW_FLAGS, ROW_TAGS, ROW_FAMILY, ROW_EXCLUDES, ROW_SHARES, ROW_SPARE = 0, 1, 2, 3, 4, 5, 8, 9
OF_SETS, OF_WON = 1, 2  # bits of ROW_SHARES: no set is counted by two rows of the first kind, at most one of the second holds
IS_OTHER, IS_EXTRA, IS_LISTED, IS_PAYER, IS_DEAL, IS_ABOUT_TILES, IS_EXCLUDER = 1, 2, 4, 8, 16, 32, 64
ROWS_A_WORD = 62
MOST_ROWS = 3 * ROWS_A_WORD

SHAPE_WORDS = 6
SHAPE_FORM, SHAPE_A, SHAPE_B, SHAPE_MELDS, SHAPE_SELF, SHAPE_FREE = range(6)  # A: pairs or gap, B: odd tiles
FORM_SETS, FORM_PAIRS, FORM_ORPHANS, FORM_APART, FORM_KNITTED, FORM_KNIT3, FORM_FREE = range(7)

OTHERS_WORDS = 4
FORMULA_WORDS = 6
MOST_BESTS = 3

FAMILY_WORDS = 4  # family, row, template, counts once

# ---- work: fixed scratch ----
W_NATURAL = 160  # 42 tiles of each kind but jokers, stand-ins as what they play; used up by the search
W_HELD = 202  # 42 concealed tiles but jokers, the winning tile included
W_OWNED = 244  # number of joker kinds held, then for up to 8: kind, tiles held, scratch
W_PAIR_KINDS = 269  # kinds of pairs of jokers that differ for the rules, and sets of jokers likewise (places in SET_ALL)
W_JOKER_SETS = 270
W_STANDING = 271  # stand-ins that play the joker's kind in the divisions at hand
W_WILD = 272  # joker tiles, imagined ones included
W_SLOTS = 273  # kinds that they may play
W_STANDING_IN = 274  # what `next_stand` has still to try
W_STANDS = 275  # stand-ins held, where there is such a tile in this hand and shape
W_SHAPE = 276
W_FORM = 277
W_MELDS = 278
W_WAY = 279  # which of the six knitted arrangements
W_LEVEL = 280  # groups found so far
W_LEVELS = 281  # groups to find
W_SETS_LEFT = 282
W_PAIRS_LEFT = 283
W_ODD_LEFT = 284
W_WILD_LEFT = 285
W_SINGLE = 287  # hands of single tiles: kinds held, kinds played by jokers, kind that is there twice (-1)
W_FILLED = 288
W_TWICE = 289
W_KNITS = 290  # three groups of a knitted straight
W_TRAP = 293
W_GROUPS = 294  # number of concealed groups, then 8 words; odd tiles are words of type 0
W_OPTION, W_TILE, W_GROUP = 304, 320, 336  # 16 levels each
W_PLACES = 352  # number of places for the winning tile, then group (15: none) | position << 4 | kind it plays << 8 | as a joker << 16
W_ALIKE = 413  # groups without a joker of another kind, before the jokers are dealt
W_SKIPPED = 286  # shapes (bits) that are not searched
W_ONE_WAY = 907  # 1: without jokers the hand has at most one division into sets and a pair
W_SPARED = 908  # what is not searched of a winning joker: kinds that it need not play
W_TWINS = 909  # ... and divisions in which no joker plays one of these kinds (0: all are searched)
W_TOLD = 910  # the place judged last in the division at hand: gate that refused (FRESH: none was judged), whether it passed, what told it
W_PASSED = 911
W_TELLS = 912  # at most 16
W_OWN = 414  # groups that nobody gave a tile to, before the winning tile is placed
W_BASE = 416  # bank 0 as the melds leave it
W_LIVE = 512  # number of rows that count, then their numbers
W_COUNT = 704  # how often each row counts
W_HANDS_ASKED, W_TILES_ASKED, W_WAYS_ASKED = 930, 932, 934  # what questions about bounds were worth in this run and how many were left out:
# of hands, of single tiles, of hands in all ways of winning at once
W_PLAYS = 936  # kinds that jokers may play besides their own
W_SHARES = 940  # amounts of the four seats
W_FOUND, W_BEST_VALUE, W_BEST_BASE, W_BEST_SHAPE, W_BEST_WILD, W_REFUSED, W_READ, W_IS_LAST, W_VALUE, W_PLAIN, W_FORMULA = range(896, 907)
W_BEST_COUNT = 960  # the best reading: rows that count, rows listed, bank 0
W_BEST_ITEMS = 1152
W_BEST_BANK = 1344
W_ITEMS = 1472  # how often each row is listed
W_RAW = 1664  # how often each row holds
W_TRIAL_COUNT = 1856  # the best choice of family combinations so far
W_TRIAL_ITEMS = 2048
W_FOREST = 2240  # occurrences of family rows, see forest.py
W_SEEN = 2360  # 15 counts of groups for templates
W_HOLD = 2376  # number of rows that hold in the reading at hand, then their numbers; W_COUNT and W_ITEMS are 0 for all others
W_BEST_HOLD = 2568  # the same of the best reading, for W_BEST_COUNT and W_BEST_ITEMS
W_BANK = 2760
BANK_SIZE = 128
W_VIEW = W_BANK + BANK_SIZE
W_REGISTERS = W_VIEW + BANK_SIZE
MOST_WORK = 1 << 14
MOST_JOKER_KINDS = 8
MOST_TELLS = 16

# ---- a bank: what one player's record says; bank 0 the winner's, bank 1 that of the player in view ----
B_ALL = 0
B_CHOW, B_PUNG, B_KONG, B_PAIR, B_KNIT, B_SHOWN, B_MELDED, B_OPEN, B_OWN, B_WON, B_NATURAL, B_AFTER_SHOW = range(1, 13)
B_KINDS = 13  # kinds of each of 8 groups, as played
B_PLAYED = 21  # number of tiles of each kind as played, as four bit planes
B_LOOSE = 25  # joker tiles that play any of B_LOOSE_KINDS at once (hands without groups)
B_LOOSE_KINDS = 26
B_REAL = 27  # physical tiles, four planes
B_LAID = 31  # laid-out tiles, three planes
B_FIT = 34  # lowest kinds of chows, pungs, pairs in unary: 5 planes each
B_CODE = 49  # for templates, each of 8 groups: 64 * (0 chow 1 pung 2 pair) + lowest kind, -1 none
B_MIDDLE, B_EDGE, B_ANYWAIT, B_WILD, B_JOKERS, B_SHAPE, B_WAITS = range(57, 64)
B_SELF_DRAW, B_DISCARD, B_ROB = 64, 65, 66
B_IMAGINED, B_TREASURE, B_THROWN_HONORS = 67, 68, 69
B_FLAG = 110  # the F_ flags, one register each
FLAGS = 12
B_READY, B_READY_OPEN, B_DEALER, B_REPEATS, B_DRAWS_BEFORE, B_STAKE, B_START, B_GIVEN = range(78, 86)
B_FLOATS, B_WINNERS, B_GAVE, B_DRAWS, B_CALLS, B_DISCARDS, B_WALL, B_WON_BEFORE = range(86, 94)
B_VALUE, B_PAYER_ROWS, B_PD, B_OWN_FIRST_READY = 94, 95, 96, 97
B_SEAT_WIND, B_ROUND_WIND, B_OWN_FLOWERS, B_JOKER, B_JOKER_SUIT, B_LAST, B_DRAWN, B_VOID, B_OWN_DISCARDS = range(98, 107)
B_LEAVE_OUT, B_IS_WINNER, B_NAMED = 107, 108, 109

# ---- groups as words: type | a << 4 | b << 10 | c << 16 (63: none) | positions played by jokers << 22 ----
G_CHOW, G_PUNG, G_PAIR, G_KNIT, G_SET = 1, 2, 3, 4, 5
