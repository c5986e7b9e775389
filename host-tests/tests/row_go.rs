//! Row Go against a naive rule book, which tries everything and shares no code with it.

use host_tests::games::rows::Rows;
use host_tests::games::slots;
use host_tests::random::Random;
use shikatsu::board::{Color, Game, Move, Point, Setup};
use shikatsu::row::{Ended, Found, RowThinker, Rules, Task, Thinking, taken};
use shikatsu::search::{Game as _, Limits, MoveId, Slot, Table, WIN};

/// The same game twice: as the handheld keeps it, and in the naive rule book.
#[derive(Clone)]
struct Both {
    rules: Rules,
    game: Game,
    book: Rows,
}

impl Both {
    fn new(size: u8, row: u8) -> Both {
        Both {
            rules: Rules::new(size, row).expect("there is such a game"),
            game: Game::new(&Setup::empty(size)),
            book: Rows::new(size.into(), row.into()),
        }
    }

    /// The move under the number that the book gives it.
    fn number(&self, chosen: Move) -> MoveId {
        match chosen {
            Move::Play(point) => {
                MoveId(u16::from(point.row()) * u16::from(self.rules.size()) + u16::from(point.column()))
            }
            Move::Pass => self.book.pass(),
        }
    }

    fn chosen(&self, id: MoveId) -> Move {
        if id == self.book.pass() {
            return Move::Pass;
        }
        let (cell, size) = (id.0 as u8, self.rules.size());
        Move::Play(Point::new(cell % size, cell / size))
    }

    fn make(&mut self, chosen: Move) {
        self.book.make(self.number(chosen));
        self.game.make(chosen).expect("both know the same legal moves");
    }

    /// The moves of a script, as people write them.
    fn play(&mut self, moves: &str) {
        for name in moves.split_whitespace() {
            let point = Point::from_vertex(name, self.rules.size());
            self.make(point.map_or(Move::Pass, Move::Play));
        }
    }

    /// A random game of so many moves, stopped before anybody wins.
    fn random(size: u8, row: u8, moves: usize, random: &mut Random) -> Both {
        let mut both = Both::new(size, row);
        for _ in 0..moves {
            let before = both.clone();
            let stones: Vec<MoveId> = both.book.legal();
            let chosen = both.chosen(random.pick(&stones));
            both.make(chosen);
            if both.book.decided().is_some() {
                both = before;
            }
        }
        both
    }

    fn find(&mut self, depth: u8, slots: &mut [Slot], nodes: u32) -> Found {
        let taken = taken(&mut self.game);
        let past: Vec<u64> = self.game.past().collect();
        let limits = Limits {
            depth,
            ..Limits::NONE
        };
        let mut thinker = Box::new(RowThinker::IDLE);
        thinker.start(&Task::of(self.rules, &self.game, &past, taken, limits));
        let mut table = Table::new(slots);
        loop {
            if let Thinking::Done(found) = thinker.step(&mut table, nodes) {
                return found;
            }
        }
    }

    /// Holds what the thinker finds within `depth` plies against what trying everything finds.
    fn compare(&mut self, depth: u8, slots: &mut [Slot]) -> Option<(i16, u8)> {
        // The thinker sees a row one ply before it stands.
        let truth = self.book.soonest(depth + 1);
        let found = self.find(depth, slots, u32::MAX);
        let (winner, plies) = (
            found.winner(self.game.to_move()),
            found.plies_to_the_row(self.game.to_move()),
        );
        let expected = truth.map(|(value, plies)| {
            let to_move = self.game.to_move();
            (if value > 0 { to_move } else { to_move.opponent() }, plies)
        });
        assert_eq!(winner.zip(plies), expected, "{found:?} {:?}", self.book);
        if let Some((value, plies @ 1..)) = truth {
            // The move found is as good: the fastest win, or the longest resistance.
            self.book
                .make(self.number(found.best.map_or(Move::Pass, Move::Play)));
            assert_eq!(
                self.book.soonest(plies - 1),
                Some((-value, plies - 1)),
                "{found:?}"
            );
            self.book.unmake();
        }
        truth
    }
}

/// Every opening of one and of two stones, and a pass in place of either, to the end of what is forced within six plies.
#[test]
fn three_in_a_row_on_4x4_is_what_trying_everything_says_from_every_opening() {
    let mut slots = slots(1 << 16);
    let (mut openings, mut won) = (0, 0);
    let empty = Both::new(4, 3);
    let firsts = empty.clone().book.legal();
    for first in firsts {
        let mut one = empty.clone();
        one.make(one.chosen(first));
        one.compare(5, &mut slots);
        openings += 1;
        for second in one.clone().book.legal() {
            let mut two = one.clone();
            two.make(two.chosen(second));
            if two.book.decided().is_some() {
                continue;
            }
            won += i32::from(matches!(two.compare(5, &mut slots), Some((WIN, _))));
            openings += 1;
        }
    }
    println!(
        "{openings} openings, {won} of those with two moves are won by the side to move within six plies"
    );
    assert!(openings > 250 && won > 100);
    // And the whole game: whoever begins wins with his third stone.
    let found = empty.clone().find(8, &mut slots, u32::MAX);
    assert_eq!(
        (found.winner(Color::Black), found.plies_to_the_row(Color::Black)),
        (Some(Color::Black), Some(5))
    );
}

#[test]
fn random_games_are_played_by_the_rules_of_the_book() {
    let mut random = Random::new(2022);
    let (mut moves, mut kos, mut suicides, mut ends) = (0, 0, 0, [0; 3]);
    for round in 0..400 {
        let size = 4 + (round % 6) as u8;
        let mut both = Both::new(size, Rules::usual(size).unwrap().row());
        for _ in 0..150 {
            let legal = both.book.legal();
            for point in Point::all(size) {
                let is_legal = both.game.check(point);
                assert_eq!(is_legal.is_ok(), legal.contains(&both.number(Move::Play(point))));
                kos += usize::from(is_legal == Err(shikatsu::board::Illegal::Ko));
                suicides += usize::from(is_legal == Err(shikatsu::board::Illegal::Suicide));
            }
            // In every third game somebody passes now and then.
            let passes = round % 3 == 0 && random.below(5) == 0;
            let id = if passes {
                both.book.pass()
            } else {
                random.pick(&legal)
            };
            both.make(both.chosen(id));
            moves += 1;
            let ended = both.rules.ended(&both.game);
            let mover = both.game.to_move().opponent();
            match both.book.decided() {
                None => assert_eq!(ended, None),
                Some(0) => assert_eq!(ended, Some(Ended::Draw)),
                Some(_) => assert_eq!(ended, Some(Ended::Won(mover))),
            }
            if let Some(ended) = ended {
                ends[match ended {
                    Ended::Won(Color::Black) => 0,
                    Ended::Won(Color::White) => 1,
                    Ended::Draw => 2,
                }] += 1;
                break;
            }
        }
    }
    println!(
        "{moves} moves, {kos} points forbidden by ko, {suicides} by suicide; Black, White, draws: {ends:?}"
    );
    assert!(
        kos > 20 && suicides > 500 && ends.iter().all(|&count| count > 10),
        "{kos} {suicides} {ends:?}"
    );
}

#[test]
fn what_is_found_in_random_positions_is_what_trying_everything_finds() {
    let mut random = Random::new(5);
    let mut slots = slots(1 << 14);
    let mut seen = [0; 3];
    // Board, row, plies of the search, positions, most stones.
    for (size, row, depth, positions, most) in [
        (4, 3, 4, 300, 14),
        (5, 4, 3, 120, 22),
        (5, 3, 3, 120, 16),
        (6, 4, 2, 60, 26),
        (9, 5, 1, 30, 50),
    ] {
        for i in 0..positions {
            let mut both = Both::random(size, row, i % most, &mut random);
            seen[match both.compare(depth, &mut slots) {
                Some((WIN, _)) => 0,
                Some(_) => 1,
                None => 2,
            }] += 1;
        }
    }
    println!("{} won, {} lost, {} open", seen[0], seen[1], seen[2]);
    assert!(seen.iter().all(|&count| count > 30), "{seen:?}");
}

/// The despondent machine is cured: in a lost position the line it plays is the longest there is.
#[test]
fn in_a_thousand_lost_positions_the_chosen_line_is_the_longest() {
    let mut random = Random::new(1000);
    let mut slots = slots(1 << 14);
    let (mut lost, mut lengths) = (0, [0; 8]);
    while lost < 1000 {
        let (size, row, depth) = random.pick(&[(4, 3, 5), (5, 4, 3)]);
        let stones = 3 + random.below(usize::from(size * size) / 2);
        let mut both = Both::random(size, row, stones, &mut random);
        let Some((-30_000, plies)) = both.book.soonest(depth + 1) else {
            continue;
        };
        lost += 1;
        lengths[usize::from(plies)] += 1;
        // The loser's moves are the machine's; the winner takes the shortest way.
        for left in (1..=plies).rev() {
            let found = both.find(depth, &mut slots, 64);
            assert_eq!(
                found.plies_to_the_row(both.game.to_move()),
                Some(left),
                "{:?}",
                both.book
            );
            both.make(found.best.map_or(Move::Pass, Move::Play));
            let value = if (left % 2 == 0) == (plies % 2 == 0) {
                WIN
            } else {
                -WIN
            };
            assert_eq!(
                both.book.soonest(left - 1),
                Some((value, left - 1)),
                "{:?}",
                both.book
            );
        }
        assert!(matches!(both.rules.ended(&both.game), Some(Ended::Won(_))));
    }
    println!("lost within so many plies: {lengths:?}");
    assert!(
        lengths[4] > 100,
        "most of them are no matter of one move: {lengths:?}"
    );
}

#[test]
fn slices_change_nothing() {
    let mut random = Random::new(64);
    for (size, row, depth) in [(5, 4, 4), (9, 5, 3)] {
        let mut both = Both::random(size, row, 12, &mut random);
        let mut slots = slots(8192);
        let whole = both.find(depth, &mut slots, u32::MAX);
        assert_eq!(both.find(depth, &mut slots, 1), whole);
        assert_eq!(both.find(depth, &mut slots, 100), whole);
    }
}

/// What a beginner meets in the first games.
#[test]
fn a_beginners_script() {
    let mut slots = slots(1 << 14);
    // Three stones with a free end: completed at once.
    let mut both = Both::new(5, 4);
    both.play("B3 B5 C3 C5 D3 E5");
    let found = both.find(3, &mut slots, u32::MAX);
    assert_eq!(
        (found.winner(Color::Black), found.plies_to_the_row(Color::Black)),
        (Some(Color::Black), Some(1))
    );
    both.make(Move::Play(found.best.unwrap()));
    assert_eq!(both.rules.ended(&both.game), Some(Ended::Won(Color::Black)));
    let (_, row) = both.rules.winning_rows(&both.game).unwrap();
    assert_eq!(row.len(), 4);

    // Three stones with one free end: stopped there.
    let mut both = Both::new(5, 4);
    both.play("B3 A3 C3 B5 D3");
    let found = both.find(3, &mut slots, u32::MAX);
    assert_eq!(found.best, Point::from_vertex("E3", 5));

    // Both ends are free, but one of the three can be captured: that is the way out.
    let mut both = Both::new(5, 4);
    both.play("C5 D5 B5 D4 D1 A4 E1 C4");
    assert_eq!(both.game.to_move(), Color::Black);
    both.play("E5");
    let found = both.find(2, &mut slots, u32::MAX);
    assert!(
        found
            .winner(Color::White)
            .is_none_or(|winner| winner == Color::White)
    );

    // Four slanting are nothing.
    let mut both = Both::new(5, 4);
    both.play("A1 E1 B2 E2 C3 D1 D4 D2");
    assert_eq!(both.rules.ended(&both.game), None);

    // Two passes are a draw.
    both.play("pass pass");
    assert_eq!(both.rules.ended(&both.game), Some(Ended::Draw));
}
