//! Proofs as text, for people: see `docs/formats.md`.

use std::fmt::Write;

use crate::ReadError;
use crate::form::{Claim, Color, Endless, Goal, MAX_NODES, Node, Number, Position, Proof, Step};
use crate::points::{MAX_SIZE, Point, Points, name, named, names};

/// What a proof in text begins with.
pub(crate) const FIRST_LINE: &str = "shikatsu proof 1";

/// Writes a proof as text.
pub fn write(proof: &Proof) -> String {
    let (position, claim) = (&proof.position, &proof.claim);
    let size = position.size;
    let mut out = format!("{FIRST_LINE}\n");
    let goal = goal_word(claim.goal);
    let endless = endless_word(claim.endless);
    let _ = writeln!(out, "goal {goal}\nendless {endless}\nboard {size}");
    for row in 0..size {
        let line: String = (0..size)
            .map(|column| letter(position, position.at(column, row)))
            .collect();
        let _ = writeln!(out, "{line}");
    }
    let shut = position.closed.minus(&position.free());
    if !shut.is_empty() {
        let _ = writeln!(out, "closed {}", names(&shut, size));
    }
    let mover = if position.to_move == Color::Black {
        'x'
    } else {
        'o'
    };
    let _ = writeln!(
        out,
        "key {}\nmove {mover}\nnodes {}",
        names(&position.key, size),
        proof.nodes.len()
    );
    for (number, node) in proof.nodes.iter().enumerate() {
        let _ = write!(out, "{number} ");
        write_step(&mut out, &node.step, size);
        if !node.zone.is_empty() {
            let _ = write!(out, " zone {}", names(&node.zone, size));
        }
        out.push('\n');
    }
    out
}

/// The word for a goal.
pub(crate) fn goal_word(goal: Goal) -> &'static str {
    match goal {
        Goal::Capture => "capture",
        Goal::Eyes => "eyes",
        Goal::Stand => "stand",
    }
}

fn endless_word(endless: Endless) -> &'static str {
    match endless {
        Endless::Loser => "loser",
        Endless::Winner => "winner",
    }
}

/// What stands on `point`, as problem texts have it.
pub fn letter(position: &Position, point: Point) -> char {
    if position.black.has(point) {
        'x'
    } else if position.white.has(point) {
        'o'
    } else if position.closed.has(point) {
        '*'
    } else {
        '-'
    }
}

fn write_step(out: &mut String, step: &Step, size: u8) {
    let _ = match step {
        Step::Taken => write!(out, "taken"),
        Step::Alive => write!(out, "alive"),
        Step::Dead => write!(out, "dead"),
        Step::Plays(point, next) => write!(out, "play {} {next}", name(*point, size)),
        Step::Passes(next) => write!(out, "pass {next}"),
        Step::Replies { .. } => {
            out.push_str("answer");
            for (point, next) in step.ways() {
                let point = point.map_or_else(|| "-".to_string(), |point| name(point, size));
                let _ = write!(out, " {point} {next}");
            }
            Ok(())
        }
    };
}

/// The lines of a text, with their numbers.
struct Lines<'a> {
    lines: std::str::Lines<'a>,
    number: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self, expected: &str) -> Result<&'a str, ReadError> {
        self.number += 1;
        match self.lines.next() {
            Some(line) => Ok(line.trim_end()),
            None => self.wrong(format!("the file ends where {expected} should be")),
        }
    }

    fn wrong<T>(&self, what: impl std::fmt::Display) -> Result<T, ReadError> {
        Err(ReadError(format!("line {}: {what}", self.number)))
    }

    /// The rest of a line that begins with `word`.
    fn field(&mut self, word: &str) -> Result<&'a str, ReadError> {
        let line = self.next(&format!("'{word}'"))?;
        match line.strip_prefix(word) {
            Some("") => Ok(""),
            Some(rest) if rest.starts_with(' ') => Ok(rest.trim()),
            _ => self.wrong(format!("'{word}' should stand here")),
        }
    }

    fn point(&self, word: &str, size: u8) -> Result<Point, ReadError> {
        match named(word, size) {
            Some(point) => Ok(point),
            None => self.wrong(format!("'{}' is no point of this board", short(word))),
        }
    }

    fn points(&self, words: &str, size: u8) -> Result<Points, ReadError> {
        words
            .split_whitespace()
            .map(|word| self.point(word, size))
            .collect()
    }

    fn number(&self, word: Option<&str>) -> Result<Number, ReadError> {
        match word.map(str::parse::<Number>) {
            Some(Ok(number)) => Ok(number),
            Some(Err(_)) => self.wrong(format!("'{}' is no number", short(word.unwrap_or_default()))),
            None => self.wrong("a number is missing at the end"),
        }
    }
}

/// A word that can be quoted in a sentence.
fn short(word: &str) -> String {
    word.chars()
        .filter(|letter| !letter.is_control())
        .take(20)
        .collect()
}

/// Reads a proof from text.
pub fn read(text: &str) -> Result<Proof, ReadError> {
    let mut lines = Lines {
        lines: text.lines(),
        number: 0,
    };
    if lines.next("the first line")? != FIRST_LINE {
        return lines.wrong(format!("a proof begins with '{FIRST_LINE}'"));
    }
    let goal = match lines.field("goal")? {
        "capture" => Goal::Capture,
        "eyes" => Goal::Eyes,
        "stand" => Goal::Stand,
        _ => return lines.wrong("the goal is 'capture', 'eyes' or 'stand'"),
    };
    let endless = match lines.field("endless")? {
        "loser" => Endless::Loser,
        "winner" => Endless::Winner,
        _ => return lines.wrong("play without end is won by the 'loser' or the 'winner'"),
    };
    let position = read_position(&mut lines)?;
    let count = lines.field("nodes")?;
    let count = lines.number(Some(count))? as usize;
    if count > MAX_NODES {
        return lines.wrong(format!("a proof has at most {MAX_NODES} nodes"));
    }
    let mut nodes = Vec::new();
    while nodes.len() < count {
        let line = lines.next("a node")?;
        nodes.push(read_node(&lines, line, nodes.len(), position.size)?);
    }
    lines.number += 1;
    if lines.lines.any(|line| !line.trim().is_empty()) {
        return lines.wrong("there is something behind the last node");
    }
    Ok(Proof {
        position,
        claim: Claim { goal, endless },
        nodes,
    })
}

fn read_position(lines: &mut Lines<'_>) -> Result<Position, ReadError> {
    let size = lines.field("board")?;
    let Some(size) = size.parse().ok().filter(|size| (5..=MAX_SIZE).contains(size)) else {
        return lines.wrong("a board has 5 to 19 lines");
    };
    let mut position = Position::empty(size);
    for row in 0..size {
        let line = lines.next("a row of the board")?;
        if line.chars().count() != usize::from(size) {
            return lines.wrong(format!("a row of this board has {size} letters"));
        }
        for (column, letter) in line.chars().enumerate() {
            let set = match letter {
                'x' => &mut position.black,
                'o' => &mut position.white,
                '*' => &mut position.closed,
                '-' => continue,
                _ => return lines.wrong("a board is made of x, o, - and *"),
            };
            set.add(Point::from(row) * Point::from(size) + column as Point);
        }
    }
    let line = lines.next("'key'")?;
    let line = match line.strip_prefix("closed ") {
        Some(points) => {
            position.closed = position.closed.or(&lines.points(points, size)?);
            lines.next("'key'")?
        }
        None => line,
    };
    match line.strip_prefix("key ") {
        Some(points) => position.key = lines.points(points, size)?,
        None => return lines.wrong("'key' should stand here, with the key stones"),
    }
    position.to_move = match lines.field("move")? {
        "x" => Color::Black,
        "o" => Color::White,
        _ => return lines.wrong("the side to move is x or o"),
    };
    Ok(position)
}

fn read_node(lines: &Lines<'_>, line: &str, place: usize, size: u8) -> Result<Node, ReadError> {
    let (line, zone) = match line.split_once(" zone ") {
        Some((line, zone)) => (line, lines.points(zone, size)?),
        None => (line, Points::EMPTY),
    };
    let mut words = line.split_whitespace();
    if lines.number(words.next())? as usize != place {
        return lines.wrong(format!("node {place} should stand here"));
    }
    let step = match words.next() {
        Some("taken") => Step::Taken,
        Some("alive") => Step::Alive,
        Some("dead") => Step::Dead,
        Some("pass") => Step::Passes(lines.number(words.next())?),
        Some("play") => {
            let point = lines.point(words.next().unwrap_or_default(), size)?;
            Step::Plays(point, lines.number(words.next())?)
        }
        Some("answer") => {
            let (mut nulls, mut moves) = (Vec::new(), Vec::new());
            while let Some(word) = words.next() {
                let next = lines.number(words.next())?;
                match word {
                    "-" => nulls.push(next),
                    _ => moves.push((lines.point(word, size)?, next)),
                }
            }
            Step::Replies { nulls, moves }
        }
        _ => return lines.wrong("a node is 'taken', 'alive', 'dead', 'play', 'pass' or 'answer'"),
    };
    match words.next() {
        None => Ok(Node { step, zone }),
        Some(word) => lines.wrong(format!("'{}' is too much", short(word))),
    }
}
