//! A game as the list of its moves.
//!
//! Nothing else is kept: a position is found by playing the list again, which costs about as much as a playout. So to undo is to shorten the list,
//! and superko compares the stones themselves, not their hashes.

use heapless::Vec;

use super::field::Field;
use super::score::Score;
use crate::board::{Color, MAX_SIZE, MIN_SIZE, Move, Point, PointSet};

/// Which repetitions are forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ko {
    /// A single stone must not be retaken at once.
    Simple,
    /// No position may come back.
    #[default]
    Superko,
}

/// Why something is not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// A stone stands there.
    Taken,
    /// The stone would have no liberty.
    Suicide,
    /// A ko must not be retaken at once.
    Ko,
    /// The stones would stand as they have stood before.
    Superko,
    /// There is no such point on this board.
    Outside,
    /// The list has no more room.
    Full,
}

/// A game on a board of up to `C` cells, of up to `M` moves.
#[derive(Clone, Debug)]
pub struct Kifu<const C: usize, const M: usize> {
    size: u8,
    /// In half points.
    komi: i16,
    ko: Ko,
    /// Stones from before the first move: handicap, or what a file sets up.
    setup: [PointSet; 2],
    /// Who moves first, if nobody has moved.
    first: Color,
    moves: Vec<u16, M>,
}

/// A move in the list: the row, the column and who; or a pass.
const WHITES: u16 = 1 << 15;
const PASS: u16 = 0x7fff;

fn packed(color: Color, chosen: Move) -> u16 {
    let place = match chosen {
        Move::Play(point) => u16::from(point.row()) << 5 | u16::from(point.column()),
        Move::Pass => PASS,
    };
    place | if color == Color::White { WHITES } else { 0 }
}

const fn unpacked(packed: u16) -> (Color, Move) {
    let color = if packed & WHITES == 0 {
        Color::Black
    } else {
        Color::White
    };
    match packed & !WHITES {
        PASS => (color, Move::Pass),
        place => (
            color,
            Move::Play(Point::new((place & 31) as u8, (place >> 5) as u8)),
        ),
    }
}

impl<const C: usize, const M: usize> Kifu<C, M> {
    /// An empty board of nine lines, and a komi of 7.5.
    pub const fn new() -> Kifu<C, M> {
        Kifu {
            size: 9,
            komi: 15,
            ko: Ko::Superko,
            setup: [PointSet::EMPTY; 2],
            first: Color::Black,
            moves: Vec::new(),
        }
    }

    /// Whether a board of `size` lines can be had.
    pub const fn has_room(size: u8) -> bool {
        size >= MIN_SIZE && size <= MAX_SIZE && Field::<C>::has_room(size)
    }

    /// Begins again on an empty board of `size` lines. False if there is no such board.
    pub fn restart(&mut self, size: u8) -> bool {
        if !Self::has_room(size) {
            return false;
        }
        self.size = size;
        self.clear();
        true
    }

    /// Begins again on an empty board of the same size.
    pub fn clear(&mut self) {
        self.setup = [PointSet::EMPTY; 2];
        self.first = Color::Black;
        self.moves.clear();
    }

    /// Lines of the board.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// The komi in half points.
    pub const fn komi(&self) -> i16 {
        self.komi
    }

    /// Changes the komi, in half points.
    pub const fn set_komi(&mut self, komi: i16) {
        self.komi = komi;
    }

    /// Which repetitions are forbidden.
    pub const fn ko(&self) -> Ko {
        self.ko
    }

    /// Changes which repetitions are forbidden.
    pub const fn set_ko(&mut self, ko: Ko) {
        self.ko = ko;
    }

    /// The stones from before the first move.
    pub const fn setup(&self, color: Color) -> &PointSet {
        &self.setup[color as usize]
    }

    /// Puts stones down before the first move, in place of those that were; `first` moves first. Each of their chains needs a liberty: if one has
    /// none, nothing is changed and the answer is false. So it is if there are moves already.
    pub fn set_up(&mut self, black: &PointSet, white: &PointSet, first: Color) -> bool {
        let before = (self.setup, self.first);
        self.setup = [*black, *white];
        self.first = first;
        let fits = self.moves.is_empty() && black.intersection(white).is_empty() && {
            let inside = |point: Point| point.column() < self.size && point.row() < self.size;
            black.union(white).iter().all(inside) && self.setup_breathes()
        };
        if !fits {
            (self.setup, self.first) = before;
        }
        fits
    }

    fn setup_breathes(&self) -> bool {
        let stones = self.setup[0].union(&self.setup[1]);
        let empty: PointSet = Point::all(self.size)
            .filter(|&point| !stones.contains(point))
            .collect();
        let free = |own: &PointSet| empty.beside(own).grown(own).len() == own.len();
        self.setup.iter().all(free)
    }

    /// The moves from the first on.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = (Color, Move)> + DoubleEndedIterator {
        self.moves.iter().map(|&packed| unpacked(packed))
    }

    /// Who is to move: the one who did not move last. After handicap stones that is White.
    pub fn to_move(&self) -> Color {
        self.moves()
            .next_back()
            .map_or(self.first, |(color, _)| color.opponent())
    }

    /// Whether both passed at the end.
    pub fn is_over(&self) -> bool {
        let mut newest = self.moves().rev();
        let mut passed = || newest.next().is_some_and(|(_, chosen)| chosen == Move::Pass);
        passed() && passed()
    }

    /// The board as it is now.
    pub fn field(&self) -> Field<C> {
        let mut field = Field::NOTHING;
        self.replay(&mut field, &mut |_| {});
        field
    }

    /// How many stones each side has lost: Black, White.
    #[cold]
    pub fn captives(&self) -> [u16; 2] {
        let mut field = Field::NOTHING;
        let mut lost = [0; 2];
        self.replay(&mut field, &mut |step| {
            if let Step::Played(color, captured) = step {
                lost[color.opponent() as usize] += captured;
            }
        });
        lost
    }

    /// Plays the list again on `field`.
    #[inline(never)]
    fn replay(&self, field: &mut Field<C>, watch: &mut dyn FnMut(Step<'_, C>)) {
        field.clear(self.size);
        for color in Color::BOTH {
            for point in self.setup(color).iter() {
                field.settle(field.cell(point), color);
            }
        }
        for (color, chosen) in self.moves() {
            watch(Step::Before(field));
            match chosen {
                Move::Play(point) => {
                    let captured = field.play(field.cell(point), color);
                    watch(Step::Played(color, captured));
                }
                Move::Pass => field.pass(),
            }
        }
    }

    /// Whether `color` may make this move.
    pub fn check(&self, color: Color, chosen: Move) -> Result<(), Refused> {
        self.check_on(&self.field(), color, chosen)
    }

    /// All points where `color` may play.
    #[cold]
    pub fn legal(&self, color: Color) -> PointSet {
        let field = self.field();
        Point::all(self.size)
            .filter(|&point| self.check_on(&field, color, Move::Play(point)).is_ok())
            .collect()
    }

    /// [`check`](Self::check), where the board as it is now is at hand.
    pub(super) fn check_on(&self, field: &Field<C>, color: Color, chosen: Move) -> Result<(), Refused> {
        if self.moves.is_full() {
            return Err(Refused::Full);
        }
        let Move::Play(point) = chosen else {
            return Ok(());
        };
        if point.column() >= self.size || point.row() >= self.size {
            return Err(Refused::Outside);
        }
        let cell = field.cell(point);
        if !field.is_empty(cell) {
            return Err(Refused::Taken);
        }
        if field.is_ko(cell, color) {
            return Err(Refused::Ko);
        }
        if !field.breathes(cell, color) {
            return Err(Refused::Suicide);
        }
        if self.ko == Ko::Superko && self.comes_back(field, cell, color) {
            return Err(Refused::Superko);
        }
        Ok(())
    }

    /// Whether the stones would stand as they have stood before.
    #[inline(never)]
    fn comes_back(&self, field: &Field<C>, cell: u16, color: Color) -> bool {
        let mut after = field.clone();
        after.play(cell, color);
        // Without a capture the board only gets fuller.
        let stones = usize::from(self.size).pow(2) - after.empties().len();
        let put_down = self.setup.iter().map(PointSet::len).sum::<usize>()
            + 1
            + self.moves().filter(|(_, chosen)| *chosen != Move::Pass).count();
        if stones == put_down {
            return false;
        }
        let mut is_known = false;
        let mut then = Field::NOTHING;
        self.replay(&mut then, &mut |step| {
            if let Step::Before(then) = step {
                is_known |= then.has_the_stones_of(&after);
            }
        });
        is_known
    }

    /// Makes a move, of either side.
    pub fn play(&mut self, color: Color, chosen: Move) -> Result<(), Refused> {
        self.check(color, chosen)?;
        self.moves.push(packed(color, chosen)).map_err(|_| Refused::Full)
    }

    /// Takes the newest move back. False if there is none.
    pub fn undo(&mut self) -> bool {
        self.moves.pop().is_some()
    }

    /// The score of the board as it is, with these stones dead.
    pub fn score(&self, dead: &PointSet) -> Score {
        super::area(&self.field(), dead).score(self.komi)
    }

    /// The points of a fixed handicap as the protocol defines them, if there is one.
    pub fn handicap_points(&self, stones: usize) -> Option<PointSet> {
        handicap_points(self.size, stones)
    }
}

/// The largest fixed handicap on a board of `size` lines; 0 if there is none.
pub const fn most_handicap(size: u8) -> usize {
    match size {
        7 => 4,
        8.. if size.is_multiple_of(2) => 4,
        9.. => 9,
        _ => 0,
    }
}

/// The points of a fixed handicap on a board of `size` lines, as the Go Text Protocol defines them, if there is one.
pub fn handicap_points(size: u8, stones: usize) -> Option<PointSet> {
    if !(2..=most_handicap(size)).contains(&stones) {
        return None;
    }
    let near = if size >= 13 { 3 } else { 2 };
    let (far, middle) = (size - 1 - near, size / 2);
    // From the lower left: the corners, then the sides; with an odd number of five or more the middle is one of them.
    let corners = [(near, far), (far, near), (near, near), (far, far)];
    let sides = [(near, middle), (far, middle), (middle, near), (middle, far)];
    let has_middle = stones >= 5 && stones % 2 == 1;
    let points = corners
        .into_iter()
        .chain(sides)
        .take(stones - usize::from(has_middle))
        .chain(has_middle.then_some((middle, middle)));
    Some(points.map(|(column, row)| Point::new(column, row)).collect())
}

impl<const C: usize, const M: usize> Default for Kifu<C, M> {
    fn default() -> Self {
        Self::new()
    }
}

/// What is seen of a game that is played again.
enum Step<'a, const C: usize> {
    /// The board before a move.
    Before(&'a Field<C>),
    /// Who played, and how many stones were captured.
    Played(Color, u16),
}
