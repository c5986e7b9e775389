//! Lessons as lines of text, so that they need to be proved only once.

use anyhow::{Context, Result};
use shikatsu::board::{Color, Point, PointSet, Setup};
use shikatsu::problem::Problem;

use crate::lesson::Lesson;

/// What stands on a point, as a letter: stones, empty points, and points outside with a stone or without.
fn letter(setup: &Setup, point: Point) -> char {
    let outside = setup.outside.contains(point);
    match (setup.black.contains(point), setup.white.contains(point)) {
        (true, _) if outside => 'X',
        (_, true) if outside => 'O',
        (true, _) => 'x',
        (_, true) => 'o',
        _ if outside => '*',
        _ => '-',
    }
}

fn names(points: &PointSet, size: u8) -> String {
    let names: Vec<String> = points
        .iter()
        .map(|point| point.vertex(size).to_string())
        .collect();
    names.join(",")
}

/// A lesson as a line.
pub fn write(lesson: &Lesson) -> String {
    let setup = lesson.problem.setup();
    let board: String = Point::all(setup.size)
        .map(|point| letter(&setup, point))
        .collect();
    let mover = if setup.to_move == Color::Black { 'x' } else { 'o' };
    let last = lesson.last.into_iter().collect();
    format!(
        "{:016x} {} {} {board} {mover} {} {} {} {}",
        lesson.group,
        lesson.depth,
        setup.size,
        list(&names(&setup.key, setup.size)),
        list(&names(&last, setup.size)),
        list(&names(&lesson.right, setup.size)),
        list(&names(&lesson.wrong, setup.size)),
    )
}

/// A list that is not empty, so that a line always has as many words.
fn list(names: &str) -> &str {
    if names.is_empty() { "." } else { names }
}

/// Reads a line back.
pub fn read(line: &str) -> Result<Lesson> {
    let words: Vec<&str> = line.split(' ').collect();
    let [group, depth, size, board, mover, key, last, right, wrong] = words[..] else {
        anyhow::bail!("no lesson: {line}");
    };
    let size: u8 = size.parse()?;
    let points = |list: &str| -> Result<PointSet> {
        list.split(',')
            .filter(|name| *name != ".")
            .map(|name| Point::from_vertex(name, size).with_context(|| format!("no point: {name}")))
            .collect()
    };
    let to_move = if mover == "x" { Color::Black } else { Color::White };
    let mut setup = Setup {
        to_move,
        key: points(key)?,
        ..Setup::empty(size)
    };
    for (point, letter) in Point::all(size).zip(board.chars()) {
        if "xX".contains(letter) {
            setup.black.insert(point);
        }
        if "oO".contains(letter) {
            setup.white.insert(point);
        }
        if "XO*".contains(letter) {
            setup.outside.insert(point);
        }
    }
    Ok(Lesson {
        group: u64::from_str_radix(group, 16)?,
        depth: depth.parse()?,
        problem: Problem::new(&setup)?,
        last: points(last)?.first(),
        right: points(right)?,
        wrong: points(wrong)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_reads_back_as_it_was_written() {
        let line = "391a32f5594730fe 1 7 ****************-x-***-xo-x***-X-**************** o D4 F4 E4 C5,E5,B4,C3,E3";
        let lesson = read(line).unwrap();
        assert_eq!((lesson.depth, lesson.right.len(), lesson.wrong.len()), (1, 1, 5));
        assert!(lesson.defends(), "White moves, and the key stone is white");
        assert_eq!(write(&lesson), line);
        assert!(read("nothing of the kind").is_err());
    }
}
