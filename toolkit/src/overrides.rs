//! What somebody says about a problem, over what its file says.

use std::fmt;
use std::str::FromStr;

use shikatsu::board::{Color, Point, PointSet, Setup};
use shikatsu::problem::Fault;

/// What overrules the files, or what was worked out in their place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Overrides {
    /// The key stones, which live or die; none to leave them as they are.
    pub key: Vec<Vertex>,
    /// Who moves first.
    pub to_move: Option<Color>,
    /// Where one may play, all else is outside; none to leave that as it is.
    pub bounds: Vec<Area>,
}

/// The name of a point, before the size of the board is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vertex(String);

impl FromStr for Vertex {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Vertex, &'static str> {
        let name = name.trim().to_ascii_uppercase();
        let largest = Point::from_vertex(&name, shikatsu::board::MAX_SIZE);
        largest.ok_or("a point is a letter from A to T, without I, and a number, as in E5")?;
        Ok(Vertex(name))
    }
}

impl Vertex {
    fn on(&self, size: u8) -> Result<Point, Misfit> {
        Point::from_vertex(&self.0, size).ok_or_else(|| Misfit::OffBoard(self.0.clone()))
    }
}

/// A rectangle of points, given by two opposite corners.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Area(Vertex, Vertex);

impl FromStr for Area {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Area, &'static str> {
        let (one, other) = text.split_once(':').unwrap_or((text, text));
        Ok(Area(one.parse()?, other.parse()?))
    }
}

/// Why an override does not go with a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// The board has no point of that name.
    OffBoard(String),
    /// The problem would be impossible; at the point of that name.
    Impossible(Fault, Option<String>),
}

impl Misfit {
    /// The fault of a problem on a board of `size` lines, with its point named.
    pub fn of(fault: Fault, size: u8) -> Misfit {
        Misfit::Impossible(fault, fault.point().map(|p| p.vertex(size).to_string()))
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misfit::OffBoard(name) => write!(
                f,
                "{name}, of the command line: there is no such point on the board"
            ),
            Misfit::Impossible(fault, None) => fault.fmt(f),
            Misfit::Impossible(fault, Some(name)) => write!(f, "{name}: {fault}"),
        }
    }
}

impl std::error::Error for Misfit {}

impl Overrides {
    /// The key stones, if given.
    pub fn key_on(&self, size: u8) -> Result<Option<PointSet>, Misfit> {
        if self.key.is_empty() {
            return Ok(None);
        }
        self.key
            .iter()
            .map(|vertex| vertex.on(size))
            .collect::<Result<_, _>>()
            .map(Some)
    }

    /// The points outside the bounds, if given.
    pub fn outside_on(&self, size: u8) -> Result<Option<PointSet>, Misfit> {
        if self.bounds.is_empty() {
            return Ok(None);
        }
        let mut outside: PointSet = Point::all(size).collect();
        for Area(one, other) in &self.bounds {
            outside = outside.minus(&rectangle(one.on(size)?, other.on(size)?));
        }
        Ok(Some(outside))
    }

    /// Changes what is given, and nothing else. Outside points are empty ones: a stone beyond the
    /// bounds is a stone like any other.
    pub fn overrule(&self, setup: &mut Setup) -> Result<(), Misfit> {
        if let Some(key) = self.key_on(setup.size)? {
            setup.key = key;
        }
        if let Some(outside) = self.outside_on(setup.size)? {
            setup.outside = outside.minus(&setup.black).minus(&setup.white);
        }
        if let Some(side) = self.to_move {
            setup.to_move = side;
        }
        Ok(())
    }
}

/// All points of the rectangle with these opposite corners, whichever two they are.
pub fn rectangle(one: Point, other: Point) -> PointSet {
    let columns = one.column().min(other.column())..=one.column().max(other.column());
    let rows = one.row().min(other.row())..=one.row().max(other.row());
    rows.flat_map(|row| columns.clone().map(move |column| Point::new(column, row)))
        .collect()
}
