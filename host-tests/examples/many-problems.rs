//! Writes a pack of very many problems, to see how a handheld takes it: those of the bank, turned, mirrored and with colours exchanged, each of
//! which is another problem to a pack.
//!
//! `many-problems COUNT FILE`

use std::collections::HashSet;
use std::error::Error;

use shikatsu::board::Symmetry;
use shikatsu::pack::library::{Library, problem_number};
use shikatsu::pack::{Bank, Header, Listed, MAX_LENGTH, Record, write};
use shikatsu::problem::Answer;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(count), Some(file)) = (arguments.next(), arguments.next()) else {
        return Err("many-problems wants a number and a file".into());
    };
    let count: usize = count.parse()?;
    let (mut numbers, mut problems) = (HashSet::new(), Vec::new());
    let views = Symmetry::all().flat_map(|turn| [(turn, false), (turn, true)]);
    for (turn, swap) in views {
        for pack in 0..Bank.packs() {
            for place in 0..Bank.len(pack) {
                let record = Bank::pack(pack).ok_or("no such pack")?.problem(place)?;
                let record = seen(&record, turn, swap);
                let number = problem_number(&record.problem);
                if problems.len() < count && numbers.insert(number) {
                    problems.push(Listed { number, record });
                }
            }
        }
    }
    if problems.len() < count {
        return Err(format!("the bank gives no more than {} problems", problems.len()).into());
    }
    let mut out = vec![0; MAX_LENGTH as usize];
    let length = write(&Header::new(0x8000_0fa0, 1, "Very many"), &problems, &mut out)?;
    std::fs::write(file, &out[..length])?;
    Ok(())
}

/// The same problem, seen another way.
fn seen<'a>(record: &Record<'a>, turn: Symmetry, swap: bool) -> Record<'a> {
    let size = record.problem.size();
    let turned = record.problem.turned(turn);
    Record {
        problem: if swap { turned.swapped() } else { turned },
        answer: record.answer.map(|answer| Answer {
            moves: turn.apply_set(&answer.moves, size),
            ..answer
        }),
        ..*record
    }
}
