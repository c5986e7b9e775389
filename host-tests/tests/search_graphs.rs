//! The search on graphs with circles: what depends on the path must never be taken for a fact.
//!
//! The true winner of every place comes from backward induction, which knows no paths. A search that keeps a
//! value of one path and uses it on another disagrees with it sooner or later.

use host_tests::games::graph::{Graph, GraphGame, Return, Side};
use host_tests::games::{slots, solve};
use host_tests::random::Random;
use shikatsu::search::{Aim, End, Game, Limits, Made, MoveId, Ranked, Table, WIN};

/// What a run of many graphs found.
#[derive(Default)]
struct Tally {
    proved: u64,
    unknown: u64,
    nodes: u64,
    won: u64,
}

/// Searches from every place of a graph with one table, and holds each proof against the true winner.
fn search_all(graph: &Graph, count: usize, back: Return, random: &mut Random, limit: u64, tally: &mut Tally) {
    let hunted = graph.hunted();
    let mut slots = slots(count);
    let mut table = Table::new(&mut slots);
    let first = random.below(graph.places.len());
    let limits = Limits {
        nodes: limit,
        ..Limits::NONE
    };
    for i in 0..graph.places.len() {
        let start = (first + i) % graph.places.len();
        if random.chance(25) {
            table.clear();
        }
        let game = GraphGame::new(graph, start, back, random.number());
        let report = solve(&mut game.clone(), &mut table, Aim::Proof, limits);
        tally.nodes += report.nodes;
        if report.end != End::Proved {
            assert!(report.value.abs() < WIN);
            tally.unknown += 1;
            continue;
        }
        let mover_wins = hunted[start] == (graph.places[start].mover == Side::Hunter);
        let value = if mover_wins { WIN } else { -WIN };
        assert_eq!(
            report.value, value,
            "{back:?}, {count} slots, from {start} of {graph:?}"
        );
        tally.proved += 1;
        tally.won += u64::from(hunted[start]);
    }
}

fn search_many(back: Return, seed: u64) {
    let mut random = Random::new(seed);
    for (count, sizes, graphs, limit) in [
        (0, 5..=10, 3000, u64::MAX),
        (8, 5..=14, 3000, 1_000_000),
        (64, 5..=20, 3000, 1_000_000),
        (4096, 5..=24, 3000, 1_000_000),
        (4096, 25..=40, 1000, 1_000_000),
    ] {
        let mut tally = Tally::default();
        for _ in 0..graphs {
            let places = random.between(*sizes.start(), *sizes.end()) as usize;
            let ends = 2 + random.below(25);
            let graph = Graph::random(&mut random, places, ends);
            search_all(&graph, count, back, &mut random, limit, &mut tally);
        }
        assert_eq!(tally.unknown, 0, "{count} slots, {sizes:?} places");
        println!(
            "{back:?}, {count} slots, {sizes:?} places: {graphs} graphs, {} proved, {} hunted, 0 wrong, {} nodes",
            tally.proved, tally.won, tally.nodes
        );
    }
}

#[test]
fn endless_play_that_the_keeper_wins_is_judged_as_backward_induction_does() {
    search_many(Return::KeeperWins, 11);
}

#[test]
fn a_hunter_who_must_not_go_back_wins_the_same_places() {
    search_many(Return::HunterMustNot, 12);
}

#[test]
fn bans_for_both_sides_are_judged_as_trying_every_path_does() {
    let mut random = Random::new(13);
    let (mut cases, mut on_path_only) = (0, 0);
    for _ in 0..1500 {
        let places = random.between(5, 10) as usize;
        let graph = Graph::random(&mut random, places, 15);
        let hunted = graph.hunted();
        for count in [0, 8, 64, 4096] {
            let mut slots = slots(count);
            let mut table = Table::new(&mut slots);
            for (start, hunted) in hunted.iter().enumerate() {
                let mut game = GraphGame::new(&graph, start, Return::NobodyMay, random.number());
                let report = solve(&mut game, &mut table, Aim::Proof, Limits::NONE);
                let wins = game.mover_wins();
                let value = if wins { WIN } else { -WIN };
                assert_eq!(report.value, value, "{count} slots, from {start} of {graph:?}");
                cases += 1;
                on_path_only += u32::from(wins != (*hunted == (graph.places[start].mover == Side::Hunter)));
            }
        }
    }
    println!("bans for both: {cases} searches, 0 wrong; in {on_path_only} the bans change the winner");
}

/// Two ways of two moves to one position, from which the only move wins; but not if the first way was taken.
#[derive(Clone)]
struct Fork {
    path: Vec<u64>,
    ranks: [i16; 2],
}

const START: u64 = 0;
const WAYS: [u64; 2] = [1, 2];
const JOIN: u64 = 3;
const END: u64 = 4;

impl Game for Fork {
    fn key(&self) -> u64 {
        self.path[self.path.len() - 1]
    }

    fn decided(&mut self) -> Option<i16> {
        (self.key() == END).then_some(-WIN)
    }

    fn evaluate(&mut self) -> i16 {
        0
    }

    fn moves(&mut self, _ply: usize, name: &mut dyn FnMut(Ranked)) {
        let mut name = |to: u64, rank| {
            let id = MoveId(to as u16);
            name(Ranked { id, rank });
        };
        match self.key() {
            START => WAYS
                .iter()
                .zip(self.ranks)
                .for_each(|(&way, rank)| name(way, rank)),
            JOIN => name(END, 0),
            _ => name(JOIN, 0),
        }
    }

    fn make(&mut self, id: MoveId) -> Made {
        if self.key() == JOIN && self.path[1] == WAYS[0] {
            return Made::Banned(1);
        }
        self.path.push(u64::from(id.0));
        Made::Fine
    }

    fn unmake(&mut self) {
        self.path.pop();
    }
}

#[test]
fn a_position_without_a_move_on_one_path_only_is_not_kept_as_such() {
    for count in [0, 8, 4096] {
        for ranks in [[0, 1], [1, 0]] {
            let mut slots = slots(count);
            let mut table = Table::new(&mut slots);
            let path = vec![START];
            let report = solve(&mut Fork { path, ranks }, &mut table, Aim::Proof, Limits::NONE);
            assert_eq!((report.value, report.depth), (WIN, 5), "{count} slots, {ranks:?}");
            assert_eq!(report.best, Some(MoveId(WAYS[1] as u16)));
        }
    }
}
