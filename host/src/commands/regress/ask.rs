//! The one place that knows which solver answers a suite.

use shikatsu::board::{Color as BoardColor, Point as BoardPoint, PointSet, Setup};
use shikatsu::problem::{Outcome, Problem};
use shikatsu::search::Limits;
use shikatsu::tsumego::Knowledge;
use shikatsu_proof::board::Grid;
use shikatsu_proof::points::{Point, Points};
use shikatsu_proof::{Color, Position};

use shikatsu_toolkit::solve::{Attempt, Effort, Memory, Plan, Regions, together, words};
use shikatsu_toolkit::threads::Alone;

/// How many slots the table has at the most.
const SLOTS: usize = 1 << 20;

/// What the solver for open positions may take.
const PROVER_BYTES: usize = 256 << 20;

/// What may be spent on a question.
#[derive(Clone, Copy, Debug)]
pub(in crate::commands) struct Budget {
    pub(in crate::commands) nodes: u64,
    /// How far from the chain one may play.
    pub(in crate::commands) reach: usize,
}

/// The chain on `target` as a problem, with the attacker to move or the defender, and what the solvers make of it.
pub(in crate::commands) fn study(
    position: &Position,
    target: Point,
    attacks: bool,
    budget: Budget,
) -> Result<(Problem, Attempt), String> {
    let setup = setup(position, target, attacks, budget.reach)?;
    let problem = Problem::new(&setup).map_err(|fault| fault.to_string())?;
    let mut memory = Memory::new(SLOTS).ok_or("there is not enough memory")?;
    let effort = Effort {
        limits: Limits {
            nodes: budget.nodes,
            ..Limits::NONE
        },
        regions: Regions::Any,
        slice: 10_000,
        every_move: false,
        knows: Knowledge::ALL,
    };
    let plan = Plan {
        effort,
        bytes: PROVER_BYTES,
        with_proof: false,
        threads: &Alone,
    };
    let attempt = together(&problem, &plan, &mut memory, &mut |_| true).attempt;
    Ok((problem, attempt))
}

/// GNU Go's form of an answer: `0`, or 1 (without a ko), 2 (a good ko), 3 (a bad one) and a move. `Ok(None)` if it is not found out.
pub(in crate::commands) fn ask(
    position: &Position,
    target: Point,
    attacks: bool,
    budget: Budget,
) -> Result<Option<String>, String> {
    let (_, attempt) = study(position, target, attacks, budget)?;
    let Some(solution) = attempt.proved() else {
        return Ok(None);
    };
    let code = match (solution.answer.outcome, attacks) {
        (Outcome::Alive, true) | (Outcome::Dead, false) => return Ok(Some("0".to_string())),
        (Outcome::Dead, true) | (Outcome::Alive, false) => 1,
        (Outcome::KoAttacker, true) | (Outcome::KoDefender, false) => 2,
        (Outcome::KoDefender, true) | (Outcome::KoAttacker, false) => 3,
    };
    let Some(best) = attempt.best() else {
        return Ok(None);
    };
    Ok(Some(format!(
        "{code} {}",
        words::move_name(best, position.size).to_uppercase()
    )))
}

/// The chain on `target` as a problem: one plays within `reach` steps of it, and nowhere else.
fn setup(position: &Position, target: Point, attacks: bool, reach: usize) -> Result<Setup, String> {
    let color = match () {
        () if position.black.has(target) => Color::Black,
        () if position.white.has(target) => Color::White,
        () => return Err("there is no stone to ask about".to_string()),
    };
    let grid = Grid::new(position.size);
    let key = grid.flood(position.stones(color), target);
    let mut near = key;
    for _ in 0..reach {
        near = near.or(&grid.around(&near));
    }
    let size = u16::from(position.size);
    let set = |points: &Points| -> PointSet {
        points
            .iter()
            .map(|p| BoardPoint::new((p % size) as u8, (p / size) as u8))
            .collect()
    };
    let board_color = |color: Color| match color {
        Color::Black => BoardColor::Black,
        Color::White => BoardColor::White,
    };
    Ok(Setup {
        size: position.size,
        black: set(&position.black),
        white: set(&position.white),
        outside: set(&position.free().minus(&near)),
        key: set(&key),
        to_move: if attacks {
            board_color(color.other())
        } else {
            board_color(color)
        },
    })
}
