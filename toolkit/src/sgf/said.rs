//! What the setup nodes of a game say, property by property, before anything is made of it.

use std::collections::BTreeSet;

use shikatsu::board::{Color, Illegal, Point, PointSet};
use shikatsu::problem::{Fault, Level};

use super::error::{GameFault, SgfError};
use super::layout::Stones;
use super::trees::{Node, Value};
use super::words::speaks_of_label;
use crate::entry::names;
use crate::overrides::rectangle;

/// Properties that mark points, in the order in which they are asked for key stones.
const MARKS: [&str; 4] = ["MA", "TR", "SQ", "CR"];

/// Properties that nobody misses in a problem: about the file, the rules and the clock of a game, the looks of a diagram.
const UNMISSED: [&str; 30] = [
    "AP", "CA", "FF", "GM", "ST", "SZ", // the file
    "HA", "KM", "KO", "MN", "OB", "OT", "OW", "RU", "TM", "V", // the game
    "AR", "DM", "DO", "FG", "GB", "GW", "HO", "IT", "LB", "LN", "L", "PM", "SL", "UC", // the looks
];
/// How many properties a remark names, and how long a name it takes for one.
const NAMED: usize = 12;
/// What is longer is not the title of a book, nor the name of a problem, in characters.
const LONGEST_TITLE: usize = 60;
const LONGEST_NAME: usize = 24;

/// What a game's setup nodes say.
pub(super) struct Said<'a> {
    game: usize,
    /// The number of the root among the nodes of the file.
    first: usize,
    pub(super) size: u8,
    pub(super) black: PointSet,
    pub(super) white: PointSet,
    /// The values that set stones, for messages.
    placed: Vec<Value<'a>>,
    /// What each of `MARKS` marks.
    marks: [PointSet; MARKS.len()],
    /// The values of the first of them, for messages.
    crosses: Vec<Value<'a>>,
    /// `DD`, or what `VW` leaves out.
    pub(super) dimmed: Option<PointSet>,
    pub(super) unseen: Option<PointSet>,
    pub(super) to_move: Option<Color>,
    pub(super) name: String,
    pub(super) level: Option<Level>,
    pub(super) source: String,
    pub(super) text: String,
    /// What is said above the problem, the nearest first.
    pub(super) titles: Vec<String>,
    /// The value that `text` begins with, for messages.
    opening: Option<Value<'a>>,
    /// Properties that say something and have no place here.
    unused: BTreeSet<String>,
    pub(super) remarks: Vec<String>,
    pub(super) faults: Vec<SgfError>,
}

/// The point that SGF calls `name`.
pub(super) fn point(name: &str, size: u8) -> Option<Point> {
    let [column, row] = *name.trim().as_bytes() else {
        return None;
    };
    let (column, row) = (column.checked_sub(b'a')?, row.checked_sub(b'a')?);
    (column < size && row < size).then(|| Point::new(column, row))
}

/// The points of a value: one, or a rectangle by two opposite corners.
pub(super) fn points(name: &str, size: u8) -> Option<PointSet> {
    let (one, other) = name.split_once(':').unwrap_or((name, name));
    Some(rectangle(point(one, size)?, point(other, size)?))
}

impl<'a> Said<'a> {
    pub(super) fn new(game: usize, first: usize, size: u8, before: &Stones) -> Said<'a> {
        Said {
            game,
            first,
            size,
            black: before.black,
            white: before.white,
            placed: Vec::new(),
            marks: [PointSet::EMPTY; MARKS.len()],
            crosses: Vec::new(),
            dimmed: None,
            unseen: None,
            to_move: None,
            name: String::new(),
            level: None,
            source: String::new(),
            text: String::new(),
            titles: Vec::new(),
            opening: None,
            unused: BTreeSet::new(),
            remarks: Vec::new(),
            faults: Vec::new(),
        }
    }

    fn fault(&self, value: Value<'_>, fault: GameFault) -> SgfError {
        SgfError::value(self.game, self.first, value, fault)
    }

    /// A fault of a whole node.
    pub(super) fn at_node(&self, node: Node<'_>, fault: GameFault) -> SgfError {
        SgfError::node(self.game, self.first, node, fault)
    }

    /// Takes over what a node above the problem tells, where the problem's own nodes are silent.
    pub(super) fn inherit(&mut self, node: Node<'a>) {
        let mut title = Said::new(self.game, self.first, self.size, &Stones::NONE);
        title.read_node(node);
        self.to_move = self.to_move.or(title.to_move);
        self.level = self.level.or(title.level);
        self.dimmed = self.dimmed.or(title.dimmed);
        self.unseen = self.unseen.or(title.unseen);
        if self.source.is_empty() {
            self.source = title.source;
        }
        // Marks of the position above still hold if their stones stand.
        let stones = self.black.union(&self.white);
        let is_unmarked = self.marks.iter().all(PointSet::is_empty);
        let marked = title.marks.iter().fold(PointSet::EMPTY, PointSet::union);
        if is_unmarked && marked.minus(&stones).is_empty() {
            self.marks = title.marks;
        }
        for words in [title.name, title.text] {
            if !words.trim().is_empty() {
                self.titles.push(words);
            }
        }
    }

    /// Where it is from, if no node says: the titles above, the outermost first.
    pub(super) fn name_source(&mut self) {
        if self.source.is_empty() {
            let line = |title: &String| title.lines().next().unwrap_or("").trim().to_string();
            let mut titles: Vec<String> = self.titles.iter().rev().map(line).collect();
            titles.retain(|title| !title.is_empty() && title.chars().count() <= LONGEST_TITLE);
            titles.dedup();
            self.source = titles.join(", ");
        }
    }

    /// A name for one of many that has none: what its text begins with, if that looks like one.
    pub(super) fn name_by_text(&mut self) {
        if self.name.is_empty() {
            let line = self.text.lines().next().unwrap_or("");
            let name = line
                .split([',', ':', '.', ';', '，', '。', '：'])
                .next()
                .unwrap_or("")
                .trim();
            let is_name = name.contains(|c: char| c.is_numeric()) && name.chars().count() <= LONGEST_NAME;
            if is_name {
                self.name = name.to_string();
            }
        }
    }

    /// The points of a value; none, and a fault, if it has none.
    fn points(&mut self, value: Value<'_>) -> PointSet {
        points(value.raw(), self.size).unwrap_or_else(|| {
            self.faults.push(self.fault(value, GameFault::Point));
            PointSet::EMPTY
        })
    }

    pub(super) fn read_node(&mut self, node: Node<'a>) {
        let mut set_here = PointSet::EMPTY;
        let mut dimmed: Option<PointSet> = None;
        let mut seen: Option<PointSet> = None;
        let mut name = None;
        for property in node.properties() {
            let mark = MARKS.iter().position(|mark| *mark == property.name());
            match property.name().as_str() {
                "AB" | "AW" | "AE" => {
                    // Some programs write an empty list where there is nothing to set.
                    for value in property.values().filter(|value| !value.raw().trim().is_empty()) {
                        self.set_stones(value, &mut set_here);
                    }
                }
                "DD" => self.extend(dimmed.get_or_insert(PointSet::EMPTY), property.values()),
                "VW" => self.extend(seen.get_or_insert(PointSet::EMPTY), property.values()),
                "PL" => {
                    let value = property.values().next();
                    self.to_move = value.and_then(|value| self.color(value));
                }
                // The game's name goes before the node's.
                "GN" => name = property.values().next(),
                "N" if name.is_none() => name = property.values().next(),
                "DI" => property.values().take(1).for_each(|value| self.read_level(value)),
                // The first that says anything; a book with two names is a book still.
                "SO" if self.source.is_empty() => {
                    let value = property.values().next();
                    self.source = value.map_or(String::new(), |value| value.line().trim().to_string());
                }
                // A program wrote `AE` without a value, and the comment right behind it.
                "C" | "AEC" => property.values().take(1).for_each(|value| self.add_text(value)),
                // Moves and what they are worth are the book's.
                "N" | "B" | "W" | "BM" | "TE" => {}
                name if mark.is_some() || UNMISSED.contains(&name) => {}
                name => {
                    if property.values().any(|value| !value.raw().trim().is_empty()) {
                        self.unused.insert(name.chars().take(NAMED).collect());
                    }
                }
            }
            if let Some(mark) = mark {
                for value in property.values() {
                    let points = self.points(value);
                    self.marks[mark] = self.marks[mark].union(&points);
                    if mark == 0 {
                        self.crosses.push(value);
                    }
                }
            }
        }
        self.dimmed = dimmed.or(self.dimmed);
        // A view without points is the whole board.
        let in_view = |seen: PointSet, point: Point| seen.is_empty() || seen.contains(point);
        let unseen = seen.map(|seen| {
            Point::all(self.size)
                .filter(|&point| !in_view(seen, point))
                .collect()
        });
        self.unseen = unseen.or(self.unseen);
        if let Some(name) = name.filter(|_| self.name.is_empty()) {
            self.name = name.line();
        }
    }

    /// Adds the points of `values`; an empty value adds none.
    fn extend(&mut self, set: &mut PointSet, values: impl Iterator<Item = Value<'a>>) {
        for value in values.filter(|value| !value.raw().trim().is_empty()) {
            *set = set.union(&self.points(value));
        }
    }

    fn set_stones(&mut self, value: Value<'a>, set_here: &mut PointSet) {
        let points = self.points(value);
        if let Some(twice) = set_here.intersection(&points).first() {
            let name = twice.vertex(self.size).to_string();
            self.faults.push(self.fault(value, GameFault::Duplicate(name)));
        }
        // Whoever clears a part of the board first may set stones there.
        let clears_part = value.property.name() == "AE" && value.raw().contains(':');
        if !clears_part {
            *set_here = set_here.union(&points);
        }
        self.black = self.black.minus(&points);
        self.white = self.white.minus(&points);
        match value.property.name().as_str() {
            "AB" => self.black = self.black.union(&points),
            "AW" => self.white = self.white.union(&points),
            _ => {}
        }
        self.placed.push(value);
    }

    /// The colour of a value; some files leave it empty where either side may begin.
    fn color(&mut self, value: Value<'_>) -> Option<Color> {
        match value.raw().trim().to_ascii_lowercase().as_str() {
            "b" | "black" => return Some(Color::Black),
            "w" | "white" => return Some(Color::White),
            "" => {}
            _ => self.faults.push(self.fault(value, GameFault::Color)),
        }
        None
    }

    fn read_level(&mut self, value: Value<'_>) {
        let words = value.line();
        match words.parse() {
            Ok(level) => self.level = Some(level),
            Err(()) => self
                .remarks
                .push(format!("DI[{words}] is not a level such as 12k or 3d")),
        }
    }

    fn add_text(&mut self, value: Value<'a>) {
        let text = value.text();
        if self.text.is_empty() {
            self.opening = Some(value);
        } else if !text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(&text);
    }

    /// The properties that are not taken over, as a sentence.
    pub(super) fn left_out(&self) -> Option<String> {
        let named: Vec<&str> = self.unused.iter().take(NAMED).map(String::as_str).collect();
        let more = self.unused.len() - named.len();
        let named = named.join(" ");
        match (named.is_empty(), more) {
            (true, _) => None,
            (false, 0) => Some(format!("properties without a place here are left out: {named}")),
            (false, _) => Some(format!(
                "properties without a place here are left out: {named} and {more} more"
            )),
        }
    }

    /// The key stones that the marks name.
    pub(super) fn key(&mut self) -> Option<PointSet> {
        let stones = self.black.union(&self.white);
        let empty = self.marks[0].minus(&stones);
        if !empty.is_empty() {
            let names = names(&empty, self.size);
            self.remarks
                .push(format!("MA marks points without a stone: {names}"));
        }
        let crosses = self.marks[0].intersection(&stones);
        if !crosses.is_empty() {
            return Some(crosses);
        }
        for (mark, marked) in MARKS.iter().zip(&self.marks) {
            if marked.len() == 1 && speaks_of_label(&self.text) {
                self.remarks.push(format!(
                    "{mark} marks one stone that the text speaks of, so it does not tell the key stones"
                ));
                continue;
            }
            let [black, white] = [self.black, self.white].map(|color| !color.intersection(marked).is_empty());
            if black && white {
                self.remarks.push(format!(
                    "{mark} marks stones of both colours, so it does not tell the key stones"
                ));
            } else if black || white {
                return Some(marked.intersection(&stones));
            }
        }
        None
    }

    /// What is wrong with a stated answer.
    pub(super) fn answer_faults(&self, unplayable: &[(Point, Illegal)]) -> Vec<String> {
        let Some(opening) = self.opening else {
            return Vec::new();
        };
        let fault = |&(point, reason): &(Point, Illegal)| {
            let name = point.vertex(self.size).to_string();
            self.fault(opening, GameFault::Answer(name, reason)).to_string()
        };
        unplayable.iter().map(fault).collect()
    }

    /// Where in the file a fault of the position comes from.
    pub(super) fn trace(&self, root: Node<'_>, fault: Fault) -> SgfError {
        let named = fault.point().map(|point| point.vertex(self.size).to_string());
        let about = |value: &&Value<'_>| {
            let points = points(value.raw(), self.size);
            points
                .zip(fault.point())
                .is_some_and(|(points, point)| points.contains(point))
        };
        let value = match fault {
            Fault::KeyOnEmpty(_) | Fault::MixedKey(_) => self.crosses.iter().find(about),
            // Later nodes replace what earlier ones set.
            _ => self.placed.iter().rev().find(about),
        };
        let fault = GameFault::Position(fault, named);
        match value {
            Some(&value) => self.fault(value, fault),
            None => SgfError::node(self.game, self.first, root, fault),
        }
    }
}
