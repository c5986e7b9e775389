//! The trainer and its tools for a page in a browser. The page itself is in `web/page`; here is what it calls.
//!
//! * [`Trainer`] runs the core's loop: keys and time in, pixels and words out. It lives in a worker, so the page's thread never waits for it.
//! * `shelf` has the packs: the bank, those that were loaded, and the player's own. `memory` remembers, and puts together what several tabs remember.
//! * [`Workshop`] reads files, proves them and makes packs, in a worker of its own.
//! * [`Port`] is one end of a cable: the link's client, which says what to write and how long to listen.
//! * `link` is a problem in an address, `said` what a screen reader hears.
//!
//! Nothing here knows the page, `IndexedDB` or a serial port: bytes come in and go out.

mod link;
mod memory;
mod pixels;
mod port;
mod said;
mod shelf;
mod trainer;
mod workshop;

pub use port::{Next, Port};
pub use trainer::Trainer;
pub use workshop::{Proved, Workshop, about_pack, check_progress, is_damaged, uf2_of};
