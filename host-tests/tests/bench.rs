//! The bench plays the positions that are held, on every machine.

use shikatsu::bench::{Line, POSITIONS};

#[test]
fn the_bench_plays_the_positions_that_are_held() {
    let held = include_str!("../bench.txt");
    for (index, name) in POSITIONS.iter().enumerate() {
        let work = Line::new(index).sign();
        let line = held.lines().find(|line| line.split(' ').next() == Some(name));
        let words: Vec<&str> = line.expect("each position is held").split(' ').collect();
        assert_eq!(work.moves.to_string(), words[1], "moves on {name}");
        assert_eq!(
            format!("{:016x}", work.signature),
            words[3],
            "positions on {name}"
        );
    }
}

#[test]
fn a_line_leaves_its_board_as_it_was() {
    for index in 0..POSITIONS.len() {
        let mut line = Line::new(index);
        let once = line.sign();
        line.run(2);
        assert_eq!(line.sign(), once);
    }
}
