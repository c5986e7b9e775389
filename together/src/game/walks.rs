//! Random walks: whatever members, opponents and clocks do, the rules of a team hold.

use std::collections::{BTreeMap, BTreeSet};

use rand::Rng;

use super::*;
use crate::action::{Asked, Given};
use crate::decide::{Value, Why};
use crate::setup::Scheme;

/// What was seen of a round.
#[derive(Default)]
struct Seen {
    proposals: BTreeMap<MemberId, Option<Proposal>>,
    votes: BTreeMap<MemberId, Option<Proposal>>,
    is_decided: bool,
}

/// Holds every action against what may happen.
struct Witness {
    kifu: Kifu<CELLS, MOVES>,
    rounds: BTreeMap<u32, Seen>,
    here: BTreeSet<MemberId>,
    names: BTreeSet<String>,
    is_over: bool,
}

impl Witness {
    fn new(setup: &Setup) -> Witness {
        let mut kifu = Kifu::new();
        kifu.restart(setup.size);
        kifu.set_komi(setup.komi);
        kifu.set_ko(Ko::Simple);
        Witness {
            kifu,
            rounds: BTreeMap::new(),
            here: BTreeSet::new(),
            names: BTreeSet::new(),
            is_over: false,
        }
    }

    fn see(&mut self, action: &Action) {
        // What is kept can be read again.
        let json = serde_json::to_string(action).unwrap();
        assert_eq!(&serde_json::from_str::<Action>(&json).unwrap(), action, "{json}");
        assert!(
            !self.is_over
                || matches!(
                    action,
                    Action::Chat { .. } | Action::Join { .. } | Action::Leave { .. }
                )
        );
        match action {
            Action::Start { .. } => {}
            Action::Join {
                member, name, back, ..
            } => {
                assert!(self.here.insert(*member), "{member} joins twice");
                assert_eq!(self.names.insert(name.clone()), !back, "names are told apart");
            }
            Action::Leave { member, .. } => assert!(self.here.remove(member)),
            Action::Request { round, what, .. } => {
                assert!(!self.here.is_empty() || *what != Asked::Proposals);
                assert!(!self.rounds.entry(*round).or_default().is_decided);
            }
            Action::Answer {
                round,
                member,
                answer,
                ..
            } => {
                let seen = self.rounds.get_mut(round).unwrap();
                assert!(!seen.is_decided && self.here.contains(member));
                let given = match answer {
                    Given::Move(what) => Some(*what),
                    _ => None,
                };
                if let Some(chosen) = given.and_then(Proposal::as_move) {
                    assert_eq!(self.kifu.check(self.kifu.to_move(), chosen), Ok(()));
                }
                assert!(
                    seen.proposals.insert(*member, given).is_none(),
                    "one proposal each"
                );
            }
            Action::Vote {
                round, member, vote, ..
            } => {
                let seen = self.rounds.get_mut(round).unwrap();
                assert!(!seen.is_decided && self.here.contains(member));
                let given = match vote {
                    Given::Move(what) => Some(*what),
                    _ => None,
                };
                if let Some(what) = given {
                    assert!(
                        seen.proposals.values().any(|other| *other == Some(what)),
                        "only what was proposed"
                    );
                }
                assert!(seen.votes.insert(*member, given).is_none(), "one vote each");
            }
            Action::Decision { round, decision } => self.see_decision(*round, decision),
            Action::Move { number, black, what } => {
                let color = if *black { Color::Black } else { Color::White };
                assert_eq!(color, self.kifu.to_move());
                self.kifu.play(color, what.as_move().unwrap()).unwrap();
                assert_eq!(*number, self.kifu.moves().len() as u32);
            }
            Action::Chat { text, .. } => assert!(!text.is_empty()),
            Action::End { .. } => self.is_over = true,
        }
    }

    fn see_decision(&mut self, round: u32, decision: &Decision) {
        let seen = self.rounds.get_mut(&round).unwrap();
        assert!(!seen.is_decided);
        seen.is_decided = true;
        let given: Vec<Proposal> = seen.proposals.values().flatten().copied().collect();
        let count: u32 = decision.choices.iter().map(|choice| choice.proposals).sum();
        assert_eq!(count as usize, given.len(), "every proposal is shown");
        let Some(chosen) = decision.chosen else {
            assert!(given.is_empty() && decision.why == Why::Nobody);
            return;
        };
        let stones = given
            .iter()
            .any(|proposal| matches!(proposal, Proposal::Stone(_)));
        match chosen {
            Proposal::Stone(_) => assert!(given.contains(&chosen)),
            Proposal::Pass => assert!(!stones),
            Proposal::Resign => assert!(given.iter().all(|&proposal| proposal == Proposal::Resign)),
        }
        if decision.why == Why::MostVotes {
            let votes = |what| seen.votes.values().filter(|&&vote| vote == Some(what)).count();
            let others = decision.choices.iter().filter(|choice| choice.what != chosen);
            assert!(others.into_iter().all(|other| votes(other.what) < votes(chosen)));
        }
        assert!(!decision.to_string().is_empty());
    }
}

fn random_proposal(rng: &mut ChaCha8Rng, game: &Game) -> Proposal {
    let size = game.setup().size;
    match rng.random_range(0..12) {
        0 => Proposal::Pass,
        1 => Proposal::Resign,
        _ => {
            // Few points, so that members agree now and then.
            let legal: Vec<_> = game.kifu().legal(game.kifu().to_move()).iter().take(4).collect();
            match legal.get(rng.random_range(0..5)) {
                Some(point) => Proposal::from_move(Move::Play(*point), size),
                None => Proposal::read("A1", size).unwrap(),
            }
        }
    }
}

fn walk(seed: u64, scheme: Scheme, is_asked: bool) -> (Vec<Action>, usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let setup = Setup {
        size: 5,
        scheme,
        is_asked,
        seed,
        ..Setup::default()
    };
    let mut witness = Witness::new(&setup);
    let mut game = Game::new(setup);
    let (mut now, mut all) = (0, Vec::new());
    for _ in 0..300 {
        now += if rng.random_range(0..8) == 0 {
            rng.random_range(0..40_000)
        } else {
            rng.random_range(0..500)
        };
        let member = rng.random_range(0..8);
        let round = game.rounds() + rng.random_range(0..8) / 7;
        let what = random_proposal(&mut rng, &game);
        let _ = match rng.random_range(0..16) {
            0 if game.members().len() < 7 => game.join("Ann", Role::Person, now).map(drop),
            1 => game.leave(member, "", now),
            2 => game.come_back(member, now),
            3 => game.faulty(member, round, "rubbish", now),
            4 => game.chat(member, "hello", now),
            5 => game.begin(now),
            6 => game.ask(game.kifu().to_move(), Purpose::Play, now),
            7 | 8 => game.opponent(game.kifu().to_move(), what, now),
            9 => {
                game.tick(now);
                Ok(())
            }
            10 | 11 => game.vote(member, round, what, now),
            12 => match game.wish() {
                Wish::Values { round, choices, .. } => {
                    let value = |_: &Choice| Value {
                        mean: f64::from(rng.random_range(-3..3)),
                        spread: 1.0,
                        playouts: 10,
                    };
                    let values: Vec<Value> = choices.iter().map(value).collect();
                    game.weighed(round, &values, now)
                }
                Wish::Score => game.scored("0"),
                _ => Ok(()),
            },
            _ => game.propose(member, round, what, now),
        };
        if let Some(deadline) = game.deadline()
            && now >= deadline
        {
            let before = game.wish();
            game.tick(now);
            assert_ne!(game.wish(), before, "a request ends at its deadline");
        }
        for action in game.take() {
            witness.see(&action);
            all.push(action);
        }
        assert!(
            game.kifu().moves().eq(witness.kifu.moves()),
            "what is kept is what is on the board"
        );
        let here: BTreeSet<MemberId> = game
            .members()
            .iter()
            .filter(|member| member.is_here)
            .map(|member| member.id)
            .collect();
        assert_eq!(here, witness.here);
        assert_eq!(game.result().is_some(), witness.is_over);
    }
    let decisions = witness.rounds.values().filter(|seen| seen.is_decided).count();
    (all, decisions)
}

#[test]
fn the_rules_hold_whatever_happens() {
    let mut decisions = 0;
    for seed in 0..600 {
        let scheme = Scheme::ALL[seed as usize % 3];
        decisions += walk(seed, scheme, seed % 2 == 1).1;
    }
    assert!(
        decisions > 2000,
        "only {decisions} decisions: the walks go nowhere"
    );
}

#[test]
fn the_same_seed_and_the_same_answers_give_the_same_game() {
    for seed in 0..30 {
        let scheme = Scheme::ALL[seed as usize % 3];
        assert_eq!(walk(seed, scheme, false).0, walk(seed, scheme, false).0);
    }
}
