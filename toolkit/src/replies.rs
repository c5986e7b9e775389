//! Writing books of proved replies, as packs hold them (`shikatsu::pack::Replies`).
//!
//! What the replies are is for others to prove. Here positions that are the same become one, and the rest becomes bytes.

use std::collections::HashMap;
use std::fmt;

use shikatsu::board::{Move, PointSet};
use shikatsu::pack::{MAX_REPLIES, MAX_ROOM, Replies, write_step};
use shikatsu::problem::Outcome;

/// A position of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// What the key stones come to.
    pub outcome: Outcome,
    /// They live in seki.
    pub seki: bool,
    /// The move to play: one that keeps what there is, or resists longest. A pass if no move does better.
    pub best: Move,
    /// Moves with the positions after them, by their places in the list. These must come later in it.
    pub ways: Vec<(Move, usize)>,
    /// The position after every other move, as if it were a pass; `None` where the handheld's solver reads on by itself.
    pub others: Option<usize>,
}

/// Why there is no book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// It would have more bytes than a pack has room for.
    TooLarge,
    /// A move is outside of the room, or the room has too many points.
    Outside,
    /// A way leads back, or nowhere.
    Astray,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::TooLarge => write!(f, "the book of replies has more than {MAX_REPLIES} bytes"),
            Unfit::Outside => write!(
                f,
                "a reply is outside, or the room has more than {MAX_ROOM} points"
            ),
            Unfit::Astray => f.write_str("a reply leads to no later position"),
        }
    }
}

impl std::error::Error for Unfit {}

/// A position with the numbers of those that it leads to, so that equal ones can be told.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Node {
    head: u8,
    best: u8,
    ways: Vec<(u8, usize)>,
    others: Option<usize>,
}

/// The bytes of a book. The first position is the problem itself; those that nothing leads to are left out.
pub fn encode(positions: &[Position], room: &PointSet) -> Result<Vec<u8>, Unfit> {
    let used = reachable(positions)?;
    // From the last to the first, so that what a position leads to is known.
    let mut nodes: Vec<Node> = Vec::new();
    let mut known: HashMap<Node, usize> = HashMap::new();
    let mut numbers = vec![0; positions.len()];
    for (place, position) in positions.iter().enumerate().rev() {
        if !used[place] {
            continue;
        }
        let byte = |played| Replies::byte(room, played).ok_or(Unfit::Outside);
        let mut ways = Vec::with_capacity(position.ways.len());
        for &(played, next) in &position.ways {
            ways.push((byte(played)?, numbers[next]));
        }
        ways.sort_unstable();
        ways.dedup_by_key(|(byte, _)| *byte);
        let node = Node {
            head: Replies::head(position.outcome, position.seki, position.others.is_some()),
            best: byte(position.best)?,
            ways,
            others: position.others.map(|next| numbers[next]),
        };
        numbers[place] = *known.entry(node.clone()).or_insert_with(|| {
            nodes.push(node);
            nodes.len() - 1
        });
    }
    let mut bytes = Vec::new();
    for (number, node) in nodes.iter().enumerate().rev() {
        let put_step = |bytes: &mut Vec<u8>, to: usize| {
            let step = u16::try_from(number - to).ok().and_then(write_step);
            let (step, length) = step.ok_or(Unfit::TooLarge)?;
            bytes.extend_from_slice(&step[..length]);
            Ok(())
        };
        let count = u8::try_from(node.ways.len()).map_err(|_| Unfit::TooLarge)?;
        bytes.extend_from_slice(&[node.head, node.best, count]);
        if let Some(others) = node.others {
            put_step(&mut bytes, others)?;
        }
        for &(byte, to) in &node.ways {
            bytes.push(byte);
            put_step(&mut bytes, to)?;
        }
    }
    if bytes.len() > MAX_REPLIES || room.len() > MAX_ROOM {
        return Err(Unfit::TooLarge);
    }
    Ok(bytes)
}

/// Which positions something leads to.
fn reachable(positions: &[Position]) -> Result<Vec<bool>, Unfit> {
    let mut used = vec![false; positions.len()];
    *used.first_mut().ok_or(Unfit::Astray)? = true;
    for (place, position) in positions.iter().enumerate() {
        let next = position.ways.iter().map(|&(_, next)| next);
        for next in next.chain(position.others) {
            if next <= place || next >= positions.len() {
                return Err(Unfit::Astray);
            }
            used[next] |= used[place];
        }
    }
    Ok(used)
}

#[cfg(test)]
mod tests {
    use shikatsu::board::Point;
    use shikatsu::problem::Answer;

    use super::*;

    fn at(column: u8) -> Move {
        Move::Play(Point::new(column, 0))
    }

    fn leaf(outcome: Outcome, best: Move) -> Position {
        Position {
            outcome,
            seki: false,
            best,
            ways: Vec::new(),
            others: None,
        }
    }

    #[test]
    fn what_is_written_reads_back_and_equal_positions_are_one() {
        let room: PointSet = Point::all(9).collect();
        let first = Position {
            ways: (0..8).map(|i| (at(i), usize::from(i) + 1)).collect(),
            others: Some(8),
            ..leaf(Outcome::Alive, at(3))
        };
        let mut positions = vec![first];
        positions.extend((0..8).map(|i| leaf(if i == 3 { Outcome::Alive } else { Outcome::Dead }, at(3))));
        // Nothing leads here.
        positions.push(leaf(Outcome::Dead, at(7)));
        let bytes = encode(&positions, &room).unwrap();
        assert_eq!(bytes.len(), 3 + 1 + 8 * 2 + 2 * 3);
        let answer = Answer {
            outcome: Outcome::Alive,
            seki: false,
            moves: std::iter::once(Point::new(3, 0)).collect(),
        };
        let book = Replies::read(&bytes, &room, &answer).unwrap();
        for (played, node) in book.ways(book.first()) {
            assert_eq!(book.best(node), at(3));
            assert_eq!(book.outcome(node).0 == Outcome::Alive, played == at(3));
        }
        assert_eq!(book.ways(book.first()).count(), 8);
    }

    #[test]
    fn what_leads_nowhere_or_outside_is_refused() {
        let room: PointSet = Point::all(5).collect();
        let way = |played, next| Position {
            ways: vec![(played, next)],
            ..leaf(Outcome::Alive, at(0))
        };
        assert_eq!(encode(&[], &room), Err(Unfit::Astray));
        assert_eq!(encode(&[way(at(0), 0)], &room), Err(Unfit::Astray));
        assert_eq!(encode(&[way(at(0), 1)], &room), Err(Unfit::Astray));
        let outside = [way(at(7), 1), leaf(Outcome::Alive, Move::Pass)];
        assert_eq!(encode(&outside, &room), Err(Unfit::Outside));
    }
}
