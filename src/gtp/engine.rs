//! The engine: commands in, answers out.

use core::fmt::{self, Write};

use super::clock::{Clock, Effort, MOST_LEVEL};
use super::command::{Arguments, Command};
use super::lines::Lines;
use super::names::Name;
use super::reply::Reply;
use super::show;
use super::status::Status;
use super::world::{Complaint, Question, World};
use crate::board::{Color, Move, Point, PointSet};
use crate::play::{Choice, Kifu, Ko, Manners, Thought, better_in_fight, choose, living, locked_fight};

const SYNTAX: Complaint = "syntax error";
const ILLEGAL: Complaint = "illegal move";

/// What an answer waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Job {
    Move {
        color: Color,
        is_made: bool,
        cleans_up: bool,
    },
    /// Everything seems settled, so a pass seems best. Does it come to the same if the other side has the first move?
    Doubt {
        color: Color,
        is_made: bool,
        /// The move to make if the pass does harm.
        otherwise: Move,
        /// Who has won if it does none.
        winner: Option<Color>,
    },
    Score,
    Status(Status),
}

/// An engine with a game on a board of up to `C` cells and `M` moves, and lines of up to `L` bytes.
#[derive(Debug)]
pub struct Engine<const C: usize, const M: usize, const L: usize> {
    lines: Lines<L>,
    kifu: Kifu<C, M>,
    clock: Clock,
    seed: u32,
    /// The answer that is being thought about, and its number.
    job: Option<(Option<u32>, Job)>,
    has_quit: bool,
}

/// Playouts that find out which stones are dead.
const FOR_SCORE: u32 = 500;
/// Playouts that tell whether a pass does any harm.
const FOR_DOUBT: u32 = 200;

impl<const C: usize, const M: usize, const L: usize> Engine<C, M, L> {
    /// An engine that plays at this level, from 1 to 10, with chance from this number.
    pub const fn new(level: u8, seed: u32) -> Self {
        Engine {
            lines: Lines::new(),
            kifu: Kifu::new(),
            clock: Clock::new(level),
            seed,
            job: None,
            has_quit: false,
        }
    }

    /// So many playouts a move, whatever the level.
    pub const fn set_playouts(&mut self, playouts: u32) {
        self.clock.set_playouts(playouts);
    }

    /// The game.
    pub const fn kifu(&self) -> &Kifu<C, M> {
        &self.kifu
    }

    /// Whether an answer is being thought about.
    pub const fn is_thinking(&self) -> bool {
        self.job.is_some()
    }

    /// Whether the conversation has ended.
    pub const fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// Drops what is half-said or half-thought: nobody is there any more. The game stays.
    pub fn hang_up(&mut self) {
        self.lines.forget();
        self.job = None;
        self.has_quit = false;
    }

    /// Takes in bytes, up to the end of a command that has to be thought about, and answers what can be answered at once. Returns how many were taken.
    pub fn hear(&mut self, bytes: &[u8], world: &mut dyn World<C, M>, out: &mut dyn Write) -> usize {
        for (i, &byte) in bytes.iter().enumerate() {
            if self.is_thinking() || self.has_quit {
                return i;
            }
            if self.lines.take(byte) {
                // Where nothing can be written there is nobody to tell.
                let _ = self.line(world, out);
            }
        }
        bytes.len()
    }

    /// Thinks for a while about the answer that is owed, and gives it when it is found. True if there is more to think about.
    pub fn step(&mut self, world: &mut dyn World<C, M>, out: &mut dyn Write) -> bool {
        let Some((id, job)) = self.job else {
            return false;
        };
        let Some(thought) = world.think() else {
            return true;
        };
        if let Some(doubt) = self.doubt(job, &thought) {
            self.begin(doubt, world);
            self.job = Some((id, doubt));
            return true;
        }
        self.job = None;
        let _ = self.finish(job, &thought, world, Reply::new(out, id));
        false
    }

    // Cold, as all that is asked once a move: compiled for size, and not into the trainer's loop.
    #[cold]
    fn line(&mut self, world: &mut dyn World<C, M>, out: &mut dyn Write) -> fmt::Result {
        // The line is taken out for as long as it is read, so that the rest of the engine can change.
        let lines = core::mem::take(&mut self.lines);
        let command = Command::new(lines.line());
        let mut reply = Reply::new(out, command.id);
        let done = if lines.is_too_long() {
            Err("the line is too long")
        } else {
            match Name::find(command.name) {
                Some(name) => self.answer(name, command.arguments(), world, &mut reply),
                None if command.name.is_empty() => Err(SYNTAX),
                None => Err("unknown command"),
            }
        };
        match done {
            Ok(None) => reply.end(),
            Ok(Some(job)) => {
                self.begin(job, world);
                self.job = Some((command.id, job));
                Ok(())
            }
            Err(complaint) => reply.fail(complaint),
        }
    }

    fn begin(&mut self, job: Job, world: &mut dyn World<C, M>) {
        let moves = self.kifu.moves().len() as u32;
        let (color, effort) = match job {
            Job::Move { color, .. } => {
                // A game has about as many moves as the board has points.
                let points = u32::from(self.kifu.size()).pow(2);
                let left = (points.saturating_sub(moves) / 2).max(10);
                (color, self.clock.effort(color, left))
            }
            Job::Doubt { color, .. } => {
                let effort = Effort {
                    playouts: FOR_DOUBT,
                    time: None,
                };
                (color.opponent(), effort)
            }
            Job::Score | Job::Status(_) => {
                let effort = Effort {
                    playouts: FOR_SCORE,
                    time: None,
                };
                (self.kifu.to_move(), effort)
            }
        };
        self.seed = self.seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        world.begin(&self.kifu, color, effort, self.seed);
    }

    /// What a search found out about a move may be a pass that gives the other side a move. That is doubted first.
    #[cold]
    fn doubt(&self, job: Job, thought: &Thought) -> Option<Job> {
        let Job::Move {
            color,
            is_made,
            cleans_up,
        } = job
        else {
            return None;
        };
        let (otherwise, chosen) = (thought.found.best, self.chosen(color, cleans_up, thought));
        let ends = self.kifu.moves().next_back() == Some((color.opponent(), Move::Pass));
        let is_doubtful = chosen == Choice::Make(Move::Pass) && otherwise != Move::Pass && !ends;
        is_doubtful.then(|| Job::Doubt {
            color,
            is_made,
            otherwise,
            winner: self.kifu.score(&thought.dead).winner(),
        })
    }

    fn chosen(&self, color: Color, cleans_up: bool, thought: &Thought) -> Choice {
        let manners = Manners {
            resigns: !cleans_up,
            cleans_up,
        };
        choose(&self.kifu, color, thought, manners)
    }

    /// The move that playouts have chosen, or a better one if it lies in a locked fight and somebody can read that.
    #[cold]
    fn fought(&self, color: Color, chosen: Move, world: &mut dyn World<C, M>) -> Move {
        let Move::Play(point) = chosen else {
            return chosen;
        };
        let (field, size) = (self.kifu.field(), self.kifu.size());
        let of = |color| -> PointSet {
            Point::all(size)
                .filter(|&at| field.at(at) == Some(color))
                .collect()
        };
        let fight = locked_fight(size, &Color::BOTH.map(of), color, point);
        let Some((right, best)) = fight.and_then(|fight| world.read_fight(&fight)) else {
            return chosen;
        };
        // What superko forbids is not known to whoever reads it.
        let is_legal = |point: &Point| self.kifu.check(color, Move::Play(*point)).is_ok();
        let right: PointSet = right.iter().filter(is_legal).collect();
        let best = best.filter(|&best| right.contains(best)).or(right.first());
        Move::Play(better_in_fight(point, &right, best))
    }

    /// Makes a move, if it is not only proposed, and says it.
    fn make(&mut self, color: Color, chosen: Move, is_made: bool, reply: &mut Reply<'_>) -> fmt::Result {
        // A move of the search is allowed; if ever it is not, or there is no more room, nothing is played.
        let chosen = match self.kifu.check(color, chosen) {
            Ok(()) => chosen,
            Err(_) => Move::Pass,
        };
        if is_made {
            let _ = self.kifu.play(color, chosen);
        }
        write_move(chosen, self.kifu.size(), reply)
    }

    #[cold]
    fn finish(
        &mut self,
        job: Job,
        thought: &Thought,
        world: &mut dyn World<C, M>,
        mut reply: Reply<'_>,
    ) -> fmt::Result {
        match job {
            Job::Move {
                color,
                is_made,
                cleans_up,
            } => match self.chosen(color, cleans_up, thought) {
                Choice::Resign => reply.write_str("resign")?,
                Choice::Make(chosen) => {
                    let chosen = self.fought(color, chosen, world);
                    self.make(color, chosen, is_made, &mut reply)?;
                }
            },
            Job::Doubt {
                color,
                is_made,
                otherwise,
                winner,
            } => {
                let does_no_harm = thought.is_settled && self.kifu.score(&thought.dead).winner() == winner;
                let chosen = if does_no_harm { Move::Pass } else { otherwise };
                let chosen = self.fought(color, chosen, world);
                self.make(color, chosen, is_made, &mut reply)?;
            }
            Job::Score => write!(reply, "{}", self.kifu.score(&thought.dead))?,
            Job::Status(status) => status.list(&self.kifu, &thought.dead, &mut reply)?,
        }
        reply.end()
    }

    /// Answers a command, or says what has to be thought about first.
    #[cold]
    #[allow(clippy::too_many_lines, reason = "a list of all commands, each of them short")]
    fn answer(
        &mut self,
        name: Name,
        mut arguments: Arguments<'_>,
        world: &mut dyn World<C, M>,
        reply: &mut Reply<'_>,
    ) -> Result<Option<Job>, Complaint> {
        let size = self.kifu.size();
        let (a, out): (_, &mut dyn Write) = (&mut arguments, reply);
        let written = match name {
            Name::ProtocolVersion => out.write_str("2"),
            Name::Program => out.write_str("Shikatsu"),
            Name::Version => out.write_str(env!("CARGO_PKG_VERSION")),
            Name::KnownCommand => {
                let is_known = Name::find(a.text().ok_or(SYNTAX)?).is_some();
                write!(out, "{is_known}")
            }
            Name::ListCommands => {
                for name in Name::ALL {
                    let _ = writeln!(out, "{}", name.text());
                }
                Ok(())
            }
            Name::Quit => {
                self.has_quit = true;
                Ok(())
            }
            Name::BoardSize => {
                let size = a.number().ok_or(SYNTAX)?;
                let is_done = u8::try_from(size).is_ok_and(|size| self.kifu.restart(size));
                return if is_done {
                    Ok(None)
                } else {
                    Err("unacceptable size")
                };
            }
            Name::QueryBoardSize => write!(out, "{size}"),
            Name::ClearBoard => {
                self.kifu.clear();
                Ok(())
            }
            Name::Komi => {
                self.kifu.set_komi(a.halves().ok_or(SYNTAX)?);
                Ok(())
            }
            Name::GetKomi => {
                let komi = self.kifu.komi();
                let sign = if komi < 0 { "-" } else { "" };
                write!(out, "{sign}{}.{}", komi.abs() / 2, komi.abs() % 2 * 5)
            }
            Name::Play => {
                let (color, chosen) = a.color().zip(a.vertex(size)).ok_or(SYNTAX)?;
                self.kifu.play(color, chosen).map_err(|_| ILLEGAL)?;
                Ok(())
            }
            Name::PlaySequence => {
                let mut probe = a.clone();
                while !probe.is_empty() {
                    probe.color().zip(probe.vertex(size)).ok_or(SYNTAX)?;
                }
                let mut made = 0;
                while let Some((color, chosen)) = a.color().zip(a.vertex(size)) {
                    if self.kifu.play(color, chosen).is_err() {
                        // All or nothing.
                        for _ in 0..made {
                            self.kifu.undo();
                        }
                        return Err(ILLEGAL);
                    }
                    made += 1;
                }
                Ok(())
            }
            Name::GenMove | Name::RegGenMove | Name::CleanUp => {
                let color = a.color().ok_or(SYNTAX)?;
                return Ok(Some(Job::Move {
                    color,
                    is_made: name != Name::RegGenMove,
                    cleans_up: name == Name::CleanUp,
                }));
            }
            Name::Undo => {
                return if self.kifu.undo() {
                    Ok(None)
                } else {
                    Err("cannot undo")
                };
            }
            Name::FixedHandicap | Name::PlaceFreeHandicap => {
                let stones = a.number().ok_or(SYNTAX)? as usize;
                let points = self.handicap(stones, name == Name::PlaceFreeHandicap)?;
                self.put_down(&points)?;
                write_points(&points, size, out)
            }
            Name::SetFreeHandicap => {
                let mut points = PointSet::EMPTY;
                while !a.is_empty() {
                    let point = a.point(size).ok_or("bad vertex list")?;
                    if !points.insert(point) {
                        return Err("bad vertex list");
                    }
                }
                if points.len() < 2 || points.len() >= usize::from(size).pow(2) {
                    return Err("bad vertex list");
                }
                self.put_down(&points)?;
                Ok(())
            }
            Name::LoadSgf => {
                let file = a.text().ok_or(SYNTAX)?;
                let before = if a.is_empty() {
                    None
                } else {
                    Some(a.number().ok_or(SYNTAX)?)
                };
                world.load(file, before, &mut self.kifu)?;
                write!(
                    out,
                    "{}",
                    if self.kifu.to_move() == Color::Black {
                        "black"
                    } else {
                        "white"
                    }
                )
            }
            Name::ShowBoard => show::board(&self.kifu, out),
            Name::ListStones => {
                let color = a.color().ok_or(SYNTAX)?;
                let field = self.kifu.field();
                let stones = Point::all(size).filter(|&point| field.at(point) == Some(color));
                write_points(&stones.collect(), size, out)
            }
            Name::Captures => {
                let color = a.color().ok_or(SYNTAX)?;
                write!(out, "{}", self.kifu.captives()[color.opponent() as usize])
            }
            Name::IsLegal => {
                let (color, chosen) = a.color().zip(a.vertex(size)).ok_or(SYNTAX)?;
                write!(out, "{}", u8::from(self.kifu.check(color, chosen).is_ok()))
            }
            Name::AllLegal => {
                let color = a.color().ok_or(SYNTAX)?;
                write_points(&self.kifu.legal(color), size, out)
            }
            Name::FinalScore => return Ok(Some(Job::Score)),
            Name::FinalStatusList => {
                return Ok(Some(Job::Status(
                    Status::read(a.text().ok_or(SYNTAX)?).ok_or("invalid status")?,
                )));
            }
            Name::TimeSettings => {
                let [main, period, stones] = [a.number(), a.number(), a.number()];
                let (main, period) = main.zip(period).ok_or(SYNTAX)?;
                self.clock.set(main, period, stones.ok_or(SYNTAX)?);
                Ok(())
            }
            Name::TimeLeft => {
                let color = a.color().ok_or(SYNTAX)?;
                let (seconds, stones) = a.number().zip(a.number()).ok_or(SYNTAX)?;
                self.clock.set_left(color, seconds, stones);
                Ok(())
            }
            Name::Level => {
                let level = a
                    .number()
                    .and_then(|level| u8::try_from(level).ok())
                    .ok_or(SYNTAX)?;
                if !(1..=MOST_LEVEL).contains(&level) {
                    return Err("levels go from 1 to 10");
                }
                self.clock.set_level(level);
                Ok(())
            }
            Name::Ko => {
                self.kifu.set_ko(match a.text().ok_or(SYNTAX)? {
                    "simple" => Ko::Simple,
                    "superko" => Ko::Superko,
                    _ => return Err(SYNTAX),
                });
                Ok(())
            }
            Name::Benson => {
                let color = a.color().ok_or(SYNTAX)?;
                write_points(&living(&self.kifu.field(), color), size, out)
            }
            Name::Attack | Name::OwlAttack => return self.ask(a, Some(Question::Attack), world, out),
            Name::Defend | Name::OwlDefend => return self.ask(a, Some(Question::Defend), world, out),
            Name::DragonStatus => return self.ask(a, Some(Question::Status), world, out),
            Name::Solve => return self.ask(a, None, world, out),
            Name::AnalyzeCommands => out.write_str(ANALYZE),
        };
        // Where nothing can be written there is nobody to tell.
        let _ = written;
        Ok(None)
    }

    /// Asks the solver about a chain; without a question for all about it.
    fn ask(
        &mut self,
        arguments: &mut Arguments<'_>,
        question: Option<Question>,
        world: &mut dyn World<C, M>,
        out: &mut dyn Write,
    ) -> Result<Option<Job>, Complaint> {
        let point = arguments.point(self.kifu.size()).ok_or(SYNTAX)?;
        let question = match question {
            Some(question) => question,
            None if arguments.is_empty() => Question::Solve(self.kifu.to_move()),
            None => Question::Solve(arguments.color().ok_or(SYNTAX)?),
        };
        if self.kifu.field().at(point).is_none() {
            return Err("vertex must not be empty");
        }
        world.solve(&self.kifu, point, question, out)?;
        Ok(None)
    }

    /// The points of a handicap. If the engine may choose, it takes the usual ones, and fewer if there are not so many.
    fn handicap(&self, stones: usize, is_free: bool) -> Result<PointSet, Complaint> {
        if stones < 2 {
            return Err("invalid number of stones");
        }
        let most = if is_free {
            (2..=stones.min(9))
                .rev()
                .find_map(|many| self.kifu.handicap_points(many))
        } else {
            self.kifu.handicap_points(stones)
        };
        most.ok_or("invalid number of stones")
    }

    #[cold]
    fn put_down(&mut self, points: &PointSet) -> Result<(), Complaint> {
        let field = self.kifu.field();
        let is_empty = Point::all(self.kifu.size()).all(|point| field.at(point).is_none());
        if !is_empty || self.kifu.moves().len() > 0 {
            return Err("board not empty");
        }
        let is_done = self.kifu.set_up(points, &PointSet::EMPTY, Color::White);
        if is_done { Ok(()) } else { Err("bad vertex list") }
    }
}

/// What `GoGui` may show: kind, label, command.
const ANALYZE: &str = "\
plist/Unconditionally Alive/shikatsu-benson %c
plist/All Legal/all_legal %c
string/Owl Attack/owl_attack %p
string/Owl Defend/owl_defend %p
string/Dragon Status/dragon_status %p
string/Solve/shikatsu-solve %p
string/Final Score/final_score";

fn write_move(chosen: Move, size: u8, out: &mut dyn Write) -> fmt::Result {
    match chosen {
        Move::Play(point) => write!(out, "{}", point.vertex(size)),
        Move::Pass => out.write_str("PASS"),
    }
}

pub(super) fn write_points(points: &PointSet, size: u8, out: &mut dyn Write) -> fmt::Result {
    for (i, point) in points.iter().enumerate() {
        write!(out, "{}{}", if i > 0 { " " } else { "" }, point.vertex(size))?;
    }
    Ok(())
}
