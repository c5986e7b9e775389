//! What a team does, one rule at a time.

use super::*;
use crate::action::{Asked, Given};
use crate::decide::{Value, Why};
use crate::setup::Scheme;

fn p(name: &str) -> Proposal {
    Proposal::read(name, 9).unwrap()
}

/// A game that has begun, with these members at second 0.
fn team(scheme: Scheme, names: &[&str]) -> (Game, Vec<MemberId>) {
    let setup = Setup {
        scheme,
        ..Setup::default()
    };
    assert_eq!(setup.fault(), None);
    let mut game = Game::new(setup);
    let members = names
        .iter()
        .map(|name| game.join(name, Role::Person, 0).unwrap())
        .collect();
    game.begin(0).unwrap();
    game.take();
    (game, members)
}

fn decision(game: &mut Game) -> Decision {
    game.take()
        .into_iter()
        .rev()
        .find_map(|action| match action {
            Action::Decision { decision, .. } => Some(decision),
            _ => None,
        })
        .unwrap()
}

#[test]
fn a_vote_decides_and_says_why() {
    let (mut game, m) = team(Scheme::Voting, &["Ann", "Bob", "Cai"]);
    for (member, name) in m.iter().zip(["D4", "E5", "D4"]) {
        game.propose(*member, 1, p(name), 100).unwrap();
    }
    let Wish::Votes { round: 1, choices } = game.wish() else {
        panic!("{:?}", game.wish())
    };
    let listed: Vec<_> = choices
        .iter()
        .map(|choice| (choice.what.to_string(), choice.proposals))
        .collect();
    assert_eq!(
        listed,
        [("E5".to_string(), 1), ("D4".to_string(), 2)],
        "in the order of the board"
    );
    game.vote(m[0], 1, p("E5"), 200).unwrap();
    game.vote(m[1], 1, p("E5"), 200).unwrap();
    assert!(matches!(game.wish(), Wish::Votes { .. }), "Cai has not voted yet");
    game.vote(m[2], 1, p("D4"), 200).unwrap();
    let made = decision(&mut game);
    assert_eq!((made.chosen, made.why), (Some(p("E5")), Why::MostVotes));
    let votes: Vec<_> = made.choices.iter().map(|choice| choice.votes).collect();
    assert_eq!(votes, [Some(2), Some(1)]);
    assert_eq!(game.wish(), Wish::OpponentMove);
    assert_eq!(game.kifu().moves().len(), 1);
}

#[test]
fn nobody_votes_twice_or_for_another_or_for_what_is_not_there() {
    let (mut game, m) = team(Scheme::Voting, &["Ann", "Bob"]);
    assert_eq!(
        game.vote(m[0], 1, p("D4"), 0),
        Err(Refusal::NotNow),
        "there is no vote yet"
    );
    game.propose(m[0], 1, p("D4"), 0).unwrap();
    assert_eq!(
        game.propose(m[0], 1, p("D5"), 0),
        Err(Refusal::Twice),
        "one proposal each"
    );
    game.propose(m[1], 1, p("E5"), 0).unwrap();
    assert_eq!(game.vote(99, 1, p("D4"), 0), Err(Refusal::NoMember));
    assert_eq!(game.vote(m[0], 1, p("C3"), 0), Err(Refusal::NoChoice));
    assert_eq!(game.vote(m[0], 1, p("pass"), 0), Err(Refusal::NoChoice));
    assert_eq!(game.vote(m[0], 0, p("D4"), 0), Err(Refusal::TooLate));
    game.vote(m[0], 1, p("D4"), 0).unwrap();
    assert_eq!(game.vote(m[0], 1, p("E5"), 0), Err(Refusal::Twice));
}

#[test]
fn a_vote_of_one_who_went_stays() {
    let (mut game, m) = team(Scheme::Voting, &["Ann", "Bob"]);
    game.propose(m[0], 1, p("D4"), 0).unwrap();
    game.propose(m[1], 1, p("E5"), 0).unwrap();
    game.vote(m[0], 1, p("D4"), 0).unwrap();
    game.leave(m[0], "gone", 0).unwrap();
    assert_eq!(
        game.vote(m[0], 1, p("E5"), 0),
        Err(Refusal::NoMember),
        "who has gone has no say"
    );
    assert!(matches!(game.wish(), Wish::Votes { .. }), "Bob has time");
    game.tick(30_000);
    let made = decision(&mut game);
    assert_eq!((made.chosen, made.why), (Some(p("D4")), Why::MostVotes));
}

#[test]
fn late_members_are_skipped_and_come_back() {
    let (mut game, m) = team(Scheme::Voting, &["Ann", "Bob"]);
    game.propose(m[0], 1, p("D4"), 10).unwrap();
    assert_eq!(game.deadline(), Some(30_000));
    game.tick(29_999);
    assert!(matches!(game.wish(), Wish::Proposals { round: 1, .. }));
    game.tick(30_000);
    assert_eq!(game.wish(), Wish::OpponentMove, "decided without Bob");
    let happened = game.take();
    assert!(
        happened.iter().any(
            |action| matches!(action, Action::Answer { name, answer: Given::Late, .. } if name == "Bob")
        )
    );
    assert!(game.members()[1].is_away);
    assert_eq!(game.propose(m[1], 1, p("E5"), 30_001), Err(Refusal::NotNow));
    assert!(!game.members()[1].is_away, "even a late answer brings him back");
    game.opponent(Color::White, p("C3"), 31_000).unwrap();
    game.propose(m[0], 2, p("G7"), 31_001).unwrap();
    assert!(
        matches!(game.wish(), Wish::Proposals { .. }),
        "he is awaited again"
    );
    game.propose(m[1], 2, p("G7"), 31_002).unwrap();
    assert_eq!(game.wish(), Wish::OpponentMove);
}

#[test]
fn nobody_waits_for_one_who_is_away() {
    let (mut game, m) = team(Scheme::Voting, &["Ann", "Bob"]);
    game.propose(m[0], 1, p("D4"), 10).unwrap();
    game.tick(30_000);
    game.opponent(Color::White, p("C3"), 31_000).unwrap();
    game.propose(m[0], 2, p("G7"), 31_001).unwrap();
    assert_eq!(game.wish(), Wish::OpponentMove, "Bob is away");
    game.opponent(Color::White, p("C4"), 32_000).unwrap();
    game.chat(m[1], "I am back", 32_001).unwrap();
    // He came back within the request: he may answer, and from the next one on he is awaited.
    game.propose(m[1], 3, p("E5"), 32_002).unwrap();
    game.propose(m[0], 3, p("E5"), 32_003).unwrap();
    game.opponent(Color::White, p("C5"), 33_000).unwrap();
    game.propose(m[0], 4, p("G6"), 33_001).unwrap();
    assert!(matches!(game.wish(), Wish::Proposals { .. }));
}

#[test]
fn silence_is_asked_again_and_then_the_game_rests_until_somebody_stirs() {
    let (mut game, m) = team(Scheme::Voting, &["Ann", "Bob"]);
    for round in 1..=3 {
        assert_eq!(
            game.wish(),
            Wish::Proposals {
                round,
                color: Color::Black
            }
        );
        game.tick(u64::from(round) * 30_000);
        assert_eq!(decision(&mut game).why, Why::Nobody);
    }
    assert_eq!(game.wish(), Wish::SignOfLife);
    assert_eq!(game.deadline(), None);
    game.tick(1 << 40);
    assert!(game.take().is_empty(), "nothing happens, and nothing is kept");
    game.chat(m[0], "hello", 1 << 41).unwrap();
    assert!(matches!(game.wish(), Wish::Proposals { round: 4, .. }));
    game.propose(m[0], 4, p("D4"), 1 << 41).unwrap();
    assert_eq!(
        game.wish(),
        Wish::OpponentMove,
        "only Ann was heard of, and she has answered"
    );
}

#[test]
fn an_empty_team_rests_and_goes_on_with_the_first_who_comes() {
    let mut game = Game::new(Setup::default());
    game.begin(0).unwrap();
    assert_eq!(game.wish(), Wish::SignOfLife);
    let ann = game.join("Ann", Role::Person, 5).unwrap();
    assert!(matches!(game.wish(), Wish::Proposals { round: 1, .. }));
    game.leave(ann, "gone", 6).unwrap();
    assert_eq!(game.wish(), Wish::SignOfLife, "all have gone");
    game.come_back(ann, 7).unwrap();
    assert!(matches!(game.wish(), Wish::Proposals { .. }));
    assert_eq!(game.come_back(77, 7), Err(Refusal::NoMember));
}

#[test]
fn pass_and_resign_take_everyone() {
    let (mut game, m) = team(Scheme::Random, &["Ann", "Bob", "Cai"]);
    for (member, name) in m.iter().zip(["pass", "resign", "D4"]) {
        game.propose(*member, 1, p(name), 0).unwrap();
    }
    let made = decision(&mut game);
    assert_eq!((made.chosen, made.why), (Some(p("D4")), Why::OnlyStone));
    game.opponent(Color::White, p("pass"), 1).unwrap();
    for member in &m {
        game.propose(*member, 2, p("pass"), 2).unwrap();
    }
    assert_eq!(game.wish(), Wish::Score);
    game.scored("B+73.5").unwrap();
    assert_eq!((game.wish(), game.result()), (Wish::Nothing, Some("B+73.5")));
    game.chat(m[0], "good game", 9).unwrap();
    assert_eq!(game.take().last().unwrap().kind(), "chat", "chat goes on");
}

#[test]
fn all_resign() {
    let (mut game, m) = team(Scheme::Voting, &["Ann", "Bob"]);
    for member in &m {
        game.propose(*member, 1, p("resign"), 2).unwrap();
    }
    assert_eq!((game.wish(), game.result()), (Wish::Nothing, Some("W+R")));
    assert_eq!(game.stop("Void", "again"), Err(Refusal::NotNow));
}

#[test]
fn playouts_decide_when_they_are_there() {
    let (mut game, m) = team(Scheme::MonteCarlo, &["Ann", "Bob"]);
    game.propose(m[0], 1, p("D4"), 0).unwrap();
    game.propose(m[1], 1, p("E5"), 0).unwrap();
    let Wish::Values {
        round: 1, choices, ..
    } = game.wish()
    else {
        panic!("{:?}", game.wish())
    };
    assert!(game.take().iter().any(|action| matches!(
        action,
        Action::Request {
            what: Asked::Playouts,
            ..
        }
    )));
    let value = |mean| Value {
        mean,
        spread: 1.0,
        playouts: 100,
    };
    assert_eq!(game.weighed(7, &[], 0), Err(Refusal::TooLate));
    game.weighed(1, &[value(1.5), value(2.5)], 0).unwrap();
    assert_eq!(decision(&mut game).chosen, Some(choices[1].what));
    assert_eq!(game.weighed(1, &[], 0), Err(Refusal::NotNow));
}

#[test]
fn rubbish_costs_the_member_a_proposal_and_nobody_else_anything() {
    let (mut game, m) = team(Scheme::Voting, &["Ann", "Bot"]);
    assert!(matches!(
        game.propose(m[1], 1, Proposal::read("T19", 19).unwrap(), 0),
        Err(Refusal::Illegal(_))
    ));
    game.faulty(m[1], 1, "\x1b[2Jwhat <b>", 0).unwrap();
    assert_eq!(game.propose(m[1], 1, p("D4"), 0), Err(Refusal::Twice));
    game.propose(m[0], 1, p("E5"), 0).unwrap();
    assert_eq!(game.wish(), Wish::OpponentMove);
    let kept = game.take();
    assert!(kept.iter().any(
        |action| matches!(action, Action::Answer { answer: Given::Faulty(why), .. } if why == "[2Jwhat <b>")
    ));
}

#[test]
fn a_team_that_is_asked_from_outside_says_when_nobody_is_there() {
    let setup = Setup {
        is_asked: true,
        ..Setup::default()
    };
    let mut game = Game::new(setup);
    game.opponent(Color::Black, p("E5"), 0).unwrap();
    assert_eq!(
        game.wish(),
        Wish::OpponentMove,
        "it does not move before it is asked"
    );
    game.ask(Color::White, Purpose::Play, 1).unwrap();
    assert_eq!(game.wish(), Wish::SignOfLife, "nobody is there");
    let ann = game.join("Ann", Role::Person, 2).unwrap();
    assert_eq!(game.wish(), Wish::SignOfLife, "and it has been told so");
    game.ask(Color::White, Purpose::Suggest, 3).unwrap();
    game.propose(ann, 1, p("C3"), 4).unwrap();
    assert_eq!(game.last_decision().unwrap().chosen, Some(p("C3")));
    assert_eq!(game.kifu().moves().len(), 1, "a suggestion is not played");
    game.ask(Color::White, Purpose::Play, 5).unwrap();
    game.propose(ann, 2, p("C3"), 6).unwrap();
    assert_eq!(game.kifu().moves().len(), 2);
}

#[test]
fn names_are_bounded_and_told_apart() {
    let mut game = Game::new(Setup::default());
    assert_eq!(game.join(" \u{7} ", Role::Person, 0), Err(Refusal::NoName));
    game.join("<script>alert(1)</script>", Role::Person, 0).unwrap();
    game.join("Ann", Role::Person, 0).unwrap();
    game.join("Ann\n", Role::Engine, 0).unwrap();
    let names: Vec<&str> = game.members().iter().map(|member| &member.name[..]).collect();
    assert_eq!(names, ["<script>alert(1)</script>", "Ann", "Ann 2"]);
    while game.join("x", Role::Person, 0).is_ok() {}
    assert_eq!(game.members().len(), PRESENT_MOST);
    for member in 1..=10 {
        game.leave(member, "", 0).unwrap();
    }
    assert!(game.join("x", Role::Person, 0).is_ok(), "there is room again");
}

#[test]
fn the_next_game_has_the_same_team() {
    let (game, m) = team(Scheme::Voting, &["Ann", "Bob"]);
    let mut next = game.next(Setup {
        size: 13,
        ..Setup::default()
    });
    let kinds: Vec<&str> = next.take().iter().map(Action::kind).collect();
    assert_eq!(kinds, ["start", "join", "join"]);
    next.begin(0).unwrap();
    next.propose(m[0], 1, Proposal::read("N13", 13).unwrap(), 0)
        .unwrap();
}
