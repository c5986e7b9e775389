//! Who judges a move.
//!
//! A judge says what a position comes to, whether a move was right, and when it is over. Life and death is the first
//! (`life`): it proves everything. *Row Go* (`row`) proves too, if it can, but who has five in a row first. The trait is made for one more: *the
//! book's tree* proves nothing and looks a move up: right, wrong, or not in the book.
//!
//! A judge works in two places, so it has two halves:
//!
//! * [`Reader`] reads positions out, slice by slice. It needs memory and time, and lives in the [`Mind`](super::Mind).
//! * `Judge` has the rules of judging: plain questions about a position and its [`Reading`], answered at once. It is made anew
//!   from what lies on the table whenever it is asked, so it costs nothing.
//!
//! What goes between them is plain data without type parameters. So one table, one try and one mind serve every game, and only
//! the files of a game know what a [`Worth`] means.

use super::picture::Words;
use super::reading::{Reading, Worth};
use super::thought::{Job, News};
use crate::board::{Color, Move, Verdict};
use crate::search::Table;

/// What came of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ending {
    /// What it came to.
    pub(super) worth: Worth,
    /// It was played to the last stone.
    pub(super) verdict: Option<Verdict>,
}

/// What is known about the position after a move.
#[derive(Clone, Copy, Debug)]
pub(super) enum After<'a> {
    /// It was read out.
    Read(&'a Reading),
    /// The move ended the game.
    Ended(Ending),
    /// It could not be read out.
    Unread,
}

/// What a move was worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Weight {
    /// It keeps what there was to gain.
    Right,
    /// It gives something away.
    Wrong,
    /// There was nothing to gain, and nothing was given away.
    Idle,
    /// The judge cannot say: it was not read out, or it is not in the book.
    Unknown,
}

/// The rules of judging, for the position on the table.
pub(super) trait Judge {
    /// Whether `color` can gain nothing where a position comes to `worth`.
    fn is_lost(&self, worth: Worth, color: Color) -> bool;

    /// Whether `worth` lies between winning and losing, like a ko. That is told at once, since it comes as a surprise.
    fn is_between(&self, worth: Worth) -> bool;

    /// The end, if the board itself shows it. `before` is what the position before the newest move came to.
    fn ended(&self, before: Option<Worth>) -> Option<Ending>;

    /// What an ended game comes to in the terms of the position before its last move, so that the two can be compared.
    fn ended_worth(&self, before: Option<Worth>) -> Option<Worth>;

    /// The end, if the side to move has nothing left to try.
    fn conceded(&self, reading: &Reading) -> Option<Ending>;

    /// Whether a position can also be read with the other side to move. Then it is known whether an answer can be ignored.
    fn reads_both_ways(&self) -> bool;

    /// What the newest move on the board, made by `color`, was worth.
    fn weigh(&self, color: Color, before: Option<&Reading>, chosen: Move, after: After<'_>) -> Weight;

    /// What to say of a move whose worth is unknown. `first` is whether it was the first move of all.
    fn shrug(&self, chosen: Move, first: bool) -> &'static str;

    /// The end in words.
    fn sentence(&self, ending: Ending) -> Words;
}

/// Reads positions out for a judge, slice by slice.
pub trait Reader {
    /// Takes up a position in place of any before. False if it is too large.
    fn start(&mut self, job: &Job) -> bool;

    /// Works off about `nodes` positions. The table must be the same in every step, and empty before the first.
    fn step(&mut self, table: &mut Table<'_>, nodes: u32) -> News;
}
