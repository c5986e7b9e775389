//! One try: a shape, a few moves, and a walk from there to a position with one answer.
//!
//! Most positions are settled or have several answers. But the side that is lost can still play its hardest move, and then
//! the other has to find the reply; such positions are what games are full of. So a walk goes on from a position that is no
//! problem by best play and hardest resistance, a few plies deep.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shikatsu::board::{Board, Color, Game, Point, PointSet, Setup};
use shikatsu::problem::{Outcome, Problem};

use super::grade::Traits;
use super::looks::tidy;
use super::play::{after, skirmish};
use super::probe::{Prober, Proof, device_nodes};
use super::random::Random;
use super::shape::Shape;
use super::study::{Lure, Study, study};
use super::vary::vary;

/// How many positions a walk visits.
const STEPS: usize = 5;
/// What may be spent to learn whether a closed position is settled.
const GLANCE: u64 = 50_000;

/// What is asked of the positions of a walk.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    /// Makes a position tidy that can be one, from it and from the position before anybody played inside.
    pub(super) tidy: fn(&Setup, &Setup) -> Option<Setup>,
    /// What may be spent to learn whether a position is settled.
    pub(super) glance: u64,
    /// What the handheld may take for one position; `None` if it is too large for it.
    pub(super) patience: fn(&Problem) -> Option<u64>,
    /// What the whole answer may take, if it is more than that: then each move has to be quick by itself.
    pub(super) whole: Option<u64>,
    /// Whether two answers that are mirror images are one.
    pub(super) mirrored: bool,
    /// Makes a neighbour of a position.
    pub(super) vary: fn(&Setup, &mut Random) -> Option<Setup>,
    /// How many neighbours of a hard problem are looked at for a harder one.
    pub(super) neighbours: usize,
    /// Problems from here on have their neighbours looked at, in ranks from the first dan; those beyond the last are hard enough.
    pub(super) hard: std::ops::Range<f64>,
}

/// What is asked where a wall stands all around.
const CLOSED: Rules = Rules {
    tidy,
    glance: GLANCE,
    patience: device_nodes,
    whole: None,
    mirrored: true,
    vary,
    neighbours: 12,
    hard: -7.5..1.5,
};

/// Why a position was not kept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dropped {
    /// It does not look like a game.
    Looks,
    /// The handheld would take too long.
    Slow,
    /// The side to move has nothing to gain.
    Settled,
    /// More than one first move is correct.
    Choice,
    /// There is nothing to go wrong with: hardly any other move comes to mind.
    Obvious,
    /// The answer takes stones, and no more is to it.
    Plain,
}

impl Dropped {
    /// What was the matter, in words.
    pub const fn words(self) -> &'static str {
        match self {
            Dropped::Looks => "did not look like a game",
            Dropped::Slow => "would take the handheld too long",
            Dropped::Settled => "were settled",
            Dropped::Choice => "had more than one answer",
            Dropped::Obvious => "had nothing to go wrong with",
            Dropped::Plain => "only wanted stones to be taken",
        }
    }
}

/// How often positions were not kept, by the reason.
pub type Drops = BTreeMap<Dropped, u64>;

/// What a try came to.
pub(super) struct Outcomes {
    pub(super) found: Option<Study>,
    pub(super) drops: Drops,
}

/// Makes a try. It depends on the numbers alone.
pub(super) fn make_try(seed: u64, number: u64, prober: &mut Prober) -> Outcomes {
    let mut random = Random::of_try(seed, number);
    let shape = Shape::random(&mut random);
    let plies = random.pick(&[0, 0, 1, 2, 2, 3, 4, 4, 5, 6]);
    let bare = shape.setup();
    let setup = skirmish(&bare, plies, &mut random);
    walk(&setup, bare, &CLOSED, random, prober)
}

/// Walks from a position to a problem, and from there to a hard one.
pub(super) fn walk(
    setup: &Setup,
    bare: Setup,
    rules: &Rules,
    random: Random,
    prober: &mut Prober,
) -> Outcomes {
    let mut walk = Walk {
        bare,
        rules,
        prober,
        random,
        drops: Drops::new(),
    };
    let found = walk.go(*setup);
    Outcomes {
        found,
        drops: walk.drops,
    }
}

struct Walk<'a> {
    bare: Setup,
    rules: &'a Rules,
    prober: &'a mut Prober,
    random: Random,
    drops: Drops,
}

impl Walk<'_> {
    fn drop(&mut self, why: Dropped) {
        *self.drops.entry(why).or_default() += 1;
    }

    fn go(&mut self, mut setup: Setup) -> Option<Study> {
        for _ in 0..STEPS {
            let Some(tidied) = (self.rules.tidy)(&setup, &self.bare) else {
                self.drop(Dropped::Looks);
                return None;
            };
            setup = tidied;
            let order = if self.random.chance(50) {
                [Color::Black, Color::White]
            } else {
                [Color::White, Color::Black]
            };
            let problems = order.map(|to_move| Problem::new(&Setup { to_move, ..setup }).ok());
            let [Some(one), Some(two)] = problems else {
                self.drop(Dropped::Looks);
                return None;
            };
            let (Some(first), Some(second)) = (self.glance(&one), self.glance(&two)) else {
                self.drop(Dropped::Slow);
                return None;
            };
            let outcomes = [first, second].map(|proof| proof.solution.answer.outcome);
            if outcomes[0] == outcomes[1] {
                self.drop(Dropped::Settled);
                setup = resist(&setup, outcomes[0], [(&one, &first), (&two, &second)])?;
                continue;
            }
            for problem in [&one, &two] {
                match self.consider(problem) {
                    Ok(study) => return Some(self.climb(study)),
                    Err(why) => self.drop(why),
                }
            }
            setup = self.exchange(&one, &first)?;
        }
        None
    }

    fn glance(&mut self, problem: &Problem) -> Option<Proof> {
        self.prober.ask(problem, &[], false, self.rules.glance)
    }

    /// One side plays what is right, the other resists.
    fn exchange(&mut self, problem: &Problem, proof: &Proof) -> Option<Setup> {
        let mut game = Game::new(&problem.setup());
        game.play(proof.solution.best?).ok()?;
        let here = problem.at(&game, game.to_move())?;
        let past: Vec<u64> = game.past().collect();
        let reply = self
            .prober
            .ask(&here, &past, false, self.rules.glance)?
            .solution
            .best?;
        game.play(reply).ok()?;
        Some(after(&problem.setup(), game.board(), game.to_move()))
    }

    /// The hardest among a hard problem and its neighbours, step by step: hard ones are rare.
    fn climb(&mut self, study: Study) -> Study {
        let (mut height, mut hardest) = (Traits::of(&study).estimate(), study);
        for _ in 0..self.rules.neighbours {
            if !self.rules.hard.contains(&height) {
                break;
            }
            let Some(study) = self.neighbour(&hardest.problem) else {
                continue;
            };
            let estimate = Traits::of(&study).estimate();
            if estimate > height {
                (height, hardest) = (estimate, study);
            }
        }
        hardest
    }

    /// A problem that differs in one stone.
    fn neighbour(&mut self, problem: &Problem) -> Option<Study> {
        let setup = (self.rules.vary)(&problem.setup(), &mut self.random)?;
        Problem::new(&setup).ok()?;
        let setup = (self.rules.tidy)(&setup, &self.bare)?;
        let problem = Problem::new(&setup).ok()?;
        let passed = Setup {
            to_move: setup.to_move.opponent(),
            ..setup
        };
        let (here, there) = (self.glance(&problem)?, self.glance(&Problem::new(&passed).ok()?)?);
        if here.solution.answer.outcome == there.solution.answer.outcome {
            return None;
        }
        self.consider(&problem).ok()
    }

    /// Whether an unsettled position is a problem worth keeping.
    fn consider(&mut self, problem: &Problem) -> Result<Study, Dropped> {
        let limit = (self.rules.patience)(problem).ok_or(Dropped::Slow)?;
        let whole = self.rules.whole.unwrap_or(limit);
        let proof = self.prober.ask(problem, &[], true, whole).ok_or(Dropped::Slow)?;
        let solution = proof.solution;
        let best = solution.best.ok_or(Dropped::Choice)?;
        let moves = solution.answer.moves;
        if moves.len() != 1 && !(self.rules.mirrored && are_mirrored(&problem.setup(), &moves)) {
            return Err(Dropped::Choice);
        }
        let study = study(problem, &proof, best, limit, self.prober).ok_or(Dropped::Slow)?;
        judge(&study)?;
        Ok(study)
    }
}

/// The side that is lost plays its hardest move.
fn resist(setup: &Setup, outcome: Outcome, asked: [(&Problem, &Proof); 2]) -> Option<Setup> {
    let loser = match outcome {
        Outcome::Dead => Color::White,
        Outcome::Alive => Color::Black,
        Outcome::KoAttacker | Outcome::KoDefender => return None,
    };
    let (_, proof) = asked
        .into_iter()
        .find(|(problem, _)| problem.to_move() == loser)?;
    let mut board = Board::new(setup);
    board.play(proof.solution.best?, loser).ok()?;
    Some(after(setup, &board, loser.opponent()))
}

/// Whether a problem with one answer asks for more than looking.
fn judge(study: &Study) -> Result<(), Dropped> {
    let traits = Traits::of(study);
    let best = study.firsts.iter().find(|first| first.point == study.best);
    let lure = best.and_then(|best| best.lure);
    let wrong = study.firsts.iter().filter(|first| !first.is_right).count();
    if wrong < 3 || traits.snares == 0 {
        return Err(Dropped::Obvious);
    }
    if lure == Some(Lure::Capture) && (traits.snares < 2 || traits.plies <= 1) {
        return Err(Dropped::Plain);
    }
    if traits.plies <= 1 && traits.snares < 2 {
        return Err(Dropped::Obvious);
    }
    Ok(())
}

/// Whether two moves are one move and its mirror image in a position that is its own.
fn are_mirrored(setup: &Setup, moves: &PointSet) -> bool {
    let shown = setup.black.union(&setup.white);
    let columns = || shown.iter().map(Point::column);
    let (Some(left), Some(right)) = (columns().min(), columns().max()) else {
        return false;
    };
    let along = |p: Point| {
        let column = (left + right).checked_sub(p.column())?;
        (column < setup.size).then(|| Point::new(column, p.row()))
    };
    let across = |p: Point| Some(Point::new(p.row(), p.column()));
    let maps_onto = |set: &PointSet, mirror: &dyn Fn(Point) -> Option<Point>| {
        set.iter()
            .all(|p| mirror(p).is_some_and(|image| set.contains(image)))
    };
    let is_mirror = |mirror: &dyn Fn(Point) -> Option<Point>| {
        let room: PointSet = Point::all(setup.size).collect::<PointSet>().minus(&setup.outside);
        [&setup.black, &setup.white, &room, moves]
            .iter()
            .all(|set| maps_onto(set, mirror))
    };
    moves.len() == 2 && (is_mirror(&along) || is_mirror(&across))
}
