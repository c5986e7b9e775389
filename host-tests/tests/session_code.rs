//! A problem as a QR code: what a reader finds in the picture of the screen is a link, and the link has the problem in it.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use embedded_graphics::pixelcolor::{Gray8, Rgb565};
use embedded_graphics::prelude::GrayColor as _;
use host_tests::golden::pixels;
use shikatsu::pack::library::Library as _;
use shikatsu::pack::{Bank, PAGE, read_link};
use shikatsu::record::{Keeper, ThemeName};
use shikatsu::session::keeper::Notebook;
use shikatsu::session::keys::{Button, Stroke};
use shikatsu::session::picture::{Picture, Screen};
use shikatsu::session::{Desk, Event, Session};

const SIDE: usize = 240;

/// What a reader finds in a picture.
fn scanned(picture: &Picture) -> String {
    let pixels: Vec<Rgb565> = pixels(picture);
    let luma = |x: usize, y: usize| Gray8::from(pixels[y * SIDE + x]).luma();
    let mut image = rqrr::PreparedImage::prepare_from_greyscale(SIDE, SIDE, luma);
    let grids = image.detect_grids();
    assert_eq!(grids.len(), 1, "one code is found");
    grids[0].decode().expect("it can be read").1
}

/// The picture of the page with the code of a problem, reached by keys.
fn shared(pack: u16, problem: u16, theme: ThemeName) -> Picture {
    let mut notebook = Notebook::<8>::new();
    let mut profile = notebook.profile();
    profile.welcomed = true;
    profile.place = Some(Bank.id(pack, problem));
    // Problems are turned and mirrored by chance: the link has them as they are written.
    profile.settings.transforms = true;
    profile.settings.theme = theme;
    notebook.keep_profile(&profile);
    let mut desk = Box::new(Desk::NOTHING);
    let mut session = Session::new(&Bank, &mut notebook, &mut desk, 1);
    let mut press = |button| session.on(Event::Stroke(Stroke::Press(button)));
    if pack == 0 {
        // Past the lesson.
        press(Button::A);
    }
    for button in [Button::Y, Button::Down, Button::Down, Button::A, Button::X] {
        press(button);
    }
    session.picture()
}

#[test]
fn a_reader_finds_the_link_and_the_link_has_the_problem() {
    for pack in 0..Bank.packs() {
        let count = Bank.len(pack);
        for problem in (0..count).step_by(usize::from(count / 12).max(1)) {
            let theme = ThemeName::ALL[usize::from(problem) % ThemeName::ALL.len()];
            let picture = shared(pack, problem, theme);
            let Screen::Code(screen) = &picture.screen else {
                panic!("no code, but {picture:?}");
            };
            let link = scanned(&picture);
            assert_eq!(link, screen.link.as_str());
            let letters = link.strip_prefix(PAGE).and_then(|rest| rest.strip_prefix("#p="));
            let bytes = URL_SAFE_NO_PAD
                .decode(letters.expect("a link to the page"))
                .unwrap();
            let (read, written) = (read_link(&bytes).unwrap(), Bank.load(pack, problem).unwrap());
            assert_eq!(read.problem, written.problem, "{pack} {problem}");
            assert_eq!((read.level, read.answer), (written.level, written.answer));
        }
    }
}

#[test]
fn the_largest_code_can_be_read_too() {
    let large = host_tests::pictures::samples()
        .into_iter()
        .find(|(name, _)| *name == "code-large")
        .unwrap()
        .1;
    let Screen::Code(screen) = &large.screen else {
        panic!("no code");
    };
    assert_eq!(scanned(&large), screen.link.as_str());
}
