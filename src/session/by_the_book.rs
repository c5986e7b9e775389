//! The book's word as a judge: nobody has proved the problem, so what its author says counts.
//!
//! A position comes to what the author says of the moves that led there: right moves keep what the problem asks for, wrong ones lose it.
//! What is not in the book is neither.

use super::judge::{After, Ending, Judge, Weight};
use super::life::LifeAndDeath;
use super::lookup::{self, Found};
use super::picture::Words;
use super::reading::{Reading, Worth};
use super::showing::Showing;
use super::words::words;
use crate::board::{Color, Game, Move};
use crate::pack::Tree;

/// The judge of a problem on the book's word, with the position on the table.
#[derive(Clone, Copy)]
pub(super) struct ByTheBook<'a> {
    /// Won and lost mean the same as where they are proved.
    life: LifeAndDeath<'a>,
    tree: Tree<'a>,
    showing: &'a Showing,
    game: &'a Game,
}

impl<'a> ByTheBook<'a> {
    pub(super) const fn new(tree: Tree<'a>, showing: &'a Showing, game: &'a Game) -> ByTheBook<'a> {
        ByTheBook {
            life: LifeAndDeath::new(&showing.entry, game),
            tree,
            showing,
            game,
        }
    }

    /// What the book says of the position on the table.
    fn here(&self) -> Found {
        lookup::find(&self.tree, self.showing, self.game.moves())
    }

    /// What it comes to.
    fn worth(&self) -> Option<Worth> {
        let is_won = match self.here() {
            Found::Judged { is_won, .. } => is_won,
            Found::Unsaid { .. } | Found::Nothing => return None,
        };
        Some(lookup::worth(self.showing, is_won))
    }
}

impl Judge for ByTheBook<'_> {
    fn is_lost(&self, worth: Worth, color: Color) -> bool {
        self.life.is_lost(worth, color)
    }

    fn is_between(&self, _worth: Worth) -> bool {
        false
    }

    /// Stones that were captured may be a sacrifice: the book's word counts before what the board shows.
    fn ended(&self, before: Option<Worth>) -> Option<Ending> {
        let shown = self.life.ended(before)?;
        Some(self.worth().map_or(shown, |worth| Ending { worth, ..shown }))
    }

    fn ended_worth(&self, before: Option<Worth>) -> Option<Worth> {
        let shown = self.life.ended_worth(before)?;
        Some(self.worth().unwrap_or(shown))
    }

    /// It is over where the author's line ends.
    fn conceded(&self, reading: &Reading) -> Option<Ending> {
        let is_over = reading.best.is_none();
        is_over.then_some(Ending {
            worth: reading.worth,
            verdict: None,
        })
    }

    fn reads_both_ways(&self) -> bool {
        false
    }

    fn weigh(&self, color: Color, before: Option<&Reading>, chosen: Move, after: After<'_>) -> Weight {
        let Some(before) = before else {
            return Weight::Unknown;
        };
        match (after, self.worth()) {
            (After::Ended(_), Some(worth)) if worth == before.worth => Weight::Idle,
            (After::Ended(_), Some(_)) => Weight::Wrong,
            _ => self.life.weigh(color, Some(before), chosen, after),
        }
    }

    fn shrug(&self, _chosen: Move, _first: bool) -> &'static str {
        match self.here() {
            Found::Nothing => "Not in the book",
            Found::Unsaid { .. } | Found::Judged { .. } => "The book shows it, and says no more",
        }
    }

    fn sentence(&self, ending: Ending) -> Words {
        let user = self.showing.problem().to_move();
        let said = match (self.is_lost(ending.worth, user), self.tree.nothing_works()) {
            (false, _) => "Right by the book",
            (true, false) => "Wrong by the book",
            (true, true) => "Nothing works, by the book",
        };
        words(format_args!("{said}"))
    }
}
