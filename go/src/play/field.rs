//! A board for playouts.
//!
//! The cells lie line by line with one rim cell between the lines, so a neighbour is a constant step away:
//!
//! ```text
//! cell = (row + 1) * (size + 1) + column + 1      row 0 is the top line, column 0 the left one
//! ```
//!
//! Chains are rings of stones with a head that counts contacts, as `board::stones` explains. There are no hashes and no records of moves.

use crate::board::{Color, Point};

/// How many cells a board of `size` lines takes, rim included.
pub const fn cells(size: u8) -> usize {
    (size as usize + 1) * (size as usize + 2) + 1
}

/// What lies on a cell. The rim is zero, so that a board without points is all zeros and costs no flash.
pub(super) const RIM: u8 = 0;
const BLACK: u8 = 1;
const WHITE: u8 = 2;
pub(super) const EMPTY: u8 = 3;

/// The cell that is none; it is always rim.
pub(super) const NOWHERE: u16 = 0;

pub(super) const fn stone(color: Color) -> u8 {
    match color {
        Color::Black => BLACK,
        Color::White => WHITE,
    }
}

/// The other colour's stone.
const fn foe(stone: u8) -> u8 {
    BLACK + WHITE - stone
}

/// Stones on a board of up to `C` [`cells`].
#[derive(Clone, Debug)]
pub struct Field<const C: usize> {
    size: u8,
    stride: u16,
    /// Where the newest move captured a single stone that must not be retaken at once, and by whom not.
    ko: u16,
    ko_for: Color,
    /// The newest stone and the one before; nowhere after a pass.
    last: [u16; 2],
    cells: [u8; C],
    /// The next stone of the same chain, in a ring.
    next: [u16; C],
    /// The stone that keeps the chain's numbers.
    head: [u16; C],
    /// Of heads: how many pairs of a stone and an empty neighbour there are, and the sum of these neighbours.
    contacts: [u16; C],
    sums: [u16; C],
    /// The empty cells in no order, and where in this list each of them is.
    empties: [u16; C],
    places: [u16; C],
    free: u16,
}

impl<const C: usize> Field<C> {
    /// A board without points.
    pub const NOTHING: Field<C> = Field {
        size: 0,
        stride: 0,
        ko: NOWHERE,
        ko_for: Color::Black,
        last: [NOWHERE; 2],
        cells: [RIM; C],
        next: [NOWHERE; C],
        head: [NOWHERE; C],
        contacts: [0; C],
        sums: [0; C],
        empties: [NOWHERE; C],
        places: [0; C],
        free: 0,
    };

    /// Whether there is room for a board of `size` lines.
    pub const fn has_room(size: u8) -> bool {
        cells(size) <= C
    }

    /// Clears the board and gives it `size` lines, for which there must be room.
    pub fn clear(&mut self, size: u8) {
        self.size = size;
        self.stride = u16::from(size) + 1;
        self.ko = NOWHERE;
        self.last = [NOWHERE; 2];
        self.cells.fill(RIM);
        self.free = 0;
        for row in 0..u16::from(size) {
            for column in 0..u16::from(size) {
                let cell = (row + 1) * self.stride + column + 1;
                self.vacate(cell);
            }
        }
    }

    /// Lines of the board.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// Who has a stone on `point`.
    pub fn at(&self, point: Point) -> Option<Color> {
        self.owner(self.cell(point))
    }

    /// The cell of a point of this board.
    pub(super) const fn cell(&self, point: Point) -> u16 {
        (point.row() as u16 + 1) * self.stride + point.column() as u16 + 1
    }

    /// The point of a cell of this board.
    pub(super) const fn point(&self, cell: u16) -> Point {
        Point::new((cell % self.stride - 1) as u8, (cell / self.stride - 1) as u8)
    }

    pub(super) const fn owner(&self, cell: u16) -> Option<Color> {
        match self.cells[cell as usize] {
            BLACK => Some(Color::Black),
            WHITE => Some(Color::White),
            _ => None,
        }
    }

    pub(super) const fn raw(&self, cell: u16) -> u8 {
        self.cells[cell as usize]
    }

    pub(super) const fn is_empty(&self, cell: u16) -> bool {
        self.cells[cell as usize] == EMPTY
    }

    /// Whether two boards have the same stones.
    pub(super) fn has_the_stones_of(&self, other: &Field<C>) -> bool {
        self.free == other.free && self.cells == other.cells
    }

    /// The empty cells, in no order.
    pub(super) fn empties(&self) -> &[u16] {
        &self.empties[..usize::from(self.free)]
    }

    /// The cells of the newest stone and of the one before it; rim where somebody passed.
    pub(super) const fn last(&self) -> [u16; 2] {
        self.last
    }

    pub(super) const fn beside(&self, cell: u16) -> [u16; 4] {
        [cell - self.stride, cell - 1, cell + 1, cell + self.stride]
    }

    /// The eight cells around, row by row.
    pub(super) const fn around(&self, cell: u16) -> [u16; 8] {
        let (above, below) = (cell - self.stride, cell + self.stride);
        [
            above - 1,
            above,
            above + 1,
            cell - 1,
            cell + 1,
            below - 1,
            below,
            below + 1,
        ]
    }

    pub(super) const fn head(&self, cell: u16) -> u16 {
        self.head[cell as usize]
    }

    pub(super) const fn next(&self, cell: u16) -> u16 {
        self.next[cell as usize]
    }

    /// Whether a stone of `color` may be played on this cell, ko included, superko not.
    pub(super) fn allows(&self, cell: u16, color: Color) -> bool {
        self.is_empty(cell) && !self.is_ko(cell, color) && self.breathes(cell, color)
    }

    /// Whether the rule of ko forbids this cell.
    pub(super) fn is_ko(&self, cell: u16, color: Color) -> bool {
        cell == self.ko && color == self.ko_for
    }

    /// Whether a stone here would have a liberty, after captures.
    pub(super) fn breathes(&self, cell: u16, color: Color) -> bool {
        let own = stone(color);
        let beside = self.beside(cell);
        if beside.iter().any(|&near| self.is_empty(near)) {
            return true;
        }
        beside.iter().any(|&near| match self.raw(near) {
            RIM => false,
            other => (other == own) != self.fills_last_liberty(cell, self.head(near)),
        })
    }

    /// Whether a stone on `cell` would leave the chain of `head`, which touches it, without a liberty.
    pub(super) fn fills_last_liberty(&self, cell: u16, head: u16) -> bool {
        let contacts = self.contacts[usize::from(head)];
        contacts <= 4 && self.touches(cell, head) == contacts
    }

    /// How many sides of `cell` the chain of `head` is on.
    fn touches(&self, cell: u16, head: u16) -> u16 {
        let mut many = 0;
        for near in self.beside(cell) {
            let raw = self.raw(near);
            many += u16::from((raw == BLACK || raw == WHITE) && self.head(near) == head);
        }
        many
    }

    /// The one liberty that the chain of a stone has left, or nowhere if it has more.
    pub(super) fn last_liberty(&self, of: u16) -> u16 {
        let head = self.head(of);
        let sum = self.sums[usize::from(head)];
        // If all contacts are with one cell it is their mean, and conversely if all of them are found around it.
        let liberty = match self.contacts[usize::from(head)] {
            1 => return sum,
            2 if sum.is_multiple_of(2) => sum / 2,
            3 if sum.is_multiple_of(3) => sum / 3,
            4 if sum.is_multiple_of(4) => sum / 4,
            _ => return NOWHERE,
        };
        if self.is_empty(liberty) && self.fills_last_liberty(liberty, head) {
            liberty
        } else {
            NOWHERE
        }
    }

    /// How many liberties a stone on `cell` would have with its friends, counted up to `most`, which is at most 4. Captures are not
    /// played, but each captured neighbour counts.
    pub(super) fn liberties_after(&self, cell: u16, color: Color, most: usize) -> usize {
        let own = stone(color);
        let (mut found, mut many) = ([NOWHERE; 4], 0);
        let mut add = |liberty: u16, many: &mut usize| {
            if *many < most && !found[..*many].contains(&liberty) {
                found[*many] = liberty;
                *many += 1;
            }
        };
        for near in self.beside(cell) {
            match self.raw(near) {
                EMPTY => add(near, &mut many),
                RIM => {}
                raw if raw != own && self.fills_last_liberty(cell, self.head(near)) => add(near, &mut many),
                _ => {}
            }
        }
        for near in self.beside(cell) {
            if many >= most {
                break;
            }
            if self.raw(near) != own {
                continue;
            }
            let mut here = near;
            loop {
                for liberty in self.beside(here) {
                    if liberty != cell && self.is_empty(liberty) {
                        add(liberty, &mut many);
                    }
                }
                here = self.next(here);
                if here == near || many >= most {
                    break;
                }
            }
        }
        many
    }

    /// Whether this is an eye of `color` that it should not fill: its stones on all sides, and enough of the corners.
    pub(super) fn is_eye(&self, cell: u16, color: Color) -> bool {
        let own = stone(color);
        let mut at_edge = false;
        for near in self.beside(cell) {
            let raw = self.raw(near);
            if raw != own && raw != RIM {
                return false;
            }
            at_edge |= raw == RIM;
        }
        let (mut foes, foe) = (u8::from(at_edge), foe(own));
        for corner in [
            cell - self.stride - 1,
            cell - self.stride + 1,
            cell + self.stride - 1,
            cell + self.stride + 1,
        ] {
            foes += u8::from(self.raw(corner) == foe);
        }
        foes < 2
    }

    /// Plays a stone where it is allowed, and removes what it captures. Returns how many stones that were.
    pub(super) fn play(&mut self, cell: u16, color: Color) -> u16 {
        let (own, foe) = (stone(color), foe(stone(color)));
        self.last = [cell, self.last[0]];
        self.ko = NOWHERE;
        self.occupy(cell, own);
        let lone = self.contacts[usize::from(cell)] == 0;
        let mut captured = 0;
        let mut joined = false;
        for near in self.beside(cell) {
            let raw = self.raw(near);
            if raw == own {
                joined = true;
                self.join(cell, near);
            } else if raw == foe && self.contacts[usize::from(self.head(near))] == 0 {
                captured += self.lift(near);
                self.ko = near;
            }
        }
        // A ko is taken by a stone that had no liberty before it captured one stone, and has just that one since.
        if captured != 1 || !lone || joined {
            self.ko = NOWHERE;
        }
        self.ko_for = color.opponent();
        captured
    }

    /// Puts down a stone, which captures nothing.
    pub(super) fn settle(&mut self, cell: u16, color: Color) {
        let own = stone(color);
        self.occupy(cell, own);
        for near in self.beside(cell) {
            if self.raw(near) == own {
                self.join(cell, near);
            }
        }
    }

    /// Says where the newest stone is and where the one before it, on a board that was not played on.
    pub(super) const fn remember(&mut self, last: [u16; 2]) {
        self.last = last;
    }

    /// Nothing is played.
    pub(super) fn pass(&mut self) {
        self.last = [NOWHERE, self.last[0]];
        self.ko = NOWHERE;
    }

    /// A stone as a chain of its own, of which its neighbours know.
    fn occupy(&mut self, cell: u16, own: u8) {
        let i = usize::from(cell);
        self.free -= 1;
        let moved = self.empties[usize::from(self.free)];
        let place = self.places[i];
        self.empties[usize::from(place)] = moved;
        self.places[usize::from(moved)] = place;
        self.cells[i] = own;
        self.next[i] = cell;
        self.head[i] = cell;
        let (mut contacts, mut sum) = (0, 0u16);
        for near in self.beside(cell) {
            match self.raw(near) {
                RIM => {}
                EMPTY => {
                    contacts += 1;
                    sum = sum.wrapping_add(near);
                }
                _ => {
                    let head = usize::from(self.head(near));
                    self.contacts[head] -= 1;
                    self.sums[head] = self.sums[head].wrapping_sub(cell);
                }
            }
        }
        self.contacts[i] = contacts;
        self.sums[i] = sum;
    }

    /// Makes the chains of two stones one.
    fn join(&mut self, one: u16, other: u16) {
        let (stays, goes) = (self.head(other), self.head(one));
        if stays == goes {
            return;
        }
        let (s, g) = (usize::from(stays), usize::from(goes));
        self.contacts[s] += self.contacts[g];
        self.sums[s] = self.sums[s].wrapping_add(self.sums[g]);
        let mut here = goes;
        loop {
            self.head[usize::from(here)] = stays;
            here = self.next(here);
            if here == goes {
                break;
            }
        }
        self.next.swap(s, g);
    }

    /// Takes a chain off the board. Returns how many stones it had.
    fn lift(&mut self, first: u16) -> u16 {
        let (mut here, mut many) = (first, 0);
        loop {
            self.vacate(here);
            for near in self.beside(here) {
                // Its own stones are told, too, which does not matter any more.
                if matches!(self.raw(near), BLACK | WHITE) {
                    let head = usize::from(self.head(near));
                    self.contacts[head] = self.contacts[head].wrapping_add(1);
                    self.sums[head] = self.sums[head].wrapping_add(here);
                }
            }
            many += 1;
            here = self.next(here);
            if here == first {
                return many;
            }
        }
    }

    fn vacate(&mut self, cell: u16) {
        self.cells[usize::from(cell)] = EMPTY;
        self.empties[usize::from(self.free)] = cell;
        self.places[usize::from(cell)] = self.free;
        self.free += 1;
    }
}
