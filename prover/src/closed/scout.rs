//! Life in a small room, with the attacker's walls all around: it shows the way to a proof in the open.
//!
//! Life in a [room](super::nearby) is searched as in a closed region, which is much quicker: there is little room, and it is known which positions look
//! won. What lives there nearly always lives in the open, where the attacker has fewer stones. But that is no proof, and nothing leans on it. It only
//! names the moves that `follow` tries.

use std::collections::{HashMap, VecDeque};

use shikatsu::board::{Point, PointSet};
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
/// So many positions of a room take about as long as a node of those who search in the open.
const QUICK: u64 = 3;
/// How many nodes a room gets for one question.
const PATIENCE: u64 = 400_000;
/// What a question on the way may take, where no move is known.
const ASIDE: u64 = 500;

/// A position as a scout is told of it, who has other cells.
#[derive(Clone, Copy)]
pub(crate) struct Scene {
    /// What can change for whoever tells. A scout may see farther; all else is as it was at the start.
    ground: PointSet,
    stones: [PointSet; 2],
    key: PointSet,
    turn: Side,
    hash: u64,
}

impl Scene {
    pub(crate) fn of<const N: usize>(field: &Field<N>, position: &Position<N>) -> Scene {
        Scene {
            ground: field.points(field.cells),
            stones: position.stones.map(|stones| field.points(stones)),
            key: field.points(position.key),
            turn: position.turn,
            hash: position.hash,
        }
    }
}

/// What a scout needs of a room of any size.
trait Lookout: Send {
    fn nodes(&self) -> u64;
    /// Whether the group lives in the room, if that is known after so many nodes; if not, how far its numbers speak for it, in bits.
    fn lives(&mut self, scene: &Scene, nodes: u64) -> Result<bool, i32>;
    /// A move by which the group lives in the room, and none of those that were tried.
    fn reply(&mut self, scene: &Scene, tried: &PointSet) -> Option<Point>;
}

/// The search in a room.
struct Inside<const N: usize>(Search<N>);

impl<const N: usize> Inside<N> {
    fn lookout(room: &Problem, frame: Frame, bytes: usize) -> Option<Box<dyn Lookout>> {
        let (field, root) = Field::<N>::new(room, frame)?;
        let ground = Ground::new(&field, room, Weights::BuiltIn);
        let mut search = Search::new(field, ground, root, bytes);
        search.keep_order();
        Some(Box::new(Inside(search)))
    }

    /// The cells of these points that are in the room.
    fn cells(&self, points: &PointSet) -> Set<N> {
        points
            .iter()
            .filter_map(|point| self.0.field.cell_of(point))
            .collect()
    }

    /// A position as it is in the room.
    fn within(&self, scene: &Scene) -> Position<N> {
        let (field, root) = (&self.0.field, &self.0.root);
        let ground = self.cells(&scene.ground);
        let [own, theirs] = [0, 1].map(|side| {
            let beyond = root.stones[side].minus(ground);
            self.cells(&scene.stones[side]) | beyond
        });
        let key = self.cells(&scene.key) | root.key.minus(ground);
        Position::new(field, [own, theirs], key, scene.turn)
    }
}

impl<const N: usize> Lookout for Inside<N> {
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    fn lives(&mut self, scene: &Scene, nodes: u64) -> Result<bool, i32> {
        let here = self.within(scene);
        match self.0.ask(Question::Eyes, &here, nodes) {
            Reply::More => Err(self.0.numbers(Question::Eyes, &here).bits()),
            Reply::Fact(lives) => Ok(lives),
            Reply::Doubt => Ok(false),
        }
    }

    fn reply(&mut self, scene: &Scene, tried: &PointSet) -> Option<Point> {
        let here = self.within(scene);
        let field = &self.0.field;
        let cells = (here.empty(field) & field.playable).minus(self.cells(tried));
        let children: Vec<(usize, Position<N>)> = cells
            .iter()
            .filter_map(|cell| Some((cell, here.play(field, cell)?)))
            .collect();
        let known = children
            .iter()
            .filter_map(|(cell, child)| Some((self.0.age_of_life(child)?, *cell)));
        let cell = known.min().map(|(_, cell)| cell).or_else(|| {
            let mut lives = |child: &Position<N>| {
                let reply = self.0.ask(Question::Eyes, child, ASIDE);
                matches!(reply, Reply::Fact(true))
            };
            let found = children.iter().find(|(_, child)| lives(child));
            found.map(|(cell, _)| *cell)
        });
        cell.map(|cell| self.0.field.point(cell))
    }
}

/// A search in a room.
pub(crate) struct Scout {
    room: Box<dyn Lookout>,
    reach: Reach,
    /// Nodes for the question at hand, and whether there seems to be no life so far.
    spent: u64,
    looks_lost: bool,
    /// How far the numbers speak for life, in bits.
    hope: u32,
    /// The positions on the way that is followed.
    trail: Vec<u64>,
    /// What was tried on the way when it was left for a while.
    tried: HashMap<u64, PointSet>,
}

impl Scout {
    /// One who knows this room.
    fn new(room: &Problem, reach: Reach, bytes: usize) -> Option<Scout> {
        let frame = Frame::of(room);
        let room = match frame.numbers() {
            0..=64 => Inside::<1>::lookout(room, frame, bytes),
            65..=128 => Inside::<2>::lookout(room, frame, bytes),
            129..=192 => Inside::<3>::lookout(room, frame, bytes),
            _ => Inside::<6>::lookout(room, frame, bytes),
        };
        Some(Scout {
            room: room?,
            reach,
            spent: 0,
            looks_lost: false,
            hope: 0,
            trail: Vec::new(),
            tried: HashMap::new(),
        })
    }

    /// What it has done so far, in nodes of those who search in the open.
    pub(crate) fn nodes(&self) -> u64 {
        self.room.nodes() / QUICK
    }

    /// The same for the question at hand.
    pub(crate) const fn spent(&self) -> u64 {
        self.spent
    }

    /// Whether the group lives in the room, if that is known after so many nodes.
    fn lives(&mut self, scene: &Scene, nodes: u64) -> Option<bool> {
        let answer = self.room.lives(scene, nodes.saturating_mul(QUICK));
        if let Err(bits) = answer {
            // The numbers of the side to move are the better ones, so it says little if those of the attacker are.
            self.looks_lost = scene.turn == Side::Defender && bits < 0;
            self.hope = u32::try_from(bits).unwrap_or(0);
        } else {
            self.hope = 0;
        }
        answer.ok()
    }

    /// A move by which the group lives in the room, and none of those that were tried.
    ///
    /// What was found first comes first. A life rests on what was found before it, so whoever goes on like that does not go round in a circle.
    pub(crate) fn reply(&mut self, scene: &Scene, tried: &PointSet) -> Option<Point> {
        self.room.reply(scene, tried)
    }

    /// Goes to a position, and tells what was tried there when the way was left for a while. Nothing if the way has led there before.
    pub(crate) fn enter(&mut self, scene: &Scene) -> Option<PointSet> {
        if self.trail.contains(&scene.hash) {
            return None;
        }
        self.trail.push(scene.hash);
        Some(self.tried.remove(&scene.hash).unwrap_or(PointSet::EMPTY))
    }

    /// Goes back to where it was before.
    pub(crate) fn leave(&mut self) {
        self.trail.pop();
    }

    /// Leaves a position where this was tried in vain, to come back to it.
    pub(crate) fn pause(&mut self, tried: PointSet) {
        if let Some(hash) = self.trail.pop() {
            self.tried.insert(hash, tried);
        }
    }

    /// Whether it is back from the way.
    #[cfg(test)]
    pub(crate) fn is_home(&self) -> bool {
        self.trail.is_empty()
    }

    /// Forgets what was tried.
    pub(crate) fn forget(&mut self) {
        self.tried.clear();
    }
}

/// Scouts in rooms of different sizes. In a round each has its turn.
pub(crate) struct Scouts {
    /// One may be out to lead somebody.
    all: Vec<Option<Scout>>,
    /// Whose turn it is, who is next in this round, and who has more to do in the next one.
    now: Option<usize>,
    round: VecDeque<usize>,
    later: VecDeque<usize>,
}

impl Scouts {
    /// Nobody.
    pub(crate) const NONE: Scouts = Scouts {
        all: Vec::new(),
        now: None,
        round: VecDeque::new(),
        later: VecDeque::new(),
    };

    /// Those for a problem. A region that is closed anyway needs none: [`Closed`] is there for it.
    pub(crate) fn new(problem: &Problem, bytes: usize) -> Scouts {
        if Closed::is_for(problem) {
            return Scouts::NONE;
        }
        let rooms = rooms(problem);
        let scout = |(room, reach): &(Problem, Reach)| Scout::new(room, *reach, bytes / rooms.len());
        Scouts {
            all: rooms.iter().filter_map(scout).map(Some).collect(),
            ..Scouts::NONE
        }
    }

    /// Begins with a new question.
    pub(crate) fn begin(&mut self) {
        self.later = (0..self.all.len()).collect();
        for scout in self.all.iter_mut().flatten() {
            (scout.spent, scout.looks_lost, scout.hope) = (0, false, 0);
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
        let reasons = |scout: &Scout| u32::from(scout.reach.across) + u32::from(scout.looks_lost);
        (FIRST_TURN << rounds.min(8)).min(most) >> (LITTLE * scout.map_or(0, reasons))
    }

    /// How far the best numbers speak for life in a room that is still looked at, in bits.
    pub(crate) fn hope(&self) -> u32 {
        let hopes = self
            .later
            .iter()
            .filter_map(|&at| Some(self.all[at].as_ref()?.hope));
        hopes.max().unwrap_or(0)
    }

    /// Whether somebody is at work.
    pub(crate) fn is_looking(&self) -> bool {
        self.now.is_some()
    }

    /// Looks for life for about so many nodes; how many there were. If it is found, who has found it. That scout is out until it is [back](Scouts::take_back).
    pub(crate) fn look(&mut self, scene: &Scene, nodes: u64) -> (u64, Option<Scout>) {
        let Some((at, scout)) = self.now.and_then(|at| Some((at, self.all[at].as_mut()?))) else {
            self.now = None;
            return (0, None);
        };
        let before = scout.nodes();
        let lives = scout.lives(scene, nodes);
        let spent = scout.nodes() - before;
        scout.spent += spent;
        if lives.is_some() || scout.spent >= PATIENCE {
            self.now = None;
        }
        let found = lives.filter(|&lives| lives).and_then(|_| self.all[at].take());
        (spent, found)
    }

    /// Takes back the scout that was out.
    pub(crate) fn take_back(&mut self, scout: Scout) {
        if let Some(place) = self.all.iter_mut().find(|place| place.is_none()) {
            *place = Some(scout);
        }
    }
}

#[cfg(test)]
mod tests {
    use shikatsu::problem::read_text;

    use super::*;
    use crate::closed::nearby::BEHIND;

    fn scouts() -> Scouts {
        let (problem, _) = read_text(BEHIND).expect("a problem");
        let mut scouts = Scouts::new(&problem, 1 << 20);
        scouts.begin();
        scouts
    }

    #[test]
    fn what_lies_beyond_the_sight_of_whoever_tells_is_as_it_was() {
        let (problem, _) = read_text(BEHIND).expect("a problem");
        let (room, _) = rooms(&problem).pop().expect("a room");
        let (field, root) = Field::<2>::new(&room, Frame::of(&room)).expect("it fits");
        let ground = Ground::new(&field, &room, Weights::BuiltIn);
        let inside = Inside(Search::new(field, ground, root, 1 << 16));
        let all = Scene::of(&inside.0.field, &root);
        assert_eq!(inside.within(&all), root);
        let few = Scene {
            ground: PointSet::EMPTY,
            stones: [PointSet::EMPTY; 2],
            key: PointSet::EMPTY,
            ..all
        };
        assert_eq!(inside.within(&few), root);
        let empty = Scene {
            stones: [PointSet::EMPTY; 2],
            key: PointSet::EMPTY,
            ..all
        };
        assert!(
            inside.within(&empty).stones[0].is_empty(),
            "they are seen to be gone"
        );
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
    fn hope_is_that_of_the_best_room_that_is_still_looked_at() {
        let mut scouts = scouts();
        while scouts.next() {}
        assert_eq!(scouts.hope(), 0, "nobody has looked yet");
        for (scout, hope) in scouts.all.iter_mut().flatten().zip([1, 3]) {
            scout.hope = hope;
        }
        assert_eq!(scouts.hope(), 3);
        scouts.later.retain(|&at| at == 0);
        assert_eq!(scouts.hope(), 1, "the other room is done");
        scouts.begin();
        while scouts.next() {}
        assert_eq!(scouts.hope(), 0, "a new question");
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
