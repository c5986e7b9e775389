//! A game played to its end by chance and a little sense, and who has which point then.
//!
//! A move answers the newest stone where that is urgent: it captures what can be captured around it, saves what it put into atari, or makes one of the shapes
//! of `pattern` beside it. Otherwise any point is as good as another that is no eye of one's own.

use super::field::{EMPTY, Field, NOWHERE, RIM};
use super::pattern::is_shape;
use crate::board::Color;

/// Where chance comes from: the xorshift generator, the same everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chance(u32);

impl Chance {
    /// Chance that nobody has asked for yet.
    pub(super) const NONE: Chance = Chance(0);

    /// Chance that starts from a number.
    pub const fn new(seed: u32) -> Chance {
        // Numbers that are close to each other must not begin alike.
        let mixed = (seed ^ 0x9e37_79b9).wrapping_mul(0x85eb_ca6b);
        Chance(if mixed == 0 { 0x1234_5678 } else { mixed })
    }

    pub(super) fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    /// A number below `many`, which is at most 65,536.
    pub(super) fn below(&mut self, many: usize) -> usize {
        (((self.next() >> 16) * many as u32) >> 16) as usize
    }

    /// True so many times of 16.
    fn is_likely(&mut self, of_16: u32) -> bool {
        self.next() >> 28 < of_16
    }
}

/// Nobody has played there.
const NOBODY: u8 = 0;

/// Who played where first, for moves that are as good now as later.
#[derive(Clone, Debug)]
pub(super) struct Firsts<const C: usize>([u8; C]);

impl<const C: usize> Firsts<C> {
    pub(super) const fn new() -> Firsts<C> {
        Firsts([NOBODY; C])
    }

    pub(super) fn note(&mut self, cell: u16, color: Color) {
        let first = &mut self.0[usize::from(cell)];
        if *first == NOBODY {
            *first = super::field::stone(color);
        }
    }

    pub(super) fn has(&self, cell: u16, color: Color) -> bool {
        self.0[usize::from(cell)] == super::field::stone(color)
    }
}

/// Plays to the end from here. The field then has the last position.
pub(super) fn play_out<const C: usize>(
    field: &mut Field<C>,
    to_move: Color,
    chance: &mut Chance,
    firsts: &mut Firsts<C>,
) {
    // Rare kos could go on for ever.
    let most = 3 * usize::from(field.size()).pow(2);
    let (mut color, mut passes) = (to_move, 0);
    for _ in 0..most {
        let chosen = choose(field, color, chance);
        if chosen == NOWHERE {
            field.pass();
            passes += 1;
            if passes == 2 {
                return;
            }
        } else {
            passes = 0;
            firsts.note(chosen, color);
            field.play(chosen, color);
        }
        color = color.opponent();
    }
}

/// Plays to the end from here, once. Returns Black's points minus White's, without komi.
pub fn sample<const C: usize>(field: &Field<C>, to_move: Color, chance: &mut Chance) -> i16 {
    let mut field = field.clone();
    play_out(&mut field, to_move, chance, &mut Firsts::new());
    balance(&field, |_, _| {})
}

/// Black's points minus White's at the end of a playout, where every empty point is somebody's eye or nobody's. `each` hears who has which.
pub(super) fn balance<const C: usize>(field: &Field<C>, mut each: impl FnMut(u16, Color)) -> i16 {
    let mut balance = 0;
    let stride = u16::from(field.size()) + 1;
    for cell in stride + 1..stride * stride {
        let owner = match field.raw(cell) {
            RIM => None,
            EMPTY => eye_owner(field, cell),
            _ => field.owner(cell),
        };
        if let Some(owner) = owner {
            balance += if owner == Color::Black { 1 } else { -1 };
            each(cell, owner);
        }
    }
    balance
}

/// Whose stones alone are beside this empty cell.
fn eye_owner<const C: usize>(field: &Field<C>, cell: u16) -> Option<Color> {
    let mut beside = field
        .beside(cell)
        .into_iter()
        .filter_map(|near| field.owner(near));
    let first = beside.next()?;
    beside.all(|other| other == first).then_some(first)
}

fn choose<const C: usize>(field: &Field<C>, color: Color, chance: &mut Chance) -> u16 {
    let last = field.last()[0];
    if last != NOWHERE {
        let urgent = urgent(field, last, color, chance);
        if urgent != NOWHERE {
            return urgent;
        }
        let shape = shape(field, last, color, chance);
        if shape != NOWHERE {
            return shape;
        }
    }
    let empties = field.empties();
    let many = empties.len();
    if many == 0 {
        return NOWHERE;
    }
    let start = chance.below(many);
    for &cell in empties[start..].iter().chain(&empties[..start]) {
        if !field.is_eye(cell, color) && field.allows(cell, color) && !is_foolish(field, cell, color, chance)
        {
            return cell;
        }
    }
    NOWHERE
}

/// Whether a move leaves its own chain in atari. A foolish move is sometimes allowed, since some of them are brilliant.
fn is_foolish<const C: usize>(field: &Field<C>, cell: u16, color: Color, chance: &mut Chance) -> bool {
    field.liberties_after(cell, color, 2) < 2 && !chance.is_likely(FOOLISH)
}

/// How many of 16 foolish moves are played all the same.
const FOOLISH: u32 = 4;

/// A few cells, of which one is drawn.
struct Draw {
    cells: [u16; 12],
    many: usize,
}

impl Draw {
    const fn new() -> Draw {
        Draw {
            cells: [NOWHERE; 12],
            many: 0,
        }
    }

    fn add(&mut self, cell: u16) {
        if self.many < self.cells.len() {
            self.cells[self.many] = cell;
            self.many += 1;
        }
    }

    fn one(&self, chance: &mut Chance) -> u16 {
        match self.many {
            0 => NOWHERE,
            1 => self.cells[0],
            many => self.cells[chance.below(many)],
        }
    }
}

/// A move that captures or saves around the newest stone, if one is urgent.
fn urgent<const C: usize>(field: &Field<C>, last: u16, color: Color, chance: &mut Chance) -> u16 {
    let mut draw = Draw::new();
    // The newest stone itself may be in atari.
    let liberty = field.last_liberty(last);
    if liberty != NOWHERE && field.allows(liberty, color) {
        draw.add(liberty);
    }
    for near in field.beside(last) {
        if field.owner(near) == Some(color) {
            save(field, near, color, &mut draw);
        }
    }
    draw.one(chance)
}

/// Moves that save the chain of a stone, if it is in atari: by running where that gains liberties, or by capturing.
pub(super) fn save_moves<const C: usize>(
    field: &Field<C>,
    stone: u16,
    color: Color,
    mut each: impl FnMut(u16),
) {
    let liberty = field.last_liberty(stone);
    if liberty == NOWHERE {
        return;
    }
    if field.allows(liberty, color) && field.liberties_after(liberty, color, 2) >= 2 {
        each(liberty);
    }
    let mut here = stone;
    loop {
        for near in field.beside(here) {
            if field.owner(near) == Some(color.opponent()) {
                let capture = field.last_liberty(near);
                if capture != NOWHERE && capture != liberty && field.allows(capture, color) {
                    each(capture);
                }
            }
        }
        here = field.next(here);
        if here == stone {
            return;
        }
    }
}

fn save<const C: usize>(field: &Field<C>, stone: u16, color: Color, draw: &mut Draw) {
    save_moves(field, stone, color, |cell| draw.add(cell));
}

/// A move beside the newest stone that makes a shape.
fn shape<const C: usize>(field: &Field<C>, last: u16, color: Color, chance: &mut Chance) -> u16 {
    let mut draw = Draw::new();
    for cell in field.around(last) {
        if field.is_empty(cell) && makes_shape(field, cell) && field.allows(cell, color) {
            draw.add(cell);
        }
    }
    while draw.many > 0 {
        let i = chance.below(draw.many);
        let cell = draw.cells[i];
        if !is_foolish(field, cell, color, chance) {
            return cell;
        }
        draw.many -= 1;
        draw.cells[i] = draw.cells[draw.many];
    }
    NOWHERE
}

/// Whether a move here makes one of the shapes.
pub(super) fn makes_shape<const C: usize>(field: &Field<C>, cell: u16) -> bool {
    let mut code = 0;
    for (i, near) in field.around(cell).into_iter().enumerate() {
        code |= usize::from(field.raw(near)) << (2 * i);
    }
    is_shape(code)
}
