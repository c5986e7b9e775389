//! What the trainer does: events in, pictures out, one owner of state. It draws nothing and reads no clock.
//!
//! ```text
//! Event (keys, time, thoughts) → Session::on → Effects
//!                                   │
//!      wish, job (what to read out)   picture (what to see)   Keeper (what to remember)
//! ```
//!
//! From the top to the bottom; each file knows only what is below it:
//!
//! * [`Runner`] is the loop around a session and its [`Mind`], without a clock and without a screen.
//! * [`Session`] (`trainer`) owns everything: the journey, the keys, and the pages laid over the problem.
//! * `pages` is how one moves on these pages, `sheets` what is seen of them; `menu`, `edit_menu`, `pack_page`, `today_page`, `row_page`, `play_page` and `share_page` have what is special there, `turn` goes through choices; `page` is which are open, `item` what stands in menus.
//! * `journey` is the way from problem to problem; `tally`, `rating` and `review` are what results come to, `today` is which problems come next.
//! * `desk` is a problem on the table, and the `activity` that is going on there; `scene` is what one sees of both.
//! * `tabletop` is the table itself: stones, cursor, thoughts, message; `later` keeps most of it zero until there is a problem.
//! * `about` is what can be said of a problem that is being made.
//! * `judge` is the trait of all who judge moves; `life` is the judge of life and death, `row` that of Row Go; `play` is a whole game, which has a reader and no judge. `readers` are their readers in one place.
//! * `thought` is what is asked of a judge's reader, `reading` what it answers.
//! * [`picture`] is what there is to see, as plain data, and [`text`] the same in words; [`still`] is the picture of a problem that is not played.
//! * [`keys`] makes strokes out of buttons.

mod about;
mod activity;
mod by_the_book;
pub mod code;
mod credit;
mod cursor;
mod desk;
mod edit_menu;
mod event;
mod item;
mod journey;
pub mod judge;
mod judges;
pub mod keeper;
mod kept;
mod kept_go;
pub mod keys;
mod language;
mod later;
mod life;
mod looks;
mod lookup;
mod menu;
mod mind;
mod pack_page;
mod page;
mod pages;
pub mod picture;
mod play;
mod play_page;
mod random;
pub mod rating;
mod readers;
pub mod reading;
pub mod review;
mod row;
mod row_page;
mod runner;
mod scene;
mod sets_page;
pub mod settings;
mod share_page;
mod sheet;
mod sheets;
mod showing;
pub mod still;
mod tabletop;
mod tally;
pub mod text;
mod theme_page;
pub mod thought;
mod today;
mod today_page;
mod trainer;
mod translate;
mod turn;
mod words;

pub use about::About;
pub use desk::Desk;
pub use event::{Effects, Event, Sound};
pub use mind::{DeviceMind, Mind, MindWith};
pub use play::Played;
pub use readers::Readers;
pub use runner::{Rest, Runner, Turn, World};
pub use trainer::Session;
