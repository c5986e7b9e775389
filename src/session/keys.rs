//! Buttons held and let go, and what they come to: strokes, repetitions and long presses.

/// The buttons of the handheld. Pressing the joystick is the same as `A`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Button {
    /// The joystick.
    Up,
    /// The joystick.
    Down,
    /// The joystick.
    Left,
    /// The joystick.
    Right,
    /// Plays, takes.
    A,
    /// Takes back, goes back, stops.
    B,
    /// Hints.
    X,
    /// Opens the menu.
    Y,
}

impl Button {
    /// All buttons.
    pub const ALL: [Button; 8] = [
        Button::Up,
        Button::Down,
        Button::Left,
        Button::Right,
        Button::A,
        Button::B,
        Button::X,
        Button::Y,
    ];

    /// What is printed on it.
    pub const fn name(self) -> &'static str {
        match self {
            Button::Up => "up",
            Button::Down => "down",
            Button::Left => "left",
            Button::Right => "right",
            Button::A => "A",
            Button::B => "B",
            Button::X => "X",
            Button::Y => "Y",
        }
    }

    const fn is_direction(self) -> bool {
        matches!(self, Button::Up | Button::Down | Button::Left | Button::Right)
    }
}

/// What a button came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stroke {
    /// A press, or the repetition of one.
    Press(Button),
    /// It was held for long.
    Hold(Button),
}

/// A direction repeats after this long, in milliseconds …
const FIRST_REPEAT: u16 = 300;
/// … then this often …
const REPEAT: u16 = 120;
/// … and after this many repetitions faster still.
const FAST_AFTER: u8 = 5;
const FAST_REPEAT: u16 = 50;
/// After this many, whoever holds it wants to get far.
const FAR_AFTER: u8 = 14;
/// A press this long is a long one.
const LONG: u16 = 600;
/// After this long, a hint says what a long press would do.
const LINGERS: u16 = 250;

/// A button that may become a short or a long press.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pending {
    pub(super) button: Button,
    /// It has been down for a while: a long press may be wanted.
    pub(super) lingers: bool,
}

/// The button that is down. Of several, the newest counts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Keys {
    down: Option<Held>,
}

#[derive(Clone, Copy, Debug)]
struct Held {
    button: Button,
    /// Since it was pressed or repeated, in milliseconds.
    since: u16,
    repeats: u8,
    /// It has counted.
    told: bool,
}

impl Keys {
    /// A button goes down. It counts at once, unless a long press of it means something else: then it counts when
    /// it is let go.
    pub(super) fn press(&mut self, button: Button, may_be_long: bool) -> Option<Stroke> {
        self.down = Some(Held {
            button,
            since: 0,
            repeats: 0,
            told: !may_be_long,
        });
        (!may_be_long).then_some(Stroke::Press(button))
    }

    /// Whether a button is down.
    pub(super) const fn is_down(self) -> bool {
        self.down.is_some()
    }

    /// The button that is down and has not counted yet.
    pub(super) fn pending(self) -> Option<Pending> {
        let held = self.down.filter(|held| !held.told)?;
        Some(Pending {
            button: held.button,
            lingers: held.since >= LINGERS,
        })
    }

    /// A button is let go.
    pub(super) fn release(&mut self, button: Button) -> Option<Stroke> {
        let held = self.down.filter(|held| held.button == button)?;
        self.down = None;
        (!held.told).then_some(Stroke::Press(button))
    }

    /// Time goes by.
    pub(super) fn tick(&mut self, ms: u16) -> Option<Stroke> {
        let held = self.down.as_mut()?;
        held.since = held.since.saturating_add(ms);
        if held.button.is_direction() {
            // Held across two screens, it stays still on the second.
            if held.repeats == u8::MAX {
                return None;
            }
            let wait = match held.repeats {
                0 => FIRST_REPEAT,
                1..FAST_AFTER => REPEAT,
                _ => FAST_REPEAT,
            };
            if held.since < wait {
                return None;
            }
            held.since -= wait;
            held.repeats = (held.repeats + 1).min(FAR_AFTER);
            return Some(Stroke::Press(held.button));
        }
        if held.told || held.since < LONG {
            return None;
        }
        held.told = true;
        Some(Stroke::Hold(held.button))
    }

    /// Whether a direction has been held for so long that single steps are too small.
    pub(super) fn goes_far(self) -> bool {
        self.down.is_some_and(|held| held.repeats == FAR_AFTER)
    }

    /// Forgets what is down, so that a button held across two screens does nothing on the second.
    pub(super) fn forget(&mut self) {
        if let Some(held) = &mut self.down {
            held.told = true;
            held.repeats = u8::MAX;
        }
    }
}
