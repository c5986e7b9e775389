//! What the command line, the simulator and the web page share: problem files, solving, packs.
//!
//! The core decides everything about Go; here is what needs a heap, but neither terminal nor clock nor file system.
//!
//! * [`files::read`] reads the bytes of a problem file; each problem becomes an [`entry::Entry`].
//!   [`faults::Faults`] is all that is wrong with one.
//! * [`fixes`] is what a person says about a collection, in a file beside it.
//! * [`author`] is the file's own variations, bounded, as they can be played.
//! * [`sgf`] reads and writes the Smart Game Format and works out what such a file leaves unsaid.
//! * [`print`](mod@print) draws a problem with letters, [`picture`] with pixels.
//! * [`rank`] says which first moves look natural, [`solve`] gives problems to the core's solver and says what came of it.
//! * [`pack`] makes packs for the handheld out of files, and reads them; [`replies`] writes their books of proved replies.
//! * [`language`] has the translations of the trainer and makes packs of them.
//! * [`own`] is the player's own problems, and what the editor makes of them.
//! * [`shard`] cuts a job into parts for many computers, and puts their answers together.
//! * [`saved`] is the player's progress as JSON, [`merge`] puts together what several trainers remember.
//! * [`client`] talks to a handheld, over whatever cable there is.
//! * [`compose`] makes problems of our own. Both work on [`threads`], where there are any.
#![forbid(unsafe_code)]

pub mod author;
pub mod book;
pub mod client;
pub mod compose;
pub mod entry;
pub mod export;
pub mod faults;
pub mod files;
pub mod fixes;
pub mod language;
pub mod merge;
pub mod overrides;
pub mod own;
pub mod pack;
pub mod picture;
pub mod print;
pub mod rank;
pub mod replies;
pub mod saved;
pub mod sgf;
pub mod shard;
pub mod solve;
pub mod threads;
