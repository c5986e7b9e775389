//! The trainer in a terminal: as pixels where they fit, in signs where they do not.
//!
//! * [`play`] takes the terminal over and lets somebody play.
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
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{self, Event as Input, MouseButton, MouseEventKind};
use shikatsu::session::Event;
use shikatsu::session::keys::{Button, Stroke};

use super::stage::{BREATH, Stage};
use keys::{Key, key};
use show::Show;

/// How often one looks up when nothing moves.
const NAP: Duration = Duration::from_millis(500);

/// How somebody wants the terminal to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wishes {
    /// The signs and colours.
    pub look: Look,
    /// Signs, even where pixels would fit.
    pub signs: bool,
    /// Pixels at half size, where the terminal is too small for all of them.
    pub half: bool,
}

/// Whether to go on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Stay,
    Leave,
}

/// Lets somebody play in the terminal until they leave.
pub fn play(stage: &mut Stage<'_>, wishes: Wishes) -> io::Result<()> {
    screen::taken_over(|| run(stage, &mut Show::new(wishes)?))
}

fn run(stage: &mut Stage<'_>, show: &mut Show) -> io::Result<()> {
    let mut last = Instant::now();
    loop {
        show.draw(stage.picture())?;
        let patience = match (stage.is_thinking(), stage.moves()) {
            (true, _) => Duration::ZERO,
            (false, true) => BREATH,
            (false, false) => NAP,
        };
        let mut waiting = event::poll(patience)?;
        let now = Instant::now();
        let gone = now.duration_since(last).as_millis().min(u128::from(u16::MAX)) as u16;
        last += Duration::from_millis(gone.into());
        // First the time that went by, then the key: otherwise it would count as time after the key.
        stage.pass(gone);
        // All that has come in is dealt with before the next picture: a held key must not run on.
        while waiting {
            if take(&event::read()?, stage, show) == Next::Leave {
                return Ok(());
            }
            waiting = event::poll(Duration::ZERO)?;
        }
        stage.think(now + BREATH);
    }
}

fn take(input: &Input, stage: &mut Stage<'_>, show: &mut Show) -> Next {
    match input {
        Input::Key(event) => match key(*event) {
            Some(Key::Stroke(stroke)) => stage.on(Event::Stroke(stroke)),
            Some(Key::Redraw) => show.forget(),
            Some(Key::Quit) => return Next::Leave,
            None => {}
        },
        Input::Mouse(event) => {
            let stroke = |button| Event::Stroke(Stroke::Press(button));
            match event.kind {
                MouseEventKind::Down(MouseButton::Left) => {
                    if let Some(target) = show.hit(stage.picture(), event.column, event.row) {
                        stage.on(Event::Touch(target));
                    }
                }
                MouseEventKind::Down(MouseButton::Right) => stage.on(stroke(Button::B)),
                MouseEventKind::ScrollUp => stage.on(stroke(Button::Up)),
                MouseEventKind::ScrollDown => stage.on(stroke(Button::Down)),
                _ => {}
            }
        }
        Input::Resize(..) => show.forget(),
        _ => {}
    }
    Next::Stay
}
