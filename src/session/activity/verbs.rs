//! The few verbs that every activity has, and what it answers with.

use super::run::Run;
use crate::board::{Color, Move, Point, PointSet};
use crate::session::keys::{Button, Stroke};
use crate::session::looks::Looks;
use crate::session::picture::{Line, Mark, Standing, Target, Words};
use crate::session::tabletop::Tabletop;

/// What comes next: a transition, as a value. An activity says it, the desk does it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use = "a transition that is not made is lost"]
pub(in crate::session) enum Next {
    /// The same activity goes on.
    Stay,
    /// Another activity, on the same problem.
    Go(Goal),
    /// Something that lies beyond the desk.
    Ask(Request),
}

/// What can be done with the problem on the table, whatever is being done now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::session) enum Goal {
    /// From the start, in the way that the problem and the settings ask for.
    Begin,
    /// Every correct move is shown.
    Solution,
    /// The refutation of the mistake plays by itself.
    Why,
    /// Moves are tried out to see what they come to.
    Explore,
    /// Both colours, without an answer.
    FreePlay,
    /// A dead group is captured, move by move, by the computer.
    ShowMe,
    /// The same by the player, and the computer resists.
    PlayOn,
    /// Row Go, in place of the problem.
    Row,
    /// What one learns of Row Go by doing it: this lesson.
    RowLesson(u8),
    /// A whole game of Go, in place of the problem.
    PlayGo,
    /// A problem is made.
    Edit(Start),
}

/// What a problem is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::session) enum Start {
    /// An empty board.
    Nothing,
    /// What stands on the board.
    Board {
        /// The number of the problem, if it is one's own.
        own: Option<u32>,
    },
}

/// What the desk cannot do itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::session) enum Request {
    /// The next problem.
    Next,
    /// What to read before the first move.
    Primer,
    /// What there is to learn from this one.
    Lesson,
    /// The front page.
    Front,
    /// How Row Go is to be played.
    RowGo,
    /// A page of the rules of Row Go.
    RowRules(u8),
    /// How a whole game is to be played.
    PlayGo,
    /// To leave the editor, after a question if something would be lost.
    LeaveEditor,
}

/// What only some activities offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::session) enum Extra {
    /// A hint.
    Hint,
    /// The computer takes the other colour.
    Sides,
    /// Stones are dead and still on the board: they can be captured.
    Capture,
    /// The game is given up.
    Resign,
}

/// The head of the strip, and who has the cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::session) struct Face {
    /// The task, or what came of it.
    pub(in crate::session) title: Words,
    /// Whose turn it is; `None` if it is over.
    pub(in crate::session) stone: Option<Color>,
    /// How it stands.
    pub(in crate::session) standing: Standing,
    /// The colour of the stone under the cursor; `None` where nothing can be played.
    pub(in crate::session) cursor: Option<Color>,
    /// The player waits for the solver, if it is at work.
    pub(in crate::session) waits: bool,
}

/// One thing to do with a problem.
///
/// An activity is a value that the desk holds. It works on the table that is lent to it, and leaves by saying what comes [`Next`]. To
/// add one, write a file with an implementation of this and add its name to the list in `registry`.
pub(in crate::session) trait Activity {
    /// Whether a problem begins with this. The first of the list that says so is taken.
    fn is_asked_for(table: &Tabletop) -> bool
    where
        Self: Sized,
    {
        let _ = table;
        false
    }

    /// Begins, with the stones where the problem has them.
    fn begin(table: &mut Tabletop) -> Self
    where
        Self: Sized;

    /// A key was struck. Long presses of B and Y mean the same everywhere and do not come here.
    fn stroke(&mut self, table: &mut Tabletop, stroke: Stroke) -> Next;

    /// A move by hand: a point was touched, or a pass was wanted.
    fn play(&mut self, table: &mut Tabletop, chosen: Move) -> Next;

    /// Something on the screen was pointed at.
    fn touch(&mut self, table: &mut Tabletop, target: Target) -> Next {
        match target {
            Target::Point(point) => {
                table.point_at(point);
                self.play(table, Move::Play(point))
            }
            Target::Key(button) => self.stroke(table, Stroke::Press(button)),
            Target::Item(_) | Target::Choice(_) => Next::Stay,
        }
    }

    /// Something became known about a position.
    fn hear(&mut self, table: &mut Tabletop) -> Next {
        let _ = table;
        Next::Stay
    }

    /// Time went by. The table's clock has been moved already.
    fn tick(&mut self, table: &mut Tabletop, ms: u16) -> Next {
        let _ = ms;
        self.hear(table)
    }

    /// Whether time changes something by itself.
    fn moves(&self, table: &Tabletop) -> bool {
        let _ = table;
        false
    }

    /// What the solver may spend or use has changed, and what was known is forgotten.
    fn think_anew(&mut self, table: &mut Tabletop) {
        let _ = table;
    }

    /// What is marked on the board.
    fn marks(&self, table: &Tabletop) -> Marks {
        Marks::of(table)
    }

    /// What the head of the strip shows.
    fn face(&self, table: &Tabletop) -> Face;

    /// What the second line of the strip says while nothing more important is said there. `lingering` is a key that is held and
    /// may become a long press.
    fn line(&self, table: &Tabletop, lingering: Option<Button>) -> Line;

    /// Where it starts again.
    fn home(&self) -> Goal {
        Goal::Begin
    }

    /// What stands beside the title in place of where one is in the pack.
    fn place(&self, table: &Tabletop) -> Option<Words> {
        let _ = table;
        None
    }

    /// Whether it has come to its end, so that what is said about the problem gives nothing away.
    fn is_over(&self) -> bool {
        false
    }

    /// The run that this belongs to, if there is one: its mistake can be explained.
    fn run(&self) -> Option<&Run> {
        None
    }

    /// Whether it has something that others have not.
    fn offers(&self, table: &Tabletop, extra: Extra) -> bool {
        let _ = (table, extra);
        false
    }

    /// Gives what it offers.
    fn give(&mut self, table: &mut Tabletop, extra: Extra) {
        let _ = (table, extra);
    }
}

/// What is marked on the board.
#[derive(Clone, Debug)]
pub(in crate::session) struct Marks {
    key: PointSet,
    /// What lives for good.
    alive: PointSet,
    last: Option<Point>,
    /// Correct moves.
    pub(super) correct: PointSet,
    /// Stones that won by standing in a row.
    pub(super) row: PointSet,
    /// What each side has at the end, by colour.
    pub(super) owned: [PointSet; 2],
    /// Moves to consider.
    pub(super) candidates: PointSet,
    /// The area that a hint points at.
    pub(super) lit: PointSet,
    /// What looks natural to the one who is to play.
    pub(super) looks: Looks,
    /// Stones that would go.
    pub(super) going: PointSet,
    /// Stones that are not seen.
    pub(super) hidden: PointSet,
    pub(super) best: Option<Point>,
    pub(super) right: Option<Point>,
    pub(super) wrong: Option<Point>,
}

impl Marks {
    /// What is marked whatever is being done: the key stones and the newest move.
    pub(super) fn of(table: &Tabletop) -> Marks {
        Marks {
            key: table.game().key_stones(),
            alive: table.alive(),
            last: match table.game().last_move() {
                Some(Move::Play(point)) => Some(point),
                _ => None,
            },
            correct: PointSet::EMPTY,
            row: PointSet::EMPTY,
            owned: [PointSet::EMPTY; 2],
            candidates: PointSet::EMPTY,
            lit: PointSet::EMPTY,
            looks: Looks::NONE,
            going: PointSet::EMPTY,
            hidden: PointSet::EMPTY,
            best: None,
            right: None,
            wrong: None,
        }
    }

    /// Whether a hint points at the area around this point.
    pub(in crate::session) fn is_lit(&self, point: Point) -> bool {
        self.lit.contains(point)
    }

    /// Whether a stone on this point is not seen.
    pub(in crate::session) fn hides(&self, point: Point) -> bool {
        self.hidden.contains(point)
    }

    /// The most telling mark of a point.
    pub(in crate::session) fn at(&self, point: Point, has_stone: bool) -> Option<Mark> {
        let here = |place: Option<Point>| place == Some(point);
        if here(self.wrong) || self.going.contains(point) {
            Some(Mark::Wrong)
        } else if self.row.contains(point) {
            Some(Mark::Row)
        } else if here(self.best) && !has_stone {
            Some(Mark::Best)
        } else if self.correct.contains(point) {
            Some(Mark::Correct)
        } else if self.candidates.contains(point) && !has_stone {
            Some(Mark::Candidate)
        } else if here(self.right) {
            Some(Mark::Right)
        } else if here(self.last) {
            Some(Mark::Last)
        } else if self.alive.contains(point) {
            Some(Mark::Alive)
        } else if !has_stone && self.owned[0].contains(point) {
            Some(Mark::Black)
        } else if !has_stone && self.owned[1].contains(point) {
            Some(Mark::White)
        } else if has_stone {
            self.key.contains(point).then_some(Mark::Key)
        } else {
            self.looks.at(point)
        }
    }
}
