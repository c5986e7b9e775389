//! Everything that is to be known of a problem before it is kept and graded: its answer, what each wrong move costs, and
//! which of them tempt.

use serde::{Deserialize, Serialize};
use shikatsu::board::{Board, Cell, Game, Move, Point};
use shikatsu::problem::{Answer, Outcome, Problem};

use super::probe::{Prober, Proof, device_rate};
use super::sight::Sight;
use super::story::{Story, tell};

/// Why a move comes to mind before any reading.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lure {
    /// It takes stones.
    Capture,
    /// It threatens to.
    Atari,
    /// It makes the eye space as large as it gets, or as small.
    Border,
    /// It takes the point with most room around it.
    Centre,
}

/// A first move, and the position after it.
#[derive(Clone, Debug)]
pub(super) struct First {
    pub(super) point: Point,
    pub(super) is_right: bool,
    pub(super) lure: Option<Lure>,
    /// What the proof after it takes.
    pub(super) nodes: u64,
    pub(super) depth: u8,
    /// How it goes on, for right moves and for those that tempt most.
    pub(super) story: Option<Story>,
}

/// A problem that was looked at from all sides.
#[derive(Clone, Debug)]
pub(super) struct Study {
    pub(super) problem: Problem,
    pub(super) answer: Answer,
    /// The move to play.
    pub(super) best: Point,
    /// What the whole answer takes, and how deep the outcome's proof goes.
    pub(super) nodes: u64,
    pub(super) depth: u8,
    /// The longest that the handheld takes for a position of the first two plies, in milliseconds.
    pub(super) milliseconds: u64,
    pub(super) firsts: Vec<First>,
}

/// How many wrong moves are told to their end.
const TOLD: usize = 3;

/// Studies a problem whose answer is proved; `None` if a first move cannot be judged within `limit` positions.
pub(super) fn study(
    problem: &Problem,
    proof: &Proof,
    best: Point,
    limit: u64,
    prober: &mut Prober,
) -> Option<Study> {
    let firsts = firsts(problem, proof, limit, prober)?;
    let most = firsts.iter().map(|first| first.nodes).max().unwrap_or(0);
    let mut study = Study {
        problem: *problem,
        answer: proof.solution.answer,
        best,
        nodes: proof.nodes,
        depth: proof.solution.depth,
        milliseconds: most.max(proof.nodes) * 1000 / device_rate(problem)?,
        firsts,
    };
    study.tell_stories();
    Some(study)
}

/// Every first move with what the proof after it takes; `None` if one of them takes more than `limit` positions.
pub(super) fn firsts(
    problem: &Problem,
    proof: &Proof,
    limit: u64,
    prober: &mut Prober,
) -> Option<Vec<First>> {
    let setup = problem.setup();
    let board = Board::new(&setup);
    let mut game = Game::new(&setup);
    let mut firsts = Vec::new();
    for point in Point::all(setup.size) {
        if game.check(point).is_err() {
            continue;
        }
        game.play(point).ok()?;
        // A move may end it at once.
        let (mut nodes, mut depth) = (0, 1);
        if let Some(here) = problem.at(&game, game.to_move()) {
            let past: Vec<u64> = game.past().collect();
            let after = prober.ask(&here, &past, false, limit)?;
            (nodes, depth) = (after.nodes, after.solution.depth);
        }
        firsts.push(First {
            point,
            is_right: proof.solution.answer.moves.contains(point),
            lure: lure(&board, point, problem),
            nodes,
            depth,
            story: None,
        });
        game.undo();
    }
    Some(firsts)
}

impl Study {
    /// Wrong moves that come to mind, the most tempting first: those that take longest to refute.
    pub(super) fn snares(&self) -> Vec<&First> {
        let mut snares: Vec<&First> = self
            .firsts
            .iter()
            .filter(|first| !first.is_right && first.lure.is_some())
            .collect();
        snares.sort_by_key(|first| (std::cmp::Reverse(first.nodes), first.point));
        snares
    }

    /// What is played first, and how it goes on.
    pub(super) fn main_line(&self) -> Option<&Story> {
        let first = self.firsts.iter().find(|first| first.point == self.best);
        first?.story.as_ref()
    }

    /// Whether it is a ko or a seki at best.
    pub(super) fn is_ko_or_seki(&self) -> bool {
        matches!(self.answer.outcome, Outcome::KoAttacker | Outcome::KoDefender) || self.answer.seki
    }

    fn tell_stories(&mut self) {
        let told: Vec<Point> = self.snares().iter().take(TOLD).map(|first| first.point).collect();
        for first in &mut self.firsts {
            if first.point == self.best || told.contains(&first.point) {
                first.story = Some(tell(&self.problem, Move::Play(first.point)));
            }
        }
    }
}

/// Why somebody might play there without reading.
fn lure(board: &Board, point: Point, problem: &Problem) -> Option<Lure> {
    let color = problem.to_move();
    let (friend, foe) = (Cell::Stone(color), Cell::Stone(color.opponent()));
    let sight = Sight::new(board);
    let foes = || point.beside(board.size()).filter(|&p| board.at(p) == foe);
    if foes().any(|p| board.last_liberty(p).is_some()) {
        return Some(Lure::Capture);
    }
    if foes().any(|p| !sight.is_safe(p) && board.liberties(p).len() == 2) {
        return Some(Lure::Atari);
    }
    let touches_both = sight.count(point, friend) > 0 && foes().next().is_some();
    if touches_both || sight.is_hane(point, color) {
        return Some(Lure::Border);
    }
    let free = |p: Point| sight.count(p, Cell::Empty);
    let room = sight.room();
    let widest = room.iter().map(free).max().unwrap_or(0);
    (widest >= 2 && free(point) == widest).then_some(Lure::Centre)
}
