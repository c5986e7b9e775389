//! A position in the making, in which nothing is impossible.

use super::area::outside;
use super::step::{Refused, Step};
use crate::board::{Color, MAX_SIZE, MIN_SIZE, Point, PointSet, Setup, Symmetry};
use crate::problem::{Fault, Problem};

/// A position with all that is said about it so far. Every chain has a liberty and the key stones are of one colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draft {
    size: u8,
    black: PointSet,
    white: PointSet,
    key: PointSet,
    /// Where nobody may play, whether or not a stone stands there now; `None` if that is worked out.
    drawn: Option<PointSet>,
    /// Stones whose points stay closed when they are captured, as a file may say.
    closed: PointSet,
    to_move: Color,
}

impl Draft {
    /// An empty board.
    pub const fn empty(size: u8) -> Draft {
        Draft {
            size,
            black: PointSet::EMPTY,
            white: PointSet::EMPTY,
            key: PointSet::EMPTY,
            drawn: None,
            closed: PointSet::EMPTY,
            to_move: Color::Black,
        }
    }

    /// A problem as it is.
    pub fn of(problem: &Problem) -> Draft {
        Draft::at(&problem.setup())
    }

    /// A position from a board, which is possible. Key stones that are gone are not missed.
    pub fn at(setup: &Setup) -> Draft {
        let stones = setup.black.union(&setup.white);
        let closed = setup.outside.intersection(&stones);
        Draft {
            size: setup.size,
            black: setup.black,
            white: setup.white,
            key: setup.key,
            drawn: Some(setup.outside),
            closed,
            to_move: setup.to_move,
        }
        .tidied()
    }

    /// Lines of the board.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// Who moves first.
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// Whether where one may play is worked out.
    pub const fn works_out_area(&self) -> bool {
        self.drawn.is_none()
    }

    /// The stones of one colour.
    pub const fn stones(&self, color: Color) -> &PointSet {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// The stone on a point.
    pub const fn stone(&self, point: Point) -> Option<Color> {
        if self.black.contains(point) {
            Some(Color::Black)
        } else if self.white.contains(point) {
            Some(Color::White)
        } else {
            None
        }
    }

    /// The stones it is about.
    pub const fn key(&self) -> &PointSet {
        &self.key
    }

    /// The position as plain data.
    pub fn setup(&self) -> Setup {
        let bare = Setup {
            size: self.size,
            black: self.black,
            white: self.white,
            outside: PointSet::EMPTY,
            key: self.key,
            to_move: self.to_move,
        };
        let outside = match &self.drawn {
            Some(drawn) => drawn.minus(&self.all_stones()).union(&self.closed),
            None => outside(&bare),
        };
        Setup { outside, ..bare }
    }

    /// The problem that it is, or why it is none yet.
    pub fn problem(&self) -> Result<Problem, Fault> {
        Problem::new(&self.setup())
    }

    /// The stones that a step takes away besides what it names itself: they are shown before it is made.
    pub fn would_go(&self, step: Step) -> PointSet {
        let Ok(after) = self.after(step) else {
            return PointSet::EMPTY;
        };
        match step {
            Step::Put(color, point) => {
                let mut gone = self.all_stones().minus(&after.all_stones());
                // A stone that is replaced goes, too, if only in colour.
                if self.stone(point) == Some(color.opponent()) {
                    gone.insert(point);
                }
                gone
            }
            Step::Size(_) => self.cut_by(&after),
            Step::Clear => self.all_stones(),
            _ => PointSet::EMPTY,
        }
    }

    /// The position after a step, or why there is none. A step that would change nothing is refused.
    pub fn after(&self, step: Step) -> Result<Draft, Refused> {
        let mut draft = *self;
        match step {
            Step::Put(color, point) => draft.put(color, point)?,
            Step::Take(point) => {
                draft.needs_stone(point)?;
                draft.lift(point);
            }
            Step::Key(point) => {
                let color = draft.needs_stone(point)?;
                let chain = one(point).grown(draft.stones(color));
                draft.mark(color, &chain);
            }
            Step::KeyStone(point) => {
                let color = draft.needs_stone(point)?;
                draft.mark(color, &one(point));
            }
            Step::Paint(point) => draft.paint(point)?,
            Step::Frame(one, other) => draft.frame(one, other)?,
            Step::WorkOut => draft.drawn = None,
            Step::Side => draft.to_move = draft.to_move.opponent(),
            Step::Size(size) => draft = draft.resized(size)?,
            Step::Turn => {
                let quarter = Symmetry::all().find(|symmetry| symmetry.parts() == (true, true, false));
                draft = draft.turned(quarter.unwrap_or(Symmetry::IDENTITY));
            }
            Step::Mirror => {
                let mirror = Symmetry::all().find(|symmetry| symmetry.parts() == (false, true, false));
                draft = draft.turned(mirror.unwrap_or(Symmetry::IDENTITY));
            }
            Step::Swap => {
                (draft.black, draft.white) = (draft.white, draft.black);
                draft.to_move = draft.to_move.opponent();
            }
            Step::Clear => draft = Draft::empty(draft.size),
        }
        if draft == *self {
            Err(Refused::Same)
        } else {
            Ok(draft)
        }
    }

    /// Where a point comes to lie on a board of another size, if it does.
    pub fn place_on(&self, size: u8, point: Point) -> Option<Point> {
        self.places(size)(point)
    }

    /// A number that tells positions apart, as far as a number of this size can.
    pub fn fingerprint(&self) -> u32 {
        let mut hash: u32 = 0x811c_9dc5;
        let mut take = |byte: u8| hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        take(self.size);
        take(self.to_move as u8);
        take(self.drawn.is_some().into());
        let drawn = self.drawn.unwrap_or_default();
        let sets = [self.black, self.white, self.key, self.closed, drawn];
        for (what, set) in sets.iter().enumerate() {
            for point in set.iter() {
                take(what as u8);
                take(point.column());
                take(point.row());
            }
        }
        hash
    }

    fn all_stones(&self) -> PointSet {
        self.black.union(&self.white)
    }

    fn board(&self) -> PointSet {
        Point::all(self.size).collect()
    }

    const fn has(&self, point: Point) -> Result<(), Refused> {
        if point.column() < self.size && point.row() < self.size {
            Ok(())
        } else {
            Err(Refused::OffBoard)
        }
    }

    fn needs_stone(&self, point: Point) -> Result<Color, Refused> {
        self.has(point)?;
        self.stone(point).ok_or(Refused::NoStone)
    }

    const fn stones_mut(&mut self, color: Color) -> &mut PointSet {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }

    /// Takes a stone away, with what is said of it.
    const fn lift(&mut self, point: Point) {
        self.black.remove(point);
        self.white.remove(point);
        self.key.remove(point);
        self.closed.remove(point);
    }

    fn lift_all(&mut self, points: &PointSet) {
        for point in points.iter() {
            self.lift(point);
        }
    }

    fn put(&mut self, color: Color, point: Point) -> Result<(), Refused> {
        self.has(point)?;
        if self.stone(point) == Some(color) {
            return Err(Refused::Taken);
        }
        self.lift(point);
        self.stones_mut(color).insert(point);
        // Only what touches the point has lost a liberty.
        let beside = one(point).beside(self.stones(color.opponent()));
        let lost = self.stifled(color.opponent(), &beside);
        self.lift_all(&lost);
        if self.stifled(color, &one(point)).is_empty() {
            Ok(())
        } else {
            Err(Refused::NoLiberty)
        }
    }

    /// All stones of the chains of `some`, stones of one colour, that have no liberty.
    fn stifled(&self, color: Color, some: &PointSet) -> PointSet {
        let empty = self.board().minus(&self.all_stones());
        let mut lost = PointSet::EMPTY;
        for stone in some.iter() {
            if lost.contains(stone) {
                continue;
            }
            let chain = one(stone).grown(self.stones(color));
            if chain.beside(&empty).is_empty() {
                lost = lost.union(&chain);
            }
        }
        lost
    }

    /// Makes stones of a colour key stones; takes that back if all of them are.
    fn mark(&mut self, color: Color, stones: &PointSet) {
        // Key stones are of one colour.
        self.key = self.key.intersection(self.stones(color));
        let is_marked = stones.minus(&self.key).is_empty();
        self.key = if is_marked {
            self.key.minus(stones)
        } else {
            self.key.union(stones)
        };
    }

    fn paint(&mut self, point: Point) -> Result<(), Refused> {
        self.has(point)?;
        if self.stone(point).is_some() {
            return Err(Refused::OnStone);
        }
        let mut drawn = self.setup().outside;
        if !drawn.remove(point) {
            drawn.insert(point);
        }
        self.drawn = Some(drawn);
        Ok(())
    }

    fn frame(&mut self, one: Point, other: Point) -> Result<(), Refused> {
        self.has(one)?;
        self.has(other)?;
        let span = |one: u8, other: u8| one.min(other)..=one.max(other);
        let columns = span(one.column(), other.column());
        let rows = span(one.row(), other.row());
        let is_out = |point: &Point| !(columns.contains(&point.column()) && rows.contains(&point.row()));
        self.drawn = Some(Point::all(self.size).filter(is_out).collect());
        self.closed = PointSet::EMPTY;
        Ok(())
    }

    /// The same on a board of another size. On each axis the stones keep their distance to the side that is nearer to them.
    fn resized(&self, size: u8) -> Result<Draft, Refused> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err(Refused::OffBoard);
        }
        let place = self.places(size);
        let moved = |set: &PointSet| set.iter().filter_map(&place).collect::<PointSet>();
        let mut draft = Draft {
            size,
            black: moved(&self.black),
            white: moved(&self.white),
            key: moved(&self.key),
            drawn: None,
            closed: moved(&self.closed),
            to_move: self.to_move,
        };
        // What is new is outside if there was an outside.
        draft.drawn = self.drawn.map(|drawn| {
            if drawn.is_empty() {
                return drawn;
            }
            let old: PointSet = self.board().iter().filter_map(&place).collect();
            draft.board().minus(&old).union(&moved(&drawn))
        });
        Ok(draft.tidied())
    }

    /// Where points come to lie on a board of another size; none if they do not.
    fn places(&self, size: u8) -> impl Fn(Point) -> Option<Point> + use<> {
        let stones = self.all_stones();
        let old = self.size;
        let shift = |line: fn(Point) -> u8| {
            let before = stones.iter().map(line).min().unwrap_or(0);
            let behind = old - 1 - stones.iter().map(line).max().unwrap_or(0);
            let is_far = !stones.is_empty() && behind < before;
            if is_far {
                i16::from(size) - i16::from(old)
            } else {
                0
            }
        };
        let (right, down) = (shift(Point::column), shift(Point::row));
        move |point| {
            let (column, row) = (i16::from(point.column()) + right, i16::from(point.row()) + down);
            let on_board = 0..i16::from(size);
            (on_board.contains(&column) && on_board.contains(&row))
                .then(|| Point::new(column as u8, row as u8))
        }
    }

    /// The stones that a change of size takes away.
    fn cut_by(&self, after: &Draft) -> PointSet {
        let place = self.places(after.size);
        let stays = |point: &Point| place(*point).is_some_and(|there| after.stone(there).is_some());
        self.all_stones().iter().filter(|point| !stays(point)).collect()
    }

    fn turned(&self, symmetry: Symmetry) -> Draft {
        let turn = |set: &PointSet| symmetry.apply_set(set, self.size);
        Draft {
            black: turn(&self.black),
            white: turn(&self.white),
            key: turn(&self.key),
            drawn: self.drawn.as_ref().map(turn),
            closed: turn(&self.closed),
            ..*self
        }
    }

    /// The same without what cannot be: chains without a liberty go, White's first, until none is left.
    fn tidied(mut self) -> Draft {
        for color in [Color::White, Color::Black] {
            let lost = self.stifled(color, self.stones(color));
            self.lift_all(&lost);
        }
        self.key = match self.key.first().and_then(|first| self.stone(first)) {
            Some(color) => self.key.intersection(self.stones(color)),
            None => self.key.intersection(&self.all_stones()),
        };
        self
    }
}

fn one(point: Point) -> PointSet {
    [point].into_iter().collect()
}
