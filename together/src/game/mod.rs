//! A team's game as a value: events in, actions out.
//!
//! Whoever owns it tells it what happens and what time it is, takes the actions that come of it ([`Game::take`]) and looks at what it wants done
//! ([`Game::wish`]). Times are milliseconds since the game began.
//!
//! * A **round** is one decision. All members who are there are asked for a proposal, then the scheme chooses.
//! * A request ends when all **awaited** members have answered, or at its deadline. Who misses it is **away**: not awaited any more, but asked, and
//!   back with the next thing they do. If all are away, all are awaited again.
//! * When nobody proposes anything, they are asked again; after three times the game **rests** until a member does something.

mod member;
mod refusal;
mod round;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod walks;

pub use member::Member;
pub use refusal::Refusal;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use shikatsu::board::{Color, Move};
use shikatsu::play::{CELLS, Kifu, Ko, MOVES};

use self::round::Round;
use crate::action::{Action, MemberId, Role};
use crate::decide::{Choice, Decision};
use crate::proposal::Proposal;
use crate::setup::Setup;
use crate::text;

/// No team is larger, with those who went.
pub const MEMBERS_MOST: usize = 200;
/// So many may be there at once.
pub const PRESENT_MOST: usize = 64;
/// After so many rounds without a proposal the game rests.
const SILENT_MOST: u8 = 3;

/// What a team decides for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The move is made.
    Play,
    /// It is only told, for a team that is itself asked for a proposal.
    Suggest,
}

/// Where a game stands.
#[derive(Clone, PartialEq, Debug)]
enum Phase {
    /// Members gather.
    Lobby,
    /// The opponent is to move, or to ask.
    Opponent,
    /// The team decides.
    Deciding(Round),
    /// It should, but nobody is there or nobody answers.
    Resting(Purpose, Color),
    /// Both have passed: the score is being found out.
    Counting,
    /// It is over.
    Over,
}

/// What a game wants done by whoever owns it.
#[derive(Clone, PartialEq, Debug)]
pub enum Wish {
    /// Somebody has to say when it begins.
    Begin,
    /// A move of the opponent.
    OpponentMove,
    /// Proposals of the members for this round.
    Proposals {
        /// The number of the round.
        round: u32,
        /// Whose move it is.
        color: Color,
    },
    /// Votes for one of these.
    Votes {
        /// The number of the round.
        round: u32,
        /// What there is to choose from.
        choices: Vec<Choice>,
    },
    /// Playouts of these.
    Values {
        /// The number of the round.
        round: u32,
        /// Whose move it is.
        color: Color,
        /// What to play out.
        choices: Vec<Choice>,
        /// Chance for the playouts.
        seed: u32,
    },
    /// A member who does something.
    SignOfLife,
    /// The score.
    Score,
    /// Nothing: it is over.
    Nothing,
}

/// A game of a team.
#[derive(Debug)]
pub struct Game {
    setup: Setup,
    kifu: Box<Kifu<CELLS, MOVES>>,
    members: Vec<Member>,
    phase: Phase,
    rounds: u32,
    silent: u8,
    last: Option<Decision>,
    result: Option<String>,
    chance: ChaCha8Rng,
    /// What has happened and was not taken yet.
    happened: Vec<Action>,
}

impl Game {
    /// A game that nobody has joined yet. The settings have to be without [fault](Setup::fault).
    pub fn new(setup: Setup) -> Game {
        let mut kifu = Box::new(Kifu::new());
        kifu.restart(setup.size);
        kifu.set_komi(setup.komi);
        // Engines differ about superko; what both sides of a game know is the simple rule.
        kifu.set_ko(Ko::Simple);
        let start = Action::Start { setup: setup.clone() };
        Game {
            chance: ChaCha8Rng::seed_from_u64(setup.seed),
            setup,
            kifu,
            members: Vec::new(),
            phase: Phase::Lobby,
            rounds: 0,
            silent: 0,
            last: None,
            result: None,
            happened: vec![start],
        }
    }

    /// The next game of the same team: those who are there are in it from the start.
    #[must_use]
    pub fn next(&self, setup: Setup) -> Game {
        let mut game = Game::new(setup);
        game.members.clone_from(&self.members);
        game.happened
            .extend(
                game.members
                    .iter()
                    .filter(|member| member.is_here)
                    .map(|member| Action::Join {
                        member: member.id,
                        name: member.name.clone(),
                        role: member.role,
                        back: false,
                    }),
            );
        game
    }

    /// The settings.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The moves.
    pub const fn kifu(&self) -> &Kifu<CELLS, MOVES> {
        &self.kifu
    }

    /// Everyone who ever joined.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// The newest decision.
    pub const fn last_decision(&self) -> Option<&Decision> {
        self.last.as_ref()
    }

    /// The result as SGF has it, once there is one.
    pub fn result(&self) -> Option<&str> {
        self.result.as_deref()
    }

    /// How many decisions were begun.
    pub const fn rounds(&self) -> u32 {
        self.rounds
    }

    /// What has happened since this was asked last.
    pub fn take(&mut self) -> Vec<Action> {
        std::mem::take(&mut self.happened)
    }

    /// What the game waits for.
    pub fn wish(&self) -> Wish {
        match &self.phase {
            Phase::Lobby => Wish::Begin,
            Phase::Opponent => Wish::OpponentMove,
            Phase::Deciding(round) => round.wish(),
            Phase::Resting(..) => Wish::SignOfLife,
            Phase::Counting => Wish::Score,
            Phase::Over => Wish::Nothing,
        }
    }

    /// When the game next wants to be told the time.
    pub fn deadline(&self) -> Option<u64> {
        match &self.phase {
            Phase::Deciding(round) => round.deadline(),
            _ => None,
        }
    }

    /// Whether a member has answered what is being asked.
    pub fn has_answered(&self, member: MemberId) -> bool {
        matches!(&self.phase, Phase::Deciding(round) if round.has_answered(member))
    }

    /// Somebody joins. Names that are in use get a number. Returns the member's number.
    pub fn join(&mut self, name: &str, role: Role, now: u64) -> Result<MemberId, Refusal> {
        let name = text::name(name).ok_or(Refusal::NoName)?;
        let here = self.members.iter().filter(|member| member.is_here).count();
        if here >= PRESENT_MOST || self.members.len() >= MEMBERS_MOST {
            return Err(Refusal::Full);
        }
        let name = text::unused(&name, |name| {
            self.members.iter().any(|member| member.name == name)
        });
        let member = self.members.last().map_or(1, |last| last.id + 1);
        self.members.push(Member::new(member, name.clone(), role));
        self.happened.push(Action::Join {
            member,
            name,
            role,
            back: false,
        });
        self.wake(now);
        Ok(member)
    }

    /// Somebody who went comes back.
    pub fn come_back(&mut self, member: MemberId, now: u64) -> Result<(), Refusal> {
        let here = self.members.iter().filter(|member| member.is_here).count();
        let found = self
            .members
            .iter_mut()
            .find(|one| one.id == member)
            .ok_or(Refusal::NoMember)?;
        if found.is_here {
            return Ok(());
        }
        if here >= PRESENT_MOST {
            return Err(Refusal::Full);
        }
        (found.is_here, found.is_away) = (true, false);
        found.why.clear();
        let (name, role) = (found.name.clone(), found.role);
        self.happened.push(Action::Join {
            member,
            name,
            role,
            back: true,
        });
        self.wake(now);
        Ok(())
    }

    /// Somebody goes. Nothing waits for them any more; what they have proposed or voted stays.
    pub fn leave(&mut self, member: MemberId, why: &str, now: u64) -> Result<(), Refusal> {
        let found = self.present(member)?;
        let why = text::chat(why).unwrap_or_default();
        found.is_here = false;
        found.why.clone_from(&why);
        let name = found.name.clone();
        self.happened.push(Action::Leave { member, name, why });
        self.look(now);
        Ok(())
    }

    /// The game begins: if it is the team's turn, it is asked.
    pub fn begin(&mut self, now: u64) -> Result<(), Refusal> {
        if self.phase != Phase::Lobby {
            return Err(Refusal::NotNow);
        }
        self.turn(now);
        Ok(())
    }

    /// The opponent asks the team for a move of `color`.
    pub fn ask(&mut self, color: Color, purpose: Purpose, now: u64) -> Result<(), Refusal> {
        match self.phase {
            Phase::Lobby | Phase::Opponent | Phase::Resting(..) => {
                self.silent = 0;
                self.start_round(purpose, color, now);
                Ok(())
            }
            _ => Err(Refusal::NotNow),
        }
    }

    /// A move that the opponent made, or that was made for either side.
    pub fn opponent(&mut self, color: Color, what: Proposal, now: u64) -> Result<(), Refusal> {
        let may_move = match self.phase {
            Phase::Lobby => self.setup.is_asked,
            Phase::Opponent => true,
            _ => false,
        };
        if !may_move {
            return Err(Refusal::NotNow);
        }
        let Some(chosen) = what.as_move() else {
            self.finish(resigned(color), "resignation");
            return Ok(());
        };
        self.kifu.play(color, chosen).map_err(Refusal::Illegal)?;
        self.tell_move(color, what);
        self.turn(now);
        Ok(())
    }

    /// A member says something, during the game or after it.
    pub fn chat(&mut self, member: MemberId, said: &str, now: u64) -> Result<(), Refusal> {
        let said = text::chat(said).ok_or(Refusal::NoText)?;
        let found = self.present(member)?;
        found.is_away = false;
        let name = found.name.clone();
        self.happened.push(Action::Chat { name, text: said });
        self.wake(now);
        Ok(())
    }

    /// The opponent says something.
    pub fn opponent_chat(&mut self, said: &str) -> Result<(), Refusal> {
        let text = text::chat(said).ok_or(Refusal::NoText)?;
        let name = self.setup.opponent.clone();
        self.happened.push(Action::Chat { name, text });
        Ok(())
    }

    /// What the opponent is called.
    pub fn name_opponent(&mut self, name: &str) -> Result<(), Refusal> {
        self.setup.opponent = text::name(name).ok_or(Refusal::NoName)?;
        Ok(())
    }

    /// What time it is: requests whose time is up end.
    pub fn tick(&mut self, now: u64) {
        self.look(now);
    }

    /// The score was found out.
    pub fn scored(&mut self, result: &str) -> Result<(), Refusal> {
        if self.phase != Phase::Counting {
            return Err(Refusal::NotNow);
        }
        self.finish(result.to_string(), "both passed");
        Ok(())
    }

    /// It is over for a reason that is none of the rules. `result` is as in SGF; `Void` if there is none.
    pub fn stop(&mut self, result: &str, why: &str) -> Result<(), Refusal> {
        if self.phase == Phase::Over {
            return Err(Refusal::NotNow);
        }
        self.finish(result.to_string(), why);
        Ok(())
    }

    fn present(&mut self, member: MemberId) -> Result<&mut Member, Refusal> {
        let found = self.members.iter_mut().find(|one| one.id == member);
        found.filter(|one| one.is_here).ok_or(Refusal::NoMember)
    }

    fn tell_move(&mut self, color: Color, what: Proposal) {
        self.happened.push(Action::Move {
            number: self.kifu.moves().len() as u32,
            black: color == Color::Black,
            what,
        });
    }

    /// A move was made, or the game begins: whose turn is it?
    fn turn(&mut self, now: u64) {
        if self.kifu.is_over() {
            self.phase = Phase::Counting;
        } else if self.kifu.check(self.kifu.to_move(), Move::Pass).is_err() {
            self.finish("Void".to_string(), "the record of this game is full");
        } else if self.kifu.to_move() == self.setup.color() && !self.setup.is_asked {
            self.start_round(Purpose::Play, self.setup.color(), now);
        } else {
            self.phase = Phase::Opponent;
        }
    }

    fn finish(&mut self, result: String, why: &str) {
        self.phase = Phase::Over;
        self.result = Some(result.clone());
        let why = why.to_string();
        self.happened.push(Action::End { result, why });
    }
}

/// The result when `color` resigns.
fn resigned(color: Color) -> String {
    let winner = if color == Color::Black { "W" } else { "B" };
    format!("{winner}+R")
}
