//! Life in the open that is found in a small room first, and proved in the open afterwards.

use shikatsu::board::Move;
use shikatsu::problem::{Problem, read_text};
use shikatsu_prover::{Answer, Prover, Question, Side};

/// Black lives along the edge. Half of the board is open, and without a room of its own the search does not find it within eight times as many nodes.
const ALONG_THE_EDGE: &str = include_str!("../../prover/tests/along-the-edge.txt");

fn problem() -> Problem {
    read_text(ALONG_THE_EDGE).expect("a problem").0
}

/// Asks whether Black lives, for so many nodes. Whatever is proved must pass the checker.
fn ask(prover: &mut Prover, first: Option<Move>, nodes: u64) -> Option<Answer> {
    ask_in_slices(prover, first, nodes, 1_000)
}

fn ask_in_slices(prover: &mut Prover, first: Option<Move>, nodes: u64, slice: u64) -> Option<Answer> {
    let question = Question {
        winner: Side::Defender,
        first,
    };
    assert!(prover.ask(question), "it can be played");
    let end = prover.progress().nodes + nodes;
    while prover.progress().nodes < end {
        match prover.step(slice) {
            Answer::More => {}
            Answer::Won(win) => {
                let proof = prover.proof().expect("a proof");
                shikatsu_proof::check(&proof).expect("it is one");
                return Some(Answer::Won(win));
            }
            Answer::Unknown => return None,
        }
    }
    None
}

#[test]
fn life_in_a_small_room_leads_to_a_proof_in_the_open() {
    let mut prover = Prover::new(&problem(), 64 << 20);
    assert!(matches!(ask(&mut prover, None, 20_000), Some(Answer::Won(_))));
}

#[test]
fn a_question_that_fails_leaves_the_rooms_to_the_next() {
    let mut prover = Prover::new(&problem(), 64 << 20);
    assert!(ask(&mut prover, Some(Move::Pass), 60_000).is_none());
    assert!(matches!(ask(&mut prover, None, 20_000), Some(Answer::Won(_))));
}

#[test]
fn the_same_work_gives_the_same_answer_and_slices_give_one_too() {
    let run = |slice: u64| {
        let mut prover = Prover::new(&problem(), 64 << 20);
        let answer = ask_in_slices(&mut prover, None, 20_000, slice);
        (answer, prover.progress().nodes)
    };
    assert_eq!(run(1_000), run(1_000));
    for slice in [100, 700, 5_000] {
        assert!(matches!(run(slice).0, Some(Answer::Won(_))), "{slice}");
    }
}
