//! What is drawn in parts looks as if it had been drawn at once: in bands, and only where something changed.

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::Rectangle;
use host_tests::golden::pixels;
use host_tests::pictures::samples;
use host_tests::random::Random;
use host_tests::scramble::{change, picture};
use shikatsu::record::cut;
use shikatsu::session::picture::{Picture, Screen};
use shikatsu::view::{BAND_PIXELS, Band, SCREEN, bands, changes, draw};

/// A panel that takes finished blocks only, as the real one does.
struct Panel(Vec<Rgb565>);

impl Panel {
    fn show(&mut self, picture: &Picture, areas: &[Rectangle], capacity: usize) {
        // What a buffer holds from before must not be seen.
        let mut buffer = vec![Rgb565::new(31, 0, 31); BAND_PIXELS];
        for area in areas.iter().flat_map(|&area| bands(area, capacity)) {
            let mut band = Band::new(area, &mut buffer);
            let Ok(()) = draw(picture, &mut band);
            for (at, &color) in area.points().zip(band.pixels()) {
                self.0[(at.y * SCREEN as i32 + at.x) as usize] = color;
            }
        }
    }

    fn assert_shows(&self, picture: &Picture, what: &str) {
        let expected = pixels(picture);
        let wrong = (0..expected.len()).find(|&at| self.0[at] != expected[at]);
        if let Some(at) = wrong {
            let (x, y) = (at % SCREEN as usize, at / SCREEN as usize);
            panic!("{what}: the pixel at {x}, {y} is wrong in {picture:#?}");
        }
    }
}

fn screen() -> Rectangle {
    Rectangle::new(Point::zero(), Size::new_equal(SCREEN))
}

#[test]
fn drawing_only_what_changed_gives_the_whole_new_picture() {
    let mut random = Random::new(1);
    for round in 0..60 {
        let mut old = picture(&mut random);
        let mut panel = Panel(pixels(&old));
        for step in 0..12 {
            let mut new = old.clone();
            for _ in 0..=random.below(3) {
                change(&mut new, &mut random);
            }
            panel.show(&new, changes(&old, &new).areas(), BAND_PIXELS);
            panel.assert_shows(&new, &format!("step {step} of round {round}"));
            old = new;
        }
    }
}

/// Paragraphs, short and long, with accents and tails.
fn paragraphs(random: &mut Random) -> String {
    let words = ["Ägypten", "jÿg", "of", "ÉÅÔ", "liberties", "", "(20k)"];
    (0..random.below(7))
        .map(|_| {
            let count = random.below(9);
            let line: Vec<&str> = (0..count).map(|_| random.pick(&words)).collect();
            line.join(" ") + "\n"
        })
        .collect()
}

#[test]
fn only_the_end_of_a_text_may_change() {
    let mut random = Random::new(3);
    let pages: Vec<Picture> = samples().into_iter().map(|(_, picture)| picture).collect();
    let pages = pages
        .into_iter()
        .filter(|picture| matches!(picture.screen, Screen::Page(_)));
    for mut old in pages {
        for _ in 0..20 {
            let beginning = paragraphs(&mut random);
            let mut with = |picture: &mut Picture| {
                if let Screen::Page(page) = &mut picture.screen {
                    page.text = cut(&(beginning.clone() + &paragraphs(&mut random)));
                }
            };
            let mut new = old.clone();
            with(&mut old);
            with(&mut new);
            let mut panel = Panel(pixels(&old));
            panel.show(&new, changes(&old, &new).areas(), BAND_PIXELS);
            panel.assert_shows(&new, "another end");
        }
    }
}

#[test]
fn every_sample_follows_from_every_other() {
    let samples = samples();
    for (at, (name, old)) in samples.iter().enumerate() {
        for (other, new) in samples.iter().skip(at % 5).step_by(5) {
            let mut panel = Panel(pixels(old));
            panel.show(new, changes(old, new).areas(), BAND_PIXELS);
            panel.assert_shows(new, &format!("{other} after {name}"));
        }
    }
}

#[test]
fn the_same_picture_changes_nothing() {
    let mut random = Random::new(2);
    for _ in 0..100 {
        let picture = picture(&mut random);
        assert!(changes(&picture, &picture.clone()).is_empty());
    }
}

#[test]
fn bands_of_any_size_give_the_whole_picture() {
    let mut random = Random::new(3);
    for capacity in [240, 241, 1000, 2400, BAND_PIXELS] {
        for _ in 0..6 {
            let picture = picture(&mut random);
            let mut panel = Panel(vec![Rgb565::BLACK; screen().points().count()]);
            panel.show(&picture, &[screen()], capacity);
            panel.assert_shows(&picture, &format!("bands of {capacity}"));
        }
    }
}

#[test]
fn any_rectangle_can_be_drawn_alone() {
    let mut random = Random::new(4);
    for _ in 0..150 {
        let picture = picture(&mut random);
        let whole = pixels(&picture);
        let mut number = |end: usize| random.below(end);
        let (x, y) = (number(240), number(240));
        let size = Size::new(1 + number(240 - x) as u32, 1 + number(240 - y) as u32);
        let area = Rectangle::new(Point::new(x as i32, y as i32), size);
        let mut panel = Panel(whole.clone());
        area.points()
            .for_each(|at| panel.0[(at.y * 240 + at.x) as usize] = Rgb565::MAGENTA);
        panel.show(&picture, &[area], BAND_PIXELS);
        panel.assert_shows(&picture, &format!("{area:?}"));
    }
}

#[test]
fn bands_cover_a_rectangle_without_gaps_and_hold_no_more_than_they_may() {
    for (width, height, capacity) in [
        (240, 240, BAND_PIXELS),
        (7, 100, 64),
        (240, 1, 240),
        (1, 240, 100),
        (16, 16, 256),
    ] {
        let area = Rectangle::new(Point::new(0, 0), Size::new(width, height));
        let mut next = 0;
        for band in bands(area, capacity) {
            assert_eq!((band.top_left.x, band.top_left.y), (0, next));
            assert!(band.size.width * band.size.height <= capacity as u32);
            next += band.size.height as i32;
        }
        assert_eq!(next, height as i32);
    }
    assert_eq!(bands(Rectangle::zero(), 100).count(), 0);
}
