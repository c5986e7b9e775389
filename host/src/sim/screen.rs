//! Takes the terminal over and gives it back, whatever happens: at the end, after an error, in a panic,
//! on a signal.

use std::io::{self, Write};
use std::panic;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use super::draw::draw;
use super::keys::key;
use super::look::Look;
use super::signals::close_on_signal;
use super::state::{Next, Sim};

/// A terminal that has been taken over; whoever is first to close it does, the others find it closed.
struct Screen<W: Write> {
    out: Mutex<Option<W>>,
}

impl<W: Write> Screen<W> {
    /// Shows an empty page in place of what the terminal showed, which is kept.
    fn open(mut out: W) -> io::Result<Arc<Screen<W>>> {
        execute!(out, EnterAlternateScreen, Hide)?;
        Ok(Arc::new(Screen {
            out: Mutex::new(Some(out)),
        }))
    }

    /// Brings back what was there before. A terminal that is gone needs nothing.
    fn close(&self) {
        let out = self.out.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(mut out) = out {
            let _ = disable_raw_mode();
            let _ = execute!(out, LeaveAlternateScreen, Show);
        }
    }
}

/// Closes a screen on the way out.
struct Closing<W: Write>(Arc<Screen<W>>);

impl<W: Write> Drop for Closing<W> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Lets people play in the terminal until they leave.
pub fn play(sim: &mut Sim, look: Look) -> io::Result<()> {
    enable_raw_mode()?;
    let screen = Screen::open(io::stdout()).inspect_err(|_| {
        let _ = disable_raw_mode();
    })?;
    let closing = Closing(Arc::clone(&screen));

    // The words of a panic belong on the page that stays.
    let earlier = Arc::new(panic::take_hook());
    let (told, hooked) = (Arc::clone(&earlier), Arc::clone(&screen));
    panic::set_hook(Box::new(move |info| {
        hooked.close();
        told(info);
    }));
    close_on_signal(move || screen.close())?;

    let result = run(sim, look);
    drop(closing);
    panic::set_hook(Box::new(move |info| earlier(info)));
    result
}

fn run(sim: &mut Sim, look: Look) -> io::Result<()> {
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    loop {
        terminal.draw(|frame| draw(sim, look, frame.area(), frame.buffer_mut()))?;
        // All that has come in is dealt with before the next picture: a held key must not run on.
        loop {
            if let Event::Key(event) = event::read()?
                && let Some(key) = key(event)
                && sim.on(key) == Next::Leave
            {
                return Ok(());
            }
            if !event::poll(Duration::ZERO)? {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Something to write on that can be read afterwards.
    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Paper {
        fn text(&self) -> String {
            String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
        }
    }

    const OPENED: &str = "\u{1b}[?1049h\u{1b}[?25l";
    const CLOSED: &str = "\u{1b}[?1049l\u{1b}[?25h";

    #[test]
    fn the_terminal_is_given_back_at_the_end() {
        let paper = Paper::default();
        let closing = Closing(Screen::open(paper.clone()).unwrap());
        assert_eq!(paper.text(), OPENED);
        drop(closing);
        assert_eq!(paper.text(), [OPENED, CLOSED].concat());
    }

    #[test]
    fn the_terminal_is_given_back_once_however_many_close_it() {
        let paper = Paper::default();
        let screen = Screen::open(paper.clone()).unwrap();
        let closing = Closing(Arc::clone(&screen));
        screen.close();
        screen.close();
        drop(closing);
        assert_eq!(paper.text(), [OPENED, CLOSED].concat());
    }

    #[test]
    fn the_terminal_is_given_back_in_a_panic() {
        let paper = Paper::default();
        let written = paper.clone();
        let panicked = panic::catch_unwind(move || {
            let _closing = Closing(Screen::open(written).unwrap());
            panic!("on purpose");
        });
        assert!(panicked.is_err());
        assert_eq!(paper.text(), [OPENED, CLOSED].concat());
    }
}
