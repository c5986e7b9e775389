//! The firmware's own: pins, panel, keys, light, watchdog, and what happens when something goes wrong.
//!
//! * `boards` takes the pins of the board that a feature chooses, as `boards.json` describes it.
//! * `panel` sends finished bands to the screen by DMA; `buttons` debounces; `light` is the lamp behind the screen,
//!   `battery` and `speaker` are there where the board has them.
//! * `trainer` is the loop that connects them to the core's session.
//! * `storage` owns the flash; `usb` carries bytes between it and a computer.
//! * `gtp` plays Go with a program at the same port, if the image has the feature of that name.
//! * `crash` keeps a panic across the reset; `watchdog` notices a hang; `guard` stops a stack that grows too far.

pub(crate) mod battery;
pub(crate) mod boards;
pub(crate) mod buttons;
pub(crate) mod crash;
#[cfg_attr(not(feature = "gtp"), path = "no_gtp.rs")]
pub(crate) mod gtp;
pub(crate) mod guard;
pub(crate) mod light;
pub(crate) mod panel;
pub(crate) mod speaker;
pub(crate) mod storage;
pub(crate) mod trainer;
pub(crate) mod usb;
pub(crate) mod watchdog;
