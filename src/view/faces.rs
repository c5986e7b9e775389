//! Type: the faces, how wide words are in them, and how words are made to fit.
//!
//! Names come from files from all over the world. A face has the Latin letters with their accents; other characters are drawn as
//! their plain counterparts if they have one, and as a question mark if not. Letters of East Asia are all of one width, and the language in use
//! has pictures of those that it needs.

use u8g2_fonts::types::{FontColor, VerticalPosition};
use u8g2_fonts::{Error, FontRenderer, fonts};

use embedded_graphics::pixelcolor::Rgb565;
use embedded_graphics::prelude::*;

use crate::language::{GLYPH, Language};

/// A typeface in one size.
pub(super) struct Face {
    font: FontRenderer,
    /// How high its capitals are.
    pub(super) capital: i32,
    /// From one line to the next.
    pub(super) line: i32,
    /// How thick the strokes of wide letters are.
    stroke: i32,
}

macro_rules! faces {
    ($($(#[$doc:meta])* $name:ident = $font:ident, $capital:literal, $line:literal, $stroke:literal;)*) => {$(
        $(#[$doc])*
        pub(super) static $name: Face = Face {
            font: FontRenderer::new::<fonts::$font>().with_ignore_unknown_chars(true),
            capital: $capital,
            line: $line,
            stroke: $stroke,
        };
    )*};
}

faces! {
    /// Small print: hints, places, labels.
    SMALL = u8g2_font_helvR08_tf, 8, 12, 1;
    /// Small print that is to be noticed, and the letters on keys.
    SMALL_BOLD = u8g2_font_helvB08_tf, 8, 12, 1;
    /// Running text.
    BODY = u8g2_font_helvR10_tf, 11, 16, 1;
    /// Numbers and words that stand out from it.
    BODY_BOLD = u8g2_font_helvB10_tf, 11, 16, 2;
    /// A title where there is little room.
    TITLE = u8g2_font_helvB12_tf, 12, 20, 2;
    /// A title.
    LARGE = u8g2_font_helvB14_tf, 14, 24, 2;
    /// The name of the trainer, and the rating.
    HUGE = u8g2_font_helvB24_tr, 25, 36, 2;
}

/// How far a glyph may reach to the left of where it begins.
const OVERHANG: i32 = 4;

/// What is put where words were cut off.
const CUT: &str = "...";

/// Words as they are drawn: as many of them as fit, and whether they were cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fitted<'a> {
    words: &'a str,
    tail: &'static str,
    is_cut: bool,
    pub(super) width: i32,
}

impl Fitted<'_> {
    /// Whether something is missing.
    pub(super) const fn is_cut(&self) -> bool {
        self.is_cut
    }
}

impl Face {
    /// The width of `words` in pixels.
    pub(super) fn width(&self, words: &str) -> i32 {
        glyphs(words).map(|glyph| self.advance(glyph)).sum()
    }

    fn advance(&self, glyph: char) -> i32 {
        if is_wide(glyph) {
            return GLYPH as i32 + self.stroke - 1;
        }
        self.font
            .get_rendered_dimensions(glyph, Point::zero(), VerticalPosition::Baseline)
            .map_or(0, |dimensions| dimensions.advance.x)
    }

    /// As much of `words` as has room in `width`, with dots where something is missing.
    pub(super) fn fit<'a>(&self, words: &'a str, width: i32) -> Fitted<'a> {
        let dots = self.width(CUT);
        let (mut sum, mut kept, mut kept_width) = (0, 0, 0);
        for (at, character) in words.char_indices() {
            if sum + dots <= width {
                (kept, kept_width) = (at, sum);
            }
            sum += glyphs_of(character).map(|glyph| self.advance(glyph)).sum::<i32>();
            if sum > width {
                return Fitted {
                    words: &words[..kept],
                    // There is not even room for the dots.
                    tail: if dots <= width { CUT } else { "" },
                    is_cut: true,
                    width: if dots <= width { kept_width + dots } else { 0 },
                };
            }
        }
        Fitted {
            words,
            tail: "",
            is_cut: false,
            width: sum,
        }
    }

    /// The lines of `text`, broken between words to be no wider than `width`, each with all that is left of the
    /// text from there on.
    pub(super) fn wrap<'a>(&self, text: &'a str, width: i32) -> impl Iterator<Item = (&'a str, &'a str)> {
        let mut rest = Some(text);
        core::iter::from_fn(move || {
            let text = rest?;
            let (line, after) = self.first_line(text, width);
            rest = after;
            Some((line, text))
        })
    }

    /// How high `text` is, broken into lines.
    pub(super) fn height(&self, text: &str, width: i32) -> i32 {
        self.wrap(text, width).count() as i32 * self.line
    }

    /// The first line of `text`, and what comes after it.
    fn first_line<'a>(&self, text: &'a str, width: i32) -> (&'a str, Option<&'a str>) {
        let (mut sum, mut space) = (0, None);
        for (at, character) in text.char_indices() {
            if character == '\n' {
                return (&text[..at], Some(&text[at + 1..]));
            }
            if character == ' ' || (at > 0 && may_begin_a_line(character)) {
                space = Some(at);
            }
            sum += glyphs_of(character).map(|glyph| self.advance(glyph)).sum::<i32>();
            if sum > width && character != ' ' {
                return match space {
                    Some(space) => (&text[..space], Some(text[space..].trim_start_matches(' '))),
                    // A word longer than the line is broken anywhere, but a line has one character at least.
                    None if at > 0 => (&text[..at], Some(&text[at..])),
                    None => continue,
                };
            }
        }
        (text, None)
    }

    /// Draws fitted words from `start`, the left end of their base line. What lies behind `end` need not be drawn.
    pub(super) fn draw<D>(
        &self,
        fitted: Fitted<'_>,
        (start, end): (Point, i32),
        color: Rgb565,
        language: Language<'static>,
        target: &mut D,
    ) -> Result<(), D::Error>
    where
        D: DrawTarget<Color = Rgb565>,
    {
        let mut at = start;
        for glyph in glyphs(fitted.words).chain(fitted.tail.chars()) {
            if at.x >= end + OVERHANG {
                break;
            }
            if let Some(picture) = is_wide(glyph).then(|| language.glyph(glyph)).flatten() {
                // In the middle of the capitals, as high as those are.
                let top = at - Point::new(0, i32::midpoint(self.capital, GLYPH as i32));
                let pixels = (0..GLYPH * GLYPH).filter(|&bit| picture.at(bit % GLYPH, bit / GLYPH));
                let places = pixels.map(|bit| top + Point::new((bit % GLYPH) as i32, (bit / GLYPH) as i32));
                let strokes =
                    places.flat_map(|place| (0..self.stroke).map(move |right| place + Point::new(right, 0)));
                target.draw_iter(strokes.map(|place| Pixel(place, color)))?;
                at.x += self.advance(glyph);
                continue;
            }
            let wide = is_wide(glyph).then(|| self.advance(glyph));
            let glyph = if wide.is_some() { '?' } else { glyph };
            let color = FontColor::Transparent(color);
            match self
                .font
                .render(glyph, at, VerticalPosition::Baseline, color, target)
            {
                Ok(drawn) => at += wide.map_or(drawn.advance, |wide| Point::new(wide, 0)),
                Err(Error::DisplayError(error)) => return Err(error),
                // A glyph that is missing is left out.
                Err(Error::GlyphNotFound(_) | Error::BackgroundColorNotSupported) => {}
            }
        }
        Ok(())
    }
}

fn glyphs(words: &str) -> impl Iterator<Item = char> {
    words.chars().flat_map(glyphs_of)
}

/// Whether a letter is as wide as it is high: those of Japan, China and Korea, with their punctuation.
const fn is_wide(letter: char) -> bool {
    matches!(letter, '\u{3000}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{ff00}'..='\u{ff60}')
}

/// Whether a line may begin with this letter, though no space stands before it. Korean has spaces; what closes or goes on stays where it is.
const fn may_begin_a_line(letter: char) -> bool {
    let stays = matches!(
        letter,
        '。' | '、'
            | '，'
            | '．'
            | '！'
            | '？'
            | '：'
            | '；'
            | '）'
            | '」'
            | '』'
            | '・'
            | 'ー'
            | 'っ'
            | 'ゃ'
            | 'ゅ'
            | 'ょ'
            | 'ッ'
            | 'ャ'
            | 'ュ'
            | 'ョ'
            | 'ァ'
            | 'ィ'
            | 'ェ'
            | 'ォ'
    );
    is_wide(letter) && !matches!(letter, '\u{ac00}'..='\u{d7a3}') && !stays
}

/// The letters from U+0100 to U+017F without what is above and below them: names are full of ō and ū.
const BARE: &[u8; 128] = b"AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlL\
    lLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";

/// What stands for a character in the faces, which have Latin-1 only.
fn glyphs_of(character: char) -> impl Iterator<Item = char> {
    let (glyph, times) = match character {
        ' '..='~' | '\u{a1}'..='\u{ff}' => (character, 1),
        '\n' | '\t' | '\u{a0}' => (' ', 1),
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{200b}'..='\u{200f}' | '\u{feff}' => (' ', 0),
        '\u{100}'..='\u{17f}' => (BARE[character as usize - 0x100] as char, 1),
        '‘' | '’' => ('\'', 1),
        '“' | '”' => ('"', 1),
        '\u{2010}'..='―' | '−' => ('-', 1),
        '…' => ('.', 3),
        '‹' => ('<', 1),
        '›' | '→' => ('>', 1),
        '•' => ('·', 1),
        wide if is_wide(wide) => (wide, 1),
        _ => ('?', 1),
    };
    core::iter::repeat_n(glyph, times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_fit_are_left_alone() {
        let fitted = SMALL.fit("Black to live", 200);
        assert_eq!((fitted.words, fitted.tail), ("Black to live", ""));
        assert_eq!(fitted.width, SMALL.width("Black to live"));
    }

    #[test]
    fn words_that_do_not_fit_end_in_dots_and_stay_within_the_width() {
        for width in 0..90 {
            let fitted = BODY.fit("White to kill by ko", width);
            assert!(fitted.width <= width, "{fitted:?} in {width}");
            assert_eq!(fitted.tail, if width >= BODY.width(CUT) { CUT } else { "" });
        }
    }

    #[test]
    fn text_breaks_between_words_and_at_line_breaks() {
        extern crate std;
        let width = BODY.width("one two thr");
        let lines: std::vec::Vec<_> = BODY.wrap("one two three\nfour", width).collect();
        let expected = [
            ("one two", "one two three\nfour"),
            ("three", "three\nfour"),
            ("four", "four"),
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn a_word_longer_than_a_line_is_broken() {
        let text = "abcdefghijklmnopqrstuvwxyz";
        let wide = BODY.width("abcdefgh");
        assert!(BODY.wrap(text, wide).all(|(line, _)| BODY.width(line) <= wide));
        assert_eq!(BODY.wrap(text, 1).count(), 26);
    }
}
