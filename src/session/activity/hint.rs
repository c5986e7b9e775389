//! Help in three steps: the area, three points, the point.

use crate::board::{Point, PointSet};
use crate::session::picture::Tone;
use crate::session::reading::Reading;
use crate::session::tabletop::Tabletop;
use crate::session::words::Message;

use super::verbs::Marks;

/// The points of the second step.
const CANDIDATES: usize = 3;
/// How far the area of the first step reaches from its middle.
const REACH: u8 = 1;

/// The help that is given in a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hint {
    /// It was asked for, and the solver has not found it yet.
    asked: bool,
    step: u8,
    area: PointSet,
    candidates: PointSet,
    point: Option<Point>,
}

impl Hint {
    /// No help.
    pub(super) const NONE: Hint = Hint {
        asked: false,
        step: 0,
        area: PointSet::EMPTY,
        candidates: PointSet::EMPTY,
        point: None,
    };

    /// The next step is wanted.
    pub(super) const fn ask(&mut self) {
        self.asked = true;
    }

    /// Whether it was asked for and is not there yet.
    pub(super) const fn is_awaited(&self) -> bool {
        self.asked
    }

    /// Whether nothing was asked for in this position.
    pub(super) const fn is_untouched(&self) -> bool {
        self.step == 0 && !self.asked
    }

    /// Puts what was given on the board.
    pub(super) const fn mark(&self, marks: &mut Marks) {
        marks.lit = self.area;
        marks.candidates = self.candidates;
        marks.best = self.point;
    }

    /// Gives the help that was asked for, if it is known. `in_vain` is whether the first move was a waste.
    pub(super) fn give(&mut self, table: &mut Tabletop, in_vain: bool) {
        let Some(known) = table.known_here().filter(|_| self.asked) else {
            return;
        };
        self.asked = false;
        table.credit().was_helped();
        let Some(reading) = known.reading() else {
            let text = if table.is_by_the_book() {
                "The book says nothing here"
            } else {
                "Too hard for me to prove"
            };
            return table.say(Message::passing(Tone::Plain, text));
        };
        let Some(best) = reading.best.filter(|_| !reading.moves.is_empty()) else {
            let text = if table.ply() == 0 {
                "Nothing works: hold A to pass"
            } else if in_vain {
                "Nothing works: take back, and pass"
            } else {
                "Too late: take back with B"
            };
            return table.say(Message::passing(Tone::Plain, text));
        };
        self.step = (self.step + 1).min(3);
        let text = match self.step {
            1 => {
                self.area = area_around(table, best);
                "Look here"
            }
            2 => {
                self.candidates = candidates_with(table, best, reading);
                "One of these"
            }
            _ => {
                self.point = Some(best);
                "This one"
            }
        };
        table.say(Message::passing(Tone::Plain, text));
    }
}

/// A small area with the point somewhere in it, not always in the middle.
fn area_around(table: &mut Tabletop, best: Point) -> PointSet {
    let size = table.showing().problem().size();
    let mut shifted = |at: u8| {
        let shift = table.chance(3) as u8;
        (at + shift).saturating_sub(1).min(size - 1)
    };
    let (column, row) = (shifted(best.column()), shifted(best.row()));
    let near = |a: u8, b: u8| a.abs_diff(b) <= REACH;
    let outside = table.game().board().outside();
    Point::all(size)
        .filter(|&point| near(point.column(), column) && near(point.row(), row) && !outside.contains(point))
        .collect()
}

/// The point and others that look as likely: legal, not correct, and near.
fn candidates_with(table: &Tabletop, best: Point, reading: &Reading) -> PointSet {
    let size = table.showing().problem().size();
    let mut chosen = PointSet::EMPTY;
    chosen.insert(best);
    while chosen.len() < CANDIDATES {
        let open = |&point: &Point| {
            !chosen.contains(point) && !reading.moves.contains(point) && table.game().check(point).is_ok()
        };
        let distance =
            |point: &Point| point.column().abs_diff(best.column()) + point.row().abs_diff(best.row());
        let Some(next) = Point::all(size).filter(open).min_by_key(distance) else {
            break;
        };
        chosen.insert(next);
    }
    chosen
}
