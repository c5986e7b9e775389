//! Elo in whole numbers: a try is a game against the problem.

use crate::problem::Level;

/// What 1 dan is worth; a rank is worth 100.
const FIRST_DAN: i16 = 2100;
/// How far one result moves the rating, at most; more at the beginning.
const STEP: i32 = 24;
const FIRST_STEP: i32 = 80;
const FIRST_TRIES: u32 = 20;

/// Where those begin who have never played: 30 kyu.
pub(super) const LOWEST: i16 = FIRST_DAN - 3000;

/// The chance to win, in thousandths, for a lead of 0, 50, 100 … points: 1000 / (1 + 10^(-lead / 400)).
const CHANCE: [i32; 17] = [
    500, 571, 640, 703, 760, 808, 849, 882, 909, 930, 947, 960, 969, 977, 983, 987, 990,
];
const CHANCE_STEP: i32 = 50;

/// What a level is worth.
pub fn of_level(level: Level) -> i16 {
    FIRST_DAN + 100 * i16::from(level.steps_from_first_dan())
}

/// The rank a rating comes to.
pub fn to_level(rating: i16) -> Level {
    Level::steps(((rating - FIRST_DAN).div_euclid(100)) as i8)
}

/// The rating after a problem, and `tries` before it.
pub fn after(rating: i16, level: Level, solved: bool, tries: u32) -> i16 {
    let lead = i32::from(rating) - i32::from(of_level(level));
    let place = (lead.abs() / CHANCE_STEP).min(CHANCE.len() as i32 - 1);
    let chance = CHANCE[place as usize];
    let expected = if lead < 0 { 1000 - chance } else { chance };
    let step = if tries < FIRST_TRIES { FIRST_STEP } else { STEP };
    let change = step * (if solved { 1000 } else { 0 } - expected) / 1000;
    bounded(i32::from(rating) + change)
}

/// The nearest rating that a player can have.
pub(super) fn bounded(rating: i32) -> i16 {
    let lowest = i32::from(of_level(Level::WEAKEST));
    let highest = i32::from(of_level(Level::STRONGEST)) + 99;
    rating.clamp(lowest, highest) as i16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::FIRST_RATING;

    #[test]
    fn ranks_and_ratings_go_together() {
        for rank in ["30k", "20k", "1k", "1d", "7d"] {
            let level: Level = rank.parse().unwrap();
            assert_eq!(to_level(of_level(level)), level);
            assert_eq!(to_level(of_level(level) + 99), level);
        }
        assert_eq!(of_level("20k".parse().unwrap()), 100);
        assert_eq!(of_level("1d".parse().unwrap()), 2100);
    }

    #[test]
    fn winning_raises_and_losing_lowers_and_the_surprise_counts() {
        let (easy, hard) = ("25k".parse().unwrap(), "1d".parse().unwrap());
        let gain = |level| after(500, level, true, 100) - 500;
        let loss = |level| 500 - after(500, level, false, 100);
        assert!(gain(hard) > gain(easy) && loss(easy) > loss(hard));
        assert!(gain(easy) >= 0 && loss(hard) >= 0);
        assert!(after(500, hard, true, 0) - 500 > gain(hard));
    }

    #[test]
    fn a_rating_stays_within_the_ranks() {
        let (mut low, mut high) = (FIRST_RATING, FIRST_RATING);
        for tries in 0..10_000 {
            low = after(low, Level::WEAKEST, false, tries);
            high = after(high, Level::STRONGEST, true, tries);
        }
        assert_eq!(to_level(low), Level::WEAKEST);
        assert_eq!(to_level(high), Level::STRONGEST);
    }
}
