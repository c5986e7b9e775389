//! A whole problem in a closed region: its outcome, and which first moves keep it.

use std::collections::VecDeque;

use shikatsu::board::PointSet;
use shikatsu::problem::Outcome;

use super::Judgement;
use super::chance::{Ground, Settled};
use super::question::{Question, Reply};
use super::search::Search;
use super::whose::Whose;
use crate::field::Field;
use crate::position::{Position, Side};
use crate::set::Set;
use crate::zone::Win;

/// What [`Closed`](super::Closed) needs of a room of any size.
pub(super) trait Worker: Send {
    fn step(&mut self, nodes: u64) -> bool;
    fn nodes(&self) -> u64;
    fn judgement(&self) -> Judgement;
    fn win(&self) -> Option<Win>;
    fn take(&mut self, outcome: Outcome, eyes: Option<bool>);
    fn pass_over(&mut self, judged: &PointSet);
    fn settled(&mut self) -> Vec<Settled>;
}

/// How many nodes a question gets before it is another one's turn. Most get so many more every time.
const SLICE: u64 = 20_000;
/// Whose ko it is gets so many times as much. That has to be known of every ko, and if it is the attacker's, nothing else has.
const KO_SHARE: u64 = 10;
/// Something looks won if so many times as much is left to refute as to prove.
const ODDS: u32 = 8;

/// Something to find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Item {
    Stand,
    Capture,
    Whose,
    Eyes,
    /// Does the first move on this cell keep the outcome?
    Keeps(usize),
}

impl Item {
    /// How many nodes it gets before it is another one's turn, and how many more when its turn comes again.
    const fn slice(self) -> u64 {
        match self {
            Item::Whose => KO_SHARE * SLICE,
            _ => SLICE,
        }
    }
}

/// One with its patience.
#[derive(Clone, Copy, Debug)]
struct Asked {
    item: Item,
    slice: u64,
    /// Nodes left in this slice.
    left: u64,
    /// Whether this slice follows another one because it looks won.
    goes_on: bool,
}

impl Asked {
    const fn new(item: Item) -> Asked {
        let slice = item.slice();
        Asked {
            item,
            slice,
            left: slice,
            goes_on: false,
        }
    }
}

pub(super) struct Room<const N: usize> {
    search: Search<N>,
    whose: Whose<N>,
    judgement: Judgement,
    /// What is known of the key stones though the other side has threats: whether they have two eyes, stand, and fall.
    eyes: Option<bool>,
    stand: Option<bool>,
    capture: Option<bool>,
    /// Whether they fall if nobody has threats.
    ko: Option<bool>,
    /// What is asked, the first one now.
    queue: VecDeque<Asked>,
}

impl<const N: usize> Room<N> {
    /// `past` is what stood before, the oldest first.
    pub(super) fn new(
        field: Field<N>,
        ground: Ground<N>,
        root: Position<N>,
        past: Vec<[Set<N>; 2]>,
        bytes: usize,
    ) -> Room<N> {
        let mut search = Search::new(field, ground, root, bytes * 3 / 4);
        search.stood_before(past);
        // What looks likelier comes first. Most stones that stand have two eyes; seki is asked about when they have not.
        let mut first = [(Question::Eyes, Item::Eyes), (Question::Capture, Item::Capture)];
        first.sort_by_key(|(question, _)| search.numbers(*question, &root).proof);
        Room {
            search,
            whose: Whose::new(bytes / 4),
            judgement: Judgement::default(),
            eyes: None,
            stand: None,
            capture: None,
            ko: None,
            queue: first.map(|(_, item)| Asked::new(item)).into(),
        }
    }

    fn mover(&self) -> Side {
        self.search.root.turn
    }

    /// Asks about one item, for about so many nodes.
    fn ask(&mut self, item: Item, nodes: u64) -> Reply {
        let root = self.search.root;
        match item {
            Item::Stand => self.search.ask(Question::Stand, &root, nodes),
            Item::Capture => self.search.ask(Question::Capture, &root, nodes),
            Item::Eyes => self.search.ask(Question::Eyes, &root, nodes),
            Item::Whose => self.ask_without_threats(&root, nodes),
            Item::Keeps(cell) => self.ask_about(cell, nodes),
        }
    }

    /// Whether the key stones of a position are captured if nobody has threats.
    fn ask_without_threats(&mut self, position: &Position<N>, nodes: u64) -> Reply {
        self.search.make_room();
        self.whose.ask(&self.search, position, nodes)
    }

    /// Whether the first move on this cell keeps the outcome.
    fn ask_about(&mut self, cell: usize, nodes: u64) -> Reply {
        let (Some(outcome), Some(after)) = (
            self.judgement.outcome,
            self.search.root.play(&self.search.field, cell),
        ) else {
            return Reply::Doubt;
        };
        let not = |reply: Reply| match reply {
            Reply::Fact(answer) => Reply::Fact(!answer),
            other => other,
        };
        match (self.mover(), outcome) {
            (Side::Attacker, Outcome::Dead) => self.search.ask(Question::Capture, &after, nodes),
            (Side::Attacker, Outcome::KoAttacker) => self.ask_without_threats(&after, nodes),
            (Side::Attacker, _) => not(self.search.ask(Question::Stand, &after, nodes)),
            (Side::Defender, Outcome::Alive) => self.search.ask(Question::Stand, &after, nodes),
            (Side::Defender, Outcome::KoDefender) => not(self.ask_without_threats(&after, nodes)),
            (Side::Defender, _) => not(self.search.ask(Question::Capture, &after, nodes)),
        }
    }

    /// Takes in what an item came to.
    fn learn(&mut self, item: Item, answer: bool) {
        match item {
            Item::Stand => self.stand = Some(answer),
            Item::Capture => self.capture = Some(answer),
            Item::Eyes => self.eyes = Some(answer),
            // Who wins without threats wins all the more with them.
            Item::Whose => {
                self.ko = Some(answer);
                if answer {
                    self.stand = Some(false);
                } else {
                    self.capture = Some(false);
                }
            }
            Item::Keeps(cell) => {
                let point = self.search.field.point(cell);
                if answer {
                    self.judgement.correct.insert(point);
                } else {
                    self.judgement.wrong.insert(point);
                }
            }
        }
        match self.judgement.outcome {
            None => self.conclude(item),
            Some(Outcome::Alive) => self.judgement.eyes = self.judgement.eyes.or(self.eyes),
            Some(_) => {}
        }
    }

    /// What the answers come to, after that to one item.
    fn conclude(&mut self, item: Item) {
        match (self.eyes, self.stand, self.capture) {
            (Some(true), ..) | (_, Some(true), _) => self.settle(Outcome::Alive, self.eyes),
            (_, _, Some(true)) => self.settle(Outcome::Dead, None),
            (_, Some(false), Some(false)) => match self.ko {
                Some(true) => self.settle(Outcome::KoAttacker, None),
                Some(false) => self.settle(Outcome::KoDefender, None),
                None => self.queue = [Item::Whose].map(Asked::new).into(),
            },
            // The eyes failed or are in doubt, or it is no capture: a ko is likelier then.
            _ if matches!(item, Item::Eyes | Item::Capture) => {
                // If it is the attacker's ko that is all; if the defender's, it is no capture.
                let may_be_ko = item == Item::Capture || self.capture == Some(false);
                if self.ko.is_none() && may_be_ko && !self.waits(Item::Whose) {
                    self.ask_whose();
                }
                if self.stand.is_none() && !self.waits(Item::Stand) {
                    self.queue.push_back(Asked::new(Item::Stand));
                }
            }
            _ => {}
        }
    }

    /// No capture was found, so a ko is likely. If the eyes have had no turn yet they get one first: most that are found at all are found soon.
    fn ask_whose(&mut self) {
        let whose = Asked::new(Item::Whose);
        match self.queue.front_mut() {
            Some(eyes) if eyes.item == Item::Eyes && eyes.slice == SLICE => self.queue.push_back(whose),
            waiting => {
                // The others start again with short turns.
                if let Some(waiting) = waiting {
                    *waiting = Asked::new(waiting.item);
                }
                self.queue.push_front(whose);
            }
        }
    }

    /// Whether it will be an item's turn.
    fn waits(&self, item: Item) -> bool {
        self.queue.iter().any(|asked| asked.item == item)
    }

    /// Whether the answer to an item will most likely be yes, and soon. Then nothing else has to be asked.
    fn looks_won(&self, item: Item) -> bool {
        let question = match item {
            Item::Eyes => Question::Eyes,
            Item::Capture => Question::Capture,
            Item::Stand | Item::Whose | Item::Keeps(_) => return false,
        };
        let numbers = self.search.numbers(question, &self.search.root);
        self.judgement.outcome.is_none() && numbers.proof < numbers.disproof / ODDS
    }

    /// An item that is not answered yet.
    fn put_back(&mut self, mut asked: Asked) {
        if asked.left > 0 {
            return self.queue.push_front(asked);
        }
        let slice = asked.slice;
        asked.goes_on = !asked.goes_on && self.looks_won(asked.item);
        if asked.goes_on {
            asked.left = 2 * slice;
            return self.queue.push_front(asked);
        }
        // What does not stand has no eyes, so these may come to nothing while it is not known.
        if asked.item != Item::Eyes || !self.waits(Item::Stand) {
            asked.slice += asked.item.slice();
        }
        asked.left = asked.slice;
        self.queue.push_back(asked);
        // While first moves are judged, the question of eyes comes after each that has used up its slice: nothing is complete without it.
        let eyes = self.queue.iter().position(|asked| asked.item == Item::Eyes);
        if matches!(asked.item, Item::Keeps(_))
            && let Some(eyes) = eyes.and_then(|at| self.queue.remove(at))
        {
            self.queue.push_front(Asked {
                slice,
                left: slice,
                ..eyes
            });
        }
    }

    /// The outcome is known. What is left are the first moves, and whether there are two eyes.
    fn settle(&mut self, outcome: Outcome, eyes: Option<bool>) {
        let eyes = eyes.or(self.eyes).filter(|_| outcome == Outcome::Alive);
        self.judgement.outcome = Some(outcome);
        self.judgement.eyes = eyes;
        self.queue.clear();
        if outcome == Outcome::Alive && eyes.is_none() {
            self.queue.push_back(Asked::new(Item::Eyes));
        }
        let root = &self.search.root;
        let field = &self.search.field;
        let is_new = |after: Position<N>| !self.search.stood(&after.stones);
        let can_play = |&cell: &usize| root.play(field, cell).is_some_and(is_new);
        let cells = (root.empty(field) & field.playable).iter().filter(can_play);
        let lost = match self.search.root.turn {
            Side::Attacker => Outcome::Alive,
            Side::Defender => Outcome::Dead,
        };
        if outcome == lost {
            self.judgement.wrong = cells.map(|cell| field.point(cell)).collect();
        } else {
            // What is known comes first, and what looks best, for those who want one move only.
            let mut cells: Vec<usize> = cells.collect();
            let is_known = |cell: usize| {
                let after = root.play(field, cell);
                after.is_some_and(|after| self.search.is_known(after.hash))
            };
            cells.sort_by_cached_key(|&cell| (!is_known(cell), -field.looks.of(root, cell, root.turn)));
            self.queue
                .extend(cells.into_iter().map(Item::Keeps).map(Asked::new));
        }
    }
}

impl<const N: usize> Worker for Room<N> {
    fn step(&mut self, nodes: u64) -> bool {
        let end = self.nodes() + nodes;
        while self.nodes() < end {
            let Some(mut asked) = self.queue.pop_front() else {
                return false;
            };
            let since = self.nodes();
            let reply = self.ask(asked.item, asked.left.min(end - since));
            match reply {
                Reply::Fact(answer) => self.learn(asked.item, answer),
                Reply::Doubt if self.judgement.outcome.is_none() => self.conclude(asked.item),
                // Nothing will come of it.
                Reply::Doubt => {}
                Reply::More => {
                    asked.left = asked.left.saturating_sub(self.nodes() - since);
                    self.put_back(asked);
                }
            }
        }
        !self.queue.is_empty()
    }

    fn nodes(&self) -> u64 {
        self.search.nodes + self.whose.nodes
    }

    fn judgement(&self) -> Judgement {
        Judgement {
            is_no_capture: self.capture == Some(false),
            ..self.judgement
        }
    }

    fn win(&self) -> Option<Win> {
        match self.judgement.outcome? {
            Outcome::Alive => self.search.win(false),
            Outcome::Dead => self.search.win(true),
            _ => None,
        }
    }

    fn take(&mut self, outcome: Outcome, eyes: Option<bool>) {
        if self.judgement.outcome.is_none() {
            self.settle(outcome, eyes);
        } else if self.judgement.eyes.is_none() && eyes.is_some() {
            self.judgement.eyes = eyes;
            self.queue.retain(|asked| asked.item != Item::Eyes);
        }
    }

    fn pass_over(&mut self, judged: &PointSet) {
        let field = &self.search.field;
        self.queue.retain(|asked| match asked.item {
            Item::Keeps(cell) => !judged.contains(field.point(cell)),
            _ => true,
        });
    }

    fn settled(&mut self) -> Vec<Settled> {
        self.search
            .lessons
            .as_mut()
            .map(core::mem::take)
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use shikatsu::board::Point;
    use shikatsu::problem::read_text;

    use super::*;
    use crate::closed::chance::Weights;
    use crate::field::Frame;

    fn room() -> Room<1> {
        let (problem, _) = read_text("----x\nooooo\n*****\n*****\n*****\nA4 B4 x\n").expect("a problem");
        let everything = Point::all(problem.setup().size).collect();
        let (field, root) = Field::<1>::new(&problem, Frame::around(&everything)).expect("it fits");
        let ground = Ground::new(&field, &problem, Weights::none());
        Room::new(field, ground, root, Vec::new(), 1 << 16)
    }

    fn items(room: &Room<1>) -> Vec<Item> {
        room.queue.iter().map(|asked| asked.item).collect()
    }

    #[test]
    fn eyes_that_had_no_turn_go_before_the_ko() {
        let mut room = room();
        room.queue.retain(|asked| asked.item == Item::Eyes);
        room.learn(Item::Capture, false);
        assert_eq!(items(&room), [Item::Eyes, Item::Whose, Item::Stand]);
    }

    #[test]
    fn eyes_that_had_a_turn_wait_for_the_ko() {
        let mut room = room();
        room.queue.retain(|asked| asked.item == Item::Eyes);
        let mut eyes = room.queue.pop_front().expect("the eyes");
        eyes.left = 0;
        eyes.goes_on = true;
        room.put_back(eyes);
        room.learn(Item::Capture, false);
        assert_eq!(items(&room), [Item::Whose, Item::Eyes, Item::Stand]);
        assert_eq!(room.queue[0].left, KO_SHARE * SLICE);
        assert_eq!(room.queue[1].left, SLICE, "a short turn again");
    }

    #[test]
    fn it_is_told_at_once_that_it_is_no_capture() {
        let mut room = room();
        room.learn(Item::Stand, false);
        assert!(!room.judgement().is_no_capture);
        room.learn(Item::Capture, false);
        assert!(room.judgement().is_no_capture);
        assert_eq!(room.judgement.outcome, None, "whose ko it is comes later");
    }

    #[test]
    fn a_ko_is_all_there_is_to_ask_if_neither_side_wins() {
        let mut room = room();
        room.learn(Item::Stand, false);
        room.learn(Item::Capture, false);
        assert_eq!(items(&room), [Item::Whose]);
        room.learn(Item::Whose, true);
        assert_eq!(room.judgement.outcome, Some(Outcome::KoAttacker));
    }
}
