//! What can be done with a problem: each activity is a value in a file of its own, with the same few verbs.
//!
//! * `trying`: you play, the computer answers; `run` is what was right and wrong in it, `hint` its help, `fade` its stones that vanish, `try_face` what is
//!   seen of it;
//! * `read_out`: you enter a whole line, then it is checked;
//! * `status`: dead, unsettled, alive or ko?
//! * `solution`: every correct move is shown, branches and all; `why` plays a refutation by itself; `line` is what both share;
//! * `capture`: a dead group is played out until it leaves the board;
//! * `free_play`: both colours, and the computer does not answer;
//! * `row`: Row Go, in place of the problem; `row_lesson`: its rules by doing;
//! * `go_game`: a whole game of Go, in place of the problem;
//! * `edit`: a problem is made, and the solver looks on.
//!
//! `verbs` says what an activity is. `registry` lists them, and makes a [`Goal`] into the activity that reaches it. An
//! activity knows the table and the verbs, never another activity: where it leads is a value, [`Next`].

mod capture;
mod edit;
mod fade;
mod free_play;
mod go_game;
mod hint;
mod line;
mod read_out;
mod registry;
mod row;
mod row_lesson;
mod run;
mod solution;
mod status;
#[cfg(test)]
mod tests;
mod try_face;
mod trying;
mod verbs;
mod why;

pub(super) use edit::{Edit, Tool, Twin};
pub(super) use registry::Current;
pub(super) use row_lesson::{LESSONS, setup as lesson_setup};
pub(super) use verbs::{Activity, Extra, Goal, Next, Request, Start};
