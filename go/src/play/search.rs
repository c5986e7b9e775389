//! Monte Carlo tree search: which move wins most of the games that are played on from it.
//!
//! Each playout goes down the [tree](super::tree), always to the child that looks best, and then to the end of the game by the sense of
//! [`play_out`](super::playout). What a move is worth is learned from the playouts that began with it and, while these are few, from those in which it was played
//! sooner or later (RAVE). A node gets children when it has been visited some times; what is believed of them at first comes from the same sense.

use heapless::Vec;

use super::DEVICE_CELLS;
use super::choice::Thought;
use super::field::{Field, NOWHERE};
use super::kifu::Kifu;
use super::playout::{Chance, Firsts, balance, makes_shape, play_out, save_moves};
use super::score::area;
use super::tree::{Node, PASS, Place, Tally, Tree};
use crate::board::{Color, Move, PointSet};
use crate::search::Slot;

/// A node with so many visits gets children.
const OPENS_AT: u32 = 8;
/// The tree is left after so many moves at the latest.
const DEEPEST: usize = 60;
/// Ownership is halved before it overflows.
const MOST_SEEN: u16 = 16_000;

/// How far a search is, and how things look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Playouts so far.
    pub playouts: u32,
    /// The move that looks best.
    pub best: Move,
    /// How many of a thousand playouts with it were won.
    pub wins: u16,
}

/// A search on a board of up to `C` cells. It is large: where the stack is small, keep it somewhere else and [`begin`](Search::begin) it there.
#[derive(Debug)]
pub struct Search<const C: usize> {
    root: Field<C>,
    color: Color,
    komi: i16,
    chance: Chance,
    /// Slots of the tree in use.
    used: usize,
    playouts: u32,
    /// For each cell how often Black had it in the end, minus how often White had it, of so many times.
    owned: [i16; C],
    seen: u16,
}

impl Search<DEVICE_CELLS> {
    /// The same as [`Search::step`]. It is compiled in this crate, for speed, while a generic function is built for size by the handheld's trainer.
    #[inline(never)]
    pub fn step_on_the_handheld(&mut self, slots: &mut [Slot], playouts: u32) {
        self.step(slots, playouts);
    }
}

impl<const C: usize> Search<C> {
    /// One that has nothing to do.
    pub const IDLE: Search<C> = Search {
        root: Field::NOTHING,
        color: Color::Black,
        komi: 0,
        chance: Chance::NONE,
        used: 0,
        playouts: 0,
        owned: [0; C],
        seen: 0,
    };

    /// Begins to look for a move of `color`. The slots are the memory of the tree: they must be the same in every step, and there must be one at least.
    pub fn begin<const M: usize>(&mut self, kifu: &Kifu<C, M>, color: Color, seed: u32, slots: &mut [Slot]) {
        self.root = kifu.field();
        self.komi = kifu.komi();
        // Moves that no rule forbids are enough: superko is looked at here and nowhere deeper.
        self.begin_at_root(color, seed, slots, |root, cell| {
            kifu.check_on(root, color, Move::Play(root.point(cell))).is_ok()
        });
    }

    /// Begins to look for a move of a side on the board that `set_up` makes, where only these points may be played.
    pub(super) fn begin_on(
        &mut self,
        set_up: impl FnOnce(&mut Field<C>),
        komi: i16,
        (color, legal): (Color, &PointSet),
        seed: u32,
        slots: &mut [Slot],
    ) {
        set_up(&mut self.root);
        self.komi = komi;
        self.begin_at_root(color, seed, slots, |root, cell| legal.contains(root.point(cell)));
    }

    fn begin_at_root(
        &mut self,
        color: Color,
        seed: u32,
        slots: &mut [Slot],
        may: impl Fn(&Field<C>, u16) -> bool,
    ) {
        self.color = color;
        self.chance = Chance::new(seed);
        self.playouts = 0;
        self.owned.fill(0);
        self.seen = 0;
        let mut tree = Tree::new(slots, &mut self.used);
        tree.clear();
        let root = &self.root;
        open(&mut tree, 0, root, color, &mut self.chance, |cell| {
            may(root, cell)
        });
    }

    /// Plays so many more playouts.
    pub fn step(&mut self, slots: &mut [Slot], playouts: u32) {
        for _ in 0..playouts {
            self.playout(slots);
        }
    }

    /// Playouts so far.
    pub const fn playouts(&self) -> u32 {
        self.playouts
    }

    #[inline(never)]
    fn playout(&mut self, slots: &mut [Slot]) {
        let mut tree = Tree::new(slots, &mut self.used);
        let mut field = self.root.clone();
        let mut firsts = Firsts::new();
        let mut path = Vec::<Place, DEEPEST>::new();
        let (mut at, mut color, mut passes) = (0, self.color, 0);
        // The root is the first on the path.
        while path.push(at).is_ok() && passes < 2 {
            if !tree.is_open(at) {
                if tree.node(at).own.visits < OPENS_AT || !tree.has_room(field.empties().len() + 1) {
                    break;
                }
                open(&mut tree, at, &field, color, &mut self.chance, |_| true);
            }
            at = most_promising(&tree, at);
            let cell = tree.node(at).cell;
            if cell == PASS {
                field.pass();
                passes += 1;
            } else {
                field.play(cell, color);
                firsts.note(cell, color);
                passes = 0;
            }
            color = color.opponent();
        }
        let balance = if passes == 2 {
            let balance = area(&field, &PointSet::EMPTY).score(0).0;
            balance / 2
        } else {
            play_out(&mut field, color, &mut self.chance, &mut firsts);
            let owned = &mut self.owned;
            self.seen += 1;
            balance(&field, |cell, owner| {
                owned[usize::from(cell)] += if owner == Color::Black { 1 } else { -1 };
            })
        };
        if self.seen == MOST_SEEN {
            self.seen /= 2;
            self.owned.iter_mut().for_each(|owned| *owned /= 2);
        }
        self.playouts += 1;
        let winner = match 2 * balance - self.komi {
            1.. => Color::Black,
            0 if self.playouts.is_multiple_of(2) => Color::Black,
            _ => Color::White,
        };
        learn(&mut tree, &path, self.color, winner, &firsts);
    }

    /// The move that was tried most, and how it looks. There is one after the first step.
    pub fn progress(&self, slots: &mut [Slot]) -> Progress {
        let mut used = self.used;
        let tree = Tree::new(slots, &mut used);
        let mut best: Option<Node> = None;
        let key = |node: &Node| (node.own.visits, node.promise());
        each_child(&tree, 0, |_, node| {
            if best.as_ref().is_none_or(|best| key(node) >= key(best)) {
                best = Some(*node);
            }
        });
        let (cell, wins) = best.map_or((PASS, 0), |best| {
            (best.cell, best.own.wins * 1000 / best.own.visits.max(1))
        });
        Progress {
            playouts: self.playouts,
            best: self.move_of(cell),
            wins: wins as u16,
        }
    }

    fn move_of(&self, cell: u16) -> Move {
        if cell == PASS {
            Move::Pass
        } else {
            Move::Play(self.root.point(cell))
        }
    }

    /// Tells of every first move how often it was tried and how often it won, so that searches with other seeds can be put together.
    pub fn each_first(&self, slots: &mut [Slot], mut tell: impl FnMut(Move, u32, u32)) {
        let mut used = self.used;
        let tree = Tree::new(slots, &mut used);
        each_child(&tree, 0, |_, node| {
            tell(self.move_of(node.cell), node.own.visits, node.own.wins);
        });
    }

    /// All that was found out.
    pub fn thought(&self, slots: &mut [Slot]) -> Thought {
        Thought {
            found: self.progress(slots),
            dead: self.dead(),
            is_settled: self.is_settled(),
        }
    }

    /// The stones that most playouts took off the board, chain by chain.
    pub fn dead(&self) -> PointSet {
        self.lost(0)
    }

    /// The stones that nine of ten playouts took off the board.
    pub fn clearly_dead(&self) -> PointSet {
        self.lost(8)
    }

    /// The chains that the other side had in the end, more often than their own by so many tenths of the playouts.
    fn lost(&self, tenths: i32) -> PointSet {
        let field = &self.root;
        let mut dead = PointSet::EMPTY;
        self.each_cell(|cell| {
            let Some(color) = field.owner(cell).filter(|_| field.head(cell) == cell) else {
                return;
            };
            let (mut sum, mut stones, mut here) = (0i32, 0i32, cell);
            loop {
                sum += i32::from(self.owned[usize::from(here)]);
                stones += 1;
                here = field.next(here);
                if here == cell {
                    break;
                }
            }
            let is_clear = sum.abs() * 10 >= tenths * stones * i32::from(self.seen);
            if (sum < 0) != (color == Color::White) && sum != 0 && is_clear {
                loop {
                    dead.insert(field.point(here));
                    here = field.next(here);
                    if here == cell {
                        break;
                    }
                }
            }
        });
        dead
    }

    /// Whether it is clear whose every point is: then there is nothing left to play for.
    pub fn is_settled(&self) -> bool {
        let mut settled = self.seen > 0;
        self.each_cell(|cell| {
            settled &=
                u32::from(self.owned[usize::from(cell)].unsigned_abs()) * 10 >= u32::from(self.seen) * 8;
        });
        settled
    }

    fn each_cell(&self, mut each: impl FnMut(u16)) {
        let stride = u16::from(self.root.size()) + 1;
        for row in 1..stride {
            for column in 1..stride {
                each(row * stride + column);
            }
        }
    }
}

/// The child that looks best.
fn most_promising(tree: &Tree<'_>, at: Place) -> Place {
    let (mut best, mut most) = (at, 0);
    each_child(tree, at, |place, node| {
        let promise = node.promise() + 1;
        if promise > most {
            (best, most) = (place, promise);
        }
    });
    best
}

/// Goes through the children of a node.
fn each_child(tree: &Tree<'_>, at: Place, mut each: impl FnMut(Place, &Node)) {
    let mut next = tree.first_child(at);
    while let Some(place) = next {
        let node = tree.node(place);
        each(place, &node);
        next = node.next(place);
    }
}

/// Counts a playout for all that was on its path.
fn learn<const C: usize>(
    tree: &mut Tree<'_>,
    path: &[Place],
    first: Color,
    winner: Color,
    firsts: &Firsts<C>,
) {
    let mut color = first;
    for (depth, &place) in path.iter().enumerate() {
        // The move to this node was the other side's.
        if depth > 0 {
            let mut node = tree.node(place);
            node.own.add(1, u32::from(color != winner));
            tree.set(place, &node);
        }
        let won = u32::from(color == winner);
        let mut next = tree.first_child(place);
        while let Some(child) = next {
            let mut node = tree.node(child);
            next = node.next(child);
            if node.cell != PASS && firsts.has(node.cell, color) {
                node.sooner_or_later.add(1, won);
                tree.set(child, &node);
            }
        }
        color = color.opponent();
    }
}

/// Gives a node its children: every sensible move that `may` be made, and the pass.
fn open<const C: usize>(
    tree: &mut Tree<'_>,
    at: Place,
    field: &Field<C>,
    color: Color,
    chance: &mut Chance,
    may: impl Fn(u16) -> bool,
) {
    let empties = field.empties();
    if !tree.has_room(empties.len() + 1) {
        return;
    }
    let mut many = 1;
    if !empties.is_empty() {
        // Of moves that look the same the first is tried first, so it should not always be the same one.
        let start = chance.below(empties.len());
        for &cell in empties[start..].iter().chain(&empties[..start]) {
            if !field.is_eye(cell, color) && field.allows(cell, color) && may(cell) {
                tree.add(&Node::new(cell, belief(field, cell, color)));
                many += 1;
            }
        }
    }
    tree.add(&Node::new(PASS, PASSING));
    tree.adopt(at, many);
}

/// What is believed of a pass.
const PASSING: Tally = Tally { visits: 20, wins: 2 };

/// What is believed of a move before anything is known.
fn belief<const C: usize>(field: &Field<C>, cell: u16, color: Color) -> Tally {
    let mut belief = Tally { visits: 10, wins: 5 };
    let [last, before] = field.last();
    let (mut captures, mut saves) = (0, false);
    for near in field.beside(cell) {
        match field.owner(near) {
            Some(owner) if owner != color && field.last_liberty(near) == cell => {
                captures += if field.next(near) == near { 1 } else { 2 };
            }
            Some(owner) if owner == color && field.last_liberty(near) == cell => saves = true,
            _ => {}
        }
    }
    match captures {
        0 => {}
        1 => belief.add(15, 15),
        _ => belief.add(30, 30),
    }
    if last != NOWHERE && captures == 0 {
        // Saves by capturing elsewhere are captures; what is left is to run.
        let mut is_save = false;
        for near in field.beside(last) {
            if field.owner(near) == Some(color) {
                save_moves(field, near, color, |saving| is_save |= saving == cell);
            }
        }
        if is_save {
            belief.add(15, 15);
        }
    }
    if captures == 0 && field.liberties_after(cell, color, 2) < 2 {
        belief.add(if saves { 20 } else { 10 }, 0);
    }
    if makes_shape(field, cell) {
        belief.add(10, 10);
    }
    for (recent, weights) in [(last, [24, 22, 8]), (before, [6, 4, 2])] {
        if recent != NOWHERE {
            match distance(field, recent, cell) {
                0..=2 => belief.add(weights[0], weights[0]),
                3 => belief.add(weights[1], weights[1]),
                4 => belief.add(weights[2], weights[2]),
                _ => {}
            }
        }
    }
    match field_line(field, cell) {
        line @ 0..=2 if is_lonely(field, cell) => belief.add(10, if line == 2 { 10 } else { 0 }),
        _ => {}
    }
    belief
}

/// How far two cells are apart: across, down, and the longer of the two once more.
fn distance<const C: usize>(field: &Field<C>, one: u16, other: u16) -> u16 {
    let (one, other) = (field.point(one), field.point(other));
    let across = u16::from(one.column().abs_diff(other.column()));
    let down = u16::from(one.row().abs_diff(other.row()));
    across + down + across.max(down)
}

/// Which line from the edge, from 0.
fn field_line<const C: usize>(field: &Field<C>, cell: u16) -> u8 {
    let (point, last) = (field.point(cell), field.size() - 1);
    let near = |place: u8| place.min(last - place);
    near(point.column()).min(near(point.row()))
}

/// Whether nothing stands near.
fn is_lonely<const C: usize>(field: &Field<C>, cell: u16) -> bool {
    let is_free = |near: u16| field.owner(near).is_none();
    field.around(cell).into_iter().all(|near| {
        // Two steps away on the board, by the neighbours of the neighbours that are on it.
        is_free(near) && (!field.is_empty(near) || field.beside(near).into_iter().all(is_free))
    })
}
