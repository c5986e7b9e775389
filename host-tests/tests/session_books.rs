//! Problems with a book: on the author's word, and with proved replies.

use host_tests::packs::{book_pack, replies_pack};
use shikatsu::board::Point;
use shikatsu::pack::library::{Entry, Library, Name, PackIndex, ProblemIndex, cut};
use shikatsu::pack::{Book, OpenBook, Pack};
use shikatsu::record::{Keeper, Profile};
use shikatsu::session::keeper::Notebook;
use shikatsu::session::picture::Target;
use shikatsu::session::{Desk, Event, Session, text};

/// A library of one pack.
struct OnePack<'a>(Pack<'a>);

impl Library for OnePack<'_> {
    fn packs(&self) -> PackIndex {
        1
    }
    fn pack_name(&self, _: PackIndex) -> Name {
        cut(self.0.header().name)
    }
    fn pack_id(&self, _: PackIndex) -> u32 {
        self.0.header().id
    }
    fn len(&self, _: PackIndex) -> ProblemIndex {
        self.0.len()
    }
    fn problem_id(&self, _: PackIndex, problem: ProblemIndex) -> u32 {
        self.0.listing(problem).map_or(0, |listing| listing.number)
    }
    fn load(&self, _: PackIndex, problem: ProblemIndex) -> Option<Entry> {
        Some(Entry::from(&self.0.problem(problem).ok()?))
    }
    fn open_book(&self, _: PackIndex, problem: ProblemIndex, book: &mut OpenBook) {
        match self.0.problem(problem) {
            Ok(record) => book.open(&record),
            Err(_) => book.close(),
        }
    }
}

fn player(transforms: bool) -> Notebook<16> {
    let mut notebook = Notebook::new();
    let mut profile = notebook.profile();
    profile.welcomed = true;
    profile.settings.transforms = transforms;
    notebook.keep_profile(&profile);
    notebook
}

fn words(session: &Session<'_>) -> String {
    let mut words = String::new();
    text::write(&session.picture(), &mut words).unwrap();
    words
}

/// Plays at a point, and lets a second go by. There is no solver.
fn play(session: &mut Session<'_>, point: Point) -> String {
    session.on(Event::Touch(Target::Point(point)));
    for _ in 0..60 {
        session.on(Event::Tick(16));
    }
    words(session)
}

fn at(name: &str, size: u8) -> Point {
    Point::from_vertex(name, size).unwrap()
}

/// What a player has who did this with the first problem of a pack.
fn profile_after(bytes: &[u8], point: Point) -> Profile {
    let library = OnePack(Pack::open(bytes).unwrap());
    let mut notebook = player(false);
    let mut desk = Box::new(Desk::NOTHING);
    let mut session = Session::new(&library, &mut notebook, &mut desk, 1);
    play(&mut session, point);
    drop(session);
    notebook.profile()
}

#[test]
fn what_is_solved_by_the_book_is_counted_apart() {
    let new = Profile::NEW;
    let by_the_book = profile_after(&book_pack(), at("A9", 9));
    assert_eq!((by_the_book.tries, by_the_book.book_tries), ((0, 0), (1, 0)));
    assert_eq!((by_the_book.rating, by_the_book.streak), (new.rating, new.streak));
    let proved = profile_after(&replies_pack(), at("C1", 7));
    assert_eq!((proved.tries, proved.book_tries), ((1, 0), (0, 0)));
}

#[test]
fn proved_replies_are_played_at_once_and_nobody_asks_the_solver() {
    let bytes = replies_pack();
    let library = OnePack(Pack::open(&bytes).unwrap());
    assert!(matches!(library.0.problem(0).unwrap().book, Book::Replies(_)));
    let mut notebook = player(false);
    let mut desk = Box::new(Desk::NOTHING);
    let mut session = Session::new(&library, &mut notebook, &mut desk, 1);
    assert!(!words(&session).contains("by the book"), "it is proved");
    session.on(Event::Touch(Target::Point(at("C1", 7))));
    for _ in 0..20 {
        session.on(Event::Tick(16));
    }
    let said = words(&session);
    assert!(
        said.contains("Wrong") && said.contains("White plays D1"),
        "{said}"
    );
}

#[test]
fn a_book_is_found_whichever_way_the_problem_lies() {
    let bytes = book_pack();
    let library = OnePack(Pack::open(&bytes).unwrap());
    for seed in 0..16 {
        let mut notebook = player(true);
        let mut desk = Box::new(Desk::NOTHING);
        let mut session = Session::new(&library, &mut notebook, &mut desk, seed);
        let before = words(&session);
        assert!(before.contains("[by the book]"), "{before}");
        // The hint knows the way: its third step names the point.
        for _ in 0..3 {
            session.on(Event::Stroke(shikatsu::session::keys::Stroke::Press(
                shikatsu::session::keys::Button::X,
            )));
            session.on(Event::Tick(16));
        }
        let Some(point) = Point::all(9).find(|&point| {
            let shikatsu::session::picture::Screen::Board(board) = session.picture().screen else {
                panic!()
            };
            board.spot(point).mark == Some(shikatsu::session::picture::Mark::Best)
        }) else {
            panic!("{}", words(&session));
        };
        let said = play(&mut session, point);
        assert!(said.contains("Right so far"), "{said}");
        assert_eq!(session.wish(), None, "nobody asks the solver");
    }
}
