//! Whether a position looks as if it came from a game: cheap, and asked before anything is solved.

use std::ops::RangeInclusive;

use shikatsu::board::{Board, Cell, Color, Crop, Point, PointSet, Setup};

use super::sight::Sight;

/// What is asked of a position that is closed, and otherwise of one that is open.
pub(super) struct Taste {
    /// Points to play on.
    pub(super) room: RangeInclusive<usize>,
    /// Stones that a side may have on the first line, but for those that it had before.
    pub(super) on_the_edge: usize,
}

/// Fewer points are no problem, more are too much for a train ride. More than two stones on the first line are a crawl that nobody would play out.
const CLOSED: Taste = Taste {
    room: 4..=17,
    on_the_edge: 2,
};
/// What the screen shows without becoming small.
const LARGEST: u8 = 13;
/// Stones of the attacker that stand inside and can be captured.
const MOST_INSIDE: usize = 5;
/// The chains that they form.
const MOST_PIECES: usize = 2;
/// Pieces that a group may be in.
const MOST_CHAINS: usize = 3;
/// Fewer stones are no group.
const FEWEST_KEY: usize = 4;

/// The position with its key stones chosen anew, if nothing about it is ugly. White defends; `bare` is the position before
/// anybody played inside.
pub(super) fn tidy(setup: &Setup, bare: &Setup) -> Option<Setup> {
    tidy_for(setup, bare, &CLOSED)
}

/// The same for a taste of its own.
pub(super) fn tidy_for(setup: &Setup, bare: &Setup, taste: &Taste) -> Option<Setup> {
    let board = Board::new(setup);
    let sight = Sight::new(&board);
    let has_room = taste.room.contains(&sight.room().len());
    if !has_room || has_lump(&board) || has_idle_stone(sight) || has_corner_stone(sight) {
        return None;
    }
    let on_the_edge = |color: Color| {
        let played = setup.stones(color).minus(bare.stones(color));
        played.iter().filter(|&p| sight.line(p) == 1).count()
    };
    if Color::BOTH
        .iter()
        .any(|&color| on_the_edge(color) > taste.on_the_edge)
    {
        return None;
    }
    let crop = Crop::around(setup);
    if crop.columns() > LARGEST || crop.rows() > LARGEST {
        return None;
    }
    let group = sight.chains(Color::White);
    let inside = sight.chains(Color::Black);
    let stones_inside: usize = inside.iter().map(PointSet::len).sum();
    if group.len() > MOST_CHAINS || inside.len() > MOST_PIECES || stones_inside > MOST_INSIDE {
        return None;
    }
    if is_under_fire(&board, group.iter().chain(&inside)) {
        return None;
    }
    let key = key_stones(&group);
    (key.len() >= FEWEST_KEY).then_some(Setup { key, ..*setup })
}

/// Whether more than one of these chains is in atari, or one of more than two stones.
fn is_under_fire<'a>(board: &Board, chains: impl Iterator<Item = &'a PointSet>) -> bool {
    let in_atari = |chain: &&PointSet| {
        let stone = chain.first();
        stone.is_some_and(|stone| board.last_liberty(stone).is_some())
    };
    let mut hurt = chains.filter(in_atari);
    hurt.next().is_some_and(|chain| chain.len() > 2) || hurt.next().is_some()
}

/// The main body of a group; all of it where there is none.
fn key_stones(group: &[PointSet]) -> PointSet {
    let all = group.iter().fold(PointSet::EMPTY, PointSet::union);
    let longest = group.iter().max_by_key(|chain| chain.len()).copied();
    longest
        .filter(|body| body.len() * 10 >= all.len() * 6)
        .unwrap_or(all)
}

/// Four stones of a colour in a square: nobody plays like that.
fn has_lump(board: &Board) -> bool {
    let last = board.size() - 1;
    Point::all(board.size())
        .filter(|p| p.column() < last && p.row() < last)
        .any(|p| {
            let cell = board.at(p);
            let (column, row) = (p.column(), p.row());
            let others = [(column + 1, row), (column, row + 1), (column + 1, row + 1)];
            matches!(cell, Cell::Stone(_)) && others.iter().all(|&(c, r)| board.at(Point::new(c, r)) == cell)
        })
}

/// A stone of the defender that touches nothing but friends and the edge does no work.
fn has_idle_stone(sight: Sight<'_>) -> bool {
    let friend = Cell::Stone(Color::White);
    let stones = sight.board.stones(Color::White);
    stones
        .iter()
        .any(|stone| sight.count(stone, friend) == stone.beside(sight.board.size()).count())
}

/// A stone on the corner point is a last move, not a position.
fn has_corner_stone(sight: Sight<'_>) -> bool {
    let last = sight.board.size() - 1;
    let corners = [(0, 0), (last, 0), (0, last), (last, last)];
    corners
        .iter()
        .any(|&(column, row)| sight.board.is_stone(Point::new(column, row)))
}
