//! Whole games on the trainer's own screen, played to their end by hints: every game ends, and what is counted is what is shown.

use std::collections::BTreeSet;

use shikatsu::board::{Color, Point};
use shikatsu::pack::Bank;
use shikatsu::record::Keeper;
use shikatsu::search::{Slot, Table};
use shikatsu::session::keeper::Notebook;
use shikatsu::session::keys::{Button, Stroke};
use shikatsu::session::picture::{BoardScreen, Mark, Screen, Target};
use shikatsu::session::{Desk, Event, Mind, Session};

/// A game takes no longer than this many of one's own moves.
const LONGEST: usize = 200;

struct Player<'a> {
    session: Session<'a>,
    mind: Box<Mind>,
    table: Table<'a>,
}

impl Player<'_> {
    fn press(&mut self, button: Button, times: usize) {
        for _ in 0..times {
            self.session.on(Event::Stroke(Stroke::Press(button)));
        }
    }

    fn pass(&mut self) {
        self.session.on(Event::Stroke(Stroke::Hold(Button::A)));
    }

    /// Until nothing is thought about any more.
    fn wait(&mut self) {
        loop {
            self.session.on(Event::Tick(400));
            if self
                .mind
                .work(&mut self.session, &mut self.table, 20_000)
                .is_none()
            {
                return;
            }
        }
    }

    fn board(&self) -> BoardScreen {
        match self.session.picture().screen {
            Screen::Board(board) => board,
            other => panic!("no board, but {other:?}"),
        }
    }

    fn is_over(&self) -> bool {
        self.board().strip.title.contains("wins")
    }

    /// Plays what a hint says, or passes if it says so. `every` is how many moves a pass is made in place of one.
    fn play_on(&mut self, every: usize) -> usize {
        for number in 1..LONGEST {
            self.wait();
            if self.is_over() {
                return number;
            }
            self.press(Button::X, 1);
            self.wait();
            let board = self.board();
            let hint = Point::all(board.size).find(|&point| board.spot(point).mark == Some(Mark::Best));
            match hint.filter(|_| !number.is_multiple_of(every)) {
                Some(point) => {
                    self.session.on(Event::Touch(Target::Point(point)));
                }
                None => self.pass(),
            }
        }
        panic!("the game does not end:\n{:?}", self.board().strip);
    }
}

/// Opens a game: so many steps to the right on each row of the page.
fn with_player(rows: [usize; 5], seed: u32, play: impl FnOnce(&mut Player<'_>)) {
    let mut notebook = Box::new(Notebook::<16>::new());
    let mut profile = notebook.profile();
    profile.welcomed = true;
    notebook.keep_profile(&profile);
    let mut desk = Box::new(Desk::NOTHING);
    let mut slots = vec![Slot::EMPTY; 8192];
    let mut player = Player {
        session: Session::new(&Bank, &mut *notebook, &mut desk, seed),
        mind: Box::new(Mind::new()),
        table: Table::new(&mut slots),
    };
    player.session.on(Event::PlayGo);
    for steps in rows {
        player.press(Button::Down, 1);
        player.press(Button::Right, steps);
    }
    player.press(Button::Up, rows.len());
    player.press(Button::A, 1);
    play(&mut player);
}

/// Whose an empty point is, found by walking from it over everything that is no living stone.
fn owner(board: &BoardScreen, start: Point) -> Option<Color> {
    let (mut seen, mut next) = (BTreeSet::new(), vec![start]);
    let mut reached = BTreeSet::new();
    while let Some(point) = next.pop() {
        if !seen.insert((point.column(), point.row())) {
            continue;
        }
        let spot = board.spot(point);
        match spot.stone.filter(|_| spot.mark != Some(Mark::Wrong)) {
            Some(color) => drop(reached.insert(color.name())),
            None => next.extend(point.beside(board.size)),
        }
    }
    match reached.into_iter().collect::<Vec<_>>()[..] {
        ["Black"] => Some(Color::Black),
        ["White"] => Some(Color::White),
        _ => None,
    }
}

/// The score of a board as it is shown at the end, in half points without komi, counted by hand.
fn counted(board: &BoardScreen) -> i32 {
    let mut balance = 0;
    for point in Point::all(board.size) {
        let spot = board.spot(point);
        let has = match spot.stone {
            Some(color) if spot.mark != Some(Mark::Wrong) => Some(color),
            Some(_) => owner(board, point),
            None => {
                let owner = owner(board, point);
                assert_eq!(spot.mark.and_then(Mark::owner), owner, "{point:?}");
                owner
            }
        };
        balance += match has {
            Some(Color::Black) => 2,
            Some(Color::White) => -2,
            None => 0,
        };
    }
    balance
}

#[test]
fn games_played_by_hints_end_and_are_counted_as_shown() {
    let (mut counts, mut moves) = (0, 0);
    // 5×5, 7×7, 9×9: steps from 9×9; komi 7.5 or 0.5; 50 playouts.
    for (seed, lines, you, komi) in [
        (1, 3, 0, 0),
        (2, 3, 1, 1),
        (3, 4, 0, 1),
        (4, 4, 1, 0),
        (5, 4, 2, 1),
        (6, 0, 1, 1),
    ] {
        with_player([lines, you, komi, 0, 4], seed, |player| {
            moves += player.play_on(1000);
            let board = player.board();
            let title = board.strip.title.to_string();
            let Some((winner, by)) = title.split_once(" wins by ") else {
                return assert!(title.ends_with(" wins"), "{title}");
            };
            let komi = if komi == 0 { 15 } else { 1 };
            let balance = counted(&board) - komi;
            let (name, half) = if balance > 0 {
                ("Black", balance)
            } else {
                ("White", -balance)
            };
            assert_eq!((winner, by), (name, format!("{}.5", half / 2).as_str()));
            counts += 1;
        });
    }
    assert!(counts > 0, "every game was resigned");
    println!("{counts} games counted, {moves} moves");
}

#[test]
fn one_who_gives_stones_away_loses_and_the_computer_passes_in_time() {
    with_player([3, 0, 1, 0, 4], 11, |player| {
        // Every second move is a pass.
        player.play_on(2);
        let title = player.board().strip.title;
        assert!(title.starts_with("White wins"), "{title}");
    });
}

#[test]
fn the_same_keys_give_the_same_game() {
    let play = || {
        let mut seen = Vec::new();
        with_player([0, 0, 0, 0, 5], 3, |player| {
            for name in ["E5", "C3", "G7"] {
                let point = Point::from_vertex(name, 9).unwrap();
                player.session.on(Event::Touch(Target::Point(point)));
                player.wait();
                seen.push(player.session.picture());
            }
        });
        seen
    };
    assert_eq!(play(), play());
}
