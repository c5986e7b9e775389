//! From the terminal's key presses to the keys of the simulator.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::words::Action;

/// A key as the simulator knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// Moves the cursor.
    Move(Direction),
    /// Adds to the typed line.
    Type(char),
    /// Does what the typed line says; plays at the cursor if there is none.
    Enter,
    /// Plays at the cursor; in a typed line it means nothing.
    Space,
    /// Shortens the typed line; takes a move back if there is none.
    Erase,
    /// Clears the typed line, or closes the help.
    Escape,
    /// Does something at once, whatever was typed.
    Do(Action),
}

/// Where to move the cursor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// One line up.
    Up,
    /// One line down.
    Down,
    /// One line to the left.
    Left,
    /// One line to the right.
    Right,
    /// To the left end of the line.
    FarLeft,
    /// To the right end of the line.
    FarRight,
}

/// The key that was pressed, if it is one that means something.
pub(super) fn key(event: KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    Some(match event.code {
        KeyCode::Char(c) if control => controlled(c)?,
        _ if event.modifiers.contains(KeyModifiers::ALT) => return None,
        KeyCode::Up => Key::Move(Direction::Up),
        KeyCode::Down => Key::Move(Direction::Down),
        KeyCode::Left => Key::Move(Direction::Left),
        KeyCode::Right => Key::Move(Direction::Right),
        KeyCode::Home => Key::Move(Direction::FarLeft),
        KeyCode::End => Key::Move(Direction::FarRight),
        KeyCode::Enter => Key::Enter,
        KeyCode::Char(' ') => Key::Space,
        KeyCode::Backspace | KeyCode::Delete => Key::Erase,
        KeyCode::Esc => Key::Escape,
        KeyCode::Tab | KeyCode::PageDown => Key::Do(Action::Next),
        KeyCode::BackTab | KeyCode::PageUp => Key::Do(Action::Previous),
        KeyCode::F(1) | KeyCode::Char('?') => Key::Do(Action::Help),
        KeyCode::F(2) => Key::Do(Action::Whole),
        KeyCode::F(3) => Key::Do(Action::Answer),
        KeyCode::Char(c) => Key::Type(c),
        _ => return None,
    })
}

/// What a letter means together with Ctrl.
fn controlled(letter: char) -> Option<Key> {
    Some(match letter.to_ascii_lowercase() {
        'z' => Key::Do(Action::Undo),
        'y' => Key::Do(Action::Redo),
        'r' => Key::Do(Action::Restart),
        'p' => Key::Do(Action::Pass),
        'c' | 'q' => Key::Do(Action::Quit),
        // Some terminals send this for Backspace.
        'h' => Key::Erase,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(code: KeyCode, modifiers: KeyModifiers) -> Option<Key> {
        key(KeyEvent::new(code, modifiers))
    }

    #[test]
    fn letters_are_typed_and_with_ctrl_they_act() {
        assert_eq!(
            press(KeyCode::Char('z'), KeyModifiers::NONE),
            Some(Key::Type('z'))
        );
        assert_eq!(
            press(KeyCode::Char('Z'), KeyModifiers::SHIFT),
            Some(Key::Type('Z'))
        );
        assert_eq!(
            press(KeyCode::Char('z'), KeyModifiers::CONTROL),
            Some(Key::Do(Action::Undo))
        );
        assert_eq!(
            press(KeyCode::Char('c'), KeyModifiers::CONTROL),
            Some(Key::Do(Action::Quit))
        );
        assert_eq!(press(KeyCode::Char('z'), KeyModifiers::ALT), None);
    }

    #[test]
    fn a_held_key_repeats_and_a_released_one_does_nothing() {
        let event = |kind| KeyEvent::new_with_kind(KeyCode::Left, KeyModifiers::NONE, kind);
        assert_eq!(key(event(KeyEventKind::Repeat)), Some(Key::Move(Direction::Left)));
        assert_eq!(key(event(KeyEventKind::Release)), None);
    }

    #[test]
    fn the_space_bar_and_the_answer_have_keys_of_their_own() {
        assert_eq!(press(KeyCode::Char(' '), KeyModifiers::NONE), Some(Key::Space));
        assert_eq!(
            press(KeyCode::F(3), KeyModifiers::NONE),
            Some(Key::Do(Action::Answer))
        );
    }

    #[test]
    fn keys_without_a_meaning_are_ignored() {
        assert_eq!(press(KeyCode::F(9), KeyModifiers::NONE), None);
        assert_eq!(press(KeyCode::Char('k'), KeyModifiers::CONTROL), None);
    }
}
