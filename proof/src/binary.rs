//! Proofs as bytes, a tenth of the text: see `docs/formats.md`.

use crate::ReadError;
use crate::form::{Claim, Color, Endless, Goal, MAX_NODES, Node, Number, Position, Proof, Step};
use crate::points::{Point, Points};

/// What a proof in bytes begins with: a name that is no text, and the version.
pub(crate) const MAGIC: &[u8] = b"\x00shikatsu proof\x01";

/// Writes a proof as bytes.
pub fn write(proof: &Proof) -> Vec<u8> {
    let position = &proof.position;
    let mut out = MAGIC.to_vec();
    let goal = match proof.claim.goal {
        Goal::Capture => 0,
        Goal::Eyes => 1,
        Goal::Stand => 2,
    };
    let endless = u8::from(proof.claim.endless == Endless::Winner);
    let mover = u8::from(position.to_move == Color::White);
    out.push(goal | endless << 2 | mover << 3);
    out.push(position.size);
    for points in [&position.black, &position.white, &position.closed, &position.key] {
        write_points(&mut out, points);
    }
    write_number(&mut out, proof.nodes.len() as Number);
    for (place, node) in proof.nodes.iter().enumerate() {
        write_node(&mut out, node, place as Number);
    }
    out
}

/// Seven bits a byte, the lowest first; the top bit is set on all but the last.
fn write_number(out: &mut Vec<u8>, mut number: Number) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// How many, and the step from each to the next less one.
fn write_points(out: &mut Vec<u8>, points: &Points) {
    write_number(out, points.len() as Number);
    let mut from = 0;
    for point in points.iter() {
        write_number(out, Number::from(point - from));
        from = point + 1;
    }
}

/// Another node, told from `place`: ahead as an even number, back as an odd one.
fn write_way(out: &mut Vec<u8>, place: Number, next: Number) {
    let number = if next > place {
        (next - place - 1) << 1
    } else {
        (place - next) << 1 | 1
    };
    write_number(out, number);
}

fn write_node(out: &mut Vec<u8>, node: &Node, place: Number) {
    let has_zone = u8::from(!node.zone.is_empty()) << 3;
    match &node.step {
        Step::Taken => out.push(has_zone),
        Step::Alive => out.push(1 | has_zone),
        Step::Dead => out.push(5 | has_zone),
        Step::Plays(point, next) => {
            out.push(2 | has_zone);
            write_number(out, Number::from(*point));
            write_way(out, place, *next);
        }
        Step::Passes(next) => {
            out.push(3 | has_zone);
            write_way(out, place, *next);
        }
        Step::Replies { nulls, moves } => {
            out.push(4 | has_zone);
            write_number(out, nulls.len() as Number);
            for &next in nulls {
                write_way(out, place, next);
            }
            write_number(out, moves.len() as Number);
            for &(point, next) in moves {
                write_number(out, Number::from(point));
                write_way(out, place, next);
            }
        }
    }
    if has_zone != 0 {
        write_points(out, &node.zone);
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn wrong<T>(&self, what: &str) -> Result<T, ReadError> {
        Err(ReadError(format!("byte {}: {what}", self.at)))
    }

    fn byte(&mut self) -> Result<u8, ReadError> {
        let Some(&byte) = self.bytes.get(self.at) else {
            return self.wrong("the file is cut off");
        };
        self.at += 1;
        Ok(byte)
    }

    fn number(&mut self) -> Result<Number, ReadError> {
        let mut number = 0;
        for shift in [0, 7, 14, 21] {
            let byte = self.byte()?;
            number |= Number::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        self.wrong("a number is too large")
    }

    /// How many of something, each of which takes `least` bytes or more: never more than there is room for.
    fn count(&mut self, least: usize) -> Result<usize, ReadError> {
        let count = self.number()? as usize;
        if count * least > self.bytes.len() - self.at {
            return self.wrong("more is announced than the file holds");
        }
        Ok(count)
    }

    fn point(&mut self, size: u8) -> Result<Point, ReadError> {
        match self.number()? {
            point if point < Number::from(size) * Number::from(size) => Ok(point as Point),
            _ => self.wrong("a point lies off the board"),
        }
    }

    fn points(&mut self, size: u8) -> Result<Points, ReadError> {
        let (mut points, mut from) = (Points::EMPTY, 0);
        for _ in 0..self.count(1)? {
            let point = from + self.number()?;
            if point >= Number::from(size) * Number::from(size) {
                return self.wrong("a point lies off the board");
            }
            points.add(point as Point);
            from = point + 1;
        }
        Ok(points)
    }

    fn way(&mut self, place: Number) -> Result<Number, ReadError> {
        let number = self.number()?;
        let steps = number >> 1;
        let next = if number & 1 == 0 {
            Some(place + 1 + steps)
        } else {
            place.checked_sub(steps)
        };
        match next {
            Some(next) => Ok(next),
            None => self.wrong("it leads to a node before the first"),
        }
    }

    fn node(&mut self, place: Number, size: u8) -> Result<Node, ReadError> {
        let kind = self.byte()?;
        let step = match kind & 0xf7 {
            0 => Step::Taken,
            1 => Step::Alive,
            2 => Step::Plays(self.point(size)?, self.way(place)?),
            3 => Step::Passes(self.way(place)?),
            4 => {
                let nulls = self.count(1)?;
                let nulls = (0..nulls).map(|_| self.way(place)).collect::<Result<_, _>>()?;
                let moves = self.count(2)?;
                let moves = (0..moves).map(|_| Ok((self.point(size)?, self.way(place)?)));
                Step::Replies {
                    nulls,
                    moves: moves.collect::<Result<_, _>>()?,
                }
            }
            5 => Step::Dead,
            _ => return self.wrong("a node of an unknown kind"),
        };
        let zone = if kind & 8 == 0 {
            Points::EMPTY
        } else {
            self.points(size)?
        };
        Ok(Node { step, zone })
    }
}

/// Reads a proof from bytes.
pub fn read(bytes: &[u8]) -> Result<Proof, ReadError> {
    if !bytes.starts_with(MAGIC) {
        return Err(ReadError("this is no proof of version 1".to_string()));
    }
    let mut reader = Reader {
        bytes,
        at: MAGIC.len(),
    };
    let what = reader.byte()?;
    let goal = match what & 3 {
        0 => Goal::Capture,
        1 => Goal::Eyes,
        2 => Goal::Stand,
        _ => return reader.wrong("an unknown goal"),
    };
    if what > 15 {
        return reader.wrong("an unknown claim");
    }
    let endless = if what & 4 == 0 {
        Endless::Loser
    } else {
        Endless::Winner
    };
    let size = reader.byte()?;
    let mut position = Position::empty(size);
    if !position.has_size() {
        return reader.wrong("a board has 5 to 19 lines");
    }
    position.to_move = if what & 8 == 0 { Color::Black } else { Color::White };
    position.black = reader.points(size)?;
    position.white = reader.points(size)?;
    position.closed = reader.points(size)?;
    position.key = reader.points(size)?;
    if position.black.meets(&position.white) {
        return reader.wrong("two stones stand on one point");
    }
    if position.key.is_empty() {
        return reader.wrong("there are no key stones");
    }
    let count = reader.count(1)?;
    if count > MAX_NODES {
        return reader.wrong("the proof has too many nodes");
    }
    let nodes = (0..count as Number).map(|place| reader.node(place, size));
    let nodes = nodes.collect::<Result<_, _>>()?;
    if reader.at < bytes.len() {
        return reader.wrong("there is something behind the last node");
    }
    Ok(Proof {
        position,
        claim: Claim { goal, endless },
        nodes,
    })
}
