//! The trainer in a window: the very pixels, enlarged.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::{Duration, Instant};

use minifb::{InputCallback, Key, MouseButton, MouseMode, ScaleMode, Window, WindowOptions};
use shikatsu::session::keys::{Button, Stroke};
use shikatsu::session::picture::Picture;
use shikatsu::session::{Effects, Event, Session, World};
use shikatsu::view::{self, SCREEN};
use shikatsu_toolkit::picture::{Canvas, rgb};

use super::clicks::Clicks;
use super::press::{Kind, Press};
use super::stage::{Clock, Stage};

const SIDE: usize = SCREEN as usize;
/// How often the window is asked for news.
const BEAT: Duration = Duration::from_millis(8);
/// How often everything is drawn again, since the window does not tell when another one covered it.
const REFRESH: Duration = Duration::from_millis(250);

/// Keys of the keyboard that are buttons: they go down and come up.
const BUTTONS: [(Key, Button); 15] = [
    (Key::Up, Button::Up),
    (Key::Down, Button::Down),
    (Key::Left, Button::Left),
    (Key::Right, Button::Right),
    (Key::A, Button::A),
    (Key::Enter, Button::A),
    (Key::Space, Button::A),
    (Key::B, Button::B),
    (Key::Backspace, Button::B),
    (Key::Escape, Button::B),
    (Key::X, Button::X),
    (Key::H, Button::X),
    (Key::Y, Button::Y),
    (Key::M, Button::Y),
    (Key::Tab, Button::Y),
];

/// Keys that stand for long presses.
const HOLDS: [(Key, Button); 4] = [
    (Key::P, Button::A),
    (Key::R, Button::B),
    (Key::F, Button::X),
    (Key::Z, Button::Y),
];

/// What other keys ask for.
const fn wish(key: Key) -> Option<Event> {
    match key {
        Key::N => Some(Event::Step(1)),
        Key::Slash | Key::F1 => Some(Event::Help),
        Key::L => Some(Event::Life),
        _ => None,
    }
}

/// Keys that went down (true) and came up, in that order. What happens between two looks is not lost.
#[derive(Clone, Default)]
struct Strokes(Rc<RefCell<Vec<(Key, bool)>>>);

impl InputCallback for Strokes {
    fn add_char(&mut self, _letter: u32) {}

    fn set_key_state(&mut self, key: Key, is_down: bool) {
        self.0.borrow_mut().push((key, is_down));
    }
}

/// A window that is open.
pub struct Pane {
    window: Window,
    strokes: Strokes,
    pixels: Vec<u32>,
    shown: Option<Picture>,
    drawn: Instant,
    /// The keys that are down and are buttons.
    down: Vec<Key>,
    /// Who hears of every press of the mouse, where there is such a one.
    clicks: Option<Clicks>,
    /// The buttons of the mouse as they were when the window was asked last.
    mouse_was_down: bool,
    right_was_down: bool,
    /// Presses that the session has not heard yet.
    presses: VecDeque<Press>,
    /// What the keys came to and the session has not heard yet.
    events: VecDeque<Event>,
    clock: Clock,
    /// The player wants to leave.
    leaves: bool,
}

impl Pane {
    /// Opens a window in which a pixel is a square of `scale` dots; or says why not.
    pub fn open(scale: usize) -> Result<Pane, String> {
        let options = WindowOptions {
            resize: true,
            scale_mode: ScaleMode::AspectRatioStretch,
            ..WindowOptions::default()
        };
        let mut window = Window::new("Shikatsu", SIDE * scale, SIDE * scale, options)
            .map_err(|error| error.to_string())?;
        // The clock is here: a window that waits by itself would wait at the wrong time.
        window.set_target_fps(0);
        let strokes = Strokes::default();
        window.set_input_callback(Box::new(strokes.clone()));
        let clicks = Clicks::over(window.get_window_handle() as usize as u32);
        Ok(Pane {
            window,
            clicks,
            strokes,
            pixels: Vec::new(),
            shown: None,
            drawn: Instant::now(),
            down: Vec::new(),
            mouse_was_down: false,
            right_was_down: false,
            presses: VecDeque::new(),
            events: VecDeque::new(),
            clock: Clock::new(),
            leaves: false,
        })
    }

    /// Plays until the window is closed.
    pub fn play(mut self, stage: &mut Stage<'_>) -> Result<(), String> {
        while self.window.is_open() && !self.leaves {
            self.show(stage.picture())?;
            let next = self.clock.begin_turn(BEAT);
            self.take_keys();
            self.take_presses();
            if self.leaves && stage.has_unkept() {
                // Asks first, since something would be lost.
                self.leaves = false;
                self.events.push_back(Event::Stroke(Stroke::Hold(Button::B)));
            }
            stage.turn(&mut self);
            std::thread::sleep(next.saturating_duration_since(Instant::now()));
        }
        Ok(())
    }

    /// Shows a picture, and hears what the window has to tell.
    fn show(&mut self, picture: &Picture) -> Result<(), String> {
        if self.shown.as_ref() != Some(picture) {
            let dot = |[red, green, blue]: [u8; 3]| u32::from_be_bytes([0, red, green, blue]);
            let canvas = Canvas::of(picture);
            self.pixels = canvas.pixels().iter().map(|&pixel| dot(rgb(pixel))).collect();
            self.shown = Some(picture.clone());
        } else if self.drawn.elapsed() < REFRESH {
            self.window.update();
            return Ok(());
        }
        self.drawn = Instant::now();
        self.window
            .update_with_buffer(&self.pixels, SIDE, SIDE)
            .map_err(|error| error.to_string())
    }

    fn take_keys(&mut self) {
        for (key, is_down) in self.strokes.0.take() {
            self.take_key(key, is_down);
        }
        if !self.window.is_active() {
            // A window that is not looked at hears no key come up.
            for key in std::mem::take(&mut self.down) {
                self.take_key(key, false);
            }
        }
    }

    fn take_key(&mut self, key: Key, is_down: bool) {
        let of = |keys: &[(Key, Button)]| {
            keys.iter()
                .find(|(name, _)| *name == key)
                .map(|&(_, button)| button)
        };
        if let Some(button) = of(&BUTTONS) {
            let was_down = self.down.contains(&key);
            self.down.retain(|&other| other != key);
            match (was_down, is_down) {
                // The keyboard repeats by itself; so does the session, faster.
                (true, true) => self.down.push(key),
                (false, true) => {
                    self.down.push(key);
                    self.events.push_back(Event::Down(button));
                }
                (_, false) => self.events.push_back(Event::Up(button)),
            }
        } else if let Some(button) = of(&HOLDS).filter(|_| is_down) {
            self.events.push_back(Event::Stroke(Stroke::Hold(button)));
        } else if let (true, Some(event)) = (is_down, wish(key)) {
            self.events.push_back(event);
        } else if key == Key::Q {
            self.leaves = true;
        }
    }

    /// Takes in what the mouse did, once for each press.
    fn take_presses(&mut self) {
        if let Some(clicks) = &self.clicks {
            while let Some(press) = clicks.next() {
                self.presses.push_back(press);
            }
            return;
        }
        let (left, right) = (
            self.window.get_mouse_down(MouseButton::Left),
            self.window.get_mouse_down(MouseButton::Right),
        );
        let wheel = self.window.get_scroll_wheel().map_or(0.0, |(_, turned)| turned);
        let heard = [
            (wheel > 0.0, Kind::WheelUp),
            (wheel < 0.0, Kind::WheelDown),
            (
                !std::mem::replace(&mut self.right_was_down, right) && right,
                Kind::Right,
            ),
            (
                !std::mem::replace(&mut self.mouse_was_down, left) && left,
                Kind::Left,
            ),
        ];
        // Outside of the window they are no presses, but what is held there is not pressed anew when it comes in.
        let Some(place) = self.window.get_unscaled_mouse_pos(MouseMode::Discard) else {
            return;
        };
        let heard = heard.into_iter().filter(|&(is_new, _)| is_new);
        self.presses.extend(heard.map(|(_, kind)| Press { kind, place }));
    }

    /// What a press asks for. The wheel and the other button work as in the terminal.
    fn meant(&self, press: Press, session: &Session<'_>) -> Option<Event> {
        let stroke = |button| Some(Event::Stroke(Stroke::Press(button)));
        match press.kind {
            Kind::WheelUp => stroke(Button::Up),
            Kind::WheelDown => stroke(Button::Down),
            Kind::Right => stroke(Button::B),
            Kind::Left => {
                let (x, y) = pixel(press.place, self.window.get_size())?;
                view::hit(&session.picture(), x, y).map(Event::Touch)
            }
        }
    }
}

impl World for Pane {
    fn elapsed(&mut self) -> u16 {
        self.clock.elapsed()
    }

    fn event(&mut self, session: &Session<'_>) -> Option<Event> {
        // The keys first: what the mouse points at may have changed by them.
        if let Some(event) = self.events.pop_front() {
            return Some(event);
        }
        while let Some(press) = self.presses.pop_front() {
            if let Some(event) = self.meant(press, session) {
                return Some(event);
            }
        }
        None
    }

    fn slice(&mut self, _slices: u32) -> Option<u32> {
        self.clock.slice()
    }

    /// The window has no speaker, and its packs are files.
    fn act(&mut self, _effects: Effects) {}
}

/// The pixel below the mouse, in a window of any size: the screen is in its middle, as large as it can be.
fn pixel((x, y): (f32, f32), (width, height): (usize, usize)) -> Option<(i32, i32)> {
    let side = width.min(height);
    let place = |dot: f32, room: usize| {
        let inside = (dot as usize).checked_sub((room - side) / 2)?;
        (inside < side).then(|| (inside * SIDE / side) as i32)
    };
    Some((place(x, width)?, place(y, height)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mouse_finds_its_pixel_in_windows_of_any_shape() {
        assert_eq!(pixel((0.0, 0.0), (480, 480)), Some((0, 0)));
        assert_eq!(pixel((479.9, 240.5), (480, 480)), Some((239, 120)));
        assert_eq!(pixel((100.0, 0.0), (680, 480)), Some((0, 0)));
        assert_eq!(pixel((99.0, 0.0), (680, 480)), None);
        assert_eq!(pixel((580.0, 0.0), (680, 480)), None);
        assert_eq!(pixel((10.0, 130.0), (240, 300)), Some((10, 100)));
        assert_eq!(pixel((0.0, 0.0), (0, 0)), None);
    }

    #[test]
    fn no_key_means_two_things() {
        let keys: Vec<Key> = BUTTONS.iter().chain(&HOLDS).map(|&(key, _)| key).collect();
        for (place, key) in keys.iter().enumerate() {
            assert!(!keys[..place].contains(key) && *key != Key::Q, "{key:?}");
        }
    }
}
