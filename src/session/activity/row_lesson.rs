//! The rules of Row Go by doing: three small boards, on each of which one thing is to be done.

use super::verbs::{Activity, Face, Goal, Marks, Next, Request};
use crate::board::{Color, Move, Point, PointSet, Setup};
use crate::row::Rules;
use crate::session::event::Sound;
use crate::session::keys::{Button, Stroke};
use crate::session::picture::{Line, Standing, Tone, Words};
use crate::session::tabletop::Tabletop;
use crate::session::words::{Message, key_line, words};

/// A lesson: a position, and what is to be done in it.
struct Lesson {
    /// The task, as the title.
    task: &'static str,
    /// Said when it is done.
    praise: &'static str,
    /// Lines of the board from the top: `x` Black, `o` White, `!` a free point that does it.
    board: [&'static [u8; SIZE]; SIZE],
}

const SIZE: usize = Rules::FIRST.size() as usize;

/// How many lessons there are.
pub(in crate::session) const LESSONS: u8 = ALL.len() as u8;

const ALL: [Lesson; 3] = [
    Lesson {
        task: "Make four in a row",
        praise: "Four in a row: that wins!",
        board: [b"-----", b"-oo--", b"!xxx!", b"--o--", b"-----"],
    },
    Lesson {
        task: "Capture the white stone",
        praise: "Captured! It has left the board",
        board: [b"-----", b"--x--", b"-xox-", b"--!--", b"--o--"],
    },
    Lesson {
        task: "White has three: stop it",
        praise: "Well done: no row for White",
        board: [b"---o-", b"----o", b"-x---", b"ooo!-", b"xx-x-"],
    },
];

fn lesson(number: u8) -> &'static Lesson {
    &ALL[usize::from(number).min(ALL.len() - 1)]
}

/// The points of a lesson that have this sign.
fn points(number: u8, sign: u8) -> PointSet {
    let board = &lesson(number).board;
    Point::all(SIZE as u8)
        .filter(|point| board[usize::from(point.row())][usize::from(point.column())] == sign)
        .collect()
}

/// The position of a lesson.
pub(in crate::session) fn setup(number: u8) -> Setup {
    Setup {
        black: points(number, b'x'),
        white: points(number, b'o'),
        ..Setup::empty(SIZE as u8)
    }
}

/// A lesson on the board.
#[derive(Clone, Debug)]
pub(in crate::session) struct RowLesson {
    number: u8,
    done: bool,
}

impl RowLesson {
    pub(super) fn open(table: &mut Tabletop, number: u8) -> RowLesson {
        table.lay_row(Rules::FIRST, &setup(number));
        RowLesson { number, done: false }
    }

    /// What comes after it: the next page, or the game.
    const fn next(&self) -> Next {
        if self.number + 1 < LESSONS {
            Next::Ask(Request::RowRules(self.number + 1))
        } else {
            Next::Ask(Request::RowGo)
        }
    }
}

impl Activity for RowLesson {
    fn begin(table: &mut Tabletop) -> RowLesson {
        RowLesson::open(table, 0)
    }

    fn stroke(&mut self, table: &mut Tabletop, stroke: Stroke) -> Next {
        match stroke {
            Stroke::Press(Button::A) if self.done => return self.next(),
            Stroke::Press(Button::A) => return self.play(table, Move::Play(table.cursor())),
            Stroke::Press(Button::B) if self.done => *self = RowLesson::open(table, self.number),
            Stroke::Press(Button::B) => return Next::Ask(Request::RowRules(self.number)),
            Stroke::Press(direction @ (Button::Up | Button::Down | Button::Left | Button::Right)) => {
                table.steer(direction);
            }
            Stroke::Press(_) | Stroke::Hold(_) => {}
        }
        Next::Stay
    }

    fn play(&mut self, table: &mut Tabletop, chosen: Move) -> Next {
        let Move::Play(point) = chosen else {
            return Next::Stay;
        };
        if self.done || !table.place(chosen) {
            return Next::Stay;
        }
        if points(self.number, b'!').contains(point) {
            self.done = true;
            table.make_sound(Sound::Right);
            let praise = lesson(self.number).praise;
            table.say(Message::lasting(Tone::Good, words(format_args!("{praise}"))));
        } else {
            table.undo();
            table.make_sound(Sound::No);
            table.say(Message::passing(Tone::Plain, "Not there: look again"));
        }
        Next::Stay
    }

    fn marks(&self, table: &Tabletop) -> Marks {
        let mut marks = Marks::of(table);
        if let Some((Color::Black, row)) = Rules::FIRST.winning_rows(table.game()) {
            marks.row = row;
        }
        marks
    }

    fn face(&self, _table: &Tabletop) -> Face {
        Face {
            title: words(format_args!("{}", lesson(self.number).task)),
            stone: (!self.done).then_some(Color::Black),
            standing: if self.done {
                Standing::Right
            } else {
                Standing::Open
            },
            cursor: (!self.done).then_some(Color::Black),
            waits: false,
        }
    }

    fn line(&self, _table: &Tabletop, _lingering: Option<Button>) -> Line {
        if self.done {
            key_line(&[(Button::A, "go on"), (Button::B, "again")])
        } else {
            key_line(&[(Button::A, "play"), (Button::B, "back"), (Button::Y, "menu")])
        }
    }

    fn home(&self) -> Goal {
        Goal::RowLesson(self.number)
    }

    fn place(&self, _table: &Tabletop) -> Option<Words> {
        Some(words(format_args!("{}/{LESSONS}", self.number + 1)))
    }

    fn is_over(&self) -> bool {
        self.done
    }
}
