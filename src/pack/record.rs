//! A problem in a pack: its checksum, and behind it a list of fields in the encoding of `postcard`.

use serde::{Deserialize, Serialize};

use super::cells::{choose, chosen, draw, frame, undraw};
use super::{Book, Damage, MAX_NAME, MAX_RECORD, MAX_TASK, MAX_TEXT, MINOR, WriteError};
use crate::board::{Color, Crop, Point, PointSet, Setup};
use crate::crc32::checksum;
use crate::problem::{Answer, Goal, Level, Outcome, Problem, Themes};

/// A problem with all that a pack says about it. Its texts lie in the pack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record<'a> {
    /// The position.
    pub problem: Problem,
    /// How hard it is, if that is known. The index holds it.
    pub level: Option<Level>,
    /// Its outcome, and every correct first move.
    pub answer: Option<Answer>,
    /// What to call it; one line, may be empty.
    pub name: &'a str,
    /// Where it comes from; one line, may be empty.
    pub source: &'a str,
    /// What there is to say about it; may be empty.
    pub text: &'a str,
    /// What the side to move should do, where neither `live` nor `kill` is the word for it; one line, may be empty.
    pub task: &'a str,
    /// What to read before the first move; may be empty.
    pub lesson: &'a str,
    /// What helps where the handheld cannot read it out.
    pub book: Book<'a>,
}

/// The fields as they are written. A later minor version may only add to the end.
#[derive(Serialize, Deserialize)]
struct Fields<'a> {
    size: u8,
    /// Bit 0: White moves first. Bit 1: the key stones are white. Bits 2 to 4: the answer, 0 if there is none, else its place
    /// in [`ANSWERS`] and one more.
    kind: u8,
    /// First column, first row, last column, last row.
    frame: [u8; 4],
    #[serde(borrow)]
    cells: &'a [u8],
    /// A bit for each stone of the key stones' colour.
    key: &'a [u8],
    /// A bit for each stone: whether its point stays closed when it is captured.
    closed: &'a [u8],
    /// A bit for each point where the first move may be played.
    moves: &'a [u8],
    name: &'a str,
    source: &'a str,
    text: &'a str,
    /// Empty so far; whatever is in it is skipped.
    unused: &'a [u8],
}

/// What minor version 1 added.
#[derive(Default, Serialize, Deserialize)]
struct Added<'a> {
    task: &'a str,
    lesson: &'a str,
}

/// What minor version 2 added, for problems that the handheld cannot read out. At most one of these is there.
#[derive(Default, Serialize, Deserialize)]
struct Books<'a> {
    /// The author's tree: the problem is there on the book's word.
    tree: &'a [u8],
    /// Proved replies.
    replies: &'a [u8],
}

/// The minor version that a record without a book needs.
const WITHOUT_BOOKS: u8 = 1;

/// Outcomes, and whether in seki.
pub(super) const ANSWERS: [(Outcome, bool); 5] = [
    (Outcome::Dead, false),
    (Outcome::KoAttacker, false),
    (Outcome::KoDefender, false),
    (Outcome::Alive, false),
    (Outcome::Alive, true),
];

/// The bytes of [`Fields`] before its lists: size, kind and frame.
const FIXED: usize = 6;
/// The lists before the name.
const LISTS: usize = 4;

/// The bytes of a checksum.
const SUM: usize = 4;

impl<'a> Record<'a> {
    /// Checks and decodes a record of a pack whose format has this minor number.
    pub(super) fn read(bytes: &'a [u8], level: Option<Level>, minor: u8) -> Result<Record<'a>, Damage> {
        let (sum, body) = bytes.split_first_chunk::<SUM>().ok_or(Damage::Record)?;
        if checksum(body) != u32::from_le_bytes(*sum) {
            return Err(Damage::Record);
        }
        let (fields, rest) = postcard::take_from_bytes::<Fields<'_>>(body).map_err(|_| Damage::Encoding)?;
        let (added, rest) = match minor {
            0 => (Added::default(), rest),
            _ => postcard::take_from_bytes::<Added<'_>>(rest).map_err(|_| Damage::Encoding)?,
        };
        let (books, rest) = match minor {
            ..=WITHOUT_BOOKS => (Books::default(), rest),
            _ => postcard::take_from_bytes::<Books<'_>>(rest).map_err(|_| Damage::Encoding)?,
        };
        let may_go_on = minor > MINOR;
        if bytes.len() > MAX_RECORD || !(may_go_on || rest.is_empty()) {
            return Err(Damage::Encoding);
        }
        let problem = fields.problem()?;
        let answer = fields.answer(&problem)?;
        let book = Book::read(books.tree, books.replies, &problem.setup(), answer.as_ref());
        Ok(Record {
            problem,
            level,
            answer,
            name: text(fields.name, MAX_NAME, false)?,
            source: text(fields.source, MAX_NAME, false)?,
            text: text(fields.text, MAX_TEXT, true)?,
            task: text(added.task, MAX_TASK, false)?,
            lesson: text(added.lesson, MAX_TEXT, true)?,
            book: book.ok_or(Damage::Book)?,
        })
    }

    /// The name of a record alone. The position is not looked at, which takes less time and far less room on the stack.
    pub(super) fn read_name(bytes: &'a [u8]) -> Result<&'a str, Damage> {
        let (sum, body) = bytes.split_first_chunk::<SUM>().ok_or(Damage::Record)?;
        if checksum(body) != u32::from_le_bytes(*sum) {
            return Err(Damage::Record);
        }
        let (fields, _) = postcard::take_from_bytes::<Fields<'_>>(body).map_err(|_| Damage::Encoding)?;
        text(fields.name, MAX_NAME, false)
    }

    /// The themes of a record alone; `None` if it cannot be what it should be. It goes past the other fields without a look at them, since a whole pack is
    /// asked while a key waits.
    pub(super) fn read_themes(bytes: &[u8]) -> Option<Themes> {
        let body = bytes.get(SUM..)?;
        let kind = *body.get(1)?;
        let mut rest = body.get(FIXED..)?;
        for _ in 0..LISTS {
            rest = list(rest)?.1;
        }
        let (name, rest) = list(rest)?;
        let (_, rest) = list(rest)?;
        let (text, _) = list(rest)?;
        let answer = usize::from(kind >> 2)
            .checked_sub(1)
            .and_then(|place| ANSWERS.get(place).copied());
        Some(Themes::of_parts(name, text, answer))
    }

    /// The minor version that its pack must have. Older firmware knows nothing of what came later, so no pack claims more than it needs.
    pub(super) fn needs(&self) -> u8 {
        match self.book {
            Book::None => WITHOUT_BOOKS,
            Book::Author(_) | Book::Replies(_) => MINOR,
        }
    }

    /// Writes the record to the start of `out`, for a pack of this minor version, and says how long it is. What was written reads
    /// back as the same.
    pub(super) fn write(&self, minor: u8, out: &mut [u8]) -> Result<usize, WriteError> {
        let length = self.put(minor, out)?;
        let again = Record::read(&out[..length], self.level, minor).map_err(WriteError::Problem)?;
        // Points without a bit are lost on the way.
        if again == *self {
            Ok(length)
        } else {
            Err(WriteError::Problem(Damage::Answer))
        }
    }

    /// The same, not yet read back.
    // What it is made of is off the stack again when it is read back.
    #[inline(never)]
    pub(super) fn put(&self, minor: u8, out: &mut [u8]) -> Result<usize, WriteError> {
        let setup = self.problem.setup();
        let frame = frame(&setup);
        let defender = self.problem.defender();
        let all = setup.black.union(&setup.white);
        let moves = self.answer.map_or(PointSet::EMPTY, |answer| answer.moves);
        let cells = draw(&setup, frame);
        let key = choose(&setup.key, setup.stones(defender));
        let closed = choose(&setup.outside.intersection(&all), &all);
        let moves = choose(&moves, &open_points(&setup));
        let fields = Fields {
            size: setup.size,
            kind: kind(setup.to_move, defender, self.answer.as_ref()),
            frame: [frame.left, frame.top, frame.right, frame.bottom],
            cells: cells.bytes(),
            key: key.bytes(),
            closed: closed.bytes(),
            moves: moves.bytes(),
            name: self.name,
            source: self.source,
            text: self.text,
            unused: &[],
        };
        let (sum, body) = out.split_first_chunk_mut::<SUM>().ok_or(WriteError::Full)?;
        let added = Added {
            task: self.task,
            lesson: self.lesson,
        };
        let (tree, replies) = self.book.lists();
        let books = Books { tree, replies };
        let written = if minor > WITHOUT_BOOKS {
            postcard::to_slice(&(fields, added, books), body)
        } else {
            postcard::to_slice(&(fields, added), body)
        };
        let body = written.map_err(|_| WriteError::Full)?;
        *sum = checksum(body).to_le_bytes();
        Ok(SUM + body.len())
    }
}

/// The bytes of a list or a text, and what follows it. Its length is 7 bits a byte, the lowest first; more than two bytes of it no record has.
fn list(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (&low, rest) = bytes.split_first()?;
    if low < 0x80 {
        return rest.split_at_checked(low.into());
    }
    let (&high, rest) = rest.split_first()?;
    let length = usize::from(low & 0x7f) | usize::from(high) << 7;
    rest.split_at_checked(length).filter(|_| high < 0x80)
}

/// Writes a problem as a pack of this minor version holds it to the start of `out`, and says how long that is.
pub fn encode(record: &Record<'_>, minor: u8, out: &mut [u8]) -> Result<usize, WriteError> {
    let room = out.len().min(MAX_RECORD);
    record.write(minor, &mut out[..room])
}

fn kind(to_move: Color, defender: Color, answer: Option<&Answer>) -> u8 {
    let is = |answer: &Answer| ANSWERS.iter().position(|&it| it == (answer.outcome, answer.seki));
    let answer = answer.and_then(is).map_or(0, |place| place as u8 + 1);
    (to_move as u8) | (defender as u8) << 1 | answer << 2
}

const fn color(bit: u8) -> Color {
    if bit & 1 == 0 { Color::Black } else { Color::White }
}

/// Where the first move may be played, as far as stones and bounds decide that.
fn open_points(setup: &Setup) -> PointSet {
    let all: PointSet = Point::all(setup.size).collect();
    all.minus(&setup.outside).minus(&setup.black).minus(&setup.white)
}

fn text(text: &str, most: usize, lines: bool) -> Result<&str, Damage> {
    let shown = |letter: char| !letter.is_control() || (lines && letter == '\n');
    let good = text.len() <= most && text.chars().all(shown);
    if good { Ok(text) } else { Err(Damage::Text) }
}

impl Fields<'_> {
    // Neither this nor the answer is on the stack while the other is worked out.
    #[inline(never)]
    fn problem(&self) -> Result<Problem, Damage> {
        let [left, top, right, bottom] = self.frame;
        let crop = Crop {
            left,
            top,
            right,
            bottom,
        };
        let mut setup = undraw(self.cells, crop, self.size).ok_or(Damage::Encoding)?;
        setup.to_move = color(self.kind);
        let stones = setup.black.union(&setup.white);
        let closed = chosen(self.closed, &stones).ok_or(Damage::Encoding)?;
        setup.key = chosen(self.key, setup.stones(color(self.kind >> 1))).ok_or(Damage::Encoding)?;
        setup.outside = setup.outside.union(&closed);
        Problem::new(&setup).map_err(Damage::Position)
    }

    #[inline(never)]
    fn answer(&self, problem: &Problem) -> Result<Option<Answer>, Damage> {
        let setup = problem.setup();
        let moves = chosen(self.moves, &open_points(&setup)).ok_or(Damage::Answer)?;
        let (outcome, seki) = match self.kind >> 2 {
            0 if moves.is_empty() => return Ok(None),
            0 => return Err(Damage::Answer),
            place => *ANSWERS.get(usize::from(place) - 1).ok_or(Damage::Answer)?,
        };
        let lost = match problem.goal() {
            Goal::Live => outcome == Outcome::Dead,
            Goal::Kill => outcome == Outcome::Alive,
        };
        let playable = moves.iter().all(|point| setup.breathes(point));
        // Where all is lost, no move is correct.
        if !playable || (lost && !moves.is_empty()) {
            return Err(Damage::Answer);
        }
        Ok(Some(Answer { outcome, seki, moves }))
    }
}

#[cfg(test)]
mod tests {
    use std::vec;
    use std::vec::Vec;

    use super::*;

    #[test]
    fn a_list_is_as_long_as_one_or_two_bytes_say() {
        for (head, length) in [
            (vec![0], 0),
            (vec![1], 1),
            (vec![127], 127),
            (vec![0x80, 1], 128),
            (vec![0xff, 1], 255),
            (vec![0x80, 2], 256),
            (vec![0xff, 127], 0x3fff),
        ] {
            let mut bytes = head.clone();
            bytes.extend((0..length).map(|place| place as u8));
            let whole = bytes.len();
            bytes.push(99);
            let inside: Vec<u8> = (0..length).map(|place| place as u8).collect();
            assert_eq!(list(&bytes), Some((&inside[..], &[99][..])), "{length}");
            assert_eq!(list(&bytes[..whole]), Some((&inside[..], &[][..])), "{length}");
            assert_eq!(list(&bytes[..whole - 1]), None, "{length}: it is cut");
        }
        // A third byte of the length, whatever there is behind it.
        assert_eq!(list(&[&[0x85, 0x80][..], &vec![1; 20_000]].concat()), None);
        assert_eq!(list(&[]), None);
    }
}
