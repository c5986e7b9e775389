//! Random games against the second implementation, and against themselves turned and with colours swapped.

use std::collections::HashSet;

use host_tests::diagram::picture;
use host_tests::naive::Naive;
use host_tests::random::Random;
use shikatsu::board::{Board, Cell, Color, Game, Illegal, Move, Point, PointSet, Setup, Symmetry, Undo};

/// Everything a board tells, down to the order in which a chain names its stones.
#[derive(PartialEq)]
struct Print {
    hash: u64,
    stones: [PointSet; 2],
    chains: Vec<(Vec<Point>, usize, PointSet, Option<Point>)>,
}

fn print_of(board: &Board) -> Print {
    let stones = Color::BOTH.map(|color| board.stones(color));
    let chain = |stone| {
        let ring = board.chain(stone).collect();
        (
            ring,
            board.chain_size(stone),
            board.liberties(stone),
            board.last_liberty(stone),
        )
    };
    Print {
        hash: board.hash(),
        stones,
        chains: stones[0].union(&stones[1]).iter().map(chain).collect(),
    }
}

fn assert_same_chains(board: &Board, naive: &Naive, random: &mut Random) {
    let all: Vec<Point> = Point::all(board.size()).collect();
    let mut seen = PointSet::EMPTY;
    for &point in &all {
        let cell = naive.at(point).map_or(Cell::Empty, Cell::Stone);
        assert_eq!(board.at(point), cell);
        let other = random.pick(&all);
        if cell == Cell::Empty {
            assert!(!board.connected(point, other) && !board.connected(other, point));
            continue;
        }
        let chain = if seen.contains(point) {
            board.chain(point).collect()
        } else {
            naive.chain(point)
        };
        assert_eq!(board.connected(point, other), chain.contains(other));
        assert_eq!(board.chain_size(point), chain.len());
        if seen.contains(point) {
            continue;
        }
        let liberties = naive.liberties(point);
        let last = liberties.first().filter(|_| liberties.len() == 1);
        for stone in chain.iter() {
            seen.insert(stone);
            assert_eq!(board.chain(stone).count(), chain.len(), "no stone is named twice");
            assert_eq!(board.chain(stone).collect::<PointSet>(), chain);
            assert_eq!(board.liberties(stone), liberties);
            assert_eq!(board.last_liberty(stone), last);
            assert_eq!(board.is_stifled(stone), liberties.is_empty());
        }
    }
}

/// Fails unless sets of stones tell suicide as the board does.
fn assert_same_suicides(board: &Board) {
    for to_move in Color::BOTH {
        let setup = Setup {
            black: board.stones(Color::Black),
            white: board.stones(Color::White),
            to_move,
            ..Setup::empty(board.size())
        };
        let is_open = |point: &Point| !board.is_stone(*point) && !board.outside().contains(*point);
        for point in Point::all(board.size()).filter(is_open) {
            let is_suicide = board.check(point, to_move) == Err(Illegal::Suicide);
            assert_eq!(setup.breathes(point), !is_suicide, "{}", picture(board));
        }
    }
}

/// Fails unless the two games agree on everything; returns the legal points.
fn assert_same(game: &Game, naive: &Naive, random: &mut Random, refused: &mut [usize; 6]) -> Vec<Point> {
    assert_eq!(game.to_move(), naive.to_move());
    assert_eq!(game.verdict(), naive.verdict());
    assert_eq!(game.key_stones(), naive.key_stones());
    assert_eq!(game.moves().len(), naive.played());
    assert_eq!(
        game.board().hash(),
        Board::new(&naive.as_setup()).hash(),
        "as if set up like this"
    );
    assert_same_chains(game.board(), naive, random);
    let mut legal = Vec::new();
    for point in Point::all(game.board().size()) {
        let reason = naive.check(point);
        assert_eq!(
            game.check(point),
            reason,
            "{point:?} on\n{}",
            picture(game.board())
        );
        match reason {
            Ok(()) => legal.push(point),
            Err(reason) => refused[reason as usize] += 1,
        }
    }
    legal
}

/// A pass now and then, often a capture, else any legal point.
fn choose(game: &Game, legal: &[Point], random: &mut Random) -> Move {
    let board = game.board();
    let foes = board.stones(game.to_move().opponent());
    let captures: Vec<Point> = foes
        .iter()
        .filter_map(|stone| board.last_liberty(stone))
        .collect();
    let captures: Vec<Point> = captures.into_iter().filter(|p| legal.contains(p)).collect();
    if legal.is_empty() || random.chance(4) {
        Move::Pass
    } else if !captures.is_empty() && random.chance(40) {
        Move::Play(random.pick(&captures))
    } else {
        Move::Play(random.pick(legal))
    }
}

/// Plays one game, with moves taken back and made again in between, and returns how many positions were compared.
fn compare_game(setup: &Setup, steps: usize, random: &mut Random, refused: &mut [usize; 6]) -> usize {
    let (mut game, mut naive) = (Game::new(setup), Naive::new(setup));
    // What was seen after each move on the board, and then of those taken back, the next one last.
    let (mut prints, mut undone) = (vec![print_of(game.board())], Vec::new());
    for _ in 0..steps {
        let legal = assert_same(&game, &naive, random, refused);
        assert_eq!(game.redoable(), undone.len());
        if random.chance(6) || game.verdict().is_some() {
            for _ in 0..random.between(1, 8) {
                assert_eq!(game.undo().is_some(), naive.undo());
                undone.extend((prints.len() > 1).then(|| prints.pop()).flatten());
                assert!(
                    print_of(game.board()) == prints[prints.len() - 1],
                    "taking back left a trace"
                );
            }
        } else if random.chance(8) {
            assert_eq!(game.redo().is_some(), naive.redo());
            prints.extend(undone.pop());
            assert!(
                print_of(game.board()) == prints[prints.len() - 1],
                "made again, the move differs"
            );
        } else {
            let chosen = choose(&game, &legal, random);
            match chosen {
                Move::Pass => naive.pass().unwrap(),
                Move::Play(point) => {
                    let foreseen = game.board().hash_after(point, game.to_move());
                    naive.play(point).unwrap();
                    assert_eq!(foreseen, Board::new(&naive.as_setup()).hash());
                }
            }
            game.make(chosen).unwrap();
            assert_eq!(game.last_move(), Some(chosen));
            prints.push(print_of(game.board()));
            undone.clear();
        }
    }
    assert_same(&game, &naive, random, refused);
    assert_same_suicides(game.board());
    while game.undo().is_some() {
        prints.pop();
        assert!(print_of(game.board()) == prints[prints.len() - 1]);
    }
    assert_eq!(
        (prints.len(), game.key_stones(), game.to_move()),
        (1, setup.key, setup.to_move)
    );
    steps + 1
}

/// Plays `games` games of `steps` steps on each size, and expects to meet each reason in `reasons`.
fn compare_games(
    sizes: std::ops::RangeInclusive<u8>,
    games: u64,
    steps: usize,
    keys: bool,
    reasons: &[Illegal],
) {
    let (mut compared, mut refused) = (0, [0; 6]);
    for seed in 0..games {
        for size in sizes.clone() {
            let mut random = Random::new(seed * 100 + size as u64);
            let mut setup = random.setup(size);
            if !keys {
                setup.key = PointSet::EMPTY;
            }
            compared += compare_game(&setup, steps, &mut random, &mut refused);
        }
    }
    println!("{compared} positions compared on {sizes:?} lines");
    for &reason in reasons {
        println!("{:>9} points refused: {reason}", refused[reason as usize]);
        assert!(refused[reason as usize] > 0, "no game met this reason");
    }
}

const REASONS: [Illegal; 6] = [
    Illegal::Taken,
    Illegal::Outside,
    Illegal::Suicide,
    Illegal::Ko,
    Illegal::Over,
    Illegal::Full,
];

#[test]
fn small_boards_agree_with_the_naive_rules() {
    compare_games(5..=8, 80, 150, true, &REASONS[..5]);
}

#[test]
fn large_boards_agree_with_the_naive_rules() {
    compare_games(9..=19, 6, 80, true, &REASONS[..5]);
}

#[test]
fn games_up_to_the_full_record_agree_with_the_naive_rules() {
    compare_games(5..=7, 6, 900, false, &REASONS);
}

#[test]
fn a_board_searched_on_comes_back_unchanged() {
    let mut random = Random::new(4);
    let mut tried = 0;
    for round in 0..300_u16 {
        let setup = random.setup(5 + (round % 15) as u8);
        let mut board = Board::new(&setup);
        let points: Vec<Point> = Point::all(setup.size).collect();
        let mut line: Vec<(Print, Undo)> = Vec::new();
        for _ in 0..120 {
            if random.chance(35) {
                let Some((before, undo)) = line.pop() else {
                    continue;
                };
                board.take_back(&undo);
                assert!(print_of(&board) == before, "taking back left a trace");
            } else {
                // Either side may move, and superko is not looked at.
                let (point, color) = (random.pick(&points), random.color());
                let (before, foes) = (print_of(&board), board.stones(color.opponent()));
                let Ok(undo) = board.play(point, color) else {
                    continue;
                };
                tried += 1;
                let captives: PointSet = board.captives(&undo).collect();
                assert_eq!(captives, foes.minus(&board.stones(color.opponent())));
                assert_eq!(undo.captured(), !captives.is_empty());
                assert_eq!(undo.point(), point);
                line.push((before, undo));
            }
        }
        while let Some((before, undo)) = line.pop() {
            board.take_back(&undo);
            assert!(print_of(&board) == before);
        }
        assert!(print_of(&board) == print_of(&Board::new(&setup)));
    }
    println!("{tried} moves made and taken back");
}

#[test]
fn a_game_turned_and_with_colours_swapped_is_the_same_game() {
    let mut random = Random::new(6);
    let mut compared = 0;
    for round in 0..30 {
        let setup = random.setup(5 + round % 15);
        let size = setup.size;
        let mut game = Game::new(&setup);
        let variant = |(symmetry, swap)| {
            let turned = setup.turned(symmetry);
            let setup = if swap { turned.swapped() } else { turned };
            (symmetry, swap, Game::new(&setup))
        };
        let swaps = |symmetry| [false, true].map(|swap| (symmetry, swap));
        let mut variants: Vec<(Symmetry, bool, Game)> =
            Symmetry::all().flat_map(swaps).map(variant).collect();
        for _ in 0..60 {
            let legal: Vec<Point> = Point::all(size).filter(|&p| game.check(p).is_ok()).collect();
            let chosen = if game.verdict().is_some() {
                None
            } else {
                Some(choose(&game, &legal, &mut random))
            };
            for (symmetry, swap, variant) in &mut variants {
                compared += 1;
                let owner = |color: Color| if *swap { color.opponent() } else { color };
                for color in Color::BOTH {
                    let stones = symmetry.apply_set(&game.board().stones(color), size);
                    assert_eq!(variant.board().stones(owner(color)), stones);
                }
                assert_eq!(variant.to_move(), owner(game.to_move()));
                assert_eq!(variant.verdict(), game.verdict());
                assert_eq!(variant.key_stones(), symmetry.apply_set(&game.key_stones(), size));
                for point in Point::all(size) {
                    assert_eq!(variant.check(symmetry.apply(point, size)), game.check(point));
                }
                match chosen {
                    Some(Move::Play(point)) => variant.play(symmetry.apply(point, size)).unwrap(),
                    Some(Move::Pass) => variant.pass().unwrap(),
                    None => drop(variant.undo()),
                }
            }
            match chosen {
                Some(chosen) => game.make(chosen).unwrap(),
                None => drop(game.undo()),
            }
        }
    }
    println!("{compared} turned positions compared");
}

#[test]
fn the_symmetries_are_the_eight_of_the_square() {
    for size in [5, 8, 19] {
        let image = |symmetry: Symmetry| -> Vec<Point> {
            Point::all(size).map(|p| symmetry.apply(p, size)).collect()
        };
        let images: HashSet<Vec<Point>> = Symmetry::all().map(image).collect();
        assert_eq!(images.len(), 8, "all differ");
        assert!(image(Symmetry::IDENTITY).into_iter().eq(Point::all(size)));
        for one in Symmetry::all() {
            let back: Vec<Point> = image(one)
                .into_iter()
                .map(|p| one.inverse().apply(p, size))
                .collect();
            assert!(
                back.into_iter().eq(Point::all(size)),
                "{one:?} is not undone by its inverse"
            );
            for other in Symmetry::all() {
                let both: Vec<Point> = image(one).into_iter().map(|p| other.apply(p, size)).collect();
                assert!(images.contains(&both), "{one:?} then {other:?} is a ninth");
            }
            for point in Point::all(size) {
                let beside: PointSet = point.beside(size).collect();
                let turned: PointSet = one.apply(point, size).beside(size).collect();
                assert_eq!(one.apply_set(&beside, size), turned, "neighbours stay neighbours");
            }
        }
    }
}
