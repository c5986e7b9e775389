//! Takes the terminal over and gives it back, whatever happens: at the end, after an error, in a panic,
//! on a signal.

use std::io::{self, Write};
use std::panic;
use std::sync::{Arc, Mutex, PoisonError};

use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use super::signals::{close_on_signal, stop};

/// A terminal that has been taken over; whoever is first to close it does, the others find it closed.
struct Screen<W: Write> {
    out: Mutex<Option<W>>,
}

impl<W: Write> Screen<W> {
    /// Shows an empty page in place of what the terminal showed, which is kept.
    fn open(mut out: W) -> io::Result<Arc<Screen<W>>> {
        execute!(out, EnterAlternateScreen, Hide, EnableMouseCapture)?;
        Ok(Arc::new(Screen {
            out: Mutex::new(Some(out)),
        }))
    }

    /// Brings back what was there before. A terminal that is gone needs nothing.
    fn close(&self) {
        let out = self.out.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(mut out) = out {
            let _ = disable_raw_mode();
            let _ = execute!(out, DisableMouseCapture, LeaveAlternateScreen, Show);
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

/// Takes the terminal over while `work` runs, and gives it back whatever happens.
pub(super) fn taken_over<T>(work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
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

    let result = work();
    drop(closing);
    panic::set_hook(Box::new(move |info| earlier(info)));
    result
}

/// Gives the terminal back to the shell until the player comes back, as Ctrl-Z does everywhere.
pub(super) fn suspended() -> io::Result<()> {
    execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, Show)?;
    disable_raw_mode()?;
    stop();
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, Hide, EnableMouseCapture)
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

    fn opened() -> String {
        written(&|out| execute!(out, EnterAlternateScreen, Hide, EnableMouseCapture))
    }

    fn closed() -> String {
        written(&|out| execute!(out, DisableMouseCapture, LeaveAlternateScreen, Show))
    }

    fn written(write: &dyn Fn(&mut Paper) -> io::Result<()>) -> String {
        let mut paper = Paper::default();
        write(&mut paper).unwrap();
        paper.text()
    }

    #[test]
    fn the_terminal_is_given_back_at_the_end() {
        let paper = Paper::default();
        let closing = Closing(Screen::open(paper.clone()).unwrap());
        assert_eq!(paper.text(), opened());
        drop(closing);
        assert_eq!(paper.text(), [opened(), closed()].concat());
    }

    #[test]
    fn the_terminal_is_given_back_once_however_many_close_it() {
        let paper = Paper::default();
        let screen = Screen::open(paper.clone()).unwrap();
        let closing = Closing(Arc::clone(&screen));
        screen.close();
        screen.close();
        drop(closing);
        assert_eq!(paper.text(), [opened(), closed()].concat());
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
        assert_eq!(paper.text(), [opened(), closed()].concat());
    }
}
