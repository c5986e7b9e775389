//! Life and death of one chain by the room it has for eyes.

use super::benson::{Areas, add_parts, enclosed, is_vital, lives, shut_in};
use crate::board::Color;
use crate::region::{Bits, Chains, Region, Stones};

/// An enclosed area of empty cells and opposing stones, seen as room for eyes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EyeSpace<const N: usize> {
    /// Whether the owner makes two eyes of it by moving first.
    pub splits: bool,
    /// Where the opponent must play to prevent that; without such a cell it cannot be prevented.
    pub vital: Bits<N>,
}

impl<const N: usize> EyeSpace<N> {
    /// Whether it holds two eyes even if the opponent moves first.
    pub fn holds_two(&self) -> bool {
        self.splits && self.vital.is_empty()
    }

    /// The eye space of an area all of whose empty cells are liberties of the chain around it.
    ///
    /// A stone of the owner there that cuts the area in two makes two eyes, as long as each part keeps an empty
    /// cell. So the opponent has to take the cutting cell, or the last empty cell of one of just two parts, and one such move has to answer every
    /// cut at once. Where that cell is the whole part it does not help: the cut captures the stone there.
    pub fn of(region: &Region<N>, area: Bits<N>, empty: Bits<N>) -> EyeSpace<N> {
        let mut space = EyeSpace {
            splits: false,
            vital: empty,
        };
        // A cut takes one empty cell, and each part needs another.
        if !empty.has_more_than(2) {
            return space;
        }
        // To cut anything in two a cell must have it on two sides.
        let cuts = empty & region.playable() & region.counts(area).at_least_two();
        for cut in cuts.iter() {
            let cut = Bits::one(cut);
            let (mut parts, mut last_cells) = (0, Bits::EMPTY);
            let mut rest = area.minus(cut);
            while !rest.is_empty() {
                let part = region.flood(rest.lowest(), rest);
                rest = rest.minus(part);
                let inside = part & empty;
                parts += usize::from(!inside.is_empty());
                // A stone that is a part by itself is captured by the cut.
                if inside.is_single() && part != inside {
                    last_cells |= inside;
                }
            }
            if parts >= 2 {
                space.splits = true;
                space.vital &= if parts == 2 { cut | last_cells } else { cut };
                if space.vital.is_empty() {
                    break;
                }
            }
        }
        space
    }
}

/// The cells beside the owner's other chains. An area that has none of them is enclosed by `chain` alone.
fn beside_others<const N: usize>(
    region: &Region<N>,
    stones: &Stones<N>,
    chain: &Chains<N>,
    owner: Color,
) -> Bits<N> {
    let others = stones.of(owner).minus(chain.stones());
    if others.is_empty() {
        return others;
    }
    region.beside(others)
}

/// The eyes of `chain`, large and small: enclosed areas that the chain alone encloses, and all of whose empty cells are liberties
/// of the chain. Such an eye stays: the opponent's last stone there would be suicide while the chain has another liberty.
pub fn eyes<const N: usize>(
    region: &Region<N>,
    stones: &Stones<N>,
    chain: &Chains<N>,
    owner: Color,
) -> impl Iterator<Item = Bits<N>> {
    let (beside, empty) = (chain.beside(), stones.empty(region));
    let shared = beside_others(region, stones, chain, owner);
    let areas = enclosed(region, stones, owner);
    areas
        .into_iter()
        .filter(move |&area| is_vital(beside, empty, area) && !area.meets(shared))
}

/// Whether `chain` has two eyes or gets them for certain, even if the opponent is to move.
///
/// Two eyes are life, as with Benson. One eye is life if it can be cut in two after any move in it; moves elsewhere
/// change neither the eye nor the chain, and are answered by a pass.
pub fn holds_two_eyes<const N: usize>(
    region: &Region<N>,
    stones: &Stones<N>,
    chain: &Chains<N>,
    owner: Color,
) -> bool {
    let mut areas = Areas::new();
    add_vital_areas(region, stones, chain, owner, &mut areas);
    prospects_in(region, stones, chain, owner, &areas).lives
}

/// What becomes of a chain, as far as its eyes tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospects<const N: usize> {
    /// Whether it lives for certain.
    pub lives: bool,
    /// If not: where the next move in its eye space decides, if there is such a space.
    pub vital: Bits<N>,
    /// Whether no enclosed area is vital to it.
    pub eyeless: bool,
}

impl<const N: usize> Prospects<N> {
    /// Those of a chain without areas.
    pub const NONE: Prospects<N> = Prospects {
        lives: false,
        vital: Bits::EMPTY,
        eyeless: true,
    };
    const AREAS: Prospects<N> = Prospects {
        eyeless: false,
        ..Prospects::NONE
    };
    const LIFE: Prospects<N> = Prospects {
        lives: true,
        ..Prospects::AREAS
    };
}

/// Adds the enclosed areas that are vital to `chain` to `areas`, where they stay: they are too large to be handed over.
///
/// All others are flooded at once, from the empty cells in them that are no liberties: usually nothing beside the chain is left then.
fn add_vital_areas<const N: usize>(
    region: &Region<N>,
    stones: &Stones<N>,
    chain: &Chains<N>,
    owner: Color,
    areas: &mut Areas<N>,
) {
    let (shut_in, empty) = (shut_in(region, stones, owner), stones.empty(region));
    let beside_chain = chain.beside();
    let others = (shut_in & empty).minus(beside_chain);
    if let Some(others) = region.flood_unless_all_of(others, shut_in, shut_in & beside_chain) {
        add_parts(region, shut_in.minus(others), areas);
        areas.retain(|area| area.meets(beside_chain));
    }
}

/// What becomes of a chain by the areas that are vital to it.
fn prospects_in<const N: usize>(
    region: &Region<N>,
    stones: &Stones<N>,
    chain: &Chains<N>,
    owner: Color,
    areas: &Areas<N>,
) -> Prospects<N> {
    let empty = stones.empty(region);
    let shared = beside_others(region, stones, chain, owner);
    let mut found = 0;
    let mut prospects = Prospects::AREAS;
    for &area in areas {
        if area.meets(shared) {
            continue;
        }
        found += 1;
        if found == 2 {
            return Prospects::LIFE;
        }
        let space = EyeSpace::of(region, area, area & empty);
        if space.holds_two() {
            return Prospects::LIFE;
        }
        if space.splits {
            prospects.vital = space.vital;
        }
    }
    prospects
}

/// Whether `chain` lives for certain, by [`holds_two_eyes`] or with others by Benson's rule, and if not, what its eye
/// space hangs on.
pub fn prospects<const N: usize>(
    region: &Region<N>,
    stones: &Stones<N>,
    chain: &Chains<N>,
    owner: Color,
    sees_eye_shapes: bool,
) -> Prospects<N> {
    if chain.stones().meets(region.immune(owner)) {
        return Prospects::LIFE;
    }
    let mut areas = Areas::new();
    add_vital_areas(region, stones, chain, owner, &mut areas);
    if areas.is_empty() {
        return Prospects::NONE;
    }
    let prospects = if sees_eye_shapes {
        prospects_in(region, stones, chain, owner, &areas)
    } else {
        Prospects::AREAS
    };
    // Without two areas vital to itself a chain is the first that Benson's rule strikes out.
    if !prospects.lives && areas.len() >= 2 && lives(region, stones, chain, owner, &mut areas) {
        return Prospects::LIFE;
    }
    prospects
}

/// Whether a chain that was eyeless still is, after the opponent has played on `cell`, with these cells `around` it, and has captured
/// nothing. False means only that it may have changed.
///
/// The enclosed areas and the chain are what they were. An area becomes vital only when the last of its empty cells that were no liberties is filled:
/// not if a liberty was filled, and not if another such cell is beside it.
pub fn stays_eyeless<const N: usize>(
    region: &Region<N>,
    stones: &Stones<N>,
    chain: &Chains<N>,
    cell: usize,
    around: Bits<N>,
) -> bool {
    chain.beside().contains(cell) || (around & stones.empty(region)).minus(chain.beside()) != Bits::EMPTY
}

/// Whether `chain` dies for want of room, no matter who is to move.
///
/// Call an opposing stone `safe` if it can never be captured. The opponent may play on any cell beside a safe stone at
/// any time, and the new stone is safe too. So it can fill, one by one, every cell within the chain's reach but those that
/// touch nothing safe: the **room**. Nothing can stop this, and no position repeats. In the end all liberties
/// of the chain lie in the room.
///
/// * *No cell, or one.* The opponent plays there and captures.
/// * *Two cells side by side.* The opponent plays on one. If the owner takes that stone from the other cell, one liberty is
///   left, and the opponent captures there; if not, the opponent captures by playing on the other cell.
///
/// It must not be possible to break out: no cell within reach may be one where the owner's stones are safe. And every
/// cell must be one that may be played on.
pub fn lacks_room<const N: usize>(
    region: &Region<N>,
    safe: &Chains<N>,
    chain: &Chains<N>,
    owner: Color,
) -> bool {
    let free = region.cells().minus(safe.stones());
    let no_room = chain.stones() | region.leaks(owner) | safe.beside();
    // Most chains have more room than that within a step.
    let near = chain.beside() & free;
    if near.minus(no_room).has_more_than(2) || near.meets(region.immune(owner)) {
        return false;
    }
    let reach = region.flood(chain.stones() | near, free);
    let can_be_filled = reach.minus(chain.stones()).minus(region.playable()).is_empty();
    if reach.meets(region.immune(owner)) || !can_be_filled {
        return false;
    }
    let room = reach.minus(no_room);
    match room.len() {
        0 | 1 => true,
        2 => region.beside(room.lowest()).meets(room),
        _ => false,
    }
}

/// The liberties of `chain` that touch only the chain and the `safe` stones of the opponent: dame.
///
/// For the owner, filling one is never better than passing. Suppose it passes, and plays on as if its stone stood there: the chain then has one liberty
/// more than the owner believes, and nothing else differs. If the opponent fills the cell later, the owner passes, and the
/// chain has exactly the liberties that the owner believes. For the opponent all such liberties are alike.
pub fn dame<const N: usize>(
    region: &Region<N>,
    stones: &Stones<N>,
    safe: &Chains<N>,
    chain: &Chains<N>,
    owner: Color,
) -> Bits<N> {
    let others = region.cells().minus(chain.stones()).minus(safe.stones());
    let liberties = chain.beside() & stones.empty(region);
    let held = safe.beside() | region.leaks(owner);
    (liberties & held)
        .minus(region.beside(others))
        .minus(region.immune(owner))
}

/// How many cells the stones in `alive`, which can never be captured, enclose.
pub fn territory<const N: usize>(
    region: &Region<N>,
    stones: &Stones<N>,
    alive: Bits<N>,
    owner: Color,
) -> usize {
    let own = stones.of(owner);
    let mut rest = region.cells().minus(own);
    let mut enclosed = 0;
    while !rest.is_empty() {
        let area = region.flood(rest.lowest(), rest);
        rest = rest.minus(area);
        let is_shut = !area.meets(region.leaks(owner));
        if is_shut && (region.beside(area) & own).minus(alive).is_empty() {
            enclosed += area.len();
        }
    }
    enclosed
}
