//! A book of proved replies: what positions come to, and the move to play in them, where the handheld could not read them out.
//!
//! ```text
//! node | node | …       the first is the problem itself
//! node: what it comes to, 1 byte | the move to play, 1 byte | number of ways, 1 byte | [step] | ways: move, 1 byte; step
//! ```
//!
//! A *way* leads from a node by a move to a later node, so many nodes further on: nodes that several ways lead to are written once, and
//! every walk comes to an end. The step before the ways is for all moves that are not named: they are answered as a pass. Where
//! there is none, and behind the last node, the handheld's own solver reads on.
//!
//! A move is a byte: the place of its point among all points where one may play, line by line. So a book needs a room of at most 254
//! points, and most steps are a byte too.

use super::record::ANSWERS;
use crate::board::{Move, Point, PointSet};
use crate::problem::{Answer, Outcome};

/// The most bytes of a book of replies.
pub const MAX_REPLIES: usize = 4096;
/// The most points of a room that a book is about.
pub const MAX_ROOM: usize = 254;

/// The byte of a pass.
const PASS: u8 = 255;
/// The bits of a node's first byte: its outcome, its place in [`ANSWERS`] and one more; and whether there is a step for other moves.
const OUTCOME: u8 = 7;
const OTHERS: u8 = 8;

/// A position of the book, as it is written: by its number, and where it begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    number: u16,
    at: u16,
}

/// A book of replies in a pack. Its bytes were checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Replies<'a> {
    bytes: &'a [u8],
    room: PointSet,
}

/// Bytes as they are read, one after the other.
#[derive(Clone, Copy)]
struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bytes<'_> {
    fn next(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    /// A step: 7 bits a byte, the lowest first, of at most two bytes.
    fn step(&mut self) -> Option<u16> {
        let low = self.next()?;
        if low < 0x80 {
            return Some(low.into());
        }
        let high = self.next().filter(|&high| (1..0x80).contains(&high))?;
        Some(u16::from(low & 0x7f) | u16::from(high) << 7)
    }
}

/// The bytes of a step, and how many of them count. `None` if it is too long for a book.
pub fn write_step(step: u16) -> Option<([u8; 2], usize)> {
    match step {
        0..0x80 => Some(([step as u8, 0], 1)),
        0x80..0x4000 => Some(([step as u8 | 0x80, (step >> 7) as u8], 2)),
        _ => None,
    }
}

/// A node, taken apart.
#[derive(Clone, Copy)]
struct Parts<'a> {
    outcome: Outcome,
    seki: bool,
    best: u8,
    ways: u8,
    others: Option<u16>,
    /// Where the ways begin.
    rest: Bytes<'a>,
}

impl<'a> Parts<'a> {
    fn read(mut bytes: Bytes<'a>) -> Option<Parts<'a>> {
        let head = bytes.next().filter(|&head| head & !(OUTCOME | OTHERS) == 0)?;
        let place = usize::from(head & OUTCOME).checked_sub(1)?;
        let (outcome, seki) = *ANSWERS.get(place)?;
        let (best, ways) = (bytes.next()?, bytes.next()?);
        let others = if head & OTHERS == 0 {
            None
        } else {
            Some(bytes.step()?)
        };
        Some(Parts {
            outcome,
            seki,
            best,
            ways,
            others,
            rest: bytes,
        })
    }

    /// The ways, as bytes of moves and steps. It ends early where the bytes do.
    fn ways(&self) -> impl Iterator<Item = (u8, u16)> + use<'a> {
        let mut rest = self.rest;
        (0..self.ways).map_while(move |_| Some((rest.next()?, rest.step()?)))
    }

    /// Where the next node begins.
    fn end(&self) -> Option<usize> {
        let mut rest = self.rest;
        for _ in 0..self.ways {
            rest.next()?;
            rest.step()?;
        }
        Some(rest.at)
    }
}

impl<'a> Replies<'a> {
    /// Reads the book of a problem with this answer, with `room` as the points where one may play. `None` if it is none, or if
    /// it contradicts the answer or itself.
    pub fn read(bytes: &'a [u8], room: &PointSet, answer: &Answer) -> Option<Replies<'a>> {
        let book = Replies { bytes, room: *room };
        if bytes.is_empty() || bytes.len() > MAX_REPLIES || room.len() > MAX_ROOM {
            return None;
        }
        let mut count = 0_u16;
        let mut at = 0;
        while at < bytes.len() {
            at = Parts::read(Bytes { bytes, at })?.end()?;
            count += 1;
        }
        let mut node = Some(book.first());
        while let Some(here) = node {
            book.is_sound(here, count).then_some(())?;
            node = book.next(here);
        }
        book.agrees_with(answer).then_some(book)
    }

    /// Whether the first node says what the answer says: of the problem, and of every first move.
    fn agrees_with(&self, answer: &Answer) -> bool {
        let first = self.first();
        if self.outcome(first) != (answer.outcome, answer.seki) {
            return false;
        }
        if answer.moves.is_empty() {
            // No move does better than another.
            return true;
        }
        let is_right = |played| matches!(played, Move::Play(point) if answer.moves.contains(point));
        let keeps = |node| self.outcome(node).0 == answer.outcome;
        let mut unnamed = answer.moves;
        let mut agrees = is_right(self.best(first));
        for (played, node) in self.ways(first) {
            agrees &= keeps(node) == is_right(played);
            if let Move::Play(point) = played {
                unnamed.remove(point);
            }
        }
        let others = self.parts(first).and_then(|parts| parts.others);
        let others = others.and_then(|step| self.further(first, step));
        agrees && others.is_none_or(|node| unnamed.is_empty() && !keeps(node))
    }

    /// Whether a node's moves are points of the room, in order, and its steps lead to nodes.
    fn is_sound(&self, node: Node, count: u16) -> bool {
        let Some(parts) = self.parts(node) else {
            return false;
        };
        let points = self.room.len();
        let is_move = |byte: u8| byte == PASS || usize::from(byte) < points;
        let leads_on = |step: u16| step > 0 && step < count - node.number;
        let mut before = None;
        let ways = parts.ways().all(|(byte, step)| {
            let is_later = before.is_none_or(|before| before < byte);
            before = Some(byte);
            is_later && is_move(byte) && leads_on(step)
        });
        ways && is_move(parts.best) && parts.others.is_none_or(leads_on)
    }

    /// A book whose bytes were checked before, with the same room.
    pub(super) const fn again(bytes: &'a [u8], room: PointSet) -> Replies<'a> {
        Replies { bytes, room }
    }

    /// Its bytes, as they are written.
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The points where one may play.
    pub const fn room(&self) -> &PointSet {
        &self.room
    }

    /// The byte that stands for a move; `None` if it is outside of the room, or the room is too large.
    pub fn byte(room: &PointSet, played: Move) -> Option<u8> {
        match played {
            Move::Pass => Some(PASS),
            Move::Play(point) => {
                let place = room.iter().position(|it| it == point)?;
                (place < MAX_ROOM).then_some(place as u8)
            }
        }
    }

    /// The first byte of a node, for those who write books. `others` is whether a step follows for moves that are not named.
    pub fn head(outcome: Outcome, seki: bool, others: bool) -> u8 {
        let place = ANSWERS.iter().position(|&it| it == (outcome, seki));
        let place = place.unwrap_or_else(|| ANSWERS.iter().position(|it| it.0 == outcome).unwrap_or(0));
        (place as u8 + 1) | if others { OTHERS } else { 0 }
    }

    fn played(&self, byte: u8) -> Move {
        let point: Option<Point> = self.room.iter().nth(byte.into());
        point.filter(|_| byte != PASS).map_or(Move::Pass, Move::Play)
    }

    fn parts(&self, node: Node) -> Option<Parts<'a>> {
        Parts::read(Bytes {
            bytes: self.bytes,
            at: node.at.into(),
        })
    }

    /// The problem itself.
    pub const fn first(&self) -> Node {
        Node { number: 0, at: 0 }
    }

    /// The node that is written behind one.
    fn next(&self, node: Node) -> Option<Node> {
        let at = self.parts(node)?.end().filter(|&at| at < self.bytes.len())?;
        Some(Node {
            number: node.number + 1,
            at: at as u16,
        })
    }

    fn further(&self, node: Node, steps: u16) -> Option<Node> {
        (0..steps).try_fold(node, |node, _| self.next(node))
    }

    /// What the key stones come to, and whether in seki.
    pub fn outcome(&self, node: Node) -> (Outcome, bool) {
        self.parts(node)
            .map_or((Outcome::Dead, false), |parts| (parts.outcome, parts.seki))
    }

    /// The move to play: one that keeps what there is, or resists longest. A pass if no move does better.
    pub fn best(&self, node: Node) -> Move {
        self.parts(node)
            .map_or(Move::Pass, |parts| self.played(parts.best))
    }

    /// The position after a move; `None` if the book ends here.
    pub fn after(&self, node: Node, played: Move) -> Option<Node> {
        let parts = self.parts(node)?;
        let byte = Replies::byte(&self.room, played);
        let named = parts.ways().find(|&(way, _)| Some(way) == byte);
        let step = named.map(|(_, step)| step).or(parts.others)?;
        self.further(node, step)
    }

    /// The moves that are named, each with the position after it.
    pub fn ways(&self, node: Node) -> impl Iterator<Item = (Move, Node)> + use<'a> {
        let book = *self;
        let parts = self.parts(node);
        let ways = parts.into_iter().flat_map(|parts| parts.ways());
        ways.filter_map(move |(byte, step)| Some((book.played(byte), book.further(node, step)?)))
    }

    /// Whether every move that is legal has an answer here.
    pub fn answers_all(&self, node: Node) -> bool {
        self.parts(node).is_some_and(|parts| parts.others.is_some())
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    fn room() -> PointSet {
        Point::all(5).filter(|point| point.row() < 2).collect()
    }

    fn answer(moves: &[u8]) -> Answer {
        Answer {
            outcome: Outcome::Alive,
            seki: false,
            moves: moves.iter().map(|&column| Point::new(column, 0)).collect(),
        }
    }

    fn at(column: u8) -> Move {
        Move::Play(Point::new(column, 0))
    }

    const ALIVE: u8 = 4;
    const DEAD: u8 = 1;

    /// The problem: point 1 lives, 0 and 2 and all else die; after 1 the answer is at 0, and then 2 lives.
    const SAMPLE: [u8; 24] = [
        ALIVE | OTHERS,
        1,
        3,
        3,
        0,
        2,
        1,
        1,
        2,
        3,
        ALIVE,
        0,
        1,
        0,
        3,
        DEAD,
        1,
        0,
        DEAD,
        1,
        0,
        ALIVE,
        2,
        0,
    ];

    #[test]
    fn a_book_is_walked_move_by_move() {
        let book = Replies::read(&SAMPLE, &room(), &answer(&[1])).unwrap();
        let first = book.first();
        assert_eq!(
            (book.outcome(first), book.best(first)),
            ((Outcome::Alive, false), at(1))
        );
        let right = book.after(first, at(1)).unwrap();
        assert_eq!((book.outcome(right).0, book.best(right)), (Outcome::Alive, at(0)));
        let then = book.after(right, at(0)).unwrap();
        assert_eq!((book.best(then), book.ways(then).count()), (at(2), 0));
        assert_eq!(book.after(right, at(3)), None, "the handheld reads on");
        for wrong in [at(0), at(2), at(4), Move::Pass] {
            let refuted = book.after(first, wrong).unwrap();
            assert_eq!(
                (book.outcome(refuted).0, book.best(refuted)),
                (Outcome::Dead, at(1))
            );
        }
        assert!(book.answers_all(first) && !book.answers_all(right));
    }

    #[test]
    fn what_contradicts_the_answer_or_itself_is_refused() {
        let refused = |bytes: &[u8], answer: &Answer| Replies::read(bytes, &room(), answer).is_none();
        assert!(refused(&[], &answer(&[1])));
        assert!(refused(&SAMPLE, &answer(&[2])), "another move is right");
        let dead = Answer {
            outcome: Outcome::Dead,
            ..answer(&[])
        };
        assert!(refused(&SAMPLE, &dead), "another outcome");
        for end in 0..SAMPLE.len() {
            assert!(refused(&SAMPLE[..end], &answer(&[1])), "cut at {end}");
        }
        for (place, byte, why) in [
            (0, 0, "no outcome"),
            (0, ALIVE | 0x10, "an unknown flag"),
            (1, 10, "a point that is not in the room"),
            (1, 0, "a best move that loses"),
            (3, 5, "a step behind the end"),
            (5, 0, "a step to itself"),
            (6, 0, "a move twice"),
            (3, 4, "all other moves live"),
            (10, DEAD, "the right move dies"),
            (14, 0, "a later step to itself"),
            (14, 4, "a later step behind the end"),
        ] {
            let mut bent = SAMPLE;
            bent[place] = byte;
            assert!(refused(&bent, &answer(&[1])), "{why}");
        }
        assert!(refused(&SAMPLE, &answer(&[1, 3])), "a right move is not named");
        let in_seki = Answer {
            seki: true,
            ..answer(&[1])
        };
        assert!(refused(&SAMPLE, &in_seki), "it is no seki");
    }

    /// Where no move does better than another, only the book's own order counts.
    #[test]
    fn ways_are_moves_in_order_and_lead_to_later_nodes() {
        const OPEN: [u8; 11] = [DEAD | OTHERS, 9, 2, 1, 3, 1, PASS, 1, DEAD, PASS, 0];
        let lost = Answer {
            outcome: Outcome::Dead,
            ..answer(&[])
        };
        let is_read = |place: usize, byte: u8| {
            let mut bytes = OPEN;
            bytes[place] = byte;
            Replies::read(&bytes, &room(), &lost).is_some()
        };
        for (place, byte, expected) in [
            (0, DEAD | OTHERS, true),
            (1, 0, true),
            (1, PASS, true),
            (1, 10, false),
            (1, PASS - 1, false),
            (3, 0, false),
            (3, 2, false),
            (4, 9, true),
            (4, 10, false),
            (4, PASS, false),
            (5, 0, false),
            (5, 2, false),
            (6, 4, true),
            (6, 3, false),
            (6, 2, false),
            (7, 0, false),
            (7, 2, false),
            (8, 2, true),
            (8, 5, true),
            (8, 6, false),
        ] {
            assert_eq!(is_read(place, byte), expected, "byte {place} as {byte}");
        }
        let book = Replies::read(&OPEN, &room(), &lost).unwrap();
        let last = book.after(book.first(), Move::Pass).unwrap();
        let nine = Move::Play(Point::new(4, 1));
        assert_eq!((book.best(book.first()), book.best(last)), (nine, Move::Pass));
        assert_eq!(
            book.ways(book.first()).collect::<Vec<_>>(),
            [(at(3), last), (Move::Pass, last)]
        );
        assert_eq!((book.bytes(), book.room()), (&OPEN[..], &room()));
    }

    #[test]
    fn a_right_move_need_not_be_named_where_nothing_is_said_of_others() {
        let short = [ALIVE, 1, 1, 1, 1, ALIVE, 0, 0];
        assert!(Replies::read(&short, &room(), &answer(&[1, 3])).is_some());
        let wrong = [ALIVE, 1, 2, 1, 1, 2, 1, ALIVE, 0, 0];
        assert!(Replies::read(&wrong, &room(), &answer(&[1])).is_none());
        assert!(Replies::read(&wrong, &room(), &answer(&[1, 2])).is_some());
    }

    #[test]
    fn a_book_may_have_so_many_bytes_and_points_and_no_more() {
        let open = Answer {
            outcome: Outcome::Alive,
            ..answer(&[])
        };
        // Nodes of three bytes, and behind them one with a step for other moves, of four.
        let length = |three: usize, four: usize| {
            let mut bytes = [ALIVE | OTHERS, PASS, 0, 1].repeat(four);
            bytes.extend([ALIVE, PASS, 0].repeat(three));
            let is_read = Replies::read(&bytes, &room(), &open).is_some();
            (bytes.len(), is_read)
        };
        assert_eq!(length(1364, 1), (MAX_REPLIES, true));
        assert_eq!(length(1363, 2), (MAX_REPLIES + 1, false));
        for (points, expected) in [(MAX_ROOM, true), (MAX_ROOM + 1, false)] {
            let room: PointSet = Point::all(19).take(points).collect();
            let book = [ALIVE, 253, 0];
            let read = Replies::read(&book, &room, &open);
            assert_eq!(read.is_some(), expected, "{points}");
        }
        let all: PointSet = Point::all(19).collect();
        let byte = |place| Replies::byte(&all, Move::Play(Point::all(19).nth(place).unwrap()));
        assert_eq!([byte(0), byte(253), byte(254)], [Some(0), Some(253), None]);
        assert_eq!(Replies::byte(&all, Move::Pass), Some(PASS));
        assert_eq!(Replies::byte(&room(), Move::Play(Point::new(0, 2))), None);
    }

    #[test]
    fn the_first_byte_of_a_node_says_what_it_comes_to() {
        for (place, &(outcome, seki)) in (1..).zip(&ANSWERS) {
            for others in [false, true] {
                let head = Replies::head(outcome, seki, others);
                assert_eq!(head, if others { place + OTHERS } else { place });
                let bytes = [head, 0, 0, 1];
                let parts = Parts::read(Bytes { bytes: &bytes, at: 0 }).unwrap();
                assert_eq!((parts.outcome, parts.seki), (outcome, seki));
                assert_eq!(parts.others.is_some(), others);
            }
        }
        // There is no death in seki.
        let fought = Replies::head(Outcome::KoDefender, true, false);
        assert_eq!(fought, Replies::head(Outcome::KoDefender, false, false));
    }

    #[test]
    fn steps_are_short_and_have_one_form() {
        for step in [1, 127, 128, 300, 0x3fff] {
            let (bytes, length) = write_step(step).unwrap();
            let mut read = Bytes {
                bytes: &bytes[..length],
                at: 0,
            };
            assert_eq!((read.step(), read.at), (Some(step), length));
        }
        assert_eq!(write_step(0x4000), None);
        let long: Vec<u8> = std::vec![0x81, 0];
        assert_eq!(Bytes { bytes: &long, at: 0 }.step(), None);
    }
}
