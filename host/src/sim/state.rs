//! The simulator's state: which problem is on the table, how its game stands, and what was said last.
//!
//! [`Sim::on`] takes a key and changes the state; nothing here draws or touches a terminal. The rules are
//! the core's: a move that [`Game`] refuses is answered with its reason and costs nothing.

use shikatsu::board::Crop;
use shikatsu::board::{Color, Game, Illegal, Move, Point};

use super::help;
use super::keys::{Direction, Key};
use super::message::Message;
use super::table::Table;
use super::words::{Action, understand};
use crate::entry::Entry;

/// The longest line that can be typed.
const LONGEST_LINE: usize = 12;

/// What the first line of advice says.
const ADVICE: &str = "Arrows move, Enter plays. Or type a point, such as E5, and Enter.";

/// Whether to go on after a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Show the state and wait for another key.
    Stay,
    /// The player wants to leave.
    Leave,
}

/// Two players, a list of problems, and the one they are at.
pub struct Sim {
    entries: Vec<Entry>,
    /// One for each entry; laid when the problem is first looked at.
    tables: Vec<Option<Box<Table>>>,
    here: usize,
    typed: String,
    message: Message,
    whole: bool,
    help: Option<usize>,
}

impl Sim {
    /// Starts with the first of `entries`; `None` if there is none.
    pub fn new(entries: Vec<Entry>) -> Option<Sim> {
        let first = Box::new(Table::new(entries.first()?));
        let mut tables: Vec<_> = entries.iter().map(|_| None).collect();
        tables[0] = Some(first);
        Some(Sim {
            entries,
            tables,
            here: 0,
            typed: String::new(),
            message: Message::said(ADVICE),
            whole: false,
            help: None,
        })
    }

    /// Says something before the first advice.
    #[must_use]
    pub fn with_notice(mut self, notice: &str) -> Sim {
        self.message.text = format!("{notice} {}", self.message.text);
        self
    }

    /// The problem on the table.
    pub fn entry(&self) -> &Entry {
        &self.entries[self.here]
    }

    /// Its place in the list, counted from 1, and the length of the list.
    pub fn place(&self) -> (usize, usize) {
        (self.here + 1, self.entries.len())
    }

    /// Its game.
    pub fn game(&self) -> &Game {
        &self.table().game
    }

    /// Where the cursor is: at the point that is being typed, if it is one.
    pub fn cursor(&self) -> Point {
        let typed = self.entry().problem.point(&self.typed);
        typed.unwrap_or(self.table().cursor)
    }

    /// The part of the board to show and to move in.
    pub fn crop(&self) -> Crop {
        if self.whole {
            Crop::whole(self.game().board().size())
        } else {
            self.table().crop
        }
    }

    /// The line as typed so far.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// What was said last.
    pub fn message(&self) -> &Message {
        &self.message
    }

    /// The first line of the help that is to be seen, if the help is open.
    pub fn help(&self) -> Option<usize> {
        self.help
    }

    /// Does what a key asks for.
    pub fn on(&mut self, key: Key) -> Next {
        match key {
            Key::Do(Action::Quit) => return Next::Leave,
            key if self.help.is_some() => self.turn_help(key),
            Key::Move(direction) => self.move_cursor(direction),
            Key::Type(c) if !c.is_alphanumeric() => {}
            Key::Type(c) => {
                if self.typed.chars().count() < LONGEST_LINE {
                    self.typed.push(c);
                }
            }
            Key::Enter | Key::Space if self.typed.is_empty() => self.play(self.cursor()),
            Key::Space => {}
            Key::Enter => {
                let line = std::mem::take(&mut self.typed);
                match understand(&line, self.game().board().size()) {
                    Ok(Action::Quit) => return Next::Leave,
                    Ok(action) => self.act(action),
                    Err(sentence) => self.message = Message::refused(sentence),
                }
            }
            Key::Erase => {
                if self.typed.pop().is_none() {
                    self.act(Action::Undo);
                }
            }
            Key::Escape => self.typed.clear(),
            Key::Do(action) => {
                self.typed.clear();
                self.act(action);
            }
        }
        Next::Stay
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Play(point) => self.play(point),
            Action::Pass => self.pass(),
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Restart => self.restart(),
            Action::Next => self.go_to(self.here + 2),
            Action::Previous => self.go_to(self.here),
            Action::Problem(number) => self.go_to(number),
            Action::Answer => self.message = Message::answer(self.entry()),
            Action::Whole => self.toggle_whole(),
            Action::Help => self.help = Some(0),
            // `on` has dealt with it.
            Action::Quit => {}
        }
    }

    fn table(&self) -> &Table {
        self.tables[self.here]
            .as_ref()
            .expect("a table is laid on the way to it")
    }

    fn table_mut(&mut self) -> &mut Table {
        self.tables[self.here]
            .as_mut()
            .expect("a table is laid on the way to it")
    }

    /// A point's name on this board.
    fn name(&self, point: Point) -> String {
        point.vertex(self.game().board().size()).to_string()
    }

    fn move_cursor(&mut self, direction: Direction) {
        let (crop, from) = (self.crop(), self.cursor());
        self.typed.clear();
        let (mut column, mut row) = (from.column(), from.row());
        match direction {
            Direction::Up => row = row.saturating_sub(1),
            Direction::Down => row += 1,
            Direction::Left => column = column.saturating_sub(1),
            Direction::Right => column += 1,
            Direction::FarLeft => column = crop.left,
            Direction::FarRight => column = crop.right,
        }
        self.table_mut().cursor = Point::new(
            column.clamp(crop.left, crop.right),
            row.clamp(crop.top, crop.bottom),
        );
    }

    fn play(&mut self, point: Point) {
        if self.crop().contains(point) {
            self.table_mut().cursor = point;
        }
        let mover = self.game().to_move();
        let before = self.game().board().stones(mover.opponent()).len();
        if let Err(reason) = self.table_mut().game.play(point) {
            self.refuse(reason, Some(point));
            return;
        }
        let taken = before - self.game().board().stones(mover.opponent()).len();
        let name = self.name(point);
        self.tell_move(match taken {
            0 => format!("{mover} plays {name}."),
            1 => format!("{mover} plays {name} and captures 1 stone."),
            _ => format!("{mover} plays {name} and captures {taken} stones."),
        });
    }

    fn pass(&mut self) {
        let mover = self.game().to_move();
        if let Err(reason) = self.table_mut().game.pass() {
            self.refuse(reason, None);
            return;
        }
        self.tell_move(match self.game().verdict() {
            Some(_) => "Both passed.".to_string(),
            None => format!(
                "{mover} passes. If {} passes too, the game ends.",
                mover.opponent()
            ),
        });
    }

    /// Says what was played, and after the end what one can do and what there is to know.
    fn tell_move(&mut self, text: String) {
        self.message = match self.game().verdict() {
            Some(_) => Message::said(format!("{text} {}", self.what_next())).with_notes_of(self.entry()),
            None => Message::said(text),
        };
    }

    fn refuse(&mut self, reason: Illegal, point: Option<Point>) {
        self.message = Message::refused(match (reason, point) {
            (Illegal::Over, _) => capital(&format!("{reason}. {}", self.what_next())),
            (_, Some(point)) => capital(&format!("{reason} ({}).", self.name(point))),
            (_, None) => capital(&format!("{reason}.")),
        });
    }

    /// What one can do after the end.
    fn what_next(&self) -> String {
        let more = if self.here + 1 < self.entries.len() {
            "Tab goes on"
        } else {
            "Ctrl-C leaves"
        };
        format!("Backspace takes back, Ctrl-R restarts, {more}.")
    }

    fn undo(&mut self) {
        let undone = self.table_mut().game.undo();
        self.message = match undone {
            // It is the turn of whose move it was.
            Some(undone) => Message::said(format!(
                "Took back {}. Ctrl-Y plays it again.",
                self.describe(self.game().to_move(), undone)
            )),
            None => Message::refused("There is no move to take back."),
        };
        self.follow(undone);
    }

    fn redo(&mut self) {
        let redone = self.table_mut().game.redo();
        match redone {
            Some(redone) => {
                let again = self.describe(self.game().to_move().opponent(), redone);
                self.tell_move(format!("Again: {again}."));
            }
            None => self.message = Message::refused("There is no move to play again."),
        }
        self.follow(redone);
    }

    fn restart(&mut self) {
        let game = &mut self.table_mut().game;
        let mut moves = 0;
        while game.undo().is_some() {
            moves += 1;
        }
        self.message = match moves {
            0 => Message::refused("This is the start already."),
            1 => Message::said("Back at the start. Ctrl-Y plays the move again."),
            _ => Message::said("Back at the start. Ctrl-Y plays the moves again, one by one."),
        };
    }

    /// Puts the cursor where something changed.
    fn follow(&mut self, changed: Option<Move>) {
        if let Some(Move::Play(point)) = changed {
            self.table_mut().cursor = point;
        }
    }

    /// "Black E5", "White's pass".
    fn describe(&self, mover: Color, chosen: Move) -> String {
        match chosen {
            Move::Play(point) => format!("{mover} {}", self.name(point)),
            Move::Pass => format!("{mover}'s pass"),
        }
    }

    /// Goes to a problem, counted from 1.
    fn go_to(&mut self, number: usize) {
        let last = self.entries.len();
        if number == self.here + 1 {
            self.message = Message::said("This is that problem.");
        } else if number == last + 1 && self.here + 1 == last {
            self.message = Message::refused("This is the last problem.");
        } else if number == 0 && self.here == 0 {
            self.message = Message::refused("This is the first problem.");
        } else if (1..=last).contains(&number) {
            self.here = number - 1;
            let entry = &self.entries[self.here];
            self.tables[self.here].get_or_insert_with(|| Box::new(Table::new(entry)));
            self.keep_cursor_in_view();
            let played = self.game().moves().len();
            self.message = Message::said(if played == 0 {
                ADVICE
            } else {
                "Your moves are as you left them."
            });
        } else {
            self.message = Message::refused(format!("The problems are numbered 1 to {last}."));
        }
    }

    fn toggle_whole(&mut self) {
        let size = self.game().board().size();
        if self.table().crop == Crop::whole(size) {
            self.message = Message::said("The whole board is in view already.");
            return;
        }
        self.whole = !self.whole;
        self.keep_cursor_in_view();
        self.message = Message::said(if self.whole {
            "The whole board. F2 shows less of it."
        } else {
            "The part that matters. F2 shows the whole board."
        });
    }

    fn keep_cursor_in_view(&mut self) {
        let crop = self.crop();
        let table = self.table_mut();
        table.cursor = Point::new(
            table.cursor.column().clamp(crop.left, crop.right),
            table.cursor.row().clamp(crop.top, crop.bottom),
        );
    }

    /// The arrows read on in the help; any other key closes it.
    fn turn_help(&mut self, key: Key) {
        let line = self.help.unwrap_or(0);
        self.help = match key {
            Key::Move(Direction::Down) => Some((line + 1).min(help::LINES.len() - 1)),
            Key::Move(Direction::Up) => Some(line.saturating_sub(1)),
            _ => None,
        };
    }
}

/// `text` as a sentence begins.
fn capital(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}
