//! What is learnt from: positions in which every legal move is known to keep the outcome or not, because the solver proved it.
//!
//! A problem is walked through as a reader would: the position itself, what refutes a wrong move, and what follows a right one and a reply.

use shikatsu::board::{Color, Game, Point, PointSet};
use shikatsu::problem::{Answer, Outcome, Problem};
use shikatsu::search::{Limits, Slot, Table};
use shikatsu::tsumego::{DEVICE_SLOTS, Task, Thinker, Thinking};
use shikatsu_toolkit::compose::likeness;

use crate::random::{Random, digest};

/// Positions of one problem that are asked about at the most, settled ones included.
const ASKED: usize = 24;
/// Lessons of one problem at the most, so that large ones do not drown the others.
const KEPT: usize = 10;
/// Wrong moves whose refutations are looked at, in each position.
const WRONG: usize = 2;
/// What one position may take.
const NODES: u64 = 60_000;

/// A position, and what each of its moves is worth.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The same for all lessons of a problem, and of its twins.
    pub group: u64,
    /// How many moves the problem is away.
    pub depth: usize,
    /// The position, with the side to move.
    pub problem: Problem,
    /// Where the other side has just played.
    pub last: Option<Point>,
    /// The legal moves that keep the outcome, and those that do not.
    pub right: PointSet,
    /// The legal moves that do not.
    pub wrong: PointSet,
}

impl Lesson {
    /// Every legal move.
    pub fn moves(&self) -> PointSet {
        self.right.union(&self.wrong)
    }

    /// Whether the side to move is the one whose stones are at stake.
    pub fn defends(&self) -> bool {
        self.problem.to_move() == self.problem.defender()
    }
}

/// The number that a problem shares with its twins.
pub fn group(problem: &Problem) -> u64 {
    digest(likeness(problem))
}

/// Asks the solver, again and again with the same memory.
pub struct Teacher {
    thinker: Box<Thinker>,
    slots: Vec<Slot>,
}

impl Default for Teacher {
    fn default() -> Teacher {
        Teacher {
            thinker: Box::new(Thinker::IDLE),
            slots: vec![Slot::EMPTY; DEVICE_SLOTS],
        }
    }
}

/// A position of a walk.
struct Stop {
    game: Game,
    depth: usize,
}

impl Teacher {
    /// The answer to a position of a game from `problem`; `None` if it takes too much.
    fn answer(&mut self, problem: &Problem, game: &Game) -> Option<Answer> {
        let here = problem.at(game, game.to_move())?;
        let past: Vec<u64> = game.past().collect();
        let task = Task {
            past: &past,
            limits: Limits {
                nodes: NODES,
                ..Limits::NONE
            },
            // Which lessons there are may not depend on what was learnt from them.
            instinct: false,
            ..Task::of(&here)
        };
        if !self.thinker.start(&task) {
            return None;
        }
        let mut table = Table::new(&mut self.slots);
        loop {
            match self.thinker.step(&mut table, u32::MAX) {
                Thinking::More => {}
                Thinking::Unknown => return None,
                Thinking::Solved(solution) => return Some(solution.answer),
            }
        }
    }

    /// The lessons of a problem.
    pub fn lessons(&mut self, problem: &Problem, seed: u64) -> Vec<Lesson> {
        let group = group(problem);
        let mut random = Random::new(seed ^ group);
        let (mut lessons, mut asked) = (Vec::new(), 0);
        let mut seen = std::collections::HashSet::new();
        let mut waiting = vec![Stop {
            game: Game::new(&problem.setup()),
            depth: 0,
        }];
        while !waiting.is_empty() && lessons.len() < KEPT && asked < ASKED {
            // The problem itself, then any: lines of all lengths should have their turn.
            let stop = waiting.swap_remove(random.below(waiting.len()));
            if stop.game.verdict().is_some()
                || !seen.insert((stop.game.board().hash(), stop.game.to_move() as u8))
            {
                continue;
            }
            asked += 1;
            let Some(answer) = self.answer(problem, &stop.game) else {
                continue;
            };
            let legal = legal(&stop.game);
            let (right, wrong) = (answer.moves, legal.minus(&answer.moves));
            let moves = |set: &PointSet| set.iter().collect::<Vec<_>>();
            let next: Vec<Point> = if is_lost(&answer, &stop.game, problem.defender()) {
                random.draw(&moves(&legal), 1)
            } else if right.is_empty() {
                Vec::new()
            } else {
                let mut next = random.draw(&moves(&right), 1);
                next.extend(random.draw(&moves(&wrong), WRONG));
                if !wrong.is_empty() {
                    lessons.push(Lesson {
                        group,
                        depth: stop.depth,
                        problem: problem
                            .at(&stop.game, stop.game.to_move())
                            .expect("its key stones stand"),
                        last: last(&stop.game),
                        right,
                        wrong,
                    });
                }
                next
            };
            for point in next {
                let mut game = stop.game.clone();
                if game.play(point).is_ok() {
                    waiting.push(Stop {
                        game,
                        depth: stop.depth + 1,
                    });
                }
            }
        }
        lessons
    }
}

/// Where the last stone was played.
fn last(game: &Game) -> Option<Point> {
    match game.last_move()? {
        shikatsu::board::Move::Play(point) => Some(point),
        shikatsu::board::Move::Pass => None,
    }
}

/// The points where the side to move may play.
pub fn legal(game: &Game) -> PointSet {
    Point::all(game.board().size())
        .filter(|&point| game.check(point).is_ok())
        .collect()
}

/// Whether the side to move can gain nothing.
fn is_lost(answer: &Answer, game: &Game, defender: Color) -> bool {
    answer.outcome
        == if game.to_move() == defender {
            Outcome::Dead
        } else {
            Outcome::Alive
        }
}
