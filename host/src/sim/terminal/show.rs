//! Puts pictures on the terminal, in the best way that it has room for.

use std::io::{self, Stdout, Write as _};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::cursor::MoveTo;
use ratatui::crossterm::terminal::{Clear, ClearType, window_size};
use ratatui::crossterm::{execute, queue};
use ratatui::layout::{Position, Rect};
use shikatsu::session::picture::{Picture, Target};
use shikatsu::view;
use shikatsu_toolkit::picture::Canvas;

use super::blocks::{self, Zoom};
use super::graphics::{self, Frame, Protocol};
use super::keys::{Help, SOLVING};
use super::look::Colors;
use super::signs::{self, Hits};
use super::{Wishes, ask};

/// A way to show a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Graphics(Frame, Protocol),
    Blocks(Zoom, Rect),
    Signs,
}

impl Way {
    /// The best way for a terminal with such an area and, if it shows pictures, such cells.
    fn best(wishes: Wishes, area: Rect, pictures: Option<(Protocol, (u16, u16))>) -> Way {
        let plain = wishes.signs || wishes.look.ascii || wishes.look.colors == Colors::None;
        if plain || area.height == 0 {
            return Way::Signs;
        }
        let above_help = Rect {
            height: area.height - 1,
            ..area
        };
        if let Some((protocol, cell)) = pictures.filter(|_| !wishes.half)
            && let Some(frame) = Frame::fitting(above_help, cell)
        {
            return Way::Graphics(frame, protocol);
        }
        let fits = |zoom: &Zoom, room: Rect| zoom.cells().0 <= room.width && zoom.cells().1 <= room.height;
        if wishes.look.colors == Colors::All && fits(&Zoom(1), above_help) {
            Way::Blocks(Zoom(1), above_help)
        } else if wishes.half && fits(&Zoom(2), area) {
            Way::Blocks(
                Zoom(2),
                if fits(&Zoom(2), above_help) {
                    above_help
                } else {
                    area
                },
            )
        } else {
            Way::Signs
        }
    }
}

/// A terminal that shows pictures.
pub(super) struct Show {
    wishes: Wishes,
    terminal: Terminal<CrosstermBackend<Stdout>>,
    protocol: Option<Protocol>,
    way: Way,
    /// The picture that is on the terminal.
    shown: Option<Picture>,
    hits: Hits,
    /// What the line about the keys says.
    keys: &'static Help,
}

impl Show {
    pub(super) fn new(wishes: Wishes) -> io::Result<Show> {
        let wants_pictures =
            !wishes.signs && !wishes.half && !wishes.look.ascii && wishes.look.colors != Colors::None;
        Ok(Show {
            wishes,
            protocol: wants_pictures.then(ask::protocol).flatten(),
            terminal: Terminal::new(CrosstermBackend::new(io::stdout()))?,
            way: Way::Signs,
            shown: None,
            hits: Hits::new(),
            keys: &SOLVING,
        })
    }

    /// Draws everything anew at the next opportunity.
    pub(super) fn forget(&mut self) {
        self.shown = None;
    }

    /// Shows a picture, unless it is there already.
    pub(super) fn draw(&mut self, picture: &Picture, keys: &'static Help) -> io::Result<()> {
        if self.keys != keys {
            self.keys = keys;
            self.forget();
        }
        if self.shown.as_ref() == Some(picture) {
            return Ok(());
        }
        if self.shown.is_none() {
            self.begin()?;
        }
        let (look, way) = (self.wishes.look, self.way);
        match way {
            Way::Graphics(frame, protocol) => {
                let mut out = io::stdout().lock();
                queue!(out, MoveTo(frame.place.x, frame.place.y))?;
                graphics::send(&Canvas::of(picture), &frame, protocol, &mut out)?;
                out.flush()?;
            }
            Way::Blocks(zoom, area) => {
                let canvas = Canvas::of(picture);
                self.terminal.draw(|drawn| {
                    let buf = drawn.buffer_mut();
                    blocks::draw(&canvas, zoom, area, buf);
                    help(look, keys, area, buf);
                })?;
            }
            Way::Signs => {
                let hits = &mut self.hits;
                self.terminal.draw(|drawn| {
                    *hits = signs::draw(picture, look, keys, drawn.area(), drawn.buffer_mut());
                })?;
            }
        }
        self.shown = Some(picture.clone());
        Ok(())
    }

    /// Chooses how to show things, on an empty terminal.
    fn begin(&mut self) -> io::Result<()> {
        // A new one takes nothing for drawn already. It would clear by itself, but asks first where the cursor is.
        execute!(io::stdout(), Clear(ClearType::All))?;
        self.terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        let area = Rect::from((Position::ORIGIN, self.terminal.size()?));
        let pictures = self.protocol.map(|protocol| (protocol, cell()));
        self.way = Way::best(self.wishes, area, pictures);
        if let Some(protocol) = self.protocol {
            graphics::clear(protocol, &mut io::stdout())?;
        }
        if let Way::Graphics(..) = self.way {
            let (look, keys) = (self.wishes.look, self.keys);
            self.terminal
                .draw(|drawn| help(look, keys, above(drawn.area()), drawn.buffer_mut()))?;
        }
        Ok(())
    }

    /// What is shown in a cell.
    pub(super) fn hit(&self, picture: &Picture, column: u16, row: u16) -> Option<Target> {
        let place = Position::new(column, row);
        let (corner, (x, y)) = match self.way {
            Way::Signs => {
                let found = self.hits.iter().find(|(area, _)| area.contains(place));
                return found.map(|&(_, target)| target);
            }
            Way::Blocks(zoom, area) => {
                let corner = zoom.place(area);
                let (column, row) = (column.checked_sub(corner.x)?, row.checked_sub(corner.y)?);
                (corner, zoom.pixel(column, row))
            }
            Way::Graphics(frame, _) => {
                let corner = frame.place;
                let (column, row) = (column.checked_sub(corner.x)?, row.checked_sub(corner.y)?);
                (corner, frame.pixel(column, row))
            }
        };
        view::hit(picture, x, y).filter(|_| corner.contains(place))
    }
}

fn above(area: Rect) -> Rect {
    Rect {
        height: area.height.saturating_sub(1),
        ..area
    }
}

/// The line about the keys below `area`, if the terminal has one.
fn help(look: super::Look, keys: &Help, area: Rect, buf: &mut Buffer) {
    let below = Rect {
        y: area.bottom(),
        height: 1,
        ..area
    };
    if buf.area.contains(below.as_position()) {
        signs::help(look, keys, below, buf);
    }
}

/// Dots of a cell; none if the terminal does not say.
fn cell() -> (u16, u16) {
    let Ok(size) = window_size() else {
        return (0, 0);
    };
    (
        size.width.checked_div(size.columns).unwrap_or(0),
        size.height.checked_div(size.rows).unwrap_or(0),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::terminal::Look;

    const WISHES: Wishes = Wishes {
        look: Look {
            ascii: false,
            colors: Colors::All,
        },
        signs: false,
        half: false,
    };

    fn best(wishes: Wishes, columns: u16, rows: u16) -> Way {
        Way::best(wishes, Rect::new(0, 0, columns, rows), None)
    }

    #[test]
    fn pixels_are_shown_where_all_of_them_fit() {
        assert!(matches!(best(WISHES, 240, 121), Way::Blocks(Zoom(1), _)));
        assert_eq!(best(WISHES, 239, 121), Way::Signs);
        assert_eq!(best(WISHES, 240, 120), Way::Signs);
        assert_eq!(best(WISHES, 0, 0), Way::Signs);
        let pictures = Some((Protocol::Sixel, (8, 16)));
        let area = Rect::new(0, 0, 80, 24);
        assert!(matches!(Way::best(WISHES, area, pictures), Way::Graphics(..)));
    }

    #[test]
    fn half_of_them_are_shown_if_somebody_wants_that() {
        let wishes = Wishes { half: true, ..WISHES };
        assert!(matches!(best(wishes, 120, 60), Way::Blocks(Zoom(2), _)));
        assert!(matches!(best(wishes, 240, 121), Way::Blocks(Zoom(1), _)));
        assert_eq!(best(wishes, 119, 60), Way::Signs);
    }

    #[test]
    fn without_colours_or_by_wish_there_are_signs() {
        let with_look = |look| Wishes { look, ..WISHES };
        let plain = Look {
            colors: Colors::None,
            ..WISHES.look
        };
        let ascii = Look {
            ascii: true,
            ..WISHES.look
        };
        let signs = Wishes {
            signs: true,
            ..WISHES
        };
        for wishes in [with_look(plain), with_look(ascii), signs] {
            assert_eq!(best(wishes, 300, 200), Way::Signs);
        }
    }
}
