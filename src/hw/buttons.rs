//! The buttons: debounced, and asleep while nobody touches them.
//!
//! A change counts at once, so that a key is felt at once; then its pin is not looked at until its contacts have settled.

use embassy_futures::select::select_slice;
use embassy_rp::Peri;
use embassy_rp::gpio::{AnyPin, Input, Pull};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::channel::Channel;
use embassy_time::{Duration, Instant, Timer};
use heapless::Vec;
use shikatsu::session::keys::Button;

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

struct Contact {
    button: Button,
    pin: Input<'static>,
    is_down: bool,
    settles: Instant,
}

/// All buttons of a board.
pub(crate) struct Buttons {
    contacts: Vec<Contact, MOST>,
}

impl Buttons {
    /// Buttons that pull their pins low.
    pub(crate) fn new<const N: usize>(pins: [(Button, Peri<'static, AnyPin>); N]) -> Buttons {
        let contact = |(button, pin)| Contact {
            button,
            pin: Input::new(pin, Pull::Up),
            is_down: false,
            settles: Instant::MIN,
        };
        Buttons {
            contacts: pins.into_iter().map(contact).collect(),
        }
    }

    /// Sleeps until a pin is low.
    async fn wait(&mut self) {
        let mut waits: Vec<_, MOST> = self
            .contacts
            .iter_mut()
            .map(|contact| contact.pin.wait_for_low())
            .collect();
        select_slice(core::pin::pin!(waits.as_mut_slice())).await;
    }

    /// Tells what changed. True while something is down or has not settled.
    async fn look(&mut self) -> bool {
        let now = Instant::now();
        let mut is_busy = false;
        for contact in &mut self.contacts {
            let is_down = contact.pin.is_low();
            if is_down != contact.is_down && now >= contact.settles {
                contact.is_down = is_down;
                contact.settles = now + SETTLED;
                let button = contact.button;
                KEYS.send(if is_down {
                    Key::Down(button)
                } else {
                    Key::Up(button)
                })
                .await;
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
