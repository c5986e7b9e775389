//! The editor in the trainer: keys without sense leave only positions that can be, problems are kept and trained on, and nothing is lost by a
//! wrong key.

use std::cell::RefCell;

use host_tests::random::Random;
use shikatsu::board::{Color, Point, Setup};
use shikatsu::edit::Step;
use shikatsu::pack::Bank;
use shikatsu::pack::library::Library;
use shikatsu::pack::library::{
    Change, Entry, Made, Name, NotKept, PackIndex, ProblemIndex, Sentence, cut, problem_number,
};
use shikatsu::problem::{Fault, Problem};
use shikatsu::record::{Keeper, Profile};
use shikatsu::search::{Slot, Table};
use shikatsu::session::keeper::Notebook;
use shikatsu::session::keys::{Button, Stroke};
use shikatsu::session::picture::{BoardScreen, Line, Mark, Screen, Target};
use shikatsu::session::{Desk, Event, Mind, Session, text};

/// Keys in a run.
const KEYS: u32 = 100_000;

/// The bank, and one's own problems in memory.
#[derive(Default)]
struct Shelf {
    own: RefCell<Vec<Entry>>,
    /// They are kept later, as on the handheld.
    is_slow: bool,
}

impl Shelf {
    fn is_own(&self, pack: PackIndex) -> bool {
        self.own() == Some(pack)
    }
}

impl Library for Shelf {
    fn packs(&self) -> PackIndex {
        Bank.packs() + PackIndex::from(self.own().is_some())
    }

    fn pack_name(&self, pack: PackIndex) -> Name {
        if self.is_own(pack) {
            cut("Mine")
        } else {
            Bank.pack_name(pack)
        }
    }

    fn pack_id(&self, pack: PackIndex) -> u32 {
        if self.is_own(pack) { 77 } else { Bank.pack_id(pack) }
    }

    fn len(&self, pack: PackIndex) -> ProblemIndex {
        if self.is_own(pack) {
            self.own.borrow().len() as ProblemIndex
        } else {
            Bank.len(pack)
        }
    }

    fn problem_id(&self, pack: PackIndex, problem: ProblemIndex) -> u32 {
        if self.is_own(pack) {
            problem_number(&self.own.borrow()[usize::from(problem)].problem)
        } else {
            Bank.problem_id(pack, problem)
        }
    }

    fn load(&self, pack: PackIndex, problem: ProblemIndex) -> Option<Entry> {
        if self.is_own(pack) {
            self.own.borrow().get(usize::from(problem)).cloned()
        } else {
            Bank.load(pack, problem)
        }
    }

    fn own(&self) -> Option<PackIndex> {
        (!self.own.borrow().is_empty()).then_some(Bank.packs())
    }

    fn make(&self, change: &Change<'_>) -> Result<Made, Sentence> {
        let mut own = self.own.borrow_mut();
        if own.len() == 64 && change.gone.is_none() {
            return Err(cut("Not kept: full"));
        }
        let place = own
            .iter()
            .position(|entry| Some(problem_number(&entry.problem)) == change.gone);
        match (place, change.new) {
            (Some(place), Some(new)) => own[place] = new.clone(),
            (Some(place), None) => drop(own.remove(place)),
            (None, new) => own.extend(new.cloned()),
        }
        Ok(if self.is_slow { Made::Soon } else { Made::Now })
    }
}

fn notebook() -> Notebook<64> {
    let mut notebook = Notebook::new();
    let mut profile = Profile {
        welcomed: true,
        ..Profile::default()
    };
    profile.settings.transforms = false;
    notebook.keep_profile(&profile);
    notebook
}

/// A session with somebody at its keys.
struct Player<'a> {
    session: Session<'a>,
    mind: Box<Mind>,
    table: Table<'a>,
}

/// Lets somebody play.
fn play(shelf: &Shelf, game: impl FnOnce(&mut Player<'_>)) {
    let (mut notebook, mut desk) = (notebook(), Box::new(Desk::NOTHING));
    let mut slots = vec![Slot::EMPTY; 4096];
    game(&mut Player {
        session: Session::new(shelf, &mut notebook, &mut desk, 7),
        mind: Box::new(Mind::new()),
        table: Table::new(&mut slots),
    });
}

impl Player<'_> {
    fn press(&mut self, keys: &[Button]) {
        for &key in keys {
            self.session.on(Event::Stroke(Stroke::Press(key)));
        }
    }

    fn hold(&mut self, key: Button) {
        self.session.on(Event::Stroke(Stroke::Hold(key)));
    }

    /// Lets time go by until all is said and read out.
    fn wait(&mut self) {
        for _ in 0..400 {
            self.session.on(Event::Tick(16));
            let _ = self.mind.work(&mut self.session, &mut self.table, 4096);
        }
    }

    fn says(&self, what: &str) -> bool {
        let mut words = String::new();
        text::write(&self.session.picture(), &mut words).unwrap();
        words.contains(what)
    }

    fn board(&self) -> Box<BoardScreen> {
        match self.session.picture().screen {
            Screen::Board(board) => Box::new(board),
            other => panic!("{other:?}"),
        }
    }

    fn put(&mut self, color: Color, names: &str, size: u8) {
        for name in names.split_whitespace() {
            let point = Point::from_vertex(name, size).unwrap();
            self.session.on(Event::Edit(Step::Put(color, point)));
        }
    }

    /// The first problem of a maker: three points in a corner.
    fn make_a_problem(&mut self) {
        self.session.edit(true);
        self.put(Color::Black, "A2 B2 C2 D2 D1", 9);
        self.put(Color::White, "A3 B3 C3 D3 E2 E1", 9);
        self.session
            .on(Event::Edit(Step::Key(Point::from_vertex("A2", 9).unwrap())));
    }
}

fn setup_of(board: &BoardScreen) -> Setup {
    let mut setup = Setup::empty(board.size);
    for point in Point::all(board.size) {
        match board.spot(point).stone {
            Some(Color::Black) => drop(setup.black.insert(point)),
            Some(Color::White) => drop(setup.white.insert(point)),
            None => {}
        }
        if board.spot(point).mark == Some(Mark::Key) {
            setup.key.insert(point);
        }
    }
    setup
}

#[test]
fn a_hundred_thousand_keys_leave_no_impossible_position_and_always_a_way_out() {
    let shelf = Shelf::default();
    let mut edited = 0;
    play(&shelf, |player| {
        let mut random = Random::new(2026);
        player.session.edit(true);
        for key in 0..KEYS {
            let button = Button::ALL[random.below(8)];
            let event = match random.below(24) {
                0..=9 => Event::Stroke(Stroke::Press(button)),
                10..=13 => Event::Stroke(Stroke::Press(Button::A)),
                14 => Event::Stroke(Stroke::Hold(button)),
                15..=16 => Event::Down(button),
                17..=18 => Event::Up(button),
                19 => Event::Tick([1, 16, 200, 700][random.below(4)]),
                20 => Event::Touch(Target::Item(random.below(24) as u16)),
                21 => Event::Touch(Target::Point(Point::new(
                    random.between(0, 8),
                    random.between(0, 8),
                ))),
                22 => Event::Edit(Step::Put(
                    random.color(),
                    Point::new(random.between(0, 18), random.between(0, 18)),
                )),
                _ => [Event::Library, Event::NotKept(NotKept::Failed)][random.below(2)],
            };
            player.session.on(event);
            if random.below(4) == 0 {
                let _ = player.mind.work(&mut player.session, &mut player.table, 200);
            }
            if key % 200 == 0 && !player.session.is_editing() {
                player.session.edit(random.below(2) == 0);
            }
            if let Screen::Board(board) = player.session.picture().screen {
                edited += u32::from(player.session.is_editing());
                let mut wrong = Vec::new();
                Problem::faults(&setup_of(&board), &mut |fault| wrong.push(fault));
                wrong.retain(|fault| *fault != Fault::NoKeyStone);
                assert_eq!(wrong, [], "after {key} keys");
            }
        }
    });
    let kept = shelf.own.borrow().len();
    println!("{edited} times a board in the editor, {kept} problems kept");
    assert!(edited > KEYS / 4 && kept > 2);
}

#[test]
fn another_stone_of_the_same_colour_takes_three_keys_at_the_most() {
    play(&Shelf::default(), |player| {
        player.session.edit(true);
        player.press(&[Button::A]);
        // Beside it: a step and A.
        player.press(&[Button::Right, Button::A]);
        assert_eq!(setup_of(&player.board()).black.len(), 2);
        // Anywhere: each direction is held, which counts once, and A.
        for (button, ms) in [(Button::Left, 3000), (Button::Down, 3000)] {
            player.session.on(Event::Down(button));
            for _ in 0..ms / 50 {
                player.session.on(Event::Tick(50));
            }
            player.session.on(Event::Up(button));
        }
        player.press(&[Button::A]);
        let black = setup_of(&player.board()).black;
        assert!(black.len() == 3 && black.contains(Point::new(0, 8)));
    });
}

#[test]
fn the_solver_looks_on_and_says_all_it_can_say() {
    play(&Shelf::default(), |player| {
        player.make_a_problem();
        player.wait();
        assert!(player.says("Unsettled: Black lives by B1"));
        let mark =
            |player: &Player<'_>, name: &str| player.board().spot(Point::from_vertex(name, 9).unwrap()).mark;
        assert_eq!(mark(player, "B1"), Some(Mark::Correct));
        // A stone more, and there is nothing to find.
        player.put(Color::Black, "B1", 9);
        player.wait();
        assert!(player.says("Nothing to find: Black lives"));
        player.press(&[Button::B]);
        player.put(Color::White, "B1", 9);
        player.wait();
        assert!(player.says("Nothing to find: Black is dead"));
    });
}

#[test]
fn a_twin_in_any_pack_is_named() {
    let own = Bank.load(1, 4).unwrap();
    play(&Shelf::default(), |player| {
        player.session.edit(true);
        let setup = own.problem.setup();
        player.session.on(Event::Edit(Step::Size(setup.size)));
        for color in Color::BOTH {
            for point in setup.stones(color).iter() {
                player.session.on(Event::Edit(Step::Put(color, point)));
            }
        }
        for point in setup.key.iter() {
            player.session.on(Event::Edit(Step::KeyStone(point)));
        }
        for point in Point::all(setup.size) {
            if setup.outside.contains(point) != player.board().spot(point).outside {
                player.session.on(Event::Edit(Step::Paint(point)));
            }
        }
        if player.board().strip.stone != Some(setup.to_move) {
            player.session.on(Event::Edit(Step::Side));
        }
        player.session.on(Event::Edit(Step::Turn));
        for _ in 0..60 {
            player.session.on(Event::Tick(16));
            if player.says("Not new: ") {
                break;
            }
        }
        let name = format!("Not new: {} 5", Bank.pack_name(1));
        assert!(player.says(&name), "{:?}", player.board().strip);
    });
}

#[test]
fn a_problem_is_kept_trained_on_changed_and_deleted() {
    for is_slow in [false, true] {
        let shelf = Shelf {
            is_slow,
            ..Shelf::default()
        };
        play(&shelf, |player| {
            player.make_a_problem();
            player.wait();
            assert!(player.session.has_unkept());
            player.session.keep();
            assert_eq!(player.session.has_unkept(), is_slow);
            player.session.on(Event::Library);
            assert!(player.says("Kept in Mine, 1 in all") && !player.session.has_unkept());
            let answer = shelf.own.borrow()[0].answer.unwrap();
            assert_eq!(answer.moves.len(), 1);
            // Leaving asks nothing, and the problem lies there to be solved.
            player.hold(Button::B);
            assert!(!player.session.is_editing() && player.says("Black to live"));
            let point = Point::from_vertex("B1", 9).unwrap();
            player.session.on(Event::Touch(Target::Point(point)));
            player.wait();
            assert!(player.says("Black lives"));
            // Changed, it takes its own place.
            player.hold(Button::B);
            player.session.edit(false);
            player.session.on(Event::Edit(Step::Side));
            player.session.keep();
            player.session.on(Event::Library);
            assert_eq!(shelf.own.borrow().len(), 1);
            assert_eq!(shelf.own.borrow()[0].problem.to_move(), Color::White);
            // And it goes, if that is wanted.
            player.press(&[Button::Y]);
            player.press(&[Button::Up, Button::Up, Button::A]);
            assert!(player.says("Delete this problem?"));
            player.press(&[Button::Right, Button::A]);
            player.session.on(Event::Library);
            assert!(shelf.own.borrow().is_empty() && !player.session.is_editing());
        });
    }
}

#[test]
fn leaving_asks_if_something_would_be_lost() {
    play(&Shelf::default(), |player| {
        player.make_a_problem();
        player.hold(Button::B);
        assert!(player.says("Leave the editor?"));
        player.press(&[Button::A]);
        assert!(player.session.is_editing());
        player.hold(Button::B);
        player.press(&[Button::Right, Button::A]);
        assert!(!player.session.is_editing());
        // Taken back to the start, there is nothing to lose.
        player.session.edit(true);
        player.press(&[Button::A, Button::B]);
        player.hold(Button::B);
        assert!(!player.session.is_editing());
    });
}

#[test]
fn what_cannot_be_kept_is_told() {
    play(&Shelf::default(), |player| {
        player.session.edit(true);
        player.press(&[Button::A]);
        player.session.keep();
        assert!(player.says("mark the key stones first"));
        player.hold(Button::A);
        player.session.keep();
        assert!(player.says("Kept in Mine"));
        player.session.on(Event::NotKept(NotKept::NoRoom));
        assert!(player.says("no room, delete a pack"));
    });
    let (mut notebook, mut desk) = (notebook(), Box::new(Desk::NOTHING));
    let mut session = Session::new(&Bank, &mut notebook, &mut desk, 7);
    session.edit(true);
    session.on(Event::Stroke(Stroke::Press(Button::A)));
    session.on(Event::Stroke(Stroke::Hold(Button::A)));
    session.keep();
    let Screen::Board(board) = session.picture().screen else {
        panic!("a board");
    };
    assert!(matches!(board.strip.line, Line::Words(words, _) if words == "Nothing can be kept here"));
}

#[test]
fn it_begins_with_the_problem_at_hand_or_with_what_was_played() {
    play(&Shelf::default(), |player| {
        // What is to be read before the first move lies over the problem.
        player.press(&[Button::A]);
        let before = setup_of(&player.board());
        player.session.edit(false);
        assert_eq!(setup_of(&player.board()), before);
        // The untouched problem keeps its answer to itself.
        player.wait();
        let has_answer = |player: &Player<'_>| {
            let board = player.board();
            Point::all(board.size).any(|point| board.spot(point).mark == Some(Mark::Correct))
        };
        assert!(!has_answer(player));
        player.hold(Button::B);
        assert!(!player.session.is_editing());
        player.press(&[Button::A]);
        let here = Bank.load(0, 0).unwrap();
        let answer = here.answer.unwrap().moves.first().unwrap();
        player.session.on(Event::Touch(Target::Point(answer)));
        player.session.edit(false);
        assert!(player.board().spot(answer).stone == Some(here.problem.to_move()));
    });
}
