//! The trainer in a terminal: as pixels where they fit, in signs where they do not.
//!
//! * [`play`] takes the terminal over and lets the player play.
//! * `graphics` sends pictures, `blocks` makes them of half blocks, [`signs`] of letters and lines; `look` has the signs.
//! * `keys` understands the keyboard; `ask` asks what the terminal can do; `screen` and `signals` give it back at the end.

mod ask;
mod blocks;
mod graphics;
mod keys;
mod look;
mod screen;
mod show;
mod signals;
pub mod signs;

pub use look::{Colors, Look};

use std::io;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event as Input, MouseButton, MouseEvent, MouseEventKind};
use shikatsu::session::keys::{Button, Stroke};
use shikatsu::session::{Effects, Event, Rest, Session, World};

use super::stage::{BREATH, Clock, Stage};
use keys::{Key, key};
use show::Show;

/// How often the terminal is looked at when nothing moves.
const NAP: Duration = Duration::from_millis(500);

/// How the player wants the terminal to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wishes {
    /// The signs and colours.
    pub look: Look,
    /// Signs, even where pixels would fit.
    pub signs: bool,
    /// Pixels at half size, where the terminal is too small for all of them.
    pub half: bool,
}

/// Plays in the terminal until the player leaves.
pub fn play(stage: &mut Stage<'_>, wishes: Wishes) -> io::Result<()> {
    screen::taken_over(|| run(stage, Show::new(wishes)?))
}

fn run(stage: &mut Stage<'_>, show: Show) -> io::Result<()> {
    let mut seat = Seat {
        show,
        clock: Clock::new(),
        has_input: false,
        leaves: false,
        trouble: None,
    };
    while !seat.leaves {
        seat.show.draw(stage.picture())?;
        let patience = match stage.rest() {
            Rest::None => Duration::ZERO,
            Rest::Frame => BREATH,
            Rest::Long => NAP,
        };
        seat.has_input = event::poll(patience)?;
        seat.clock.begin_turn(BREATH);
        stage.turn(&mut seat);
        if let Some(trouble) = seat.trouble.take() {
            return Err(trouble);
        }
    }
    Ok(())
}

/// Where the player sits: the terminal, as the trainer's world.
struct Seat {
    show: Show,
    clock: Clock,
    /// Something came in and was not read yet.
    has_input: bool,
    leaves: bool,
    /// Why the terminal cannot be read any more.
    trouble: Option<io::Error>,
}

impl World for Seat {
    fn elapsed(&mut self) -> u16 {
        self.clock.elapsed()
    }

    /// All that has come in is dealt with before the next picture: a held key must not run on.
    fn event(&mut self, session: &Session<'_>) -> Option<Event> {
        while self.has_input && !self.leaves {
            let heard = match self.read() {
                Ok(input) => self.meaning(&input, session),
                Err(trouble) => {
                    self.has_input = false;
                    self.trouble = Some(trouble);
                    None
                }
            };
            if heard.is_some() {
                return heard;
            }
        }
        None
    }

    fn slice(&mut self, _slices: u32) -> Option<u32> {
        self.clock.slice().filter(|_| !self.leaves)
    }

    /// The terminal is silent, and its packs are files.
    fn act(&mut self, _effects: Effects) {}
}

impl Seat {
    fn read(&mut self) -> io::Result<Input> {
        let input = event::read()?;
        self.has_input = event::poll(Duration::ZERO)?;
        Ok(input)
    }

    /// What an input means to the trainer; what it means to the terminal is done here.
    fn meaning(&mut self, input: &Input, session: &Session<'_>) -> Option<Event> {
        match input {
            Input::Key(event) => match key(*event)? {
                Key::Stroke(stroke) => return Some(Event::Stroke(stroke)),
                Key::Redraw => self.show.forget(),
                Key::Suspend => {
                    self.trouble = screen::suspended().err();
                    self.show.forget();
                }
                Key::Step(step) => return Some(Event::Step(step)),
                Key::Help => return Some(Event::Help),
                // The key asks first where something would be lost; Ctrl-C does not.
                Key::Quit if session.has_unkept() && event.modifiers.is_empty() => {
                    return Some(Event::Stroke(Stroke::Hold(Button::B)));
                }
                Key::Quit => self.leaves = true,
            },
            Input::Mouse(event) => return self.pointed(*event, session),
            Input::Resize(..) => self.show.forget(),
            _ => {}
        }
        None
    }

    fn pointed(&self, mouse: MouseEvent, session: &Session<'_>) -> Option<Event> {
        let stroke = |button| Some(Event::Stroke(Stroke::Press(button)));
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                let target = self.show.hit(&session.picture(), mouse.column, mouse.row)?;
                Some(Event::Touch(target))
            }
            MouseEventKind::Down(MouseButton::Right) => stroke(Button::B),
            MouseEventKind::ScrollUp => stroke(Button::Up),
            MouseEventKind::ScrollDown => stroke(Button::Down),
            _ => None,
        }
    }
}
