//! Life in a small room, with the attacker's walls all around: it shows the way to a proof in the open.
//!
//! A room is what lies within a few steps of the defender's stones, and not behind the attacker's. Life in it is searched as in a closed region, which
//! is much quicker: there is little room, and it is known which positions look won. What lives there nearly always lives in the open, where the attacker
//! has fewer stones. But that is no proof, and nothing leans on it. It only names the moves that `follow` tries.

use std::collections::VecDeque;

use shikatsu::board::{Color, Point, PointSet, Setup};
use shikatsu::problem::Problem;

use super::chance::{Ground, Weights};
use super::question::{Question, Reply};
use super::search::Search;
use super::{Closed, free};
use crate::field::{Field, Frame};
use crate::position::Position;
use crate::set::Set;

/// The steps of the rooms that are tried.
const ROOMS: [u32; 2] = [2, 3];
/// Rooms with more free points are too large.
const MOST_FREE: usize = 32;
/// Points that a room cuts off from all others belong to it, if they are fewer than that.
const HOLE: usize = 12;
/// How many nodes a room gets for one question. What lives in it mostly does so soon.
const PATIENCE: u64 = 250_000;
/// What a question on the way may take, where no move is known.
const ASIDE: u64 = 500;

/// The problem in a room of so many steps: what lies around is filled with the attacker's stones, and beyond them nobody plays. `None` if that is too large,
/// or no smaller than the problem itself.
fn room(problem: &Problem, steps: u32) -> Option<Problem> {
    let setup = problem.setup();
    let size = setup.size;
    let defender = problem.defender();
    let free = free(problem);
    let mut room = *setup.stones(defender);
    for _ in 0..steps {
        room = room.union(&room.beside(&free));
    }
    let mut rest = free.minus(&room);
    while let Some(point) = rest.iter().next() {
        let one: PointSet = core::iter::once(point).collect();
        let part = one.grown(&rest);
        rest = rest.minus(&part);
        if part.len() < HOLE {
            room = room.union(&part);
        }
    }
    let beyond = free.minus(&room);
    if beyond.is_empty() || free.intersection(&room).len() > MOST_FREE {
        return None;
    }
    let is_near = |point: &Point| {
        let range = |at: u8| at.saturating_sub(1)..=(at + 1).min(size - 1);
        let mut columns = range(point.column());
        columns.any(|column| range(point.row()).any(|row| room.contains(Point::new(column, row))))
    };
    let ring: PointSet = beyond.iter().filter(is_near).collect();
    let mut walled = Setup {
        outside: setup.outside.union(&beyond.minus(&ring)),
        ..setup
    };
    match defender {
        Color::Black => walled.white = setup.white.union(&ring),
        Color::White => walled.black = setup.black.union(&ring),
    }
    Problem::new(&walled).ok()
}

/// A search in a room.
pub(crate) struct Scout<const N: usize> {
    search: Search<N>,
    /// Nodes for the question at hand.
    spent: u64,
    /// The positions on the way that is followed.
    trail: Vec<u64>,
}

impl<const N: usize> Scout<N> {
    fn new(problem: &Problem, frame: Frame, steps: u32, bytes: usize) -> Option<Scout<N>> {
        let problem = room(problem, steps)?;
        let (field, root) = Field::new(&problem, frame)?;
        let ground = Ground::new(&field, &problem, Weights::BuiltIn);
        let mut search = Search::new(field, ground, root, bytes);
        search.keep_order();
        Some(Scout {
            search,
            spent: 0,
            trail: Vec::new(),
        })
    }

    /// How many positions it has looked at.
    pub(crate) fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// A position as it is in the room.
    fn within(&self, position: &Position<N>) -> Position<N> {
        let field = &self.search.field;
        let stones = position.stones.map(|stones| stones & field.cells);
        Position::new(field, stones, position.key & field.cells, position.turn)
    }

    /// Whether the group lives in the room, if that is known after so many nodes.
    fn lives(&mut self, position: &Position<N>, nodes: u64) -> Option<bool> {
        let here = self.within(position);
        match self.search.ask(Question::Eyes, &here, nodes) {
            Reply::More => None,
            Reply::Fact(lives) => Some(lives),
            Reply::Doubt => Some(false),
        }
    }

    /// A move by which the group lives in the room, and none of those that were tried.
    ///
    /// What was found first comes first. A life rests on what was found before it, so whoever goes on like that does not go round in a circle.
    pub(crate) fn reply(&mut self, position: &Position<N>, tried: Set<N>) -> Option<usize> {
        let here = self.within(position);
        let field = &self.search.field;
        let cells = (here.empty(field) & field.playable).minus(tried);
        let children: Vec<(usize, Position<N>)> = cells
            .iter()
            .filter_map(|cell| Some((cell, here.play(field, cell)?)))
            .collect();
        let known = children
            .iter()
            .filter_map(|(cell, child)| Some((self.search.age_of_life(child)?, *cell)));
        if let Some((_, cell)) = known.min() {
            return Some(cell);
        }
        let mut lives = |child: &Position<N>| {
            let reply = self.search.ask(Question::Eyes, child, ASIDE);
            matches!(reply, Reply::Fact(true))
        };
        children
            .iter()
            .find(|(_, child)| lives(child))
            .map(|(cell, _)| *cell)
    }

    /// Goes to a position. False if the way has led there before.
    pub(crate) fn enter(&mut self, position: &Position<N>) -> bool {
        let is_new = !self.trail.contains(&position.hash);
        if is_new {
            self.trail.push(position.hash);
        }
        is_new
    }

    /// Goes back to where it was before.
    pub(crate) fn leave(&mut self) {
        self.trail.pop();
    }
}

/// Scouts in rooms of different sizes. In a round each has its turn.
pub(crate) struct Scouts<const N: usize> {
    /// One may be out to lead somebody.
    all: Vec<Option<Scout<N>>>,
    /// Whose turn it is, who is next in this round, and who has more to do in the next one.
    now: Option<usize>,
    round: VecDeque<usize>,
    later: VecDeque<usize>,
}

impl<const N: usize> Scouts<N> {
    /// Nobody.
    pub(crate) const NONE: Scouts<N> = Scouts {
        all: Vec::new(),
        now: None,
        round: VecDeque::new(),
        later: VecDeque::new(),
    };

    /// Those for a problem, with the cells of this frame. A region that is closed anyway needs none: [`Closed`] is there for it.
    pub(crate) fn new(problem: &Problem, frame: Frame, bytes: usize) -> Scouts<N> {
        if Closed::is_for(problem) {
            return Scouts::NONE;
        }
        let scout = |steps: u32| Scout::new(problem, frame, steps, bytes / ROOMS.len());
        Scouts {
            all: ROOMS.into_iter().filter_map(scout).map(Some).collect(),
            ..Scouts::NONE
        }
    }

    /// Begins with a new question.
    pub(crate) fn begin(&mut self) {
        self.later = (0..self.all.len()).collect();
        for scout in self.all.iter_mut().flatten() {
            scout.spent = 0;
        }
        self.begin_round();
    }

    /// Begins a round. False if nobody has anything left to do.
    pub(crate) fn begin_round(&mut self) -> bool {
        self.now = None;
        self.round = core::mem::take(&mut self.later);
        self.next()
    }

    /// The next one's turn begins. False if the round is over.
    pub(crate) fn next(&mut self) -> bool {
        self.later.extend(self.now);
        self.now = self.round.pop_front();
        self.is_looking()
    }

    /// Whether somebody is at work.
    pub(crate) fn is_looking(&self) -> bool {
        self.now.is_some()
    }

    /// Looks for life for about so many nodes; how many there were. If it is found, who has found it. That scout is out until it is [back](Scouts::take_back).
    pub(crate) fn look(&mut self, position: &Position<N>, nodes: u64) -> (u64, Option<Scout<N>>) {
        let Some((at, scout)) = self.now.and_then(|at| Some((at, self.all[at].as_mut()?))) else {
            self.now = None;
            return (0, None);
        };
        let before = scout.nodes();
        let lives = scout.lives(position, nodes);
        let spent = scout.nodes() - before;
        scout.spent += spent;
        if lives.is_some() || scout.spent >= PATIENCE {
            self.now = None;
        }
        let found = lives.filter(|&lives| lives).and_then(|_| self.all[at].take());
        (spent, found)
    }

    /// Takes back the scout that was out.
    pub(crate) fn take_back(&mut self, scout: Scout<N>) {
        if let Some(place) = self.all.iter_mut().find(|place| place.is_none()) {
            *place = Some(scout);
        }
    }
}
