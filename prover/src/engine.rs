//! One problem, one winner, on a field of fitting size. Several ways of searching take turns and share what they find.

use shikatsu::board::Move;
use shikatsu::problem::Problem;
use shikatsu_proof::Proof;

use crate::chase::LEASHES;
use crate::closed::scout::{Scene, Scout, Scouts};
use crate::field::{Field, Frame};
use crate::numbers::{ENDLESS, Numbers};
use crate::policy::Lesson;
use crate::position::{PASS, Position, Side};
use crate::record;
use crate::search::{Before, MOVE, Search, View};
use crate::set::Set;
use crate::style::Style;
use crate::zone::Win;

/// Whether a search goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    More,
    Won(Win),
    /// Nothing was found, and nothing will be.
    Exhausted,
    /// The crop was too small: a larger one is needed.
    TooTight,
}

pub(crate) trait Engine: Send {
    /// Turns to the position of the problem, or to that after a first move. False if it cannot be played here. Goes on where it was if it is there
    /// already.
    fn turn_to(&mut self, first: Option<Move>) -> bool;
    /// Searches for so many nodes.
    fn step(&mut self, nodes: u64) -> Step;
    fn nodes(&self) -> u64;
    /// How many moves the winner has in the round now.
    fn round(&self) -> u32;
    /// The proof of a win.
    fn proof(&self, problem: &Problem) -> Option<Proof>;
    /// From now on takes down what wins teach; what they taught so far.
    fn lessons(&mut self) -> Vec<Lesson>;
}

/// More steps than that are not looked at.
const MOST_STEPS: u32 = 240;
/// How many nodes a way of searching gets before it is the other's turn.
const TURN: u64 = 20_000;
/// The same for chases: what they find they mostly find soon.
const CHASE: u64 = 2_000;
/// The first chase has so many, and each next one twice as many. Proof numbers have three times as many in between, so that who asks for little gets some of both.
const FIRST_CHASE: u64 = 250;
const BETWEEN: u64 = 3;
/// What it may take to follow a scout at least. It may also take as much as the scout did: what was hard to find is hard to follow. So much is done in one
/// go, so a step may take that much longer than asked.
const FOLLOWING: u64 = 20_000;
/// Where life in a room looks likely, turns of styles are half as long for each bit, up to so many bits.
const MOST_HOPE: u32 = 2;
/// So many turns the first style has for itself, and then its turn in the round.
const ALONE: u64 = 6;

struct Core<const N: usize> {
    field: Field<N>,
    root: Position<N>,
    position: Position<N>,
    /// What led to the position.
    first: Option<Move>,
    search: Search<N>,
    /// Those who wait, and whose turn it is: its own place is empty.
    views: Vec<Option<View>>,
    now: usize,
    /// By style.
    plans: Vec<Plan>,
    /// Who looks for life in small rooms between the turns of styles, and how many rounds they had.
    scouts: Scouts,
    looks: u32,
    /// The one who has found life and is followed, and up to how many nodes.
    leader: Option<(Scout, u64)>,
    /// How many turns of styles there were.
    turns: u64,
    turn_ends: u64,
}

/// How far a style is.
#[derive(Clone, Copy, Debug)]
struct Plan {
    /// The steps of deepening, or the place in the list of chases; and the steps of proof numbers.
    rounds: [u32; 2],
    by_numbers: bool,
    /// Nothing is left to do for it.
    is_over: bool,
}

impl Plan {
    const NEW: Plan = Plan {
        rounds: [MOVE; 2],
        by_numbers: false,
        is_over: false,
    };
}

impl<const N: usize> Core<N> {
    fn begin(&mut self) {
        self.search.origin = self.position.hash;
        let distance = self.search.distance(&self.field, &self.position);
        for style in 0..self.plans.len() {
            self.switch_to(style);
            let how = &self.search.view.how;
            let (rounds, by_numbers) = match self.search.winner {
                Side::Defender => ([MOVE, how.first + how.missing(distance)], !how.deepens),
                Side::Attacker => ([0, how.first], false),
            };
            self.plans[style] = Plan {
                rounds,
                by_numbers,
                is_over: false,
            };
        }
        self.switch_to(0);
        self.turns = 0;
        self.dismiss();
        self.scouts.begin();
        self.looks = 0;
        self.begin_turn();
    }

    fn begin_turn(&mut self) {
        let nodes = match self.search.winner {
            Side::Defender if self.scouts.is_looking() => self.scouts.turn(self.looks, TURN),
            Side::Defender => TURN >> self.scouts.hope().min(MOST_HOPE),
            Side::Attacker => {
                let chase = FIRST_CHASE << (self.turns / 2).min(8);
                if self.chases() {
                    chase.min(CHASE)
                } else {
                    (BETWEEN * chase).min(TURN)
                }
            }
        };
        self.turn_ends = self.search.nodes + nodes;
    }

    /// Whether it is the turn of a chase.
    fn chases(&self) -> bool {
        self.search.winner == Side::Attacker && !self.plans[self.now].by_numbers
    }

    /// Whether all chases were tried. They also leave half of the table to others: each stores many small wins.
    fn has_chased(&self) -> bool {
        self.plans[self.now].rounds[0] as usize >= LEASHES.len() || self.search.table.is_half_full()
    }

    fn switch_to(&mut self, style: usize) {
        if let Some(view) = self.views[style].take() {
            self.views[self.now] = Some(std::mem::replace(&mut self.search.view, view));
            self.now = style;
        }
    }

    /// After the turn of a scout: the next one's, or that of the style that waits.
    fn next_look(&mut self) {
        if !self.scouts.next() {
            self.looks += 1;
        }
        self.begin_turn();
    }

    /// The next turn is another way's, or another style's, but scouts come before it. False if no style has anything left to do.
    fn next_turn(&mut self) -> bool {
        self.scouts.begin_round();
        let how = &self.search.view.how;
        let has_chased = self.has_chased();
        let plan = &mut self.plans[self.now];
        plan.by_numbers = match self.search.winner {
            Side::Defender => !how.deepens || (how.weighs && !plan.by_numbers),
            Side::Attacker => !plan.by_numbers || has_chased,
        };
        if self.plans.iter().all(|plan| plan.is_over) {
            return false;
        }
        loop {
            self.turns += 1;
            let count = self.plans.len() as u64;
            let next = self.turns.saturating_sub(ALONE) % count;
            if !self.plans[next as usize].is_over {
                self.switch_to(next as usize);
                self.begin_turn();
                return true;
            }
        }
    }

    fn won(&self, zone: Set<N>) -> Step {
        if zone.meets(self.field.rim) {
            return Step::TooTight;
        }
        let best = self.search.reply(self.position.hash);
        Step::Won(Win {
            best: (best != PASS).then(|| self.field.point(usize::from(best))),
            zone: self.field.points(zone),
            any_outside: !self.field.safe_key && !zone.meets(self.field.fringe),
        })
    }

    /// A turn of one of the ways; whether the round is over.
    fn turn(&mut self) -> bool {
        self.search.stopped = false;
        let plan = self.plans[self.now];
        let steps = plan.rounds[usize::from(plan.by_numbers)];
        if self.chases() {
            if let Some(&leash) = LEASHES.get(steps as usize) {
                self.search.chase(&self.field, &self.position, leash);
            }
        } else if plan.by_numbers {
            let limits = Numbers {
                proof: ENDLESS,
                disproof: ENDLESS,
            };
            self.search
                .weigh(&self.field, &self.position, steps, limits, Before::NOTHING);
        } else {
            self.search.deepen(&self.field, &self.position, steps);
        }
        !self.search.stopped
    }

    /// Scouts look for life in small rooms. Where it is found, the way is followed.
    fn look(&mut self, end: u64) {
        if self.leader.is_none() {
            let nodes = end.min(self.turn_ends).saturating_sub(self.search.nodes).max(1);
            let scene = Scene::of(&self.field, &self.position);
            let (spent, found) = self.scouts.look(&scene, nodes);
            self.search.nodes += spent;
            self.leader = found.map(|scout| {
                let most = FOLLOWING.max(scout.spent());
                (scout, self.search.nodes + most)
            });
        }
        self.follow(end);
        let is_done = !self.scouts.is_looking() || self.search.nodes >= self.turn_ends;
        if self.leader.is_none() && is_done {
            self.next_look();
        }
    }

    /// Follows the one who has found life, if anybody has.
    fn follow(&mut self, end: u64) {
        let Some((scout, last)) = self.leader.take() else {
            return;
        };
        self.search.stopped = false;
        self.search.budget = last.min(end.max(self.search.nodes + FOLLOWING));
        let scout = self.search.follow_all(&self.field, &self.position, scout);
        self.leader = scout.map(|scout| (scout, last));
        if !self.search.stopped || self.search.nodes >= last {
            self.dismiss();
        }
    }

    /// Nobody is followed any more.
    fn dismiss(&mut self) {
        if let Some((mut scout, _)) = self.leader.take() {
            scout.forget();
            self.scouts.take_back(scout);
        }
    }

    fn next_round(&mut self) {
        let plan = &mut self.plans[self.now];
        let round = self.search.view.how.round;
        plan.rounds[usize::from(plan.by_numbers)] += match (plan.by_numbers, self.search.winner) {
            (true, _) => 2 * round,
            (false, Side::Defender) => round,
            (false, Side::Attacker) => 1,
        };
    }
}

impl<const N: usize> Engine for Core<N> {
    fn turn_to(&mut self, first: Option<Move>) -> bool {
        if first == self.first {
            return true;
        }
        let (field, root) = (&self.field, &self.root);
        let position = match first {
            None => Some(*root),
            Some(Move::Pass) => Some(root.passed(field)),
            Some(Move::Play(point)) => field
                .cell_of(point)
                .filter(|&cell| (root.empty(field) & field.playable).has(cell))
                .and_then(|cell| self.search.play(field, root, cell)),
        };
        let Some(position) = position else {
            return false;
        };
        (self.position, self.first) = (position, first);
        self.begin();
        true
    }

    fn step(&mut self, nodes: u64) -> Step {
        let end = self.search.nodes + nodes.max(1);
        loop {
            // The end of a game is no node.
            if let Some(zone) = self.search.fact(&self.field, &self.position) {
                let since = self.search.nodes;
                self.search
                    .won(&self.position, zone, crate::table::Why::Fact, since);
            } else if self.search.is_lost(&self.field, &self.position) {
                return Step::Exhausted;
            }
            if let Some(won) = self.search.table.won(self.position.hash) {
                return self.won(won.zone);
            }
            if self.search.table.is_full() {
                return Step::Exhausted;
            }
            if self.search.nodes >= end {
                return Step::More;
            }
            if self.leader.is_some() || self.scouts.is_looking() {
                self.look(end);
                continue;
            }
            self.search.budget = end.min(self.turn_ends);
            if self.turn() {
                let plan = &mut self.plans[self.now];
                let steps = plan.rounds[usize::from(plan.by_numbers)];
                if self.search.table.won(self.position.hash).is_none() {
                    plan.is_over = steps > MOST_STEPS;
                    self.next_round();
                }
            }
            let is_over = self.plans[self.now].is_over || (self.chases() && self.has_chased());
            if (is_over || self.search.nodes >= self.turn_ends) && !self.next_turn() {
                return Step::Exhausted;
            }
        }
    }

    fn nodes(&self) -> u64 {
        self.search.nodes
    }

    fn round(&self) -> u32 {
        let plan = &self.plans[self.now];
        let round = plan.rounds[usize::from(plan.by_numbers)];
        if self.chases() {
            return LEASHES.get(round as usize).map_or(0, |leash| leash.moves);
        }
        round.div_ceil(MOVE)
    }

    fn proof(&self, problem: &Problem) -> Option<Proof> {
        record::write(&self.field, &self.search, problem, &self.position)
    }

    fn lessons(&mut self) -> Vec<Lesson> {
        self.search.lessons.replace(Vec::new()).unwrap_or_default()
    }
}

fn core<const N: usize>(
    problem: &Problem,
    frame: Frame,
    winner: Side,
    styles: &[Style],
    bytes: usize,
) -> Option<Box<dyn Engine>> {
    let (field, root) = Field::<N>::new(problem, frame)?;
    // What attacks looks at little of what makes styles differ.
    let styles = match winner {
        Side::Defender => styles,
        Side::Attacker => &styles[..1],
    };
    let view = |&style: &Style| View::new(style, Set::<N>::CAPACITY, bytes * 3 / 8 / styles.len());
    let search = Search::new(&field, &root, winner, view(&styles[0]), bytes);
    let others = styles[1..].iter().map(|style| Some(view(style)));
    let views: Vec<Option<View>> = std::iter::once(None).chain(others).collect();
    let mut core = Core {
        field,
        root,
        position: root,
        first: None,
        search,
        plans: vec![Plan::NEW; views.len()],
        views,
        scouts: match winner {
            Side::Defender => Scouts::new(problem, bytes / 4),
            Side::Attacker => Scouts::NONE,
        },
        looks: 0,
        leader: None,
        now: 0,
        turns: 0,
        turn_ends: 0,
    };
    core.begin();
    Some(Box::new(core))
}

/// An engine on the smallest field that holds the frame.
pub(crate) fn engine(
    problem: &Problem,
    frame: Frame,
    winner: Side,
    styles: &[Style],
    bytes: usize,
) -> Option<Box<dyn Engine>> {
    match frame.numbers() {
        0..=64 => core::<1>(problem, frame, winner, styles, bytes),
        65..=128 => core::<2>(problem, frame, winner, styles, bytes),
        129..=192 => core::<3>(problem, frame, winner, styles, bytes),
        193..=256 => core::<4>(problem, frame, winner, styles, bytes),
        _ => core::<6>(problem, frame, winner, styles, bytes),
    }
}
