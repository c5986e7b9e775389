//! `shikatsu proof export`: a tree of variations for programs that read SGF.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::PathBuf;

use clap::Args;
use shikatsu_proof::{Color, Number, Point, Points, Position, Proof, Step};

use super::{Source, claim};
use crate::commands::{Done, complain, say};

/// Write a proof as SGF, with a variation for each move that has to be answered
///
/// A position that the proof comes to in several ways is followed once; elsewhere a comment names its node.
#[derive(Args, Debug)]
pub(super) struct Options {
    #[command(flatten)]
    source: Source,

    /// The SGF file to write, or - for standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

pub(super) fn run(options: &Options) -> io::Result<Done> {
    let (proof, checked) = match options.source.load() {
        Ok(loaded) => loaded,
        Err(done) => return Ok(done),
    };
    let sgf = sgf(&proof, &claim(&proof, checked.winner));
    if options.output.as_os_str() == "-" {
        say(&sgf)?;
    } else if let Err(error) = fs::write(&options.output, sgf) {
        complain(&format!(
            "{}: cannot be written: {error}",
            options.output.display()
        ));
        return Ok(Done::WithFaults);
    }
    Ok(Done::Well)
}

fn place(point: Point, size: u8) -> String {
    let letter = |number: Point| char::from(b'a' + number as u8);
    format!(
        "{}{}",
        letter(point % Point::from(size)),
        letter(point / Point::from(size))
    )
}

fn property(out: &mut String, name: &str, points: &Points, size: u8) {
    if !points.is_empty() {
        out.push_str(name);
        for point in points.iter() {
            let _ = write!(out, "[{}]", place(point, size));
        }
    }
}

/// What is still to be written.
enum Task {
    /// A node, and who is to move there.
    Node(Number, Color),
    /// A move of this side before the node it leads to, as a variation of its own or not.
    Way(Option<Point>, Color, Number, bool),
    /// The end of a variation.
    Close,
}

/// The whole proof, from a list of things to do instead of a recursion, since proofs can be deep.
fn sgf(proof: &Proof, claim: &str) -> String {
    let Position {
        size,
        black,
        white,
        closed,
        key,
        to_move,
    } = &proof.position;
    let mut out = format!("(;GM[1]FF[4]CA[UTF-8]SZ[{size}]PL[{}]", letter(*to_move));
    property(&mut out, "AB", black, *size);
    property(&mut out, "AW", white, *size);
    property(&mut out, "DD", closed, *size);
    property(&mut out, "MA", key, *size);
    let _ = write!(out, "C[{claim}]");
    let mut written = vec![false; proof.nodes.len()];
    let mut tasks = vec![Task::Node(0, *to_move)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Close => out.push(')'),
            Task::Way(point, color, next, is_variation) => {
                out.push_str(if is_variation { "\n(" } else { "" });
                let point = point.map(|point| place(point, *size)).unwrap_or_default();
                let _ = write!(out, ";{}[{point}]", letter(color));
                if is_variation {
                    tasks.push(Task::Close);
                }
                tasks.push(Task::Node(next, color.other()));
            }
            Task::Node(number, color) => {
                let step = &proof.nodes[number as usize].step;
                let ways = step.ways();
                match step {
                    Step::Taken => out.push_str("C[All key stones are captured.]"),
                    Step::Dead => out.push_str("C[The key stones die for want of room.]"),
                    Step::Alive => out.push_str("C[Unconditionally alive.]"),
                    _ if std::mem::replace(&mut written[number as usize], true) => {
                        let _ = write!(out, "C[Goes on as node {number} does.]");
                        continue;
                    }
                    _ if number > 0 => {
                        let _ = write!(out, "N[node {number}]");
                    }
                    _ => {}
                }
                let is_variation = ways.len() > 1;
                let tasks_of = ways
                    .into_iter()
                    .rev()
                    .map(|(point, next)| Task::Way(point, color, next, is_variation));
                tasks.extend(tasks_of);
            }
        }
    }
    out.push_str(")\n");
    out
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}
