//! Unconditional life on a whole board, for eyes that look at it: which stones two eyes keep alive for good, and which eyes those are.
//!
//! The rule is that of `benson`, which serves the search on the cells of a region. This one works on the points of a board as it lies,
//! whatever its size, and tells the eyes too. Stones that are safe only because they reach a free point outside are not told: everybody sees that.

use heapless::Vec;

use crate::board::{Board, Cell, Color, Point, PointSet};

/// More chains or areas than this are not looked at: fewer stones are then found alive, never more.
const MOST: usize = 24;

/// What lives for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forever {
    /// Stones that can never be captured, since they have two eyes.
    pub stones: PointSet,
    /// The free points of these eyes.
    pub eyes: PointSet,
}

impl Forever {
    /// Nothing does.
    pub const NOTHING: Forever = Forever {
        stones: PointSet::EMPTY,
        eyes: PointSet::EMPTY,
    };
}

/// What lives for good of both colours.
pub fn alive_for_good(board: &Board) -> Forever {
    let [black, white] = Color::BOTH.map(|color| of(board, color));
    Forever {
        stones: black.stones.union(&white.stones),
        eyes: black.eyes.union(&white.eyes),
    }
}

/// A chain, by one of its stones.
struct Chain {
    stone: Point,
    liberties: PointSet,
    /// It reaches a free point outside, so it needs no eyes.
    is_immune: bool,
}

fn of(board: &Board, owner: Color) -> Forever {
    let own = board.stones(owner);
    let (mut chains, has_all) = chains(board, &own);
    let mut areas = areas(board, &own);
    if !has_all {
        // A chain that is not looked at may die, and what it encloses then opens.
        areas.retain(|area| {
            let mut around = area.iter().flat_map(|point| point.beside(board.size()));
            around.all(|point| {
                !own.contains(point) || chains.iter().any(|chain| board.connected(chain.stone, point))
            })
        });
    }
    loop {
        let before = chains.len();
        chains.retain(|chain| {
            let is_vital = |area: &&PointSet| is_vital(board, chain, area);
            let lives = chain.is_immune || areas.iter().filter(is_vital).nth(1).is_some();
            if !lives {
                areas.retain(|area| !touches(board, chain, area));
            }
            lives
        });
        if chains.len() == before {
            break;
        }
    }
    let mut alive = Forever::NOTHING;
    for chain in chains.iter().filter(|chain| !chain.is_immune) {
        for stone in board.chain(chain.stone) {
            alive.stones.insert(stone);
        }
        for area in areas.iter().filter(|area| is_vital(board, chain, area)) {
            alive.eyes = alive.eyes.union(&area.intersection(&chain.liberties));
        }
    }
    alive
}

/// The chains of these stones, and whether these are all.
fn chains(board: &Board, own: &PointSet) -> (Vec<Chain, MOST>, bool) {
    let (mut chains, mut rest) = (Vec::new(), *own);
    while let Some(stone) = rest.first() {
        for member in board.chain(stone) {
            rest.remove(member);
        }
        let chain = Chain {
            stone,
            liberties: board.liberties(stone),
            is_immune: board.has_outside_liberty(stone),
        };
        if chains.push(chain).is_err() {
            return (chains, false);
        }
    }
    (chains, true)
}

/// The areas that these stones enclose, as many as there is room for.
fn areas(board: &Board, own: &PointSet) -> Vec<PointSet, MOST> {
    let is_free_outside = |point: Point| board.outside().contains(point) && board.at(point) == Cell::Empty;
    let mut rest: PointSet = Point::all(board.size())
        .filter(|&point| !own.contains(point) && !is_free_outside(point))
        .collect();
    let mut areas = Vec::new();
    while let Some(first) = rest.first() {
        let area = PointSet::from_iter([first]).grown(&rest);
        rest = rest.minus(&area);
        let mut around = area.iter().flat_map(|point| point.beside(board.size()));
        if !around.any(is_free_outside) && areas.push(area).is_err() {
            break;
        }
    }
    areas
}

/// Whether every free point of an area is a liberty of the chain.
fn is_vital(board: &Board, chain: &Chain, area: &PointSet) -> bool {
    let mut free = area.iter().filter(|&point| board.at(point) == Cell::Empty);
    touches(board, chain, area) && free.all(|point| chain.liberties.contains(point))
}

/// Whether an area lies beside a chain.
fn touches(board: &Board, chain: &Chain, area: &PointSet) -> bool {
    let mut stones = board.chain(chain.stone);
    stones.any(|stone| stone.beside(board.size()).any(|point| area.contains(point)))
}
