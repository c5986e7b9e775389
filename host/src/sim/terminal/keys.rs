//! The keys and the mouse of a terminal. It does not tell when a key comes up, so long presses have keys of their own.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use shikatsu::session::keys::{Button, Stroke};

/// What a key means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Key {
    /// Something for the session.
    Stroke(Stroke),
    /// The end.
    Quit,
    /// Draw everything again.
    Redraw,
    /// Let the shell have the terminal for a while.
    Suspend,
    /// Another problem, so many places further on.
    Step(i8),
    /// The help.
    Help,
}

/// What keys are called in the line below, what they do, and how soon that goes when there is no room.
pub(super) const HELP: [(&str, &str, u8); 9] = [
    ("Enter", "play", 1),
    ("Backspace", "back", 2),
    ("h", "hint", 2),
    ("m", "menu", 1),
    ("p", "pass", 3),
    ("r", "restart", 4),
    ("f", "redo", 5),
    ("z", "whole board", 5),
    ("q", "quit", 0),
];

/// What a key that was pressed means, if anything.
pub(super) fn key(event: KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    match event.code {
        KeyCode::Char('c' | 'q') if control => Some(Key::Quit),
        KeyCode::Char('l') if control => Some(Key::Redraw),
        KeyCode::Char('z') if control => Some(Key::Suspend),
        // Some terminals send this for Backspace.
        KeyCode::Char('h') if control => Some(Key::Stroke(Stroke::Press(Button::B))),
        _ if control || event.modifiers.contains(KeyModifiers::ALT) => None,
        KeyCode::Char('q') => Some(Key::Quit),
        KeyCode::Char('n') => Some(Key::Step(1)),
        KeyCode::Char('?') | KeyCode::F(1) => Some(Key::Help),
        code => pressed(code).or_else(|| held(code)).map(Key::Stroke),
    }
}

fn pressed(code: KeyCode) -> Option<Stroke> {
    let button = match code {
        KeyCode::Up => Button::Up,
        KeyCode::Down => Button::Down,
        KeyCode::Left => Button::Left,
        KeyCode::Right => Button::Right,
        KeyCode::Enter | KeyCode::Char(' ' | 'a') => Button::A,
        KeyCode::Backspace | KeyCode::Delete | KeyCode::Esc | KeyCode::Char('b') => Button::B,
        KeyCode::Char('x' | 'h') => Button::X,
        KeyCode::Tab | KeyCode::Char('y' | 'm') => Button::Y,
        _ => return None,
    };
    Some(Stroke::Press(button))
}

fn held(code: KeyCode) -> Option<Stroke> {
    let button = match code {
        KeyCode::Char('A' | 'p') => Button::A,
        KeyCode::Char('B' | 'r') => Button::B,
        KeyCode::Char('X' | 'f') => Button::X,
        KeyCode::Char('Y' | 'z') => Button::Y,
        _ => return None,
    };
    Some(Stroke::Hold(button))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(code: KeyCode, modifiers: KeyModifiers) -> Option<Key> {
        key(KeyEvent::new(code, modifiers))
    }

    #[test]
    fn the_four_buttons_are_letters_and_capitals_hold_them() {
        for (small, capital, button) in [
            ('a', 'A', Button::A),
            ('b', 'B', Button::B),
            ('x', 'X', Button::X),
            ('y', 'Y', Button::Y),
        ] {
            let small = press(KeyCode::Char(small), KeyModifiers::NONE);
            assert_eq!(small, Some(Key::Stroke(Stroke::Press(button))));
            let capital = press(KeyCode::Char(capital), KeyModifiers::SHIFT);
            assert_eq!(capital, Some(Key::Stroke(Stroke::Hold(button))));
        }
    }

    #[test]
    fn every_key_that_is_told_about_does_something() {
        for (name, ..) in HELP {
            let code = match name {
                "Enter" => KeyCode::Enter,
                "Backspace" => KeyCode::Backspace,
                letter => KeyCode::Char(letter.chars().next().unwrap()),
            };
            assert!(press(code, KeyModifiers::NONE).is_some(), "{name}");
        }
    }

    #[test]
    fn a_held_key_repeats_and_a_released_one_does_nothing() {
        let event = |kind| KeyEvent::new_with_kind(KeyCode::Left, KeyModifiers::NONE, kind);
        let left = Some(Key::Stroke(Stroke::Press(Button::Left)));
        assert_eq!(key(event(KeyEventKind::Repeat)), left);
        assert_eq!(key(event(KeyEventKind::Release)), None);
    }

    #[test]
    fn ctrl_c_leaves_and_other_combinations_do_nothing_by_accident() {
        assert_eq!(press(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Key::Quit));
        assert_eq!(
            press(KeyCode::Char('z'), KeyModifiers::CONTROL),
            Some(Key::Suspend)
        );
        assert_eq!(press(KeyCode::Char('a'), KeyModifiers::CONTROL), None);
        assert_eq!(press(KeyCode::Char('b'), KeyModifiers::ALT), None);
        assert_eq!(press(KeyCode::F(9), KeyModifiers::NONE), None);
    }
}
