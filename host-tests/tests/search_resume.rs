//! A search in slices is the same search: however it is cut, stopped or begun again.

use std::fmt::Debug;

use host_tests::games::graph::{Graph, GraphGame, Return};
use host_tests::games::noughts::Noughts;
use host_tests::games::tree::{Shape, Tree, TreeGame};
use host_tests::games::{Searcher, finish, slots, solve};
use host_tests::random::Random;
use shikatsu::search::{Aim, End, Game, Limits, MoveId, Report, Step, Table};

/// A search to do: from where, what for, how far, and with how large a table.
struct Task<G> {
    start: G,
    aim: Aim,
    limits: Limits,
    slots: usize,
}

impl<G: Game + Clone + PartialEq + Debug> Task<G> {
    fn in_one_step(&self) -> Report {
        self.in_slices(u32::MAX)
    }

    fn in_slices(&self, nodes: u32) -> Report {
        let mut slots = slots(self.slots);
        let mut search = Searcher::default();
        let mut game = self.start.clone();
        search.start(self.aim, self.limits);
        let report = finish(&mut search, &mut game, &mut Table::new(&mut slots), nodes);
        assert_eq!(game, self.start);
        report
    }

    /// Stops after so many nodes, looks whether all is as it was, and begins again with the table as it is.
    fn stopped_and_begun_again(&self, search: &mut Searcher, nodes: u32) -> Report {
        let mut slots = slots(self.slots);
        let mut table = Table::new(&mut slots);
        let mut game = self.start.clone();
        search.start(self.aim, self.limits);
        assert_eq!(search.step(&mut game, &mut table, nodes), Step::More);
        search.stop(&mut game, End::Nodes);
        assert_eq!(game, self.start, "stopped after {nodes}");
        let Step::Done(report) = search.step(&mut game, &mut table, 1000) else {
            panic!("a stopped search goes on");
        };
        assert_eq!((report.nodes, report.end), (u64::from(nodes), End::Nodes));
        assert_eq!(game, self.start);
        search.start(self.aim, self.limits);
        finish(search, &mut game, &mut table, u32::MAX)
    }

    /// Cuts the search in all ways; returns its nodes.
    fn check(&self) -> u64 {
        let whole = self.in_one_step();
        assert_eq!(self.in_one_step(), whole, "two runs are equal");
        for nodes in [1, 2, 3, 7, 64, 1000] {
            assert_eq!(self.in_slices(nodes), whole, "{nodes} nodes a step");
        }
        let mut search = Searcher::default();
        for nodes in 0..whole.nodes.min(1500) as u32 {
            let again = self.stopped_and_begun_again(&mut search, nodes);
            assert_eq!((again.value, again.end), (whole.value, whole.end));
            assert!(again.depth <= whole.depth, "what the table knows only helps");
        }
        for nodes in 0..whole.nodes.min(1500) {
            let limits = Limits { nodes, ..self.limits };
            let mut game = self.start.clone();
            let mut slots = slots(self.slots);
            let report = solve(&mut game, &mut Table::new(&mut slots), self.aim, limits);
            assert_eq!((report.nodes, report.end), (nodes, End::Nodes));
            // A round asks about a win one ply deeper than about a loss, and a search may stop between the two.
            assert!(report.depth <= whole.depth + 1);
            assert_eq!(game, self.start);
        }
        whole.nodes
    }
}

#[test]
fn noughts_and_crosses_in_slices_is_the_same() {
    let mut start = Noughts::default();
    for cell in [4, 1] {
        start.make(MoveId(cell));
    }
    for (aim, slots) in [(Aim::Value, 64), (Aim::Value, 4096), (Aim::Proof, 64)] {
        let limits = Limits {
            depth: start.free(),
            ..Limits::NONE
        };
        let task = Task {
            start: start.clone(),
            aim,
            limits,
            slots,
        };
        println!("{aim:?}, {slots} slots: {} nodes cut in all ways", task.check());
    }
}

#[test]
fn random_trees_in_slices_are_the_same() {
    let mut random = Random::new(4);
    let mut nodes = 0;
    for i in 0..40 {
        let shape = Shape {
            height: 5,
            breadth: 3,
            decided: [0, 40][i % 2],
            size: 50,
        };
        let tree = Tree::random(&mut random, shape);
        let task = Task {
            start: TreeGame::new(&tree).ranked(random.number()),
            aim: Aim::Value,
            limits: Limits {
                depth: 6,
                breadth: 1 + i % 4,
                ..Limits::NONE
            },
            slots: [0, 8, 512][i % 3],
        };
        nodes += task.check();
    }
    println!("40 trees, {nodes} nodes cut in all ways");
}

#[test]
fn random_graphs_in_slices_are_the_same() {
    let mut random = Random::new(5);
    let mut nodes = 0;
    for i in 0..80 {
        let graph = Graph::random(&mut random, 16, 10);
        let back = [Return::KeeperWins, Return::HunterMustNot, Return::NobodyMay][i % 3];
        let task = Task {
            start: GraphGame::new(&graph, i % 16, back, random.number()),
            aim: [Aim::Proof, Aim::Value][i / 40],
            limits: Limits {
                depth: 12,
                nodes: 3000,
                ..Limits::NONE
            },
            slots: 0,
        };
        nodes += task.check();
    }
    println!("80 graphs, {nodes} nodes cut in all ways");
}

#[test]
fn stopping_a_search_that_is_over_changes_nothing() {
    let tree = Tree::read("0 (30000 5)");
    let mut game = TreeGame::new(&tree);
    let mut table = Table::new(&mut []);
    let mut search = Searcher::default();
    search.stop(&mut game, End::Nodes);
    search.start(Aim::Value, Limits::NONE);
    let report = finish(&mut search, &mut game, &mut table, 1);
    assert_eq!(report.end, End::Proved);
    search.stop(&mut game, End::Nodes);
    assert_eq!(search.step(&mut game, &mut table, 1), Step::Done(report));
    assert_eq!(game, TreeGame::new(&tree));
}
