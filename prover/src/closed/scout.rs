//! Life in a small room, with the attacker's walls all around: it shows the way to a proof in the open.
//!
//! Life in a [room](super::nearby) is searched as in a closed region, which is much quicker: there is little room, and it is known which positions look
//! won. What lives there nearly always lives in the open, where the attacker has fewer stones. But that is no proof, and nothing leans on it. It only
//! names the moves that `follow` tries.

use std::collections::VecDeque;

use shikatsu::problem::Problem;

use super::Closed;
use super::chance::{Ground, Weights};
use super::nearby::{Reach, rooms};
use super::question::{Question, Reply};
use super::search::Search;
use crate::field::{Field, Frame};
use crate::position::{Position, Side};
use crate::set::Set;

/// The first turns. In each round they are twice as long, up to a whole one.
const FIRST_TURN: u64 = 2_500;
/// Turns are a quarter as long for each reason to expect little.
const LITTLE: u32 = 2;
/// How many nodes a room gets for one question. What lives in it mostly does so soon.
const PATIENCE: u64 = 250_000;
/// What a question on the way may take, where no move is known.
const ASIDE: u64 = 500;

/// A search in a room.
pub(crate) struct Scout<const N: usize> {
    search: Search<N>,
    reach: Reach,
    /// Nodes for the question at hand, and whether there seems to be no life so far.
    spent: u64,
    looks_lost: bool,
    /// The positions on the way that is followed.
    trail: Vec<u64>,
}

impl<const N: usize> Scout<N> {
    /// One who knows this room.
    fn new(room: &Problem, reach: Reach, frame: Frame, bytes: usize) -> Option<Scout<N>> {
        let (field, root) = Field::new(room, frame)?;
        let ground = Ground::new(&field, room, Weights::BuiltIn);
        let mut search = Search::new(field, ground, root, bytes);
        search.keep_order();
        Some(Scout {
            search,
            reach,
            spent: 0,
            looks_lost: false,
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
            Reply::More => {
                // The numbers of the side to move are the better ones, so those of the attacker say little.
                let numbers = self.search.numbers(Question::Eyes, &here);
                self.looks_lost = here.turn == Side::Defender && numbers.bits() < 0;
                None
            }
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
        let rooms = rooms(problem);
        let scout = |(room, reach): &(Problem, Reach)| Scout::new(room, *reach, frame, bytes / rooms.len());
        Scouts {
            all: rooms.iter().filter_map(scout).map(Some).collect(),
            ..Scouts::NONE
        }
    }

    /// Begins with a new question.
    pub(crate) fn begin(&mut self) {
        self.later = (0..self.all.len()).collect();
        for scout in self.all.iter_mut().flatten() {
            (scout.spent, scout.looks_lost) = (0, false);
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

    /// How many nodes this turn has after so many rounds; never more than `most`.
    pub(crate) fn turn(&self, rounds: u32, most: u64) -> u64 {
        let scout = self.now.and_then(|at| self.all[at].as_ref());
        let reasons = |scout: &Scout<N>| u32::from(scout.reach.across) + u32::from(scout.looks_lost);
        (FIRST_TURN << rounds.min(8)).min(most) >> (LITTLE * scout.map_or(0, reasons))
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

#[cfg(test)]
mod tests {
    use shikatsu::board::Point;
    use shikatsu::problem::read_text;

    use super::*;
    use crate::closed::nearby::BEHIND;

    fn scouts() -> Scouts<2> {
        let (problem, _) = read_text(BEHIND).expect("a problem");
        let everything = Point::all(problem.setup().size).collect();
        let mut scouts = Scouts::new(&problem, Frame::around(&everything), 1 << 20);
        scouts.begin();
        scouts
    }

    #[test]
    fn turns_are_shorter_where_little_is_to_be_expected() {
        let mut scouts = scouts();
        assert_eq!(scouts.turn(0, 20_000), 2_500);
        assert_eq!(scouts.turn(1, 20_000), 5_000);
        assert_eq!(scouts.turn(9, 20_000), 20_000, "never more");
        scouts.all[0].as_mut().expect("the near one").looks_lost = true;
        assert_eq!(scouts.turn(0, 20_000), 625);
        assert!(scouts.next(), "the one who looks behind the weak stone");
        assert_eq!(scouts.turn(0, 20_000), 625);
        scouts.all[1].as_mut().expect("that one").looks_lost = true;
        assert_eq!(scouts.turn(0, 20_000), 156);
        assert!(!scouts.next(), "there are two");
    }

    #[test]
    fn a_new_question_begins_with_everybody() {
        let mut scouts = scouts();
        // Nobody has anything left to do.
        while scouts.is_looking() {
            scouts.now = None;
            scouts.next();
        }
        assert!(!scouts.begin_round());
        scouts.all[0].as_mut().expect("the near one").looks_lost = true;
        scouts.begin();
        assert_eq!(scouts.turn(0, 20_000), 2_500, "with new hope");
        assert!(scouts.next());
    }
}
