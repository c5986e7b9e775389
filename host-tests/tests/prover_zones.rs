//! The prover's zones against the oracle: whatever stands outside of a zone, the same side wins.

use host_tests::enclosed::{is_parted, random_position};
use host_tests::oracle::{Method, solve};
use host_tests::random::Random;
use shikatsu::board::{Point, PointSet, Setup};
use shikatsu::problem::{Outcome, Problem};
use shikatsu_prover::{Answer, Closed, Prover, Question, Side, Win};

/// What a run has seen.
#[derive(Default, Debug)]
struct Tally {
    /// Wins by the defender and by the attacker.
    won: [usize; 2],
    /// Proofs that the checker accepted.
    checked: usize,
    /// Positions with another outside that the oracle answered.
    varied: usize,
    /// Wins of several key chains, and wins in which stones outside of the zone were replaced.
    several: usize,
    too_hard: usize,
}

fn prove(problem: &Problem, winner: Side) -> Option<(Win, Prover)> {
    let mut prover = Prover::new(problem, 1 << 20);
    prover.ask(Question { winner, first: None });
    match prover.step(3_000) {
        Answer::Won(win) => Some((win, prover)),
        _ => None,
    }
}

/// The problem with everything that can change outside of the zone replaced by chance.
fn with_another_outside(
    problem: &Problem,
    zone: &PointSet,
    winner: Side,
    random: &mut Random,
) -> Option<Problem> {
    let setup = problem.setup();
    let stones = setup.black.union(&setup.white);
    let closed = setup.outside.minus(&stones);
    let is_wall = |point: Point| {
        let own = if setup.black.contains(point) {
            &setup.black
        } else {
            &setup.white
        };
        let chain = [point].into_iter().collect::<PointSet>().grown(own);
        stones.contains(point) && !chain.beside(&closed).is_empty()
    };
    let mut other = Setup {
        key: setup.key.intersection(zone),
        ..setup
    };
    assert!(
        winner == Side::Defender || other.key == setup.key,
        "a zone of a capture has all key stones"
    );
    let (fill, black) = (random.below(90), random.below(100));
    for point in Point::all(setup.size) {
        if zone.contains(point) || setup.outside.contains(point) || is_wall(point) {
            continue;
        }
        other.black.remove(point);
        other.white.remove(point);
        if random.chance(fill) {
            if random.chance(black) {
                other.black.insert(point);
            } else {
                other.white.insert(point);
            }
        }
    }
    // Stones outside of the zone that have no liberty leave; if those within have none, there is no such position.
    let inside = [other.black, other.white].map(|set| set.intersection(zone));
    host_tests::random::remove_captured(&mut other);
    let same = [other.black, other.white].map(|set| set.intersection(zone)) == inside;
    if !same || other.key.is_empty() {
        return None;
    }
    Problem::new(&other).ok()
}

/// Has the oracle answer a won problem, and others that are the same on its zone.
fn vary(
    problem: &Problem,
    zone: &PointSet,
    winner: Side,
    (variations, effort): (usize, u64),
    random: &mut Random,
    tally: &mut Tally,
) {
    let expected = match winner {
        Side::Defender => Outcome::Alive,
        Side::Attacker => Outcome::Dead,
    };
    let others = (0..variations).filter_map(|_| with_another_outside(problem, zone, winner, random));
    for other in [*problem].into_iter().chain(others.collect::<Vec<_>>()) {
        match solve(&other, Method::Reuse, effort) {
            None => tally.too_hard += 1,
            Some(finding) => {
                tally.varied += 1;
                assert_eq!(
                    finding.answer.outcome, expected,
                    "zone {zone:?} of {problem:?}\nbut not in {other:?}"
                );
            }
        }
    }
}

fn compare(seed: u64, wanted: usize, variations: usize, effort: u64) -> Tally {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    while tally.won[0] + tally.won[1] < wanted {
        let Some(problem) = random_position(&mut random) else {
            continue;
        };
        let wins = [Side::Defender, Side::Attacker].map(|winner| prove(&problem, winner));
        assert!(
            wins[0].is_none() || wins[1].is_none(),
            "both sides win {problem:?}"
        );
        for (winner, found) in [Side::Defender, Side::Attacker].into_iter().zip(wins) {
            let Some((win, prover)) = found else {
                continue;
            };
            tally.won[winner as usize] += 1;
            let proof = prover.proof().expect("what is won has a proof");
            if let Err(error) = shikatsu_proof::check(&proof) {
                panic!("the checker refuses: {error}\n{problem:?}");
            }
            tally.checked += 1;
            tally.several += usize::from(is_parted(&problem));
            vary(
                &problem,
                &win.zone,
                winner,
                (variations, effort),
                &mut random,
                &mut tally,
            );
        }
    }
    tally
}

#[test]
fn zones_hold_with_any_outside() {
    let tally = compare(1, 250, 4, 3_000);
    println!("{tally:?}");
    assert!(tally.won[0] > 50 && tally.won[1] > 80);
    assert!(tally.varied > 700 && tally.several > 30);
}

/// The same of what proof numbers find in closed regions.
fn compare_closed(seed: u64, wanted: usize, variations: usize, effort: u64) -> Tally {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    while tally.won[0] + tally.won[1] < wanted {
        let Some(problem) = random_position(&mut random) else {
            continue;
        };
        let Some(mut closed) = Closed::new(&problem, 1 << 20) else {
            continue;
        };
        closed.step(3_000);
        let winner = match closed.judgement().outcome {
            Some(Outcome::Alive) => Side::Defender,
            Some(Outcome::Dead) => Side::Attacker,
            _ => continue,
        };
        let Some(win) = closed.win() else {
            continue;
        };
        tally.won[winner as usize] += 1;
        tally.several += usize::from(is_parted(&problem));
        let how = (variations, effort);
        vary(&problem, &win.zone, winner, how, &mut random, &mut tally);
    }
    tally
}

#[test]
fn zones_of_closed_regions_hold_with_any_outside() {
    let tally = compare_closed(3, 250, 4, 3_000);
    println!("{tally:?}");
    assert!(tally.won[0] > 50 && tally.won[1] > 80);
    assert!(tally.varied > 700 && tally.several > 30);
}

#[test]
#[ignore = "takes minutes; SHIKATSU_WINS and SHIKATSU_SEED say how much"]
fn many_zones_hold_with_any_outside() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let wins = number("SHIKATSU_WINS").unwrap_or(20_000) as usize;
    let tally = compare(number("SHIKATSU_SEED").unwrap_or(2), wins, 20, 20_000);
    println!("{tally:?}");
    let tally = compare_closed(number("SHIKATSU_SEED").unwrap_or(2), wins, 20, 20_000);
    println!("{tally:?}");
}

#[test]
fn a_prover_is_the_same_however_it_is_sliced() {
    let mut random = Random::new(9);
    let mut compared = 0;
    while compared < 30 {
        let Some(problem) = random_position(&mut random) else {
            continue;
        };
        let Some((win, _)) = prove(&problem, Side::Attacker) else {
            continue;
        };
        let mut prover = Prover::new(&problem, 1 << 20);
        prover.ask(Question {
            winner: Side::Attacker,
            first: None,
        });
        let mut left = 20_000;
        while prover.step(50) == Answer::More && left > 0 {
            left -= 1;
        }
        // The way may differ with the slices, the verdict may not.
        assert!(
            matches!(prover.answer(), Answer::Won(_)),
            "{win:?} of {problem:?}"
        );
        compared += 1;
    }
}
