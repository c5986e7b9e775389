//! The machine that plays: it sees what matters, keeps to the rules, works in any memory and in any slices.

use shikatsu::board::{Color, Move, Point};
use shikatsu::play::{CELLS, Choice, Kifu, MOVES, Manners, Progress, Search, choose};
use shikatsu::search::Slot;

type Game = Kifu<CELLS, MOVES>;

/// The slots of the handheld.
const SLOTS: usize = 8192;

const POLITE: Manners = Manners {
    resigns: true,
    cleans_up: false,
};

fn game(size: u8, black: &str, white: &str, first: Color) -> Game {
    let mut game = Game::new();
    game.restart(size);
    let set = |names: &str| {
        names
            .split_whitespace()
            .map(|name| Point::from_vertex(name, size).unwrap())
            .collect()
    };
    assert!(game.set_up(&set(black), &set(white), first));
    game
}

fn search(game: &Game, color: Color, playouts: u32) -> (Box<Search<CELLS>>, Vec<Slot>) {
    let (mut search, mut slots) = (Box::new(Search::IDLE), vec![Slot::EMPTY; SLOTS]);
    search.begin(game, color, 1, &mut slots);
    search.step(&mut slots, playouts);
    (search, slots)
}

fn best(game: &Game, color: Color, playouts: u32) -> String {
    let (search, mut slots) = search(game, color, playouts);
    match search.progress(&mut slots).best {
        Move::Play(point) => point.vertex(game.size()).to_string(),
        Move::Pass => "pass".to_string(),
    }
}

fn choice(game: &Game, color: Color, manners: Manners) -> Choice {
    let (search, mut slots) = search(game, color, 400);
    choose(game, color, &search.thought(&mut slots), manners)
}

#[test]
fn it_captures_what_decides_and_saves_what_is_caught() {
    // The six stones in the middle are in atari at D1, and whoever plays there has won.
    let black = "D2 D3 D4 D5 D6 D7";
    let white = "C1 C2 C3 C4 C5 C6 C7 E2 E3 E4 E5 E6 E7";
    let mut caught = game(7, black, white, Color::White);
    caught.set_komi(-13);
    assert_eq!(best(&caught, Color::White, 800), "D1");
    let mut caught = game(7, "D2 D3 D4 D5 D6 D7 F1 F2 F3 F4 F5 F6", white, Color::Black);
    caught.set_komi(-13);
    assert!(["D1", "E1"].contains(&best(&caught, Color::Black, 800).as_str()));
}

#[test]
fn slices_do_not_matter_and_chance_is_a_number() {
    let game = game(9, "E5", "C3", Color::Black);
    let (whole, mut slots) = search(&game, Color::Black, 300);
    let (mut sliced, mut other_slots) = search(&game, Color::Black, 0);
    for slice in [1, 99, 200] {
        sliced.step(&mut other_slots, slice);
    }
    assert!(slots == other_slots);
    assert_eq!(whole.progress(&mut slots), sliced.progress(&mut other_slots));
    sliced.begin(&game, Color::Black, 2, &mut other_slots);
    sliced.step(&mut other_slots, 300);
    assert!(slots != other_slots);
}

#[test]
fn any_memory_will_do() {
    let game = game(9, "", "", Color::Black);
    for many in [1, 2, 50, 82, 83, 200, 1000] {
        let (mut search, mut slots) = (Box::new(Search::<CELLS>::IDLE), vec![Slot::EMPTY; many]);
        search.begin(&game, Color::Black, 1, &mut slots);
        search.step(&mut slots, 200);
        let Progress { playouts, best, .. } = search.progress(&mut slots);
        assert_eq!(playouts, 200);
        // With no room for the first moves there is none to choose.
        assert_eq!(best == Move::Pass, many < 83, "{many} slots");
    }
}

/// Two living groups on a board that is full but for their eyes.
const LEFT: &str = "A1 A2 A4 B1 B2 B3 B4 B5 C1 C2 C3 C4 C5";
const RIGHT: &str = "D1 D2 D3 D4 D5 E2 E4";

#[test]
fn it_passes_when_it_is_over_and_fills_no_eye() {
    let mut over = game(5, LEFT, RIGHT, Color::Black);
    over.set_komi(1);
    assert_eq!(choice(&over, Color::Black, POLITE), Choice::Make(Move::Pass));
    over.play(Color::Black, Move::Pass).unwrap();
    let stubborn = Manners {
        resigns: false,
        cleans_up: false,
    };
    assert_eq!(choice(&over, Color::White, stubborn), Choice::Make(Move::Pass));
}

#[test]
fn it_resigns_what_is_hopeless_if_it_may() {
    let mut lost = game(5, LEFT, RIGHT, Color::White);
    lost.set_komi(1);
    for _ in 0..6 {
        lost.play(lost.to_move(), Move::Pass).unwrap();
    }
    assert_eq!(lost.to_move(), Color::White);
    assert_eq!(choice(&lost, Color::White, POLITE), Choice::Resign);
    let stubborn = Manners {
        resigns: false,
        ..POLITE
    };
    assert_eq!(choice(&lost, Color::White, stubborn), Choice::Make(Move::Pass));
    assert_eq!(choice(&lost, Color::Black, POLITE), Choice::Make(Move::Pass));
}

#[test]
fn dead_stones_are_captured_first_if_that_is_wanted() {
    // A stone of White is dead in Black's corner of four points.
    let black = "C1 C2 C3 C4 C5 B1 B3 B5";
    let white = "D1 D2 D3 D4 D5 E2 E4 A2";
    let mut dirty = game(5, black, white, Color::Black);
    dirty.set_komi(1);
    assert_eq!(choice(&dirty, Color::Black, POLITE), Choice::Make(Move::Pass));
    let tidy = Manners {
        resigns: false,
        cleans_up: true,
    };
    let Choice::Make(Move::Play(point)) = choice(&dirty, Color::Black, tidy) else {
        panic!("a stone has to be captured")
    };
    assert!(["A1", "A3", "B2", "A4", "B4"].contains(&point.vertex(5).to_string().as_str()));
}

#[test]
fn whole_games_keep_to_the_rules() {
    for size in [5, 6, 9] {
        let mut game = game(size, "", "", Color::Black);
        for number in 0..300 {
            let color = game.to_move();
            let (mut search, mut slots) = (Box::new(Search::<CELLS>::IDLE), vec![Slot::EMPTY; SLOTS]);
            search.begin(&game, color, number, &mut slots);
            search.step(&mut slots, 40);
            let manners = Manners {
                resigns: false,
                cleans_up: true,
            };
            let Choice::Make(chosen) = choose(&game, color, &search.thought(&mut slots), manners) else {
                panic!("it may not resign")
            };
            game.play(color, chosen).unwrap();
            if game.is_over() {
                break;
            }
        }
        assert!(game.is_over(), "a game on {size} lines ends");
    }
}
