//! How hard a problem is, estimated from what its proof looks like.

use serde::{Deserialize, Serialize};
use shikatsu::board::{Board, Symmetry};
use shikatsu::problem::{Level, Outcome, Problem};

use super::probe::{Prober, book_nodes, device_nodes, device_rate};
use super::sight::Sight;
use super::story::Tag;
use super::study::{First, Lure, Study, firsts, study};
use crate::entry::Entry;
use crate::pack::Opinion;

/// What takes the handheld no longer than this, in milliseconds, is in time however it is turned.
const QUICK: u64 = 500;

/// What can be measured of a problem.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Traits {
    /// Empty points where one may play.
    pub room: usize,
    /// Correct first moves.
    pub answers: usize,
    /// Positions that the whole answer takes.
    pub nodes: u64,
    /// How many plies deep the outcome's proof goes.
    pub depth: u8,
    /// Moves of the main line, passes aside.
    pub plies: usize,
    /// Wrong first moves that come to mind.
    pub snares: usize,
    /// Positions that the refutation of the hardest of them takes.
    pub snare_nodes: u64,
    /// How deep that goes.
    pub snare_depth: u8,
    /// Why the right move comes to mind, if it does.
    pub lure: Option<Lure>,
    /// Whether the right move can be taken at once.
    pub gives: bool,
    /// The themes of the main line, in their order.
    pub tags: Vec<Tag>,
    /// What refutes wrong moves.
    pub refuted_by: Vec<Tag>,
    /// The hardest to refute of them.
    pub snare: Option<Snare>,
    /// The longest that the handheld takes for a position of the first two plies.
    pub milliseconds: u64,
}

/// A wrong move that tempts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Snare {
    /// Why it does.
    pub lure: Lure,
    /// The themes of its refutation.
    pub refuted_by: Vec<Tag>,
}

impl Snare {
    fn of(first: &First) -> Option<Snare> {
        Some(Snare {
            lure: first.lure?,
            refuted_by: first
                .story
                .as_ref()
                .map(|story| story.other.clone())
                .unwrap_or_default(),
        })
    }
}

impl Traits {
    pub(super) fn of(study: &Study) -> Traits {
        let board = Board::new(&study.problem.setup());
        let snares = study.snares();
        let best = study.firsts.iter().find(|first| first.point == study.best);
        let lure = best.and_then(|best| best.lure);
        let story = study.main_line();
        let mut tags = story.map(|story| story.own.clone()).unwrap_or_default();
        if study.answer.seki {
            tags.push(Tag::Seki);
        } else if study.is_ko_or_seki() {
            tags.push(Tag::Ko);
        }
        let mut refuted_by: Vec<Tag> = Vec::new();
        for snare in &snares {
            let story = snare.story.as_ref();
            refuted_by.extend(story.map(|story| story.other.clone()).unwrap_or_default());
        }
        refuted_by.sort_unstable();
        refuted_by.dedup();
        let mut after = board.clone();
        let gives = after.play(study.best, study.problem.to_move()).is_ok()
            && after.last_liberty(study.best).is_some();
        Traits {
            room: Sight::new(&board).room().len(),
            answers: study.answer.moves.len(),
            nodes: study.nodes,
            depth: study.depth,
            plies: story.map_or(0, |story| story.plies),
            snares: snares.len(),
            snare_nodes: snares.iter().map(|snare| snare.nodes).max().unwrap_or(0),
            snare_depth: snares.iter().map(|snare| snare.depth).max().unwrap_or(0),
            lure,
            gives,
            tags,
            refuted_by,
            snare: snares.first().and_then(|snare| Snare::of(snare)),
            milliseconds: study.milliseconds,
        }
    }

    /// The estimate, in ranks above the first dan, negative below. `docs/bank.md` says where the numbers come from.
    pub fn estimate(&self) -> f64 {
        let work = |nodes: u64| (1.0 + nodes as f64).log2();
        let if_so = |is_so: bool, ranks: f64| if is_so { ranks } else { 0.0 };
        -24.4
            + 0.4 * work(self.nodes)
            + 0.15 * f64::from(self.depth)
            + 0.1 * self.snares as f64
            + 0.85 * work(self.snare_nodes)
            + 0.4 * self.tags.iter().filter(|tag| tag.is_tesuji()).count() as f64
            + if_so(self.tags.contains(&Tag::Ko), 4.0)
            + if_so(self.tags.contains(&Tag::Seki), 5.0)
            + if_so(self.gives, 3.0)
            + if_so(self.lure.is_none(), 1.0)
    }

    /// The estimate as a rank, of a closed problem.
    pub fn level(&self) -> Level {
        self.level_up_to(2.0)
    }

    /// The estimate as a rank, of an open problem, where there is more to read.
    pub fn open_level(&self) -> Level {
        self.level_up_to(6.0)
    }

    fn level_up_to(&self, strongest: f64) -> Level {
        let weakest = -25.0;
        Level::steps(self.estimate().round().clamp(weakest, strongest) as i8)
    }
}

/// Grades problems that come from anywhere.
pub struct Grader(Prober);

impl Grader {
    /// One with the handheld's table.
    pub fn new() -> Grader {
        Grader(Prober::new())
    }

    /// What can be measured of an entry, and what its file thinks of the answer. `None` if it is not proved within `nodes`
    /// positions, is too large for the handheld, or has nothing to find.
    pub fn measure(&mut self, entry: &Entry, nodes: u64) -> Option<(Traits, Opinion)> {
        let proof = self.0.ask(&entry.problem, &[], true, nodes)?;
        if proof.solution.answer.moves.is_empty() {
            return None;
        }
        let best = proof.solution.best?;
        let study = study(&entry.problem, &proof, best, nodes, &mut self.0)?;
        Some((Traits::of(&study), Opinion::of(entry, &proof.solution)))
    }

    /// The longest that the handheld thinks about the problem or the position after any first move, in milliseconds; `None` if one of
    /// these takes more than `nodes` positions, or is too large for it.
    pub fn longest_thought(&mut self, problem: &Problem, nodes: u64) -> Option<u64> {
        let proof = self.0.ask(problem, &[], true, nodes)?;
        let after = firsts(problem, &proof, nodes, &mut self.0)?;
        let most = after.iter().map(|first| first.nodes).fold(proof.nodes, u64::max);
        Some(most * 1000 / device_rate(problem)?)
    }

    /// What a problem comes to; `None` if that takes more than `nodes` positions.
    pub fn outcome(&mut self, problem: &Problem, nodes: u64) -> Option<Outcome> {
        let proof = self.0.ask(problem, &[], false, nodes)?;
        Some(proof.solution.answer.outcome)
    }
}

impl Grader {
    /// The same, if the handheld reads it out in time however it is turned.
    pub(super) fn measure_for_the_handheld(&mut self, entry: &Entry) -> Option<Traits> {
        let limit = device_nodes(&entry.problem)?;
        let (traits, _) = self.measure(entry, limit)?;
        let is_quick = traits.milliseconds <= QUICK
            || Symmetry::all().all(|symmetry| {
                let turned = entry.problem.turned(symmetry);
                let proof = self.0.ask(&turned, &[], true, limit);
                proof.is_some_and(|proof| firsts(&turned, &proof, limit, &mut self.0).is_some())
            });
        is_quick.then_some(traits)
    }

    /// What can be measured of an open problem as it lies, if no move takes more than what a book of replies may; the whole answer may take `whole`
    /// positions.
    pub(super) fn measure_open(&mut self, entry: &Entry, whole: u64) -> Option<Traits> {
        let limit = book_nodes(&entry.problem)?;
        let proof = self.0.ask(&entry.problem, &[], true, whole)?;
        let best = proof.solution.best?;
        let study = study(&entry.problem, &proof, best, limit, &mut self.0)?;
        Some(Traits::of(&study))
    }
}

impl Default for Grader {
    fn default() -> Grader {
        Grader::new()
    }
}
