//! The problems of the bank, played to their end by somebody who reads well and by somebody who does not.

use shikatsu::board::{Board, Color, Point};
use shikatsu::pack::Bank;
use shikatsu::pack::library::{Entry, Library};
use shikatsu::problem::Problem;
use shikatsu::record::Keeper;
use shikatsu::session::Event;
use shikatsu::session::keeper::Notebook;
use shikatsu::session::keys::{Button, Stroke};
use shikatsu::session::picture::{BoardScreen, Mark, Screen, Standing, Target};
use shikatsu_host::sim::{Stage, StageMemory};

/// Nobody needs more moves for these problems.
const MOVES: usize = 40;
/// Longer thoughts, in virtual milliseconds, are not waited for.
const PATIENCE: u64 = 60_000;

/// The problems of a pack that are played, at most; of a larger one every second, third … stands for the rest.
const PLAYED: u16 = 200;

/// Every problem with a move to find, as far as they are played.
fn tasks() -> Vec<(u16, u16, Entry)> {
    let all = (0..Bank.packs()).flat_map(|pack| (0..Bank.len(pack)).map(move |index| (pack, index)));
    let all = all.filter(|&(pack, index)| index % Bank.len(pack).div_ceil(PLAYED) == 0);
    let entries = all.map(|(pack, index)| (pack, index, Bank.load(pack, index).unwrap()));
    entries
        .filter(|(_, _, entry)| !entry.answer.unwrap().moves.is_empty())
        .collect()
}

/// Lays a problem on the table as it is written, and lets somebody play.
fn with_problem<R>(pack: u16, index: u16, play: impl FnOnce(&mut Player<'_, '_>) -> R) -> R {
    let mut notebook = Notebook::<8>::new();
    let mut profile = notebook.profile();
    profile.welcomed = true;
    profile.settings.transforms = false;
    profile.place = Some(Bank.id(pack, index));
    notebook.keep_profile(&profile);
    let mut memory = StageMemory::new();
    let mut stage = Stage::new(&Bank, &mut notebook, &mut memory, 3);
    if !matches!(stage.picture().screen, Screen::Board(_)) {
        // The lesson is read.
        stage.on(Event::Stroke(Stroke::Press(Button::A)));
    }
    play(&mut Player { stage: &mut stage })
}

struct Player<'s, 'a> {
    stage: &'s mut Stage<'a>,
}

impl Player<'_, '_> {
    fn board(&self) -> BoardScreen {
        match &self.stage.picture().screen {
            Screen::Board(board) => board.clone(),
            _ => panic!("{}", self.stage.text()),
        }
    }

    fn standing(&self) -> Standing {
        self.board().strip.state
    }

    /// Nobody is to move any more.
    fn is_over(&self) -> bool {
        self.board().strip.stone.is_none()
    }

    /// Waits until it is somebody's turn and nothing is thought about.
    fn settle(&mut self) {
        let end = self.stage.now() + PATIENCE;
        loop {
            self.stage.advance(100, &mut |_| {});
            if !self.stage.is_thinking() && self.stage.still_for() >= 400 {
                return;
            }
            assert!(self.stage.now() < end, "still thinking:\n{}", self.stage.text());
        }
    }

    fn press(&mut self, button: Button) {
        self.stage.on(Event::Stroke(Stroke::Press(button)));
    }

    fn play(&mut self, point: Point) {
        self.stage.on(Event::Touch(Target::Point(point)));
        self.settle();
    }

    /// In a lesson the dead stones are taken off the board at last.
    fn captures(&self) -> bool {
        let text = self.stage.text();
        let title = text.lines().next().unwrap_or_default();
        title.contains("is caught") || title.contains("is dead")
    }

    /// The best move, as the third hint shows it; before the first move of a lesson that is read once more.
    fn best(&mut self) -> Option<Point> {
        for _ in 0..4 {
            self.press(Button::X);
            self.settle();
        }
        let board = self.board();
        Point::all(board.size).find(|&point| board.spot(point).mark == Some(Mark::Best))
    }
}

/// A first move that is legal and not correct.
fn blunder(problem: &Problem, entry: &Entry) -> Option<Point> {
    let setup = problem.setup();
    let board = Board::new(&setup);
    let correct = entry.answer.unwrap().moves;
    Point::all(setup.size)
        .find(|&point| !correct.contains(point) && board.check(point, setup.to_move).is_ok())
}

#[test]
fn who_plays_the_best_moves_solves_every_problem() {
    for (pack, index, entry) in tasks() {
        with_problem(pack, index, |player| {
            player.settle();
            let mut is_shown = false;
            for _ in 0..MOVES {
                if player.is_over() {
                    break;
                }
                if player.captures() {
                    // The computer shows how, move by move.
                    player.press(if is_shown { Button::A } else { Button::X });
                    player.settle();
                    is_shown = true;
                    continue;
                }
                match player.best() {
                    Some(best) => player.play(best),
                    None => panic!("{}: no best move:\n{}", entry.name, player.stage.text()),
                }
            }
            assert!(player.is_over(), "{}:\n{}", entry.name, player.stage.text());
            assert_eq!(
                player.standing(),
                Standing::Helped,
                "{}:\n{}",
                entry.name,
                player.stage.text()
            );
        });
    }
}

#[test]
fn every_first_move_is_judged_as_the_bank_says() {
    for (pack, index, entry) in tasks() {
        let answer = entry.answer.unwrap();
        let board = Board::new(&entry.problem.setup());
        let to_move: Color = entry.problem.to_move();
        for point in Point::all(entry.problem.size()).filter(|&point| board.check(point, to_move).is_ok()) {
            with_problem(pack, index, |player| {
                player.settle();
                player.play(point);
                let is_wrong = player.standing() == Standing::Wrong;
                let name = point.vertex(entry.problem.size());
                assert_eq!(
                    is_wrong,
                    !answer.moves.contains(point),
                    "{}, {name}:\n{}",
                    entry.name,
                    player.stage.text()
                );
            });
        }
    }
}

#[test]
fn a_mistake_is_refuted_to_the_end_and_why_shows_it() {
    for (pack, index, entry) in tasks() {
        let Some(wrong) = blunder(&entry.problem, &entry) else {
            continue;
        };
        with_problem(pack, index, |player| {
            player.settle();
            player.play(wrong);
            for _ in 0..MOVES {
                if player.is_over() {
                    break;
                }
                // Whoever has gone wrong plays on as well as one can: where nothing helps, anywhere, and else passes.
                let board = player.board();
                let free = |point: &Point| {
                    let spot = board.spot(*point);
                    spot.stone.is_none() && !spot.outside
                };
                let before = player.stage.text();
                for point in Point::all(board.size).filter(free) {
                    player.play(point);
                    if player.stage.text() != before && !player.stage.text().contains("Suicide") {
                        break;
                    }
                }
                player.stage.on(Event::Stroke(Stroke::Hold(Button::A)));
                player.settle();
            }
            assert!(player.is_over(), "{}:\n{}", entry.name, player.stage.text());
            assert_eq!(
                player.standing(),
                Standing::Wrong,
                "{}:\n{}",
                entry.name,
                player.stage.text()
            );
            player.press(Button::X);
            player.settle();
            player.stage.advance(30_000, &mut |_| {});
            assert!(
                player.stage.text().contains("A: next"),
                "{}:\n{}",
                entry.name,
                player.stage.text()
            );
        });
    }
}
