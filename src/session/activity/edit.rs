//! The editor: a problem is made stone by stone, and the solver looks on.
//!
//! ```text
//! stick  moves the cursor           X       the other colour; while an area is drawn, this point in or out
//! A      a stone, or takes it away  hold X  makes a step again
//! hold A the chain is the key       B       takes a step back, hold B leaves
//! ```
//!
//! The table shows the position, and what is known about it is read out as for any problem. Nothing goes that was not shown before: stones
//! that the one under the cursor would take are crossed out.

use super::verbs::{Activity, Face, Marks, Next, Request, Start};
use crate::board::{Color, Crop, Move, Point, PointSet, Setup};
use crate::edit::{Draft, Refused, Step, Workshop};
use crate::pack::library::{PackIndex, ProblemIndex, problem_number};
use crate::session::cursor;
use crate::session::event::Sound;
use crate::session::judge::{Ending, Judge as _};
use crate::session::keys::{Button, Stroke};
use crate::session::picture::{Line, Standing, Target, Tone, Words};
use crate::session::tabletop::Tabletop;
use crate::session::thought::{Judgement, Wish};
use crate::session::words::{Message, key_line, quiet_line, words};

/// Lines of a new board.
const FIRST_SIZE: u8 = 9;
/// Lines of a larger board that are seen at once.
const WINDOW: u8 = 11;
/// Lines that are seen beyond the cursor.
const MARGIN: u8 = 2;

/// What A does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::session) enum Tool {
    /// Puts a stone of this colour.
    Stones(Color),
    /// Sets a corner of the area: the first, or the one across from this.
    Area(Option<Point>),
}

/// How far the search for a problem that is the same has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::session) enum Twin {
    /// This is the next one to look at.
    Seeking(PackIndex, ProblemIndex),
    /// Here it is.
    Found(PackIndex, ProblemIndex),
    /// There is none, or nothing to compare.
    None,
}

/// A problem is being made.
#[derive(Clone, Debug)]
pub(in crate::session) struct Edit {
    workshop: Workshop,
    tool: Tool,
    /// The colour that X brings back after an area was drawn.
    color: Color,
    /// The number of the problem that it is kept in place of, if it is one's own.
    replaces: Option<u32>,
    /// Whether the solver looks on: not while the problem is one to be solved and untouched.
    looks: bool,
    twin: Twin,
    window: Crop,
}

impl Edit {
    /// Begins with what stands on the board, or with nothing.
    pub(in crate::session) fn open(table: &mut Tabletop, start: Start) -> Edit {
        let (draft, own) = match start {
            Start::Nothing => (Draft::empty(FIRST_SIZE), None),
            Start::Board { own } => (Edit::on_the_board(table), own),
        };
        let mut edit = Edit {
            workshop: Workshop::new(draft),
            tool: Tool::Stones(Color::Black),
            color: Color::Black,
            replaces: own,
            looks: own.is_some() || start == Start::Nothing,
            twin: Twin::None,
            window: Crop::whole(draft.size()),
        };
        table.begin_edit();
        edit.show(table);
        table.say(Message::passing(
            Tone::Quiet,
            "A puts a stone, hold A: key stones",
        ));
        edit
    }

    fn on_the_board(table: &Tabletop) -> Draft {
        let board = table.game().board();
        Draft::at(&Setup {
            size: board.size(),
            black: board.stones(Color::Black),
            white: board.stones(Color::White),
            outside: *board.outside(),
            key: table.game().key_stones(),
            to_move: table.game().to_move(),
        })
    }

    pub(in crate::session) const fn draft(&self) -> &Draft {
        self.workshop.draft()
    }

    pub(in crate::session) const fn tool(&self) -> Tool {
        self.tool
    }

    pub(in crate::session) const fn replaces(&self) -> Option<u32> {
        self.replaces
    }

    /// Whether something would be lost if the editor were left.
    pub(in crate::session) fn is_changed(&self) -> bool {
        self.workshop.is_changed()
    }

    /// A problem was kept under this number. It may be another one by now.
    pub(in crate::session) fn was_kept(&mut self, number: u32) {
        let is_it = |problem| problem_number(&problem) == number;
        if self.draft().problem().is_ok_and(is_it) {
            self.workshop.was_kept();
        }
        self.replaces = Some(number);
    }

    pub(in crate::session) const fn twin(&self) -> Twin {
        self.twin
    }

    pub(in crate::session) const fn set_twin(&mut self, twin: Twin) {
        self.twin = twin;
    }

    /// Stones or area.
    pub(in crate::session) const fn change_tool(&mut self) {
        self.tool = match self.tool {
            Tool::Stones(_) => Tool::Area(None),
            Tool::Area(_) => Tool::Stones(self.color),
        };
    }

    /// Makes a step, or says why not.
    pub(in crate::session) fn make(&mut self, table: &mut Tabletop, step: Step) {
        let moved = match step {
            Step::Size(size) => self.draft().place_on(size, table.cursor()),
            _ => None,
        };
        match self.workshop.make(step) {
            Ok(()) => {
                // The cursor stays with the stones.
                if let Some(place) = moved {
                    table.point_at(place);
                }
                table.make_sound(Sound::Stone);
                table.hush();
                if !self.looks {
                    // From here on the answer may be seen, unless this is another problem altogether.
                    self.looks = true;
                    if step != Step::Clear {
                        table.give_away();
                    }
                }
                self.show(table);
            }
            Err(refused) => refuse(table, refused),
        }
    }

    /// The same for a step by name. If it takes stones that were not seen to go, they are shown first, and it is made when it is asked for again.
    pub(in crate::session) fn ask(&mut self, table: &mut Tabletop, step: Step) {
        let (Step::Put(_, point) | Step::Take(point) | Step::Key(point) | Step::KeyStone(point)) = step
        else {
            return self.make(table, step);
        };
        if let Step::Put(color, _) = step {
            let was_shown = table.cursor() == point && self.tool == Tool::Stones(color);
            self.take_up(color);
            self.point_at(table, point);
            let going = self.draft().would_go(step).len();
            if going > 0 && !was_shown {
                let stones = if going == 1 { "stone" } else { "stones" };
                let warning = words(format_args!("{going} {stones} would go: again to do it"));
                return table.say(Message::lasting(Tone::Plain, warning));
            }
        } else {
            self.point_at(table, point);
        }
        self.make(table, step);
    }

    const fn take_up(&mut self, color: Color) {
        self.color = color;
        self.tool = Tool::Stones(color);
    }

    /// Lays the position on the table, and has it read out.
    fn show(&mut self, table: &mut Tabletop) {
        let draft = *self.draft();
        table.lay_out(&draft.setup());
        let last = draft.size() - 1;
        let at = table.cursor();
        let inside = Point::new(at.column().min(last), at.row().min(last));
        if draft.size() != self.window_size() {
            self.window = Crop::whole(draft.size());
        }
        self.point_at(table, inside);
        self.look(table);
    }

    /// Of which board the window is a part, as far as that can be told.
    const fn window_size(&self) -> u8 {
        let size = self.draft().size();
        if self.window.right < size && self.window.bottom < size {
            size
        } else {
            0
        }
    }

    fn look(&mut self, table: &mut Tabletop) {
        self.twin = Twin::None;
        table.stop_thinking();
        if self.looks && !self.draft().key().is_empty() {
            self.twin = Twin::Seeking(0, 0);
            table.think(true);
        }
    }

    fn point_at(&mut self, table: &mut Tabletop, point: Point) {
        table.point_at(point);
        let size = self.draft().size();
        let span = |at: u8, first: u8| {
            let seen = WINDOW.min(size);
            let least = (at + MARGIN + 1).saturating_sub(seen);
            let first = first.clamp(least.min(size - seen), at.saturating_sub(MARGIN).min(size - seen));
            (first, first + seen - 1)
        };
        let (left, right) = span(point.column(), self.window.left);
        let (top, bottom) = span(point.row(), self.window.top);
        self.window = Crop {
            left,
            top,
            right,
            bottom,
        };
        table.look_at(self.window);
    }

    /// What A would do where the cursor is.
    fn step_here(&self, point: Point) -> Option<Step> {
        match self.tool {
            Tool::Stones(color) if self.draft().stone(point) == Some(color) => Some(Step::Take(point)),
            Tool::Stones(color) => Some(Step::Put(color, point)),
            Tool::Area(corner) => Some(Step::Frame(corner?, point)),
        }
    }

    fn press(&mut self, table: &mut Tabletop) {
        let point = table.cursor();
        let Some(step) = self.step_here(point) else {
            self.tool = Tool::Area(Some(point));
            return table.say(Message::passing(Tone::Quiet, "A again at the corner across"));
        };
        self.make(table, step);
        if let Tool::Area(_) = self.tool {
            self.tool = Tool::Area(None);
        }
    }

    fn undo(&mut self, table: &mut Tabletop) {
        if let Tool::Area(Some(_)) = self.tool {
            self.tool = Tool::Area(None);
            return table.hush();
        }
        if self.workshop.undo().is_some() {
            table.hush();
            self.show(table);
        } else {
            table.say(Message::passing(Tone::Quiet, "This is the start"));
        }
    }

    fn redo(&mut self, table: &mut Tabletop) {
        if self.workshop.redo().is_some() {
            table.hush();
            self.show(table);
        } else {
            table.say(Message::passing(Tone::Quiet, "Nothing to make again"));
        }
    }

    /// What the solver says, in words; `None` if it says nothing yet.
    pub(in crate::session) fn verdict(&self, table: &Tabletop) -> Option<Words> {
        if !self.looks || self.draft().key().is_empty() {
            return None;
        }
        Some(match table.known(0)? {
            Judgement::Unknown(_) if table.is_too_large() => words(format_args!("Too large for me")),
            Judgement::Unknown(_) => words(format_args!("Too hard for me to prove")),
            Judgement::Read(reading) => {
                let ending = Ending {
                    worth: reading.worth,
                    verdict: None,
                };
                let sentence = table.judge().sentence(ending);
                let turned = table.known_turned(0);
                let is_unsettled = turned
                    .and_then(|turned| turned.reading().copied())
                    .is_some_and(|turned| turned.worth != reading.worth);
                let head = if is_unsettled { "Unsettled: " } else { "" };
                let size = self.draft().size();
                match (reading.moves.first(), reading.moves.len()) {
                    (None, _) => words(format_args!("Nothing to find: {sentence}")),
                    (Some(only), 1) => words(format_args!("{head}{sentence} by {}", only.vertex(size))),
                    (_, many) => words(format_args!("{head}{sentence}, {many} moves")),
                }
            }
        })
    }

    fn going(&self, point: Point) -> PointSet {
        match self.step_here(point) {
            Some(step @ Step::Put(..)) => self.draft().would_go(step),
            _ => PointSet::EMPTY,
        }
    }
}

fn refuse(table: &mut Tabletop, refused: Refused) {
    table.make_sound(Sound::No);
    table.say(Message::passing(Tone::Plain, refused.sentence()));
}

impl Activity for Edit {
    fn begin(table: &mut Tabletop) -> Edit {
        Edit::open(table, Start::Nothing)
    }

    fn stroke(&mut self, table: &mut Tabletop, stroke: Stroke) -> Next {
        match (stroke, self.tool) {
            (Stroke::Press(Button::A), _) => self.press(table),
            (Stroke::Hold(Button::A), _) => self.make(table, Step::Key(table.cursor())),
            (Stroke::Press(Button::B), _) => self.undo(table),
            (Stroke::Hold(Button::B), _) => return Next::Ask(Request::LeaveEditor),
            (Stroke::Press(Button::X), Tool::Stones(color)) => self.take_up(color.opponent()),
            (Stroke::Press(Button::X), Tool::Area(_)) => self.make(table, Step::Paint(table.cursor())),
            (Stroke::Hold(Button::X), _) => self.redo(table),
            (Stroke::Press(direction), _) => {
                let board = Crop::whole(self.draft().size());
                let point = cursor::beside(table.cursor(), direction, board);
                self.point_at(table, point);
            }
            (Stroke::Hold(_), _) => {}
        }
        Next::Stay
    }

    fn play(&mut self, table: &mut Tabletop, chosen: Move) -> Next {
        if let Move::Play(point) = chosen {
            if let (Tool::Stones(_), Some(step)) = (self.tool, self.step_here(point)) {
                self.ask(table, step);
            } else {
                self.point_at(table, point);
                self.press(table);
            }
        }
        Next::Stay
    }

    fn touch(&mut self, table: &mut Tabletop, target: Target) -> Next {
        match target {
            // The cursor shows what was seen before: it goes there last.
            Target::Point(point) => self.play(table, Move::Play(point)),
            Target::Key(button) => self.stroke(table, Stroke::Press(button)),
            Target::Item(_) | Target::Choice(_) => Next::Stay,
        }
    }

    /// When it is known what the side to move comes to, the other side is asked about: that is what makes a problem unsettled.
    fn hear(&mut self, table: &mut Tabletop) -> Next {
        if let Some(Judgement::Read(reading)) = table.known(0)
            && !reading.moves.is_empty()
        {
            table.want(Wish {
                ply: 0,
                every_move: false,
                turned_about: true,
            });
        }
        Next::Stay
    }

    fn moves(&self, _table: &Tabletop) -> bool {
        matches!(self.twin, Twin::Seeking(..))
    }

    fn think_anew(&mut self, table: &mut Tabletop) {
        self.look(table);
    }

    fn marks(&self, table: &Tabletop) -> Marks {
        let mut marks = Marks::of(table);
        marks.going = self.going(table.cursor());
        // The stone under the cursor is covered by the one that would take its place.
        marks.going.remove(table.cursor());
        if let Tool::Area(Some(corner)) = self.tool {
            marks.candidates.insert(corner);
        }
        if let Some(Judgement::Read(reading)) = table.known(0)
            && self.looks
        {
            marks.correct = reading.moves;
        }
        marks
    }

    fn face(&self, table: &Tabletop) -> Face {
        let color = match self.tool {
            Tool::Stones(color) => color,
            Tool::Area(_) => self.draft().to_move(),
        };
        let title = if self.draft().key().is_empty() {
            words(format_args!("No key stones yet"))
        } else {
            words(format_args!("{}", table.showing().problem().task()))
        };
        Face {
            title,
            stone: Some(self.draft().to_move()),
            standing: Standing::Open,
            cursor: Some(color),
            waits: table.message().is_none() && table.known(0).is_none(),
        }
    }

    fn line(&self, table: &Tabletop, lingering: Option<Button>) -> Line {
        match (lingering, self.tool) {
            (Some(Button::A), _) => return quiet_line("Hold: key stones"),
            (Some(Button::B), _) => return quiet_line("Hold: leave"),
            (Some(Button::X), _) => return quiet_line("Hold: make again"),
            (_, Tool::Area(_)) => {
                return key_line(&[(Button::A, "corner"), (Button::X, "in, out"), (Button::Y, "menu")]);
            }
            _ => {}
        }
        if let Some(verdict) = self.verdict(table) {
            return Line::Words(verdict, Tone::Plain);
        }
        let other = match self.tool {
            Tool::Stones(Color::Black) => "white",
            _ => "black",
        };
        key_line(&[(Button::A, "stone"), (Button::X, other), (Button::Y, "menu")])
    }
}
