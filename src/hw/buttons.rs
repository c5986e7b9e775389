//! The buttons: debounced, and asleep while nobody touches them.
//!
//! A change counts at once, so that a key is felt at once; then its pin is not looked at until its contacts have settled.
//!
//! While the flash is erased or written nobody can look, for 45 ms and more. But the chip latches the edges of every pin, so a button that was
//! pressed and let go meanwhile is found out afterwards. At other times a lone edge is only a bounce.

use core::future::poll_fn;
use core::task::Poll;

use embassy_futures::select::{select, select_slice};
use embassy_rp::Peri;
use embassy_rp::gpio::{AnyPin, Input, Pin as _, Pull};
use embassy_rp::pac::IO_BANK0;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::channel::Channel;
use embassy_time::{Duration, Instant, Timer};
use heapless::Vec;
use shikatsu::session::keys::Button;

use super::storage::blinks;

/// No board has more.
const MOST: usize = 9;
/// Contacts have settled after this long.
const SETTLED: Duration = Duration::from_millis(12);
/// How often the pins are looked at while a button is down.
const LOOK: Duration = Duration::from_millis(4);

/// A button that changed.
#[derive(Clone, Copy)]
pub(crate) enum Key {
    Down(Button),
    Up(Button),
}

/// From the buttons to the trainer. If nobody listens for so long that it is full, newer keys wait in the hand.
pub(crate) static KEYS: Channel<CriticalSectionRawMutex, Key, 16> = Channel::new();

/// A pin by its number, for what it remembers.
#[derive(Clone, Copy)]
struct Wire(usize);

/// What happened at a pin since somebody looked.
struct Edges {
    fell: bool,
    rose: bool,
}

impl Wire {
    /// Tells what happened, and forgets it.
    fn take_edges(self) -> Edges {
        let (register, place) = (IO_BANK0.intr(self.0 / 8), self.0 % 8);
        let seen = register.read();
        register.write(|clear| {
            clear.set_edge_low(place, true);
            clear.set_edge_high(place, true);
        });
        Edges {
            fell: seen.edge_low(place),
            rose: seen.edge_high(place),
        }
    }

    fn is_low(self) -> bool {
        IO_BANK0.intr(self.0 / 8).read().level_low(self.0 % 8)
    }
}

struct Contact {
    button: Button,
    pin: Input<'static>,
    wire: Wire,
    is_down: bool,
    settles: Instant,
    /// It had settled when it was last looked at, so edges since then are no bounces of an older change.
    is_settled: bool,
}

impl Contact {
    /// What changed since the last look, in order. `was_blind`: nobody could look for a while.
    fn look(&mut self, now: Instant, was_blind: bool) -> [Option<Key>; 2] {
        let (is_down, edges) = (self.pin.is_low(), self.wire.take_edges());
        let (down, up) = (Some(Key::Down(self.button)), Some(Key::Up(self.button)));
        let may_be_a_tap = was_blind && self.is_settled;
        self.is_settled = now >= self.settles;
        let changes = match (self.is_down, is_down) {
            _ if !self.is_settled => [None, None],
            (false, true) => [down, None],
            (true, false) => [up, None],
            (false, false) if may_be_a_tap && edges.fell => [down, up],
            (true, true) if may_be_a_tap && edges.rose => [up, down],
            _ => [None, None],
        };
        if changes[0].is_some() {
            self.is_down = is_down;
            self.settles = now + SETTLED;
            self.is_settled = false;
        }
        changes
    }
}

/// All buttons of a board.
pub(crate) struct Buttons {
    contacts: Vec<Contact, MOST>,
    /// How often nobody could look, up to the last look.
    blinks: u32,
}

impl Buttons {
    /// Buttons that pull their pins low.
    pub(crate) fn new<const N: usize>(pins: [(Button, Peri<'static, AnyPin>); N]) -> Buttons {
        let contact = |(button, pin): (Button, Peri<'static, AnyPin>)| Contact {
            button,
            wire: Wire(pin.pin().into()),
            pin: Input::new(pin, Pull::Up),
            is_down: false,
            settles: Instant::MIN,
            is_settled: true,
        };
        Buttons {
            contacts: pins.into_iter().map(contact).collect(),
            blinks: blinks(),
        }
    }

    /// Sleeps until a pin falls, or is low.
    async fn wait(&mut self) {
        let wires: Vec<Wire, MOST> = self.contacts.iter().map(|contact| contact.wire).collect();
        let mut falls: Vec<_, MOST> = self
            .contacts
            .iter_mut()
            .map(|contact| contact.pin.wait_for_falling_edge())
            .collect();
        // To wait for an edge forgets those before. So this looks when that is done, for a pin that fell before.
        let is_low = poll_fn(|_| {
            if wires.iter().any(|wire| wire.is_low()) {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        });
        select(select_slice(core::pin::pin!(falls.as_mut_slice())), is_low).await;
    }

    /// Tells what changed. True while something is down or has not settled.
    async fn look(&mut self) -> bool {
        let now = Instant::now();
        let was_blind = core::mem::replace(&mut self.blinks, blinks()) != self.blinks;
        let mut is_busy = false;
        for contact in &mut self.contacts {
            for change in contact.look(now, was_blind).into_iter().flatten() {
                KEYS.send(change).await;
            }
            is_busy |= contact.is_down || now < contact.settles;
        }
        is_busy
    }
}

/// Watches the buttons for ever.
#[embassy_executor::task]
pub(crate) async fn watch(mut buttons: Buttons) -> ! {
    loop {
        buttons.wait().await;
        while buttons.look().await {
            Timer::after(LOOK).await;
        }
    }
}
