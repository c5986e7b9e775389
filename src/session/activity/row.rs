//! Row Go: you and the computer, or two people, play for the first row. It lies in place of the problem, and nothing counts.

use super::verbs::{Activity, Extra, Face, Goal, Marks, Next, Request};
use crate::board::{Cell, Color, Move, Point, PointSet, Setup};
use crate::row::{Ended, Rules};
use crate::session::event::Sound;
use crate::session::keys::{Button, Stroke};
use crate::session::picture::{Line, Standing, Tone, Words};
use crate::session::row::{HINT, Wanted, row_word};
use crate::session::tabletop::Tabletop;
use crate::session::thought::Judgement;
use crate::session::words::{Message, key_line, quiet_line, words};

/// An answer takes at least this long, in milliseconds: a move that comes at once looks like an accident.
const PAUSE: u32 = 300;

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// A person is to move.
    Yours,
    /// The computer is to move. It may do so without looking, by a slip.
    Answering { slip: Option<Point> },
    /// It has ended.
    Over(Ended),
}

/// Help that was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hint {
    None,
    /// It is being looked for.
    Awaited,
    /// This one.
    Given(Point),
}

/// A game.
#[derive(Clone, Debug)]
pub(in crate::session) struct Row {
    wanted: Wanted,
    phase: Phase,
    hint: Hint,
}

impl Row {
    const fn rules(&self) -> Rules {
        self.wanted.rules
    }

    /// Whether a person plays this colour.
    fn is_yours(&self, color: Color) -> bool {
        self.wanted.side.is_none_or(|side| side == color)
    }

    /// Goes on from whatever is on the board.
    fn resume(&mut self, table: &mut Tabletop) {
        self.hint = Hint::None;
        if let Some(ended) = self.rules().ended(table.game()) {
            table.stop_thinking();
            self.phase = Phase::Over(ended);
        } else if self.is_yours(table.game().to_move()) {
            table.stop_thinking();
            self.phase = Phase::Yours;
            if !self.rules().has_move(table.game()) {
                let told = words(format_args!("No point is free for you: hold A to pass"));
                table.say(Message::lasting(Tone::Plain, told));
            }
        } else {
            let slip = self.slip(table);
            self.phase = Phase::Answering { slip };
            if slip.is_none() {
                table.think_within(self.wanted.level.limits());
            }
        }
    }

    /// A move that is made without looking, if there is to be one: any point beside a stone.
    fn slip(&self, table: &mut Tabletop) -> Option<Point> {
        let slips = self.wanted.level.slips();
        if slips == 0 || table.chance(slips) > 0 {
            return None;
        }
        let board = table.game().board();
        let size = self.rules().size();
        let is_near = |point: &Point| point.beside(size).any(|beside| board.is_stone(beside));
        let near: PointSet = Point::all(size)
            .filter(|point| is_near(point) && table.game().check(*point).is_ok())
            .collect();
        let count = near.len();
        if count == 0 {
            return None;
        }
        near.iter().nth(table.chance(count))
    }

    /// The computer's move, once it is found.
    fn answer(&mut self, table: &mut Tabletop, slip: Option<Point>) {
        let best = match (slip, table.known_here()) {
            (Some(point), _) => Some(point),
            (None, Some(known)) => best_of(&known),
            (None, None) => return,
        };
        if table.clock() < PAUSE {
            return;
        }
        let legal = best.filter(|&point| table.game().check(point).is_ok());
        table.place(legal.map_or(Move::Pass, Move::Play));
        self.moved(table);
    }

    /// A move was made.
    fn moved(&mut self, table: &mut Tabletop) {
        self.resume(table);
        if let Phase::Over(Ended::Won(winner)) = self.phase {
            table.hush();
            if self.is_yours(winner) {
                table.make_sound(Sound::Right);
            }
        }
    }

    /// Takes your newest move back, with the answer to it; stops the computer if it thinks.
    fn take_back(&mut self, table: &mut Tabletop) -> Next {
        let was_answering = matches!(self.phase, Phase::Answering { .. });
        let undone = match self.wanted.side {
            None if table.ply() == 0 => false,
            None => table.undo(),
            Some(side) => table.undo_until(side),
        };
        if !undone {
            // If the computer begins, it waits there until one comes back.
            return Next::Ask(Request::Front);
        }
        self.resume(table);
        if was_answering {
            table.say(Message::passing(Tone::Quiet, "Stopped, and taken back"));
        }
        Next::Stay
    }

    fn redo(&mut self, table: &mut Tabletop) {
        match self.wanted.side {
            None => table.redo(),
            Some(side) => table.redo_until(side),
        }
        self.resume(table);
    }

    fn ask_for_a_hint(&mut self, table: &mut Tabletop) {
        if self.phase == Phase::Yours {
            self.hint = Hint::Awaited;
            table.think_within(HINT);
            self.give_hint(table);
        }
    }

    /// Gives the help that was asked for, once it is found, and says what it is good for.
    fn give_hint(&mut self, table: &mut Tabletop) {
        let Some(known) = table.known_here().filter(|_| self.hint == Hint::Awaited) else {
            return;
        };
        let Some(point) = best_of(&known) else {
            self.hint = Hint::None;
            return table.say(Message::passing(Tone::Plain, "Nothing is better than to pass"));
        };
        self.hint = Hint::Given(point);
        let told = reason(table, self.rules(), point);
        table.say(Message::lasting(Tone::Plain, words(format_args!("{told}"))));
    }

    fn winning_row(&self, table: &Tabletop) -> PointSet {
        match self.phase {
            Phase::Over(Ended::Won(_)) => self
                .rules()
                .winning_rows(table.game())
                .map_or(PointSet::EMPTY, |(_, row)| row),
            _ => PointSet::EMPTY,
        }
    }
}

/// The move that was found; `None` is a pass.
fn best_of(known: &Judgement) -> Option<Point> {
    match known {
        Judgement::Read(reading) => reading.best,
        Judgement::Unknown(guess) => guess.and_then(|guess| guess.best),
    }
}

/// What a move is good for, as far as that is seen at once.
fn reason(table: &Tabletop, rules: Rules, point: Point) -> &'static str {
    let game = table.game();
    let (board, mover) = (game.board(), game.to_move());
    let completes = |color: Color| {
        let mut stones = board.stones(color);
        stones.insert(point);
        !rules.rows(&stones).is_empty()
    };
    let foe = Cell::Stone(mover.opponent());
    let captures = point
        .beside(rules.size())
        .any(|beside| board.at(beside) == foe && board.last_liberty(beside) == Some(point));
    if completes(mover) {
        "This makes the row!"
    } else if completes(mover.opponent()) {
        "This stops the row"
    } else if captures {
        "This captures"
    } else {
        "Try this one"
    }
}

impl Activity for Row {
    fn begin(table: &mut Tabletop) -> Row {
        let wanted = Wanted::of(table.settings());
        table.lay_row(wanted.rules, &Setup::empty(wanted.rules.size()));
        let mut begun = Row {
            wanted,
            phase: Phase::Yours,
            hint: Hint::None,
        };
        begun.resume(table);
        begun
    }

    fn stroke(&mut self, table: &mut Tabletop, stroke: Stroke) -> Next {
        match stroke {
            Stroke::Press(Button::A) if self.is_over() => return Next::Go(Goal::Row),
            Stroke::Press(Button::A) => return self.play(table, Move::Play(table.cursor())),
            Stroke::Hold(Button::A) => return self.play(table, Move::Pass),
            Stroke::Press(Button::B) => return self.take_back(table),
            Stroke::Press(Button::X) if self.is_over() => return Next::Ask(Request::RowGo),
            Stroke::Press(Button::X) => self.ask_for_a_hint(table),
            Stroke::Hold(Button::X) => self.redo(table),
            Stroke::Press(direction) => table.steer(direction),
            Stroke::Hold(_) => {}
        }
        Next::Stay
    }

    fn play(&mut self, table: &mut Tabletop, chosen: Move) -> Next {
        match self.phase {
            Phase::Yours => {
                if table.place(chosen) {
                    self.moved(table);
                }
            }
            Phase::Answering { .. } => {
                table.say(Message::passing(Tone::Quiet, "One moment: it is not your turn"));
            }
            Phase::Over(_) => table.say(Message::passing(Tone::Quiet, "It is over: B takes back")),
        }
        Next::Stay
    }

    fn hear(&mut self, table: &mut Tabletop) -> Next {
        match self.phase {
            Phase::Answering { slip } => self.answer(table, slip),
            Phase::Yours => self.give_hint(table),
            Phase::Over(_) => {}
        }
        Next::Stay
    }

    fn moves(&self, _table: &Tabletop) -> bool {
        matches!(self.phase, Phase::Answering { .. })
    }

    fn think_anew(&mut self, table: &mut Tabletop) {
        self.resume(table);
    }

    fn marks(&self, table: &Tabletop) -> Marks {
        let mut marks = Marks::of(table);
        marks.row = self.winning_row(table);
        if let Hint::Given(point) = self.hint {
            marks.best = Some(point);
        }
        marks
    }

    fn face(&self, table: &Tabletop) -> Face {
        let turn = table.game().to_move();
        let title = match (self.phase, self.wanted.side) {
            (Phase::Over(Ended::Draw), _) => words(format_args!("A draw")),
            (Phase::Over(Ended::Won(winner)), Some(side)) if winner == side => {
                words(format_args!("You win!"))
            }
            (Phase::Over(Ended::Won(winner)), _) => words(format_args!("{winner} wins")),
            _ => words(format_args!("{} in a row", row_word(self.rules()))),
        };
        Face {
            title,
            stone: (!self.is_over()).then_some(turn),
            standing: match (self.phase, self.wanted.side) {
                (Phase::Over(Ended::Won(winner)), Some(side)) if winner == side => Standing::Right,
                _ => Standing::Open,
            },
            cursor: (!self.is_over()).then(|| self.wanted.side.unwrap_or(turn)),
            waits: match self.phase {
                Phase::Answering { .. } => true,
                Phase::Yours => self.hint == Hint::Awaited,
                Phase::Over(_) => false,
            },
        }
    }

    fn line(&self, table: &Tabletop, lingering: Option<Button>) -> Line {
        match lingering {
            Some(Button::A) if self.phase == Phase::Yours => return quiet_line("Hold to pass"),
            Some(Button::B) => return quiet_line("Hold to start again"),
            _ => {}
        }
        if self.is_over() {
            return key_line(&[(Button::A, "again"), (Button::B, "back"), (Button::X, "change")]);
        }
        let first = if table.ply() == 0 {
            (Button::A, "play")
        } else {
            (Button::B, "back")
        };
        key_line(&[first, (Button::X, "hint"), (Button::Y, "menu")])
    }

    fn home(&self) -> Goal {
        Goal::Row
    }

    fn place(&self, _table: &Tabletop) -> Option<Words> {
        let size = self.rules().size();
        Some(words(format_args!("{size}×{size}")))
    }

    fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    fn offers(&self, _table: &Tabletop, extra: Extra) -> bool {
        extra == Extra::Hint
    }

    fn give(&mut self, table: &mut Tabletop, extra: Extra) {
        if extra == Extra::Hint {
            self.ask_for_a_hint(table);
        }
    }
}
