//! One decision: proposals, then a vote, playouts or a lot.

use std::collections::{BTreeMap, BTreeSet};

use rand::RngCore;
use shikatsu::board::Color;

use super::{Game, Phase, Purpose, Refusal, SILENT_MOST, Wish, resigned};
use crate::action::{Action, Asked, Given, MemberId};
use crate::decide::{Choice, Decision, Sifted, Value, by_lot, by_values, by_votes, sift};
use crate::proposal::Proposal;
use crate::setup::Scheme;

/// A decision that is being made.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Round {
    number: u32,
    purpose: Purpose,
    color: Color,
    step: Step,
}

#[derive(Clone, PartialEq, Debug)]
enum Step {
    Proposing {
        request: Request<Proposal>,
    },
    Voting {
        request: Request<usize>,
        stones: Vec<Choice>,
        aside: Vec<Choice>,
    },
    Weighing {
        seed: u32,
        stones: Vec<Choice>,
        aside: Vec<Choice>,
    },
}

/// Something that all members are asked for.
#[derive(Clone, PartialEq, Debug)]
struct Request<T> {
    until: u64,
    /// For whom it is not over before its deadline.
    awaited: BTreeSet<MemberId>,
    given: BTreeMap<MemberId, T>,
    /// Who answered with something that cannot be used.
    faulty: BTreeSet<MemberId>,
}

impl<T> Request<T> {
    fn has_answered(&self, member: MemberId) -> bool {
        self.given.contains_key(&member) || self.faulty.contains(&member)
    }
}

impl Round {
    pub(super) fn wish(&self) -> Wish {
        let (round, color) = (self.number, self.color);
        match &self.step {
            Step::Proposing { .. } => Wish::Proposals { round, color },
            Step::Voting { stones, .. } => Wish::Votes {
                round,
                choices: stones.clone(),
            },
            Step::Weighing { seed, stones, .. } => Wish::Values {
                round,
                color,
                choices: stones.clone(),
                seed: *seed,
            },
        }
    }

    pub(super) fn deadline(&self) -> Option<u64> {
        match &self.step {
            Step::Proposing { request } => Some(request.until),
            Step::Voting { request, .. } => Some(request.until),
            Step::Weighing { .. } => None,
        }
    }

    pub(super) fn has_answered(&self, member: MemberId) -> bool {
        match &self.step {
            Step::Proposing { request } => request.has_answered(member),
            Step::Voting { request, .. } => request.has_answered(member),
            Step::Weighing { .. } => false,
        }
    }
}

impl Game {
    /// A member proposes something in the round with this number.
    pub fn propose(&mut self, member: MemberId, round: u32, what: Proposal, now: u64) -> Result<(), Refusal> {
        self.heard_of(member)?;
        // Whoever proposes while the game rests wakes it; the proposal was for an older round.
        self.wake(now);
        let Phase::Deciding(deciding) = &mut self.phase else {
            return Err(Refusal::NotNow);
        };
        let Step::Proposing { request } = &mut deciding.step else {
            return Err(Refusal::NotNow);
        };
        if deciding.number != round {
            return Err(Refusal::TooLate);
        }
        if request.has_answered(member) {
            return Err(Refusal::Twice);
        }
        if let Some(chosen) = what.as_move() {
            self.kifu
                .check(deciding.color, chosen)
                .map_err(Refusal::Illegal)?;
        }
        request.given.insert(member, what);
        let name = self.name_of(member);
        self.happened.push(Action::Answer {
            round,
            member,
            name,
            answer: Given::Move(what),
        });
        self.look(now);
        Ok(())
    }

    /// A member votes for one of the proposals in the round with this number.
    pub fn vote(&mut self, member: MemberId, round: u32, what: Proposal, now: u64) -> Result<(), Refusal> {
        self.heard_of(member)?;
        self.wake(now);
        let Phase::Deciding(deciding) = &mut self.phase else {
            return Err(Refusal::NotNow);
        };
        let Step::Voting { request, stones, .. } = &mut deciding.step else {
            return Err(Refusal::NotNow);
        };
        if deciding.number != round {
            return Err(Refusal::TooLate);
        }
        if request.has_answered(member) {
            return Err(Refusal::Twice);
        }
        let place = stones.iter().position(|stone| stone.what == what);
        request.given.insert(member, place.ok_or(Refusal::NoChoice)?);
        let name = self.name_of(member);
        self.happened.push(Action::Vote {
            round,
            member,
            name,
            vote: Given::Move(what),
        });
        self.look(now);
        Ok(())
    }

    /// A member answered with something that cannot be used: nothing waits for them in this request any more.
    pub fn faulty(&mut self, member: MemberId, round: u32, why: &str, now: u64) -> Result<(), Refusal> {
        let why = crate::text::chat(why).unwrap_or_default();
        self.heard_of(member)?;
        let name = self.name_of(member);
        let Phase::Deciding(deciding) = &mut self.phase else {
            return Err(Refusal::NotNow);
        };
        if deciding.number != round {
            return Err(Refusal::TooLate);
        }
        let has_answered = deciding.has_answered(member);
        let action = match &mut deciding.step {
            _ if has_answered => return Err(Refusal::Twice),
            Step::Proposing { request } => {
                request.faulty.insert(member);
                Action::Answer {
                    round,
                    member,
                    name,
                    answer: Given::Faulty(why),
                }
            }
            Step::Voting { request, .. } => {
                request.faulty.insert(member);
                Action::Vote {
                    round,
                    member,
                    name,
                    vote: Given::Faulty(why),
                }
            }
            Step::Weighing { .. } => return Err(Refusal::NotNow),
        };
        self.happened.push(action);
        self.look(now);
        Ok(())
    }

    /// The playouts of the round with this number are done: a value for each choice, in their order.
    pub fn weighed(&mut self, round: u32, values: &[Value], now: u64) -> Result<(), Refusal> {
        let Phase::Deciding(deciding) = &self.phase else {
            return Err(Refusal::NotNow);
        };
        let Step::Weighing { stones, aside, .. } = &deciding.step else {
            return Err(Refusal::NotNow);
        };
        if deciding.number != round {
            return Err(Refusal::TooLate);
        }
        let (stones, aside) = (stones.clone(), aside.clone());
        let decision = by_values(stones, aside, values, &mut self.chance);
        self.decide(decision, now);
        Ok(())
    }

    pub(super) fn start_round(&mut self, purpose: Purpose, color: Color, now: u64) {
        if !self.members.iter().any(|member| member.is_here) {
            self.phase = Phase::Resting(purpose, color);
            return;
        }
        self.rounds += 1;
        let request = self.request(self.rounds, Asked::Proposals, now);
        self.phase = Phase::Deciding(Round {
            number: self.rounds,
            purpose,
            color,
            step: Step::Proposing { request },
        });
    }

    /// Asks all who are there. Those who are away are not awaited, unless all are.
    fn request<T>(&mut self, round: u32, what: Asked, now: u64) -> Request<T> {
        let here = || self.members.iter().filter(|member| member.is_here);
        let is_nobody_up = here().all(|member| member.is_away);
        let awaited = here().filter(|member| is_nobody_up || !member.is_away);
        let awaited = awaited.map(|member| member.id).collect();
        let until = now + u64::from(self.setup.seconds) * 1000;
        self.happened.push(Action::Request { round, what, until });
        Request {
            until,
            awaited,
            given: BTreeMap::new(),
            faulty: BTreeSet::new(),
        }
    }

    /// Does what has to be done now: ends a request when all awaited have answered, nobody is left, or its time is up.
    pub(super) fn look(&mut self, now: u64) {
        let Phase::Deciding(round) = &self.phase else {
            return;
        };
        let is_here = |member: &MemberId| self.members.iter().any(|one| one.id == *member && one.is_here);
        let is_anybody_here = self.members.iter().any(|one| one.is_here);
        match &round.step {
            Step::Proposing { request } => {
                let owing = request
                    .awaited
                    .iter()
                    .any(|member| is_here(member) && !request.has_answered(*member));
                let is_up = now >= request.until;
                // As long as somebody is there who might still propose the first move, there is time.
                let may_end = !request.given.is_empty() || !is_anybody_here || self.all_answered(request);
                if is_up || (!owing && may_end) {
                    self.end_proposing(now);
                }
            }
            Step::Voting { request, .. } => {
                let owing = request
                    .awaited
                    .iter()
                    .any(|member| is_here(member) && !request.has_answered(*member));
                if !owing || now >= request.until {
                    self.end_voting(now);
                }
            }
            Step::Weighing { .. } => {}
        }
    }

    fn all_answered<T>(&self, request: &Request<T>) -> bool {
        self.members
            .iter()
            .filter(|member| member.is_here)
            .all(|member| request.has_answered(member.id))
    }

    fn end_proposing(&mut self, now: u64) {
        let Phase::Deciding(round) = &self.phase else {
            return;
        };
        let Step::Proposing { request } = &round.step else {
            return;
        };
        let (round, request) = (round.clone(), request.clone());
        for (member, name) in self.late(&request) {
            self.happened.push(Action::Answer {
                round: round.number,
                member,
                name,
                answer: Given::Late,
            });
        }
        match sift(request.given.values().copied()) {
            Sifted::Decided(decision) => self.decide(decision, now),
            Sifted::Open { stones, aside } => self.choose(&round, stones, aside, now),
        }
    }

    /// Leaves it to the scheme.
    fn choose(&mut self, round: &Round, stones: Vec<Choice>, aside: Vec<Choice>, now: u64) {
        let step = match self.setup.scheme {
            Scheme::Random => {
                let decision = by_lot(stones, aside, &mut self.chance);
                self.decide(decision, now);
                return;
            }
            Scheme::Voting => Step::Voting {
                request: self.request(round.number, Asked::Votes, now),
                stones,
                aside,
            },
            Scheme::MonteCarlo => {
                self.happened.push(Action::Request {
                    round: round.number,
                    what: Asked::Playouts,
                    until: now,
                });
                Step::Weighing {
                    seed: self.chance.next_u32(),
                    stones,
                    aside,
                }
            }
        };
        self.phase = Phase::Deciding(Round {
            number: round.number,
            purpose: round.purpose,
            color: round.color,
            step,
        });
        // All may have gone since they proposed.
        self.look(now);
    }

    fn end_voting(&mut self, now: u64) {
        let Phase::Deciding(round) = &self.phase else {
            return;
        };
        let Step::Voting {
            request,
            stones,
            aside,
        } = &round.step
        else {
            return;
        };
        let number = round.number;
        let (request, stones, aside) = (request.clone(), stones.clone(), aside.clone());
        for (member, name) in self.late(&request) {
            self.happened.push(Action::Vote {
                round: number,
                member,
                name,
                vote: Given::Late,
            });
        }
        let votes: Vec<usize> = request.given.values().copied().collect();
        let decision = by_votes(stones, aside, &votes, &mut self.chance);
        self.decide(decision, now);
    }

    /// Who was awaited and did not answer; they are away from now on.
    fn late<T>(&mut self, request: &Request<T>) -> Vec<(MemberId, String)> {
        let late = |member: &&mut super::Member| {
            member.is_here && request.awaited.contains(&member.id) && !request.has_answered(member.id)
        };
        self.members
            .iter_mut()
            .filter(late)
            .map(|member| {
                member.is_away = true;
                (member.id, member.name.clone())
            })
            .collect()
    }

    fn decide(&mut self, decision: Decision, now: u64) {
        let Phase::Deciding(round) = &self.phase else {
            return;
        };
        let (number, purpose, color) = (round.number, round.purpose, round.color);
        let chosen = decision.chosen;
        self.happened.push(Action::Decision {
            round: number,
            decision: decision.clone(),
        });
        self.last = Some(decision);
        let Some(chosen) = chosen else {
            self.silent += 1;
            // Whoever asks from outside hears that there is nothing, and may ask again.
            if self.setup.is_asked || self.silent >= SILENT_MOST {
                self.phase = Phase::Resting(purpose, color);
            } else {
                self.start_round(purpose, color, now);
            }
            return;
        };
        self.silent = 0;
        if purpose == Purpose::Suggest {
            self.phase = Phase::Opponent;
            return;
        }
        match chosen.as_move() {
            None => self.finish(resigned(color), "resignation"),
            Some(made) => {
                // Every proposal was looked at when it was made, and nothing was played since.
                if self.kifu.play(color, made).is_ok() {
                    self.tell_move(color, chosen);
                }
                self.turn(now);
            }
        }
    }

    /// Somebody did something: they are not away. If the game rests, it goes on.
    fn heard_of(&mut self, member: MemberId) -> Result<(), Refusal> {
        self.present(member)?.is_away = false;
        Ok(())
    }

    /// If the game rests, it goes on, unless it is asked from outside: there, whoever asked was told.
    pub(super) fn wake(&mut self, now: u64) {
        if let Phase::Resting(purpose, color) = self.phase
            && !self.setup.is_asked
        {
            self.silent = 0;
            self.start_round(purpose, color, now);
        }
    }

    fn name_of(&self, member: MemberId) -> String {
        let found = self.members.iter().find(|one| one.id == member);
        found.map_or(String::new(), |found| found.name.clone())
    }
}
