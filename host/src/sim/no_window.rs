//! In place of the window, in a program that was built without one: a static program cannot load the system's window libraries.

use super::stage::Stage;

/// A window that cannot be opened.
pub enum Pane {}

impl Pane {
    /// Says why there is none.
    pub fn open(_scale: usize) -> Result<Pane, String> {
        Err("this program was built without one; the terminal has the same trainer".to_string())
    }

    /// Is never reached, since there is no such window.
    pub fn play(self, _stage: &mut Stage<'_>) -> Result<(), String> {
        match self {}
    }
}
