//! The search on trees with given values: the hand-made one, and thousands of random ones, against minimax.

use host_tests::games::tree::{Shape, Tree, TreeGame};
use host_tests::games::{proof, slots, solve};
use host_tests::random::Random;
use shikatsu::search::{Aim, End, Limits, Table};

const HAND_MADE: &str = include_str!("../src/games/hand_made.txt");
const TABLES: [usize; 4] = [0, 8, 64, 4096];

fn to_depth(depth: u8) -> Limits {
    Limits {
        depth,
        ..Limits::NONE
    }
}

#[test]
fn the_hand_made_tree_has_the_values_of_the_first_seed() {
    let tree = Tree::read(HAND_MADE);
    assert_eq!(tree.len(), 127);
    for (depth, value) in [47, -26, 30, 4, 52, 52, 52, 52].into_iter().enumerate() {
        let depth = depth as u8;
        assert_eq!(tree.minimax(depth).0, value, "by minimax at depth {depth}");
        for count in TABLES {
            let mut slots = slots(count);
            let mut table = Table::new(&mut slots);
            let game = TreeGame::new(&tree);
            let report = solve(&mut game.clone(), &mut table, Aim::Value, to_depth(depth));
            assert_eq!((report.value, report.depth), (value, depth), "{count} slots");
            assert_eq!(report.end, End::Depth);
            assert_eq!(report.best.is_none(), depth == 0);
            let plain: u64 = (0..=depth).map(|depth| tree.minimax(depth).1).sum();
            assert!(report.nodes <= plain && (depth < 3 || report.nodes < plain));
            println!(
                "depth {depth}: {value:3}, {count:4} slots: {:3} nodes, by minimax {plain}",
                report.nodes
            );
        }
    }
}

/// Compares the search of a tree with minimax at every depth, for every table; returns how often.
fn compare(tree: &Tree, height: u8, ranks: u64, figures: &mut [u64; 3]) {
    for depth in 0..=height + 1 {
        let (value, _) = tree.minimax(depth);
        figures[2] += (0..=depth).map(|depth| tree.minimax(depth).1).sum::<u64>() * TABLES.len() as u64;
        for count in TABLES {
            let mut slots = slots(count);
            let mut table = Table::new(&mut slots);
            // Some of the numbers are larger than a slot of the table can hold.
            let first_id = [0, 361, 505, 511, 1 << 9, 40_000][(ranks % 6) as usize];
            let start = TreeGame::new(tree).ranked(ranks).numbered_from(first_id);
            let mut game = start.clone();
            let report = solve(&mut game, &mut table, Aim::Value, to_depth(depth));
            assert_eq!(report.value, value, "depth {depth}, {count} slots in {tree:?}");
            assert_eq!(
                report.depth < depth,
                report.end == End::Proved && report.depth < depth
            );
            assert_eq!(game, start, "every move is taken back");
            table.clear();
            let proved = solve(&mut game, &mut table, Aim::Proof, to_depth(depth));
            assert_eq!(proof(proved.value), proof(value), "depth {depth}, {count} slots");
            figures[0] += 2;
            figures[1] += report.nodes;
        }
    }
}

#[test]
fn random_trees_have_the_values_of_minimax_at_every_depth() {
    let mut random = Random::new(3);
    let mut figures = [0; 3];
    let mut trees = 0;
    for height in 1..=6 {
        for decided in [0, 25, 60] {
            for size in [3, 900] {
                for _ in 0..60 {
                    let shape = Shape {
                        height,
                        breadth: if height < 5 { 4 } else { 3 },
                        decided,
                        size,
                    };
                    let tree = Tree::random(&mut random, shape);
                    trees += 1;
                    for _ in 0..2 {
                        compare(&tree, height as u8, random.number(), &mut figures);
                    }
                }
            }
        }
    }
    let [searches, nodes, plain] = figures;
    println!("{trees} trees, {searches} searches: 0 disagreements; {nodes} nodes, by minimax {plain}");
}

#[test]
fn of_equal_moves_the_one_named_first_is_tried_first() {
    // The later a move is named the better it is, so the value tells how many were tried, and that no other was.
    let tree = Tree::read("0 (1 2 3 4 5 6 7 8)");
    for breadth in 1..=8 {
        let limits = Limits {
            depth: 1,
            breadth,
            ..Limits::NONE
        };
        let report = solve(
            &mut TreeGame::new(&tree),
            &mut Table::new(&mut []),
            Aim::Value,
            limits,
        );
        assert_eq!(report.value, breadth as i16);
    }
}
