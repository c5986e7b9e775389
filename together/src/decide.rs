//! How one proposal is chosen, and why.

use std::fmt;

use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::proposal::Proposal;

/// What playouts say about a proposal, in points for the team.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Value {
    /// The mean score.
    pub mean: f64,
    /// The mean is known up to this: 95 of 100 times the true one is within.
    pub spread: f64,
    /// How many playouts that rests on.
    pub playouts: u32,
}

/// Something that was proposed, and all that counts for it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// What it is.
    #[serde(rename = "move")]
    pub what: Proposal,
    /// How many proposed it.
    pub proposals: u32,
    /// How many voted for it, if there was a vote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub votes: Option<u32>,
    /// What it is worth, if it was played out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}

/// Why something was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// All proposed the same.
    Unanimous,
    /// The others wanted to pass or to resign, which takes all.
    OnlyStone,
    /// Nobody wanted to play a stone, but some to pass and some to resign: the milder is done.
    OnlyStops,
    /// More votes than any other.
    MostVotes,
    /// As many votes as others that were left to chance.
    VotesDrawn,
    /// The highest mean of the playouts.
    HighestMean,
    /// The highest mean, which others have too: left to chance.
    MeansDrawn,
    /// A lot for every proposal.
    Lot,
    /// Nobody proposed anything in time.
    Nobody,
}

/// What was decided.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// What the team does; nothing if nobody proposed anything.
    pub chosen: Option<Proposal>,
    /// Why.
    pub why: Why,
    /// Everything that was proposed, with all values.
    pub choices: Vec<Choice>,
}

/// What becomes of proposals before a scheme has to choose.
#[derive(Clone, PartialEq, Debug)]
pub enum Sifted {
    /// There is nothing to choose.
    Decided(Decision),
    /// Two or more stones, each with how many proposed it; and passes and resignations that were set aside.
    Open {
        /// In the order of the board, so that it tells nothing about who was first.
        stones: Vec<Choice>,
        /// Not chosen, but shown.
        aside: Vec<Choice>,
    },
}

/// Puts equal proposals together and sets aside what takes all members.
pub fn sift(proposals: impl IntoIterator<Item = Proposal>) -> Sifted {
    let mut all: Vec<Proposal> = proposals.into_iter().collect();
    all.sort_unstable();
    let choices: Vec<Choice> = all
        .chunk_by(|one, other| one == other)
        .map(|same| Choice {
            what: same[0],
            proposals: same.len() as u32,
            votes: None,
            value: None,
        })
        .collect();
    let is_stone = |choice: &Choice| matches!(choice.what, Proposal::Stone(_));
    let (stones, aside): (Vec<_>, Vec<_>) = choices.iter().copied().partition(is_stone);
    let (chosen, why) = match (&stones[..], &aside[..]) {
        ([], []) => (None, Why::Nobody),
        ([only], []) | ([], [only]) => (Some(only.what), Why::Unanimous),
        ([only], _) => (Some(only.what), Why::OnlyStone),
        ([], _) => (Some(Proposal::Pass), Why::OnlyStops),
        _ => return Sifted::Open { stones, aside },
    };
    Sifted::Decided(Decision { chosen, why, choices })
}

/// The stone with most votes; `votes` are places in the list.
pub fn by_votes(
    mut stones: Vec<Choice>,
    aside: Vec<Choice>,
    votes: &[usize],
    rng: &mut impl Rng,
) -> Decision {
    for (i, stone) in stones.iter_mut().enumerate() {
        stone.votes = Some(votes.iter().filter(|&&vote| vote == i).count() as u32);
    }
    let most = stones.iter().filter_map(|stone| stone.votes).max();
    let best: Vec<Proposal> = stones
        .iter()
        .filter(|stone| stone.votes == most)
        .map(|stone| stone.what)
        .collect();
    let why = if best.len() == 1 {
        Why::MostVotes
    } else {
        Why::VotesDrawn
    };
    decided(draw(&best, rng), why, stones, aside)
}

/// The stone with the highest mean. Values that are missing count for nothing.
pub fn by_values(
    mut stones: Vec<Choice>,
    aside: Vec<Choice>,
    values: &[Value],
    rng: &mut impl Rng,
) -> Decision {
    for (stone, value) in stones.iter_mut().zip(values) {
        stone.value = Some(*value);
    }
    let mean = |stone: &Choice| stone.value.map_or(f64::NEG_INFINITY, |value| value.mean);
    let most = stones.iter().map(mean).fold(f64::NEG_INFINITY, f64::max);
    let best: Vec<Proposal> = stones
        .iter()
        .filter(|stone| mean(stone).total_cmp(&most).is_eq())
        .map(|stone| stone.what)
        .collect();
    let why = if best.len() == 1 {
        Why::HighestMean
    } else {
        Why::MeansDrawn
    };
    decided(draw(&best, rng), why, stones, aside)
}

/// A lot for every proposal, so what many propose is likelier.
pub fn by_lot(stones: Vec<Choice>, aside: Vec<Choice>, rng: &mut impl Rng) -> Decision {
    let lots: Vec<Proposal> = stones
        .iter()
        .flat_map(|stone| (0..stone.proposals).map(|_| stone.what))
        .collect();
    decided(draw(&lots, rng), Why::Lot, stones, aside)
}

fn draw(lots: &[Proposal], rng: &mut impl Rng) -> Option<Proposal> {
    match lots {
        [] => None,
        [only] => Some(*only),
        _ => Some(lots[rng.random_range(0..lots.len())]),
    }
}

fn decided(chosen: Option<Proposal>, why: Why, stones: Vec<Choice>, aside: Vec<Choice>) -> Decision {
    let choices = [stones, aside].concat();
    Decision { chosen, why, choices }
}

/// A sentence for people.
impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(chosen) = self.chosen else {
            return f.write_str("nobody proposed a move in time");
        };
        let choice = self.choices.iter().find(|choice| choice.what == chosen);
        let votes = choice.and_then(|choice| choice.votes).unwrap_or(0);
        let all_votes: u32 = self.choices.iter().filter_map(|choice| choice.votes).sum();
        let all: u32 = self.choices.iter().map(|choice| choice.proposals).sum();
        match self.why {
            Why::Unanimous if all == 1 => write!(f, "{chosen}: the only proposal"),
            Why::Unanimous => write!(f, "{chosen}: all {all} proposed it"),
            Why::OnlyStone => write!(f, "{chosen}: not all wanted to pass or resign"),
            Why::OnlyStops => write!(f, "{chosen}: nobody proposed a stone"),
            Why::MostVotes => write!(f, "{chosen}: {votes} of {all_votes} votes"),
            Why::VotesDrawn if all_votes == 0 => write!(f, "{chosen}: drawn, since nobody voted"),
            Why::VotesDrawn => write!(f, "{chosen}: drawn among those with {votes} of {all_votes} votes"),
            Why::HighestMean | Why::MeansDrawn => {
                let how = if self.why == Why::HighestMean {
                    "the highest mean"
                } else {
                    "drawn among those with the highest mean"
                };
                match choice.and_then(|choice| choice.value) {
                    Some(value) => write!(
                        f,
                        "{chosen}: {how}, {:+.1} ±{:.1} points",
                        value.mean, value.spread
                    ),
                    None => write!(f, "{chosen}: {how}"),
                }
            }
            Why::Lot => write!(
                f,
                "{chosen}: drawn, {} of {all} lots",
                choice.map_or(0, |choice| choice.proposals)
            ),
            Why::Nobody => f.write_str("nobody proposed a move in time"),
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    fn p(names: &str) -> Vec<Proposal> {
        names
            .split_whitespace()
            .map(|name| Proposal::read(name, 9).unwrap())
            .collect()
    }

    fn decided(names: &str) -> (Option<Proposal>, Why) {
        match sift(p(names)) {
            Sifted::Decided(decision) => (decision.chosen, decision.why),
            Sifted::Open { .. } => panic!("{names} is open"),
        }
    }

    fn open(names: &str) -> (Vec<Choice>, Vec<Choice>) {
        match sift(p(names)) {
            Sifted::Open { stones, aside } => (stones, aside),
            Sifted::Decided(decision) => panic!("{names}: {decision}"),
        }
    }

    #[test]
    fn pass_and_resign_take_all() {
        assert_eq!(decided("pass pass pass"), (Some(Proposal::Pass), Why::Unanimous));
        assert_eq!(decided("resign resign"), (Some(Proposal::Resign), Why::Unanimous));
        assert_eq!(decided("pass pass D4"), (Some(p("D4")[0]), Why::OnlyStone));
        assert_eq!(decided("resign resign D4 D4"), (Some(p("D4")[0]), Why::OnlyStone));
        assert_eq!(decided("pass resign"), (Some(Proposal::Pass), Why::OnlyStops));
        assert_eq!(decided(""), (None, Why::Nobody));
        let (stones, aside) = open("pass D4 resign E5 pass pass");
        assert_eq!((stones.len(), aside.len()), (2, 2));
    }

    #[test]
    fn most_votes_win_and_ties_are_drawn_by_the_seed() {
        let (stones, aside) = open("D4 E5 D4 C3");
        let decision = |votes: &[usize], seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            by_votes(stones.clone(), aside.clone(), votes, &mut rng)
        };
        let clear = decision(&[0, 1, 1], 1);
        assert_eq!((clear.chosen, clear.why), (Some(stones[1].what), Why::MostVotes));
        assert_eq!(clear.to_string(), format!("{}: 2 of 3 votes", stones[1].what));
        let mut seen = std::collections::BTreeMap::<_, u32>::new();
        for seed in 0..300 {
            let tie = decision(&[0, 2], seed);
            assert_eq!(tie, decision(&[0, 2], seed));
            assert_eq!(tie.why, Why::VotesDrawn);
            *seen.entry(tie.chosen).or_default() += 1;
        }
        assert_eq!(seen.len(), 2, "the one without votes is never drawn");
        assert!(seen.values().all(|&times| times > 100), "{seen:?}");
    }

    #[test]
    fn the_highest_mean_wins_and_all_are_shown() {
        let (stones, aside) = open("D4 E5 pass");
        let value = |mean| Value {
            mean,
            spread: 2.0,
            playouts: 100,
        };
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let best = by_values(
            stones.clone(),
            aside.clone(),
            &[value(-3.0), value(4.25)],
            &mut rng,
        );
        assert_eq!((best.chosen, best.why), (Some(stones[1].what), Why::HighestMean));
        assert!(
            best.choices
                .iter()
                .filter(|choice| choice.value.is_some())
                .count()
                == 2
        );
        assert_eq!(best.choices.len(), 3, "the pass is shown, too");
        let tie = by_values(stones, aside, &[value(1.0), value(1.0)], &mut rng);
        assert_eq!(tie.why, Why::MeansDrawn);
    }

    #[test]
    fn every_proposal_has_a_lot() {
        let (stones, aside) = open("D4 D4 D4 E5");
        let times = (0..400)
            .filter(|&seed| {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let decision = by_lot(stones.clone(), aside.clone(), &mut rng);
                assert_eq!(decision.why, Why::Lot);
                decision.chosen == Some(p("D4")[0])
            })
            .count();
        assert!((250..350).contains(&times), "{times} of 400, about 300 expected");
    }

    #[test]
    fn a_decision_survives_being_kept() {
        let (stones, aside) = open("D4 E5 pass");
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let decision = by_votes(stones, aside, &[1], &mut rng);
        let json = serde_json::to_string(&decision).unwrap();
        assert_eq!(serde_json::from_str::<Decision>(&json).unwrap(), decision);
    }
}
