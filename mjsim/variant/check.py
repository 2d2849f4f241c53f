"""What the schema alone cannot say: rules of one variant that must fit together."""

from __future__ import annotations

from mjsim.errors import NotationError, VariantError, one_of, quote
from mjsim.tiles import KIND_OF, kinds_in, parse_tiles
from mjsim.variant.deck import copies_of, flower_heads, total_tiles
from mjsim.variant.model import Variant
from mjsim.variant.rules import rules_of
from mjsim.variant.shapes import library, shapes_of


def check(variant: Variant, where: str = "") -> None:
    """Raises `VariantError` for the first rule that is impossible or contradicts another."""
    for part in (_tiles, _deal, _jokers, _shapes, _flower_heads, _win, _rows, _payment, _choices):
        part(variant, where)
    rules_of(variant, where)


def _refuse(condition: bool, where: str, what: str, allowed: str = "") -> None:
    if condition:
        raise VariantError(what, where, allowed)


def _tiles(v: Variant, where: str) -> None:
    for path, text in {
        "tiles.bonus": v.tiles.bonus,
        "jokers.kinds": v.jokers.kinds,
        "jokers.plays": v.jokers.plays,
        "claims.never": v.claims.never,
    }.items():
        try:
            parse_tiles(text, f"{where}: {path}" if where else path)
        except NotationError as error:
            raise VariantError(error.what, error.where, error.allowed) from None
    _refuse(len(set(v.tiles.ranks)) < len(v.tiles.ranks), where, f"tiles.ranks {quote(v.tiles.ranks)} repeats a rank", "each rank once")
    copies = copies_of(v)
    absent = [k for k in parse_tiles(v.tiles.bonus) if not copies[k]]
    _refuse(bool(absent), where, f"tiles.bonus {quote(v.tiles.bonus)} names tiles that are not in the set")
    _refuse(
        v.tiles.flowers > 0 and not v.tiles.bonus and not v.tiles.flower_class and not flower_heads(v),
        where,
        "the set has flowers that nothing is done with",
        'tiles.bonus = "f1f2f3f4...", tiles.flower_class, or tiles.flower_copies = 4',
    )
    _refuse(
        v.tiles.idle > 0 and ("P" in v.tiles.dragons or v.tiles.flower_class == "P" or v.jokers.source != "none"),
        where,
        "tiles.idle, which are written P, beside a kind P or jokers",
        'tiles.dragons without P, jokers.source = "none"',
    )
    _refuse(
        bool(v.tiles.flower_class) and v.tiles.flower_class in v.tiles.dragons,
        where,
        f"tiles.flower_class {v.tiles.flower_class} is a dragon of the set",
        "an absent one",
    )


def _flower_heads(v: Variant, where: str) -> None:
    """Flowers that are ordinary tiles stand with winds and red dragon, and only where no rule is about dragons or single tiles."""
    names = v.tiles.flower_names
    some = 0 < len(names) != v.tiles.flowers
    _refuse(some, where, f"tiles.flower_names names {len(names)} of {v.tiles.flowers} flowers", "all or none")
    if not flower_heads(v):
        return
    _refuse(v.tiles.flowers != 4, where, f"tiles.flower_copies is 4 with {v.tiles.flowers} flowers", "tiles.flowers = 4")
    _refuse(
        bool(set("FP") & set(v.tiles.dragons)),
        where,
        f"tiles.flower_copies is 4 with the dragons {v.tiles.dragons}: with four flowers that are more than nine kinds of honours",
        'tiles.dragons = "C" or ""',
    )
    others = {
        "tiles.bonus": bool(v.tiles.bonus),
        "tiles.flower_class": bool(v.tiles.flower_class),
        "jokers": v.jokers.source != "none" or v.jokers.virtual > 0,
        "win.shapes other than sets and a pair": any(shape.form not in ("sets", "free") for shape in shapes_of(v).values()),
        'claims.sets = "honor-runs"': v.claims.sets == "honor-runs",
        "before.shows": v.before.shows,
        "payment.chickens": v.payment.chickens is not None,
        'the liability "dragons-winds"': any(rule.rule == "dragons-winds" for rule in v.payment.liability),
    }
    wrong = [name for name, used in others.items() if used]
    _refuse(bool(wrong), where, f"tiles.flower_copies is 4 beside {', '.join(wrong)}", "tiles.flower_copies = 1, or none of these")


def _deal(v: Variant, where: str) -> None:
    held = v.deal.hand + v.jokers.virtual
    _refuse(
        held % 3 != 1, where, f"deal.hand is {v.deal.hand}, which cannot become sets and a pair", "10, 13 or 16 (12 with a virtual joker)"
    )
    dead = max((v.wall.dead, *v.wall.dead_by_kongs, 24 if v.wall.dead_dice else 0, v.wall.open_tail))
    need = v.players * v.deal.hand + 1 + dead + v.players
    _refuse(
        need > total_tiles(v),
        where,
        f"{v.players} players with {v.deal.hand} tiles and {dead} dead tiles need {need} tiles, the set has {total_tiles(v)}",
    )
    _refuse(
        sum(bool(x) for x in (v.wall.dead, v.wall.dead_by_kongs, v.wall.dead_dice, v.wall.open_tail)) > 1,
        where,
        "wall has more than one rule for tiles never drawn",
        "one of dead, dead_by_kongs, dead_dice, open_tail",
    )
    _refuse(v.deal.standing > 0 and v.win.ready == "none", where, "deal.standing without a ready declaration", "win.ready")
    _refuse(v.wall.treasure and v.win.ready == "none", where, "wall.treasure without a ready declaration", "win.ready")
    _refuse(v.wall.treasure and bool(v.tiles.bonus), where, "wall.treasure with bonus tiles, one of which it could be", 'tiles.bonus = ""')
    _refuse(
        v.before.exchange and len(v.tiles.suits) * len(v.tiles.ranks) * 4 != total_tiles(v),
        where,
        "before.exchange needs a set of suits only",
    )
    _refuse(v.before.void and len(v.tiles.suits) < 3, where, "before.void needs three suits")


def _jokers(v: Variant, where: str) -> None:
    j = v.jokers
    _refuse(j.source == "fixed" and not j.kinds, where, 'jokers.source is "fixed" without jokers.kinds', 'jokers.kinds = "P", for instance')
    _refuse(
        j.source != "fixed" and bool(j.kinds),
        where,
        f"jokers.kinds {quote(j.kinds)} with jokers.source {quote(j.source)}",
        'source = "fixed"',
    )
    _refuse(j.imagined == "fixed" and not j.virtual, where, 'jokers.imagined is "fixed" without an imagined joker', "jokers.virtual = 1")
    _refuse(
        j.imagined == "fixed" and j.source != "none",
        where,
        f'jokers.imagined is "fixed" beside other jokers, jokers.source {quote(j.source)}',
        'jokers.source = "none"',
    )
    copies = copies_of(v)
    _refuse(
        any(not copies[k] or k >= 34 for k in parse_tiles(j.kinds)),
        where,
        f"jokers.kinds {quote(j.kinds)} names tiles that are not in the set",
    )
    _refuse(
        bool(j.stand_in) and (j.source in ("none", "turned+next") or j.stand_in not in v.tiles.dragons),
        where,
        f"jokers.stand_in {quote(j.stand_in)} without one joker kind to stand in for",
        "jokers.source and a dragon of the set",
    )
    _refuse(j.thrown == "kong" and not v.before.single_kongs, where, 'jokers.thrown is "kong" without before.single_kongs')
    _refuse("gold" in v.claims.kongs and j.source == "none", where, 'claims.kongs has "gold" but there are no jokers')
    none = j.source == "none"
    _refuse(
        none and (bool(j.flower_pung) or j.thrown_forfeits or j.thrown_bars),
        where,
        "rules for jokers that the variant does not have",
        "jokers.source",
    )


def _shapes(v: Variant, where: str) -> None:
    known = library(v) | v.shapes
    for name in v.win.shapes:
        _refuse(name not in known, where, f"win.shapes names the unknown shape {quote(name)}", one_of(known))
    _refuse(not v.win.shapes, where, "win.shapes is empty", one_of(known))
    for name, shape in v.shapes.items():
        _refuse(name in library(v), where, f"shapes.{name} hides a shape of the library", "another name")
        _refuse(
            (shape.form == "free") != bool(shape.when),
            where,
            f"shapes.{name}.when and form {quote(shape.form)}",
            '`when` with form = "free" and only there',
        )
    _refuse(
        v.claims.sets == "sum15" and "C" not in v.tiles.dragons and v.tiles.winds == 0,
        where,
        'claims.sets "sum15" needs honours for the pair',
    )


def _win(v: Variant, where: str) -> None:
    _refuse(not v.win.by, where, "win.by is empty", "self, discard, rob")
    _refuse(bool(v.win.first) and v.win.several == "all", where, 'win.first where all of several win', 'win.several = "nearest"')
    unlike = v.claims.different_ranks and v.claims.sets != "sum15"
    _refuse(unlike, where, "claims.different_ranks without sets of sum 15", 'claims.sets = "sum15"')
    _refuse(
        "rob" in v.win.by and not (v.claims.rob and "added" in v.claims.kongs),
        where,
        'win.by has "rob" but no kong can be robbed',
        'claims.rob and "added" in claims.kongs',
    )
    _refuse(
        "exposed" in v.claims.kongs and not v.claims.pung, where, 'claims.kongs has "exposed" without claims.pung', "claims.pung = true"
    )
    ready = v.win.ready != "none"
    _refuse(
        not ready and (v.win.ready_stake > 0 or v.win.ready_forms > 1 or v.win.ready_concealed or v.win.ready_kongs or v.win.ready_drawn),
        where,
        "win.ready_... without win.ready",
    )
    _refuse(v.payment.stakes and not v.win.ready_stake, where, "payment.stakes without win.ready_stake")
    _refuse(
        v.win.thrown_honors > 0 and not any("thrown_honors" in shape.when for shape in shapes_of(v).values()),
        where,
        "win.thrown_honors without a shape for such a hand",
        f'a shape with form = "free" and when = "thrown_honors == {v.win.thrown_honors}"',
    )
    _refuse(v.win.thrown_honors > 0 and v.end.ends != "first-win", where, "win.thrown_honors in hands that go on", 'end.ends = "first-win"')
    _refuse(v.win.flower_win and v.tiles.flowers != 8, where, "win.flower_win needs eight flowers")
    _refuse(v.draw.pig > 0 and not v.before.void and len(v.tiles.suits) < 3, where, "draw.pig needs three suits")


def _rows(v: Variant, where: str) -> None:
    tags = {tag for row in v.rows.values() for tag in row.tags}
    for slug, row in v.rows.items():
        _refuse(slug in tags, where, f"rows.{slug} has the name of a tag", "another slug or tag")
        for other in (*row.excludes, *row.keep):
            _refuse(
                other != "*" and other not in v.rows, where, f"rows.{slug} excludes or keeps the unknown row {quote(other)}", one_of(v.rows)
            )
        _refuse(bool(row.keep) and "*" not in row.excludes, where, f'rows.{slug}.keep without excludes = ["*"]')
        _refuse(row.other and row.of == "payer", where, f"rows.{slug}: `other` is the winner's")
    for i, value in enumerate(v.score.values):
        for tag in value.tags:
            _refuse(
                tag not in tags and tag not in v.rows,
                where,
                f"score.values.{i}.tags names the unknown tag {quote(tag)}",
                one_of(sorted(tags)),
            )
    _refuse(not v.score.values, where, "score.values is empty", 'at least one { value = "sum()" }')
    for key in v.score.table:
        _refuse(not key.isdigit(), where, f"score.table has the key {quote(key)}", "whole numbers")
    deal = any(row.at == "deal" for row in v.rows.values())
    _refuse(deal != bool(v.payment.start), where, 'rows with at = "deal" and payment.start belong together')


def _payment(v: Variant, where: str) -> None:
    _refuse((v.payment.top_reach > 0) != (v.payment.top_pays > 0), where, "payment.top_reach and payment.top_pays belong together")
    _refuse(
        v.payment.spirits is not None and v.jokers.source != "turned+next", where, 'payment.spirits needs jokers.source = "turned+next"'
    )
    spirits, kongs = v.payment.spirits, v.payment.kongs
    _refuse(
        spirits is not None and spirits.same_song and not spirits.lower,
        where,
        "payment.spirits.same_song without the lower pair",
        "payment.spirits.lower = true",
    )
    _refuse(
        spirits is not None and spirits.previous and v.wall.dead_dice,
        where,
        "payment.spirits.previous where dice say which tile is turned",
        "wall.dead_dice = false",
    )
    _refuse(
        kongs is not None and kongs.added_drawn and kongs.when != "at-once",
        where,
        "payment.kongs.added_drawn with kongs that are paid later",
        'payment.kongs.when = "at-once"',
    )
    _refuse(v.payment.named_adds and not v.before.stake, where, "payment.named_adds without stakes named before the deal", "before.stake")
    _refuse(v.payment.gods and v.jokers.source == "none", where, "payment.gods without jokers")
    for slug in v.draw.leave_out:
        _refuse(slug not in v.rows, where, f"draw.leave_out names the unknown row {quote(slug)}", one_of(v.rows))
    _refuse(v.draw.refund and v.payment.kongs is None, where, "draw.refund without payment.kongs")
    _refuse(
        bool(v.end.four_discards)
        and KIND_OF[v.end.four_discards or "E"] not in kinds_in(sum(1 << k for k, n in enumerate(copies_of(v)) if n)),
        where,
        "end.four_discards names a wind that is not in the set",
    )


def _choices(v: Variant, where: str) -> None:
    for choice in v.choices:
        _refuse(
            bool(choice.option) and choice.option not in v.options,
            where,
            f"choices: {quote(choice.topic)} names the unknown option {quote(choice.option)}",
            one_of(v.options),
        )
    for name, option in v.options.items():
        _refuse(option.default not in option.values, where, f"options.{name}.default is {quote(option.default)}", one_of(option.values))
        _refuse(
            bool(option.values.get(option.default)),
            where,
            f"options.{name}: the default changes something",
            "an empty table for the default",
        )
