//! The report as a page with pictures: a strong player sees at a glance what was misread.

use std::fmt::Write as _;

use shikatsu::board::{Color, Point, PointSet};
use shikatsu::problem::Problem;

use super::collection::Collection;
use super::item::Item;
use super::opinion::{called_wrong, named};
use super::report::Report;
use crate::entry::names;
use crate::fixes;

/// Pixels between two lines of a board.
const STEP: usize = 22;

const HEAD: &str = "<!doctype html>
<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">
<title>What needs a person</title>
<style>
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #222; background: #fafaf7 }
section { display: grid; grid-template-columns: repeat(auto-fill, minmax(21rem, 1fr)); gap: 1.5rem }
figure { margin: 0; padding: 1rem; background: #fff; border: 1px solid #ddd; border-radius: 8px }
figcaption { margin-top: .6rem; overflow-wrap: anywhere }
pre { background: #f3f3ee; padding: .5rem; overflow-x: auto; font-size: 12px }
svg { max-width: 100%; height: auto }
svg text { font: 10px system-ui, sans-serif; fill: #6b5326; text-anchor: middle }
h2::first-letter, nav a::first-letter { text-transform: uppercase }
nav a { margin-right: 1.5rem }
figure:target { outline: 2px solid #14c }
</style>
";

/// The page. It needs no other file.
pub fn page(collection: &Collection<'_>, report: &Report) -> String {
    let mut page = HEAD.to_string();
    page.push_str("<h1>What needs a person</h1>\n");
    for line in report.tally.to_string().lines() {
        let _ = writeln!(page, "<p>{}</p>", escaped(line));
    }
    let _ = writeln!(
        page,
        "<p>Shaded is where one may play. A red dot marks the stones that it was taken to be about, a green point a move that was proved to be \
         correct, a blue ring one that the file calls right, a red cross one that it calls wrong. What was misread can be put right in a file \
         {} beside the collection, with a block like the one below each board.</p>",
        fixes::NAME
    );
    let groups = || {
        let groups = report.groups.iter();
        groups.filter(|group| group.reason.needs_a_person()).enumerate()
    };
    page.push_str("<nav>");
    for (number, group) in groups() {
        let (count, title) = (group.said.len(), escaped(group.reason.title()));
        let _ = write!(page, "<a href=\"#group-{number}\">{title}: {count}</a>");
    }
    page.push_str("</nav>\n");
    for (number, group) in groups() {
        let (count, title) = (group.said.len(), escaped(group.reason.title()));
        let _ = writeln!(page, "<h2 id=\"group-{number}\">{title}: {count}</h2>\n<section>");
        for (place, sentence) in &group.said {
            let item = &collection.items[*place];
            let _ = writeln!(
                page,
                "<figure>{}<figcaption><b>{}</b> {}<br>Taken as: {} to {}<br>{}<pre>{}</pre></figcaption></figure>",
                board(item),
                escaped(&item.label),
                escaped(&item.entry.name),
                item.entry.problem.to_move(),
                item.entry.problem.goal(),
                escaped(sentence),
                escaped(&fix(item))
            );
        }
        page.push_str("</section>\n");
    }
    page.push_str("</html>\n");
    page
}

/// The block that says what the problem was taken for, to be corrected.
fn fix(item: &Item<'_>) -> String {
    let problem = &item.entry.problem;
    let size = problem.size();
    let file = item.loaded.path.file_name().unwrap_or_default().to_string_lossy();
    let mut fix = format!("[[fix]]\nfile = {file:?}\n");
    if item.loaded.games > 1 {
        let _ = writeln!(fix, "problem = {}", item.loaded.game + 1);
    }
    let _ = writeln!(fix, "key = \"{}\"", names(&problem.setup().key, size));
    if let Some((low, high)) = corners(&inside(problem)) {
        let corner = |point: Point| point.vertex(size);
        let _ = writeln!(fix, "bounds = \"{}:{}\"", corner(low), corner(high));
    }
    let side = problem.to_move().to_string().to_lowercase();
    let _ = writeln!(fix, "to-move = \"{side}\"");
    fix
}

fn inside(problem: &Problem) -> PointSet {
    let setup = problem.setup();
    let all: PointSet = Point::all(setup.size).collect();
    all.minus(&setup.outside).minus(&setup.black).minus(&setup.white)
}

/// The top left and the bottom right corner of what a set lies in.
fn corners(points: &PointSet) -> Option<(Point, Point)> {
    let columns = || points.iter().map(Point::column);
    let rows = || points.iter().map(Point::row);
    let low = Point::new(columns().min()?, rows().min()?);
    Some((low, Point::new(columns().max()?, rows().max()?)))
}

/// The board of a problem, as far as anything is on it.
fn board(item: &Item<'_>) -> String {
    let problem = &item.entry.problem;
    let setup = problem.setup();
    let last = setup.size - 1;
    let stones = setup.black.union(&setup.white);
    let used = stones.union(&inside(problem));
    let (low, high) = corners(&used).unwrap_or((Point::new(0, 0), Point::new(last, last)));
    let (left, top) = (low.column().saturating_sub(1), low.row().saturating_sub(1));
    let (right, bottom) = ((high.column() + 1).min(last), (high.row() + 1).min(last));
    // The names of lines and columns stand at the left and above.
    let x = |column: u8| STEP * usize::from(column - left) + 2 * STEP;
    let y = |row: u8| STEP * usize::from(row - top) + 2 * STEP;
    let (width, height) = (x(right) + STEP, y(bottom) + STEP);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#e9c887\"/>"
    );
    for point in inside(problem).iter() {
        let (x, y) = (x(point.column()) - STEP / 2, y(point.row()) - STEP / 2);
        let _ = write!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{STEP}\" height=\"{STEP}\" fill=\"#fff\" opacity=\".45\"/>"
        );
    }
    let name = |point: Point| point.vertex(setup.size).to_string();
    for column in left..=right {
        let letter: String = name(Point::new(column, top)).chars().take(1).collect();
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"{}\">{letter}</text>",
            x(column),
            STEP / 2 + 4
        );
    }
    for row in top..=bottom {
        let number: String = name(Point::new(left, row)).chars().skip(1).collect();
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"{}\">{number}</text>",
            STEP / 2,
            y(row) + 4
        );
    }
    // Where the board goes on, so do its lines.
    let ends = |low: u8, high: u8, at: &dyn Fn(u8) -> usize| {
        let before = if low > 0 { STEP / 2 } else { 0 };
        let behind = if high < last { STEP / 2 } else { 0 };
        (at(low) - before, at(high) + behind)
    };
    let mut line = |from: (usize, usize), to: (usize, usize)| {
        let _ = write!(
            svg,
            "<path d=\"M{} {}L{} {}\" stroke=\"#6b5326\"/>",
            from.0, from.1, to.0, to.1
        );
    };
    let ((x0, x1), (y0, y1)) = (ends(left, right, &x), ends(top, bottom, &y));
    (left..=right).for_each(|column| line((x(column), y0), (x(column), y1)));
    (top..=bottom).for_each(|row| line((x0, y(row)), (x1, y(row))));
    let mut dot = |point: Point, radius: usize, style: &str| {
        let (x, y) = (x(point.column()), y(point.row()));
        let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {style}/>");
    };
    for color in Color::BOTH {
        let fill = match color {
            Color::Black => "fill=\"#111\"",
            Color::White => "fill=\"#fff\" stroke=\"#333\"",
        };
        setup
            .stones(color)
            .iter()
            .for_each(|stone| dot(stone, STEP / 2 - 1, fill));
    }
    setup.key.iter().for_each(|stone| dot(stone, 4, "fill=\"#d22\""));
    let proved = item.attempt.as_ref().and_then(|attempt| attempt.proved());
    let correct = proved.map_or(PointSet::EMPTY, |known| known.answer.moves);
    correct.iter().for_each(|point| dot(point, 5, "fill=\"#2a2\""));
    named(&item.entry)
        .iter()
        .for_each(|point| dot(point, 8, "fill=\"none\" stroke=\"#14c\" stroke-width=\"2\""));
    for point in called_wrong(&item.entry).iter() {
        let (x, y) = (x(point.column()), y(point.row()));
        let _ = write!(
            svg,
            "<path d=\"M{} {}l12 12m0 -12l-12 12\" stroke=\"#d22\" stroke-width=\"2\"/>",
            x - 6,
            y - 6
        );
    }
    svg.push_str("</svg>");
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
