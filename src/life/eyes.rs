//! Life and death of one chain by the room it has for eyes.

use crate::board::Color;
use crate::region::{Bits, Region, Stones};

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
    /// cell. So the opponent has to take the cutting cell, or the last empty cell of one of just two parts, and that for every cut at once.
    pub fn of(region: &Region<N>, area: Bits<N>, empty: Bits<N>) -> EyeSpace<N> {
        let mut space = EyeSpace {
            splits: false,
            vital: empty,
        };
        for cut in (empty & region.playable()).iter() {
            let cut = Bits::one(cut);
            let (mut parts, mut last_cells) = (0, Bits::EMPTY);
            let mut rest = area.minus(cut);
            while !rest.is_empty() {
                let part = region.flood(rest.lowest(), rest);
                rest = rest.minus(part);
                let inside = part & empty;
                parts += usize::from(!inside.is_empty());
                if inside.is_single() {
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

/// The areas beside `chain` that it alone encloses and that can be an eye: all their empty cells are its liberties.
pub fn eye_areas<const N: usize>(
    region: &Region<N>,
    stones: &Stones<N>,
    chain: Bits<N>,
    owner: Color,
) -> impl Iterator<Item = Bits<N>> {
    let own = stones.of(owner);
    let free = region.cells().minus(own);
    let empty = stones.empty(region);
    let liberties = region.beside(chain);
    let mut rest = free & liberties;
    core::iter::from_fn(move || {
        while !rest.is_empty() {
            let area = region.flood(rest.lowest(), free);
            rest = rest.minus(area);
            let is_shut = !area.meets(region.leaks(owner));
            let is_its_own = (region.beside(area) & own).minus(chain).is_empty();
            if is_shut && is_its_own && (area & empty).minus(liberties).is_empty() {
                return Some(area);
            }
        }
        None
    })
}

/// Whether `chain` has two eyes or gets them for certain, even if the opponent is to move.
///
/// An area of [`eye_areas`] is an eye that stays: the opponent's last stone there would be suicide while the
/// chain has another liberty. Two such areas are life, as with Benson. One area is life if it can be cut in two after any
/// move in it; moves elsewhere change neither the area nor the chain, and are answered by a pass.
pub fn holds_two_eyes<const N: usize>(
    region: &Region<N>,
    stones: &Stones<N>,
    chain: Bits<N>,
    owner: Color,
) -> bool {
    let empty = stones.empty(region);
    let mut eyes = 0;
    eye_areas(region, stones, chain, owner).any(|area| {
        eyes += 1;
        eyes >= 2 || EyeSpace::of(region, area, area & empty).holds_two()
    })
}

/// Whether `chain` dies for want of room, whoever is to move.
///
/// Call an opposing stone safe if it can never be captured. The opponent may play on any cell beside a safe stone, at
/// any time, and the new stone is safe too. So it can fill, one by one, every cell within the chain's reach but those that
/// touch nothing safe: the **room**. Nobody can hinder it, and no position comes twice. In the end all liberties
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
    stones: &Stones<N>,
    chain: Bits<N>,
    owner: Color,
) -> bool {
    let opponent = owner.opponent();
    let safe = safe_stones(region, stones, opponent);
    let reach = region.flood(chain, region.cells().minus(safe));
    let can_be_filled = reach.minus(chain).minus(region.playable()).is_empty();
    if reach.meets(region.immune(owner)) || !can_be_filled {
        return false;
    }
    let room = reach
        .minus(chain)
        .minus(region.leaks(owner))
        .minus(region.beside(safe));
    match room.len() {
        0 | 1 => true,
        2 => region.beside(room.lowest()).meets(room),
        _ => false,
    }
}

/// The stones of `color` that can never be captured because they are joined to a wall or to a liberty outside.
pub fn safe_stones<const N: usize>(region: &Region<N>, stones: &Stones<N>, color: Color) -> Bits<N> {
    let own = stones.of(color);
    region.flood(own & region.immune(color), own)
}

/// The liberties of `chain` that touch only the chain and safe opposing stones: dame.
///
/// For the owner to fill one is never better than to pass. It could play on as if its stone stood there: the chain has then one liberty
/// more than it believes, and nothing else differs. If the opponent fills the cell later, the owner passes, and the
/// chain has just the liberties that it believes. For the opponent all such liberties are alike.
pub fn dame<const N: usize>(region: &Region<N>, stones: &Stones<N>, chain: Bits<N>, owner: Color) -> Bits<N> {
    let safe = safe_stones(region, stones, owner.opponent());
    let others = region.cells().minus(chain).minus(safe);
    let liberties = region.beside(chain) & stones.empty(region);
    let held = region.beside(safe) | region.leaks(owner);
    (liberties & held)
        .minus(region.beside(others))
        .minus(region.immune(owner))
}
