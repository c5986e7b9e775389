//! What an engine finds on a computer: cores, files, and both solvers.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use shikatsu::board::{Color, Point, PointSet, Setup};
use shikatsu::gtp::{self, Complaint, Question, World};
use shikatsu::play::{CELLS, Kifu, MOVES, Thought};
use shikatsu::problem::{Notes, Problem, write_text};
use shikatsu::search::Limits;
use shikatsu::tsumego::Knowledge;
use shikatsu_proof::Position;
use shikatsu_toolkit::entry::Entry;
use shikatsu_toolkit::files::{Format, Loaded};
use shikatsu_toolkit::solve::{Effort, Memory, Regions, json, line, solve, words};

use super::load;
use super::players::Players;
use crate::commands::regress::WHOLE_BOARD;
use crate::commands::regress::ask::{Budget, ask, study};

/// What may be spent on a locked fight, a tenth of a second, and the table for it: 768 KiB.
const FIGHT_NODES: u64 = 100_000;
const FIGHT_SLOTS: usize = 1 << 16;

/// The place where an engine works.
pub(super) struct Desk {
    players: Players,
    budget: Budget,
}

impl Desk {
    pub(super) fn new(threads: usize, nodes: u64) -> Desk {
        Desk {
            players: Players::new(threads),
            budget: Budget {
                nodes,
                reach: WHOLE_BOARD,
            },
        }
    }
}

const UNKNOWN: Complaint = "unknown: not proved within the limit of positions";

impl World<CELLS, MOVES> for Desk {
    fn begin(&mut self, kifu: &Kifu<CELLS, MOVES>, color: Color, effort: gtp::Effort, seed: u32) {
        self.players.begin(kifu, color, effort, seed);
    }

    fn think(&mut self) -> Option<Thought> {
        self.players.think()
    }

    fn read_fight(&mut self, fight: &Setup) -> Option<(PointSet, Option<Point>)> {
        let problem = Problem::new(fight).ok()?;
        let effort = Effort {
            limits: Limits {
                nodes: FIGHT_NODES,
                ..Limits::NONE
            },
            regions: Regions::Any,
            slice: 4096,
            every_move: true,
            knows: Knowledge::ALL,
        };
        let attempt = solve(&problem, &effort, &mut Memory::new(FIGHT_SLOTS)?, &mut |_| true);
        let solution = attempt.solution()?;
        Some((solution.answer.moves, solution.best))
    }

    fn load(
        &mut self,
        file: &str,
        before: Option<u32>,
        kifu: &mut Kifu<CELLS, MOVES>,
    ) -> Result<(), Complaint> {
        let bytes = fs::read(file).map_err(|_| "cannot load file")?;
        load::game(&String::from_utf8_lossy(&bytes), before, kifu)
    }

    fn solve(
        &mut self,
        kifu: &Kifu<CELLS, MOVES>,
        point: Point,
        question: Question,
        out: &mut dyn Write,
    ) -> Result<(), Complaint> {
        let (position, target) = (position(kifu), number(point, kifu.size()));
        let ask = |attacks| match ask(&position, target, attacks, self.budget) {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => Err(UNKNOWN),
            Err(_) => Err("this chain makes no problem"),
        };
        let answer = match question {
            Question::Attack => ask(true)?,
            Question::Defend => ask(false)?,
            Question::Status => {
                let attack = ask(true)?;
                match attack.split_once(' ') {
                    None => "alive".to_string(),
                    Some((_, attack)) => match ask(false)?.split_once(' ') {
                        None => "dead".to_string(),
                        Some((_, defend)) => format!("critical {attack} {defend}"),
                    },
                }
            }
            Question::Solve(to_move) => self.solve_for_programs(kifu, point, to_move)?,
        };
        // A string takes everything.
        let _ = out.write_str(&answer);
        Ok(())
    }
}

impl Desk {
    /// The JSON of `shikatsu solve`.
    fn solve_for_programs(
        &self,
        kifu: &Kifu<CELLS, MOVES>,
        point: Point,
        to_move: Color,
    ) -> Result<String, Complaint> {
        let attacks = kifu.field().at(point) != Some(to_move);
        let begun = Instant::now();
        let target = number(point, kifu.size());
        let (problem, attempt) = study(&position(kifu), target, attacks, self.budget)
            .map_err(|_| "this chain makes no problem")?;
        let time = begun.elapsed();
        let mut text = String::new();
        let _ = write_text(&problem, &Notes::default(), &mut text);
        let entry = Entry::from_text(&text).map_err(|_| "this chain makes no problem")?;
        let moves = attempt.proved().map_or(Vec::new(), |solution| {
            line::principal(&problem, words::best(solution.best), &|| true)
        });
        let loaded = Loaded {
            path: PathBuf::from("gtp"),
            game: 0,
            games: 1,
            format: Format::Text,
            layout: None,
            entry: Ok(entry.clone()),
        };
        Ok(json::answer(
            &loaded,
            &entry,
            &attempt,
            &moves,
            false,
            json::Stamp::Time(time),
            None,
        )
        .trim_end()
        .to_string())
    }
}

/// A point as the checker of proofs counts it.
fn number(point: Point, size: u8) -> u16 {
    u16::from(point.row()) * u16::from(size) + u16::from(point.column())
}

fn position(kifu: &Kifu<CELLS, MOVES>) -> Position {
    let (field, size) = (kifu.field(), kifu.size());
    let mut position = Position::empty(size);
    for point in Point::all(size) {
        match field.at(point) {
            Some(Color::Black) => drop(position.black.add(number(point, size))),
            Some(Color::White) => drop(position.white.add(number(point, size))),
            None => {}
        }
    }
    position
}
