//! Help in three steps: the area, three points, the point.

use super::desk::{Activity, Desk, Request};
use super::picture::Tone;
use super::reading::Reading;
use super::status::Status;
use super::trying::Phase;
use super::words::Message;
use crate::board::{Point, PointSet};
use crate::tsumego::Solution;

/// The points of the second step.
const CANDIDATES: usize = 3;
/// How far the area of the first step reaches from its middle.
const REACH: u8 = 1;

/// The help that is given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hint {
    /// It was asked for, and the solver has not found it yet.
    asked: bool,
    step: u8,
    pub(super) area: PointSet,
    pub(super) candidates: PointSet,
    pub(super) point: Option<Point>,
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

    /// Whether somebody waits for it.
    pub(super) const fn is_awaited(&self) -> bool {
        self.asked
    }
}

impl Desk {
    /// The key that helps, whatever that is at the moment.
    pub(super) fn help(&mut self) -> Option<Request> {
        match self.activity {
            Activity::Try(Phase::Over(_)) if self.wrong_at().is_some() => self.why(),
            Activity::Try(Phase::Over(_)) | Activity::Status(Status::Told { .. }) if self.has_lesson() => {
                return Some(Request::Lesson);
            }
            Activity::Try(Phase::Over(_)) | Activity::Free => self.open_solution(),
            // A hint would come too late.
            Activity::Try(_) if self.wrong_at().is_some() && self.tells() => self.why(),
            Activity::Try(_) | Activity::Status(Status::Asking { .. }) if self.reads_first() => {
                return Some(Request::Primer);
            }
            Activity::Try(_) => self.ask_for_a_hint(),
            Activity::ReadOut(Reading::Entering) => self.check_reading(),
            Activity::ReadOut(Reading::Fails { .. }) | Activity::Status(Status::Told { .. }) => {
                self.open_solution();
            }
            Activity::Solution => {
                self.why();
            }
            Activity::Why | Activity::ReadOut(_) | Activity::Status(_) => {}
        }
        None
    }

    /// Asks for the next step of the help.
    pub(super) fn ask_for_a_hint(&mut self) {
        if !matches!(self.activity, Activity::Try(_)) {
            return;
        }
        self.peek_at_faded();
        self.hint.asked = true;
        if self.activity == Activity::Try(Phase::Yours) {
            // Points that look likely are of no use if they are right as well.
            self.think(true);
        }
        self.give_hint();
    }

    /// Whether the key that helps brings the lesson once more: before the first move, and before the first hint.
    pub(super) fn reads_first(&self) -> bool {
        self.has_primer() && self.ply() == 0 && self.hint.step == 0 && !self.hint.asked
    }

    /// Whether there is something to learn besides the moves.
    pub(super) fn has_lesson(&self) -> bool {
        !self.showing.entry.text.is_empty()
    }

    /// Whether there is something to read before the first move, and the try is not over.
    pub(super) fn has_primer(&self) -> bool {
        let is_over = matches!(
            self.activity,
            Activity::Try(Phase::Over(_)) | Activity::Status(Status::Told { .. })
        );
        !self.showing.entry.lesson.is_empty() && !is_over
    }

    /// Gives the help that was asked for, as soon as it is known.
    pub(super) fn give_hint(&mut self) {
        if !self.hint.asked || self.activity != Activity::Try(Phase::Yours) {
            return;
        }
        let Some(judgement) = self.judgement() else {
            return;
        };
        self.hint.asked = false;
        self.helped = true;
        let Some(solution) = judgement.solution() else {
            return self.say(Message::passing(Tone::Plain, "Too hard for me to prove"));
        };
        let Some(best) = solution.best.filter(|_| !solution.answer.moves.is_empty()) else {
            let text = if self.ply() == 0 {
                "Nothing works: hold A to pass"
            } else if self.plays_in_vain() {
                "Nothing works: take back, and pass"
            } else {
                "Too late: take back with B"
            };
            return self.say(Message::passing(Tone::Plain, text));
        };
        self.hint.step = (self.hint.step + 1).min(3);
        let text = match self.hint.step {
            1 => {
                self.hint.area = self.area_around(best);
                "Look here"
            }
            2 => {
                self.hint.candidates = self.candidates_with(best, solution);
                "One of these"
            }
            _ => {
                self.hint.point = Some(best);
                "This one"
            }
        };
        self.say(Message::passing(Tone::Plain, text));
    }

    /// A small area with the point somewhere in it, not always in the middle.
    fn area_around(&mut self, best: Point) -> PointSet {
        let size = self.showing.problem().size();
        let mut shifted = |at: u8| {
            let shift = self.random.below(3) as u8;
            (at + shift).saturating_sub(1).min(size - 1)
        };
        let (column, row) = (shifted(best.column()), shifted(best.row()));
        let near = |a: u8, b: u8| a.abs_diff(b) <= REACH;
        let outside = self.game.board().outside();
        Point::all(size)
            .filter(|&point| {
                near(point.column(), column) && near(point.row(), row) && !outside.contains(point)
            })
            .collect()
    }

    /// The point and others that look as likely: legal, not correct, and near.
    fn candidates_with(&mut self, best: Point, solution: &Solution) -> PointSet {
        let size = self.showing.problem().size();
        let mut chosen = PointSet::EMPTY;
        chosen.insert(best);
        while chosen.len() < CANDIDATES {
            let open = |&point: &Point| {
                !chosen.contains(point)
                    && !solution.answer.moves.contains(point)
                    && self.game.check(point).is_ok()
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
}
