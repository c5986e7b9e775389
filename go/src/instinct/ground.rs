//! A region line by line, two bits for each point, so that what surrounds a point is found by a few shifts.

use crate::board::{Color, MAX_SIZE, Point, Setup};
use crate::problem::Problem;
use crate::region::{Region, Stones};

/// How far a move's surroundings reach: so many points beyond the region are looked at.
const MARGIN: usize = 2;
const LINES: usize = MAX_SIZE as usize + 2 * MARGIN;
/// Lines with so many points at the most fit into half of the bits.
const NARROW: usize = 16 - 2 * MARGIN;

/// What can be on a point: the two bits of a point in the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stand {
    /// No stone.
    Nothing = 0,
    /// A stone of the attacker.
    Attacker = 1,
    /// A stone of the defender.
    Defender = 2,
    /// Beyond the edge of the board.
    NoBoard = 3,
}

impl Stand {
    /// What is on a point of a board.
    pub fn of(setup: &Setup, defender: Color, point: Point) -> Stand {
        if setup.stones(defender).contains(point) {
            Stand::Defender
        } else if setup.stones(defender.opponent()).contains(point) {
            Stand::Attacker
        } else {
            Stand::Nothing
        }
    }
}

/// Distances from an edge are counted up to this.
const FAR_FROM_EDGES: u8 = 4;

/// What never changes about a region and its margin: edges, walls, and how far each line is from an edge.
#[derive(Clone, Debug)]
pub struct Ground {
    lines: [u64; LINES],
    column_from_edge: [u8; MAX_SIZE as usize],
    row_from_edge: [u8; MAX_SIZE as usize],
    columns: u8,
    rows: u8,
}

impl Ground {
    /// The ground without points.
    pub const NOTHING: Ground = Ground {
        lines: [0; LINES],
        column_from_edge: [0; MAX_SIZE as usize],
        row_from_edge: [0; MAX_SIZE as usize],
        columns: 0,
        rows: 0,
    };

    /// Becomes the ground of a problem's region.
    #[inline(never)]
    pub fn set<const N: usize>(&mut self, problem: &Problem, region: &Region<N>) {
        let (setup, size) = (problem.setup(), problem.size());
        let (left, top) = region.corner();
        self.columns = region.columns();
        self.rows = (region.points() / usize::from(self.columns)) as u8;
        for (line, distance) in self.column_from_edge.iter_mut().enumerate() {
            *distance = from_edge(left + line as u8, size);
        }
        for (line, distance) in self.row_from_edge.iter_mut().enumerate() {
            *distance = from_edge(top + line as u8, size);
        }
        let on_board = |first: u8, place: usize| {
            let line = (usize::from(first) + place).checked_sub(MARGIN)?;
            (line < usize::from(size)).then_some(line as u8)
        };
        for (row, line) in self.lines.iter_mut().enumerate() {
            *line = 0;
            for column in 0..usize::from(self.columns) + 2 * MARGIN {
                let point = on_board(left, column).zip(on_board(top, row));
                let stands = match point.map(|(column, row)| Point::new(column, row)) {
                    None => Stand::NoBoard,
                    // The stones on cells come and go.
                    Some(point) if region.has(point) => Stand::Nothing,
                    Some(point) => Stand::of(&setup, problem.defender(), point),
                };
                *line |= (stands as u64) << (2 * column);
            }
        }
    }

    /// The ground with these stones on it.
    #[inline]
    pub fn with<const N: usize>(&self, region: &Region<N>, stones: &Stones<N>, defender: Color) -> Scene<'_> {
        let mut lines = self.lines;
        let (attacking, defending) = (stones.of(defender.opponent()), stones.of(defender));
        let narrow = usize::from(self.columns) <= NARROW;
        for row in 0..usize::from(self.rows) {
            let (one, other) = (region.line(attacking, row), region.line(defending, row));
            let line = &mut lines[row + MARGIN];
            if narrow {
                let stones = spread(one) | spread(other) << 1;
                *line |= u64::from(stones << (2 * MARGIN));
            } else {
                let wide = |bits: u32| u64::from(spread(bits & 0xffff)) | u64::from(spread(bits >> 16)) << 32;
                *line |= (wide(one) | wide(other) << 1) << (2 * MARGIN);
            }
        }
        Scene {
            ground: self,
            lines,
            narrow,
        }
    }
}

/// Puts a nought before each of sixteen bits.
#[inline]
const fn spread(bits: u32) -> u32 {
    let bytes = (bits | bits << 8) & 0x00ff_00ff;
    let halves = (bytes | bytes << 4) & 0x0f0f_0f0f;
    let pairs = (halves | halves << 2) & 0x3333_3333;
    (pairs | pairs << 1) & 0x5555_5555
}

/// A ground with stones.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    ground: &'a Ground,
    lines: [u64; LINES],
    narrow: bool,
}

impl Scene<'_> {
    /// What surrounds a cell.
    #[inline]
    pub fn around<const N: usize>(&self, region: &Region<N>, cell: usize) -> Surroundings {
        let (column, row) = region.place(cell);
        let lines = &self.lines[row..=row + 2 * MARGIN];
        // From so many points to the left of the cell on.
        let from = |line: usize, left: usize| {
            let shift = 2 * (column + MARGIN - left);
            if self.narrow {
                lines[line] as u32 >> shift
            } else {
                (lines[line] >> shift) as u32
            }
        };
        let (above, beside, below) = (from(1, 1) & 0x3f, from(2, 2), from(3, 1));
        let (first, last) = (from(0, 0) & 3, from(4, 0) & 3);
        let backwards = (below >> 4 & 3) | (below & 0xc) | (below & 3) << 4;
        let ground = self.ground;
        Surroundings {
            ring: above << 10 | (beside & 0xc) << 6 | backwards << 2 | (beside >> 6 & 3),
            far: (beside >> 8 & 3) | last << 2 | (beside & 3) << 4 | first << 6,
            place: 5 * ground.row_from_edge[row] + ground.column_from_edge[column],
        }
    }
}

/// What stands around a cell, two bits for each of twelve points: nothing, the attacker, the defender, or no board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Surroundings {
    /// Beside the cell and at its corners in turn, from the right over the bottom.
    pub(super) ring: u32,
    /// Behind those beside it, in the same order.
    pub(super) far: u32,
    /// How far it is from the edges, as two digits to the base of five.
    pub(super) place: u8,
}

impl Surroundings {
    /// Nothing anywhere, in the corner.
    pub const NOTHING: Surroundings = Surroundings {
        ring: 0,
        far: 0,
        place: 0,
    };

    /// How many points there are.
    pub const COUNT: usize = Surroundings::STEPS.len();

    /// The way to each of them, to the right and down.
    const STEPS: [(i8, i8); 12] = [
        (1, 0),
        (1, 1),
        (0, 1),
        (-1, 1),
        (-1, 0),
        (-1, -1),
        (0, -1),
        (1, -1),
        (2, 0),
        (0, 2),
        (-2, 0),
        (0, -2),
    ];

    /// Nothing around a point of a board.
    #[must_use]
    pub fn of_nothing(point: Point, size: u8) -> Surroundings {
        let place = 5 * from_edge(point.row(), size) + from_edge(point.column(), size);
        Surroundings {
            place,
            ..Surroundings::NOTHING
        }
    }

    /// What stands around a point of a board.
    pub fn of(point: Point, size: u8, stand: &dyn Fn(Point) -> Stand) -> Surroundings {
        let mut seen = Surroundings::of_nothing(point, size);
        for (place, there) in Surroundings::points(point, size).enumerate() {
            seen.put(place, there.map_or(Stand::NoBoard, stand));
        }
        seen
    }

    /// The twelve points around a point, as far as they are on the board.
    pub fn points(point: Point, size: u8) -> impl Iterator<Item = Option<Point>> {
        Surroundings::STEPS.into_iter().map(move |(right, down)| {
            let column = point.column().wrapping_add_signed(right);
            let row = point.row().wrapping_add_signed(down);
            (column < size && row < size).then(|| Point::new(column, row))
        })
    }

    /// Sets what stands on one of the points, by its place among [them](Self::points). Nothing may stand there yet.
    #[inline]
    pub fn put(&mut self, place: usize, stand: Stand) {
        const RING: usize = 8;
        match place.checked_sub(RING) {
            None => self.ring |= (stand as u32) << (2 * place),
            Some(place) => self.far |= (stand as u32) << (2 * place),
        }
    }
}

/// How far a line is from the nearest edge, counted up to [`FAR_FROM_EDGES`].
fn from_edge(line: u8, size: u8) -> u8 {
    line.min((size - 1).saturating_sub(line)).min(FAR_FROM_EDGES)
}
