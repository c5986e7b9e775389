//! The solver at its limits: many chains, and what it says once it has given up.

use host_tests::diagram::problem;
use shikatsu::problem::{Outcome, Problem, read_text};
use shikatsu::search::{End, Limits, Slot, Table};
use shikatsu::tsumego::{Solver, Task, Thinker, Thinking};

/// A stone in the corner with two liberties inside a safe wall is captured, whatever stands elsewhere: here,
/// 27 chains of its colour, each a single stone.
#[test]
fn a_key_stone_behind_many_chains_of_its_colour_is_not_alive_for_that() {
    let problem = problem(
        "-o-o-o-o-o-
         o-o-o-o-o-o
         -o-o-o-o-o-
         o-o-o-o-o-o
         -o-o-o-o-o-
         xxxxxxxxxxx
         ***********
         ***********
         x**********
         -x*********
         o-x********
         A1 x",
    );
    let mut slots = vec![Slot::EMPTY; 8192];
    let mut table = Table::new(&mut slots);
    let limits = Limits {
        nodes: 200_000,
        ..Limits::NONE
    };
    let mut solver = Solver::<4>::new(&Task {
        limits,
        ..Task::of(&problem)
    })
    .expect("it fits");
    while solver.outcome().is_none() && solver.step(&mut table, 1000) == Thinking::More {}
    println!("{:?} after {} nodes", solver.outcome(), solver.nodes());
    assert!(matches!(solver.outcome(), None | Some(Outcome::Dead)));
}

/// Steps until the solver says something, then steps on: what it says first and what it says ever after.
fn first_and_later(problem: &Problem, nodes: u64) -> (Thinking, Vec<Thinking>) {
    let mut slots = vec![Slot::EMPTY; 8192];
    let mut table = Table::new(&mut slots);
    let limits = Limits {
        nodes,
        ..Limits::NONE
    };
    let mut solver = Solver::<2>::new(&Task {
        limits,
        ..Task::of(problem)
    })
    .expect("it fits");
    loop {
        let first = solver.step(&mut table, 1000);
        if first != Thinking::More {
            let later = (0..40).map(|_| solver.step(&mut table, 1000)).collect();
            return (first, later);
        }
    }
}

/// A solver that ran out of nodes stays so: asked again, it must not call half of its answer the whole.
#[test]
fn unknown_stays_unknown() {
    let problem = problem(
        "*******
         *******
         *******
         xxxx***
         oooox**
         ---ox**
         ---ox**
         D3 x",
    );
    let (mut tried, mut turned) = (0, Vec::new());
    for nodes in 1.. {
        let (first, later) = first_and_later(&problem, nodes);
        if first != Thinking::Unknown {
            break;
        }
        tried += 1;
        if let Some(Thinking::Solved(solution)) = later.into_iter().find(|said| *said != Thinking::Unknown) {
            turned.push((nodes, solution.answer.outcome, solution.answer.moves.len()));
        }
    }
    println!("{tried} limits, {} of them turned into an answer", turned.len());
    assert!(turned.is_empty(), "first: {:?}", turned.first());
}

#[test]
fn a_solver_says_why_it_gave_up() {
    let text = include_str!("../../problems/shapes/six-on-the-second-line.txt");
    let (problem, _) = read_text(text).expect("a problem of the bank");
    let gave_up = |limits| {
        let mut slots = vec![Slot::EMPTY; 8192];
        let mut table = Table::new(&mut slots);
        let mut thinker = Box::new(Thinker::IDLE);
        assert!(thinker.start(&Task {
            limits,
            ..Task::of(&problem)
        }));
        while thinker.step(&mut table, 1000) == Thinking::More {}
        thinker.gave_up()
    };
    let nodes = Limits {
        nodes: 100,
        ..Limits::NONE
    };
    let depth = Limits {
        depth: 2,
        ..Limits::NONE
    };
    assert_eq!(gave_up(nodes), Some(End::Nodes));
    assert_eq!(gave_up(depth), Some(End::Depth));
    assert_eq!(gave_up(Limits::NONE), None);
}
