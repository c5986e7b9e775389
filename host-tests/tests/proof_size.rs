//! Large proofs, as they come from open positions: on the whole board, with many nodes.

use host_tests::proofs::{CLAIMS, make, pruned};
use host_tests::random::Random;
use shikatsu_proof::{Color, Goal, Points, Position, Proof, Step, binary, check, points::named, read, text};

/// Three points in the corner of the whole board, a white ring around them, and dame around that: Black kills in the middle, and has to fill a lot.
fn corner() -> Position {
    let mut position = Position::empty(19);
    let point = |name: &str| named(name, 19).expect("a point of the board");
    position.white = ["A2", "B2", "C2", "D2", "D1"].map(point).into_iter().collect();
    position.black = ["A4", "B4", "C4", "D4", "E3", "F2", "F1"]
        .map(point)
        .into_iter()
        .collect();
    position.key = position.white;
    let open: Points = ["A1", "B1", "C1", "A3", "B3", "C3", "D3", "E2", "E1"]
        .map(point)
        .into_iter()
        .collect();
    position.closed = position.free().minus(&open);
    position.to_move = Color::Black;
    position
}

#[test]
fn a_large_proof_is_checked_and_a_missing_answer_found() {
    let mut random = Random::new(1);
    let claim = CLAIMS
        .into_iter()
        .find(|claim| claim.goal == Goal::Capture)
        .expect("there is one");
    let proof = make(&corner(), claim, 200_000, &mut random)
        .expect("it is small enough")
        .expect("it dies");
    let checked = check(&proof).unwrap();
    let slim = pruned(&proof, &checked);
    println!(
        "{} nodes, {} without needless answers, {} bytes, {} letters",
        proof.nodes.len(),
        slim.nodes.len(),
        binary::write(&slim).len(),
        text::write(&slim).len()
    );
    assert!(proof.nodes.len() > 1_000);
    assert_eq!(read(&binary::write(&proof)), Ok(proof.clone()));
    let at = slim
        .nodes
        .iter()
        .position(|node| matches!(&node.step, Step::Replies { moves, .. } if moves.len() > 1));
    let mut bent: Proof = slim.clone();
    if let Step::Replies { moves, .. } = &mut bent.nodes[at.unwrap()].step {
        moves.pop();
    }
    assert!(check(&bent).is_err());
}
