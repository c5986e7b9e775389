//! Stones, chains and liberties, with moves that can be made and unmade.
//!
//! A **chain** is the connected stones of one colour. Its stones form a ring through `next`, and each
//! knows its chain's head. Of the liberties a chain keeps only what is cheap to keep exactly:
//!
//! * `contacts`: how many (stone, empty neighbour) pairs there are. A liberty that touches two stones
//!   of the chain counts twice; the chain is captured exactly when the number reaches zero.
//! * `sum`: the liberties' indices added up, once for each contact. With at most four contacts it tells
//!   which single point they all are, if they are: that is atari.
//!
//! Joining two chains exchanges the `next` of one stone of each, which makes two rings one. The same
//! exchange makes one ring two again, so a move is taken back by walking the same steps backwards, and
//! all that has to be remembered of it fits the 20 bytes of [`Undo`].
//!
//! The stones of a captured chain leave the board but not their ring: it lies there untouched until the
//! capture is taken back, since whatever is played on those points later is taken back earlier.

use super::chain::Chain;
use super::point::{CELLS, Point};
use super::{Color, Illegal, PointSet, Setup, zobrist};

/// What a cell of the grid holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Nothing, on the board.
    Empty,
    /// A stone.
    Stone(Color),
    /// Nothing, beyond the edge of the board.
    Rim,
}

/// What it takes to take a move back. Aligned so that the chip copies it by words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(4))]
pub struct Undo {
    point: Point,
    /// What the point's slots held, which may be part of a captured chain's ring.
    chain: Chain,
    next: Point,
    head: Point,
    /// Heads of the chains that the move joined to a longer one.
    joined: [Point; 3],
    joins: u8,
    /// Bit `i`: the chain on the `i`-th neighbour was captured. A chain has one bit, its last contact's.
    captures: u8,
}

const _: () = assert!(size_of::<Undo>() == 20);

impl Undo {
    /// Where the stone was played.
    pub const fn point(&self) -> Point {
        self.point
    }

    /// Whether the move captured anything.
    pub const fn captured(&self) -> bool {
        self.captures != 0
    }

    /// One stone of each chain that was captured.
    fn captured_neighbours(&self) -> impl DoubleEndedIterator<Item = Point> + use<> {
        let captures = self.captures;
        let beside = self.point.neighbours().into_iter().enumerate();
        beside
            .filter(move |&(i, _)| captures & (1 << i) != 0)
            .map(|(_, point)| point)
    }
}

/// Stones on a board.
#[derive(Clone)]
pub struct Board {
    size: u8,
    hash: u64,
    outside: PointSet,
    cells: [Cell; CELLS],
    /// The next stone of the same chain, in a ring.
    next: [Point; CELLS],
    /// The stone that keeps the chain's numbers.
    head: [Point; CELLS],
    chains: [Chain; CELLS],
}

impl Board {
    /// A board without points, for use before there is something to set up. It is all zeros, so that a static with it takes no flash: what its cells
    /// hold does not matter before [`Board::set_up`] fills them.
    pub const NOTHING: Board = Board {
        size: 0,
        hash: 0,
        outside: PointSet::EMPTY,
        cells: [Cell::Stone(Color::Black); CELLS],
        next: [Point::from_index(0); CELLS],
        head: [Point::from_index(0); CELLS],
        chains: [Chain::NONE; CELLS],
    };

    /// The stones of `setup`. They are put down as they are: a chain without liberties stays.
    pub fn new(setup: &Setup) -> Board {
        let mut board = Board::NOTHING;
        board.set_up(setup);
        board
    }

    /// Puts the stones of `setup` down in place of what is there.
    pub fn set_up(&mut self, setup: &Setup) {
        self.size = setup.size;
        self.hash = 0;
        self.outside = setup.outside;
        self.cells.fill(Cell::Rim);
        self.chains.fill(Chain::NONE);
        for point in Point::all(setup.size) {
            self.cells[point.index()] = Cell::Empty;
        }
        for color in Color::BOTH {
            for point in setup.stones(color).iter() {
                self.settle(point, color);
            }
        }
    }

    /// Lines of the board.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// The points where neither side may play.
    pub const fn outside(&self) -> &PointSet {
        &self.outside
    }

    /// The position's hash: equal positions have equal hashes, no matter who is to move.
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// What stands on `point`.
    pub fn at(&self, point: Point) -> Cell {
        self.cells[point.index()]
    }

    /// The stones of one colour.
    pub fn stones(&self, color: Color) -> PointSet {
        Point::all(self.size)
            .filter(|&p| self.at(p) == Cell::Stone(color))
            .collect()
    }

    /// Whether a stone stands on `point`.
    pub fn is_stone(&self, point: Point) -> bool {
        matches!(self.at(point), Cell::Stone(_))
    }

    /// The stones of the chain through `stone`, in no particular order; none where no stone stands.
    pub fn chain(&self, stone: Point) -> impl Iterator<Item = Point> {
        self.is_stone(stone)
            .then(|| self.ring(stone))
            .into_iter()
            .flatten()
    }

    /// How many stones the chain through `stone` has.
    pub fn chain_size(&self, stone: Point) -> usize {
        if self.is_stone(stone) {
            self.chain_of(stone).size as usize
        } else {
            0
        }
    }

    /// Whether `stone` is a stone whose chain has no liberty. That can only happen in a setup.
    pub fn is_stifled(&self, stone: Point) -> bool {
        self.is_stone(stone) && self.chain_of(stone).contacts == 0
    }

    /// Whether two stones belong to one chain.
    pub fn connected(&self, one: Point, other: Point) -> bool {
        self.is_stone(one) && self.at(one) == self.at(other) && self.head(one) == self.head(other)
    }

    /// Whether the chain through `stone` has a liberty on a point where neither side may play: such a chain is never captured.
    pub fn has_outside_liberty(&self, stone: Point) -> bool {
        !self.liberties(stone).intersection(&self.outside).is_empty()
    }

    /// The liberties of the chain through `stone`.
    pub fn liberties(&self, stone: Point) -> PointSet {
        self.chain(stone)
            .flat_map(Point::neighbours)
            .filter(|&p| self.at(p) == Cell::Empty)
            .collect()
    }

    /// The one liberty that the chain through `stone` has left, if it has just one.
    pub fn last_liberty(&self, stone: Point) -> Option<Point> {
        if !self.is_stone(stone) {
            return None;
        }
        let chain = self.chain_of(stone);
        let liberty = match chain.contacts {
            // If all contacts are with one point, that point is their mean …
            contacts @ 1..=4 if chain.sum.is_multiple_of(contacts) => chain.sum / contacts,
            _ => return None,
        };
        // … and conversely it is if all of them are found around it.
        let liberty = Point::from_index(liberty as usize);
        let found = self.at(liberty) == Cell::Empty && self.fills_last_liberty(liberty, self.head(stone));
        found.then_some(liberty)
    }

    /// Whether the stones allow `color` to play on `point`: superko is not looked at.
    pub fn check(&self, point: Point, color: Color) -> Result<(), Illegal> {
        match self.at(point) {
            Cell::Stone(_) => return Err(Illegal::Taken),
            Cell::Rim => return Err(Illegal::Outside),
            Cell::Empty if self.outside.contains(point) => return Err(Illegal::Outside),
            Cell::Empty => {}
        }
        // Most moves have an empty neighbour, which is quickly seen.
        let beside = point.neighbours();
        if beside.iter().any(|&p| self.at(p) == Cell::Empty) {
            return Ok(());
        }
        let breathes = beside.iter().any(|&p| match self.at(p) {
            Cell::Empty | Cell::Rim => false,
            // A friend must have a liberty elsewhere; a foe must not.
            Cell::Stone(owner) => (owner == color) != self.fills_last_liberty(point, self.head(p)),
        });
        if breathes { Ok(()) } else { Err(Illegal::Suicide) }
    }

    /// The hash of the position after `color` has played on `point`, which must be allowed.
    pub fn hash_after(&self, point: Point, color: Color) -> u64 {
        let mut hash = self.hash ^ zobrist::key(point, color);
        let mut lifted = [point; 4];
        for (i, beside) in point.neighbours().into_iter().enumerate() {
            if self.at(beside) != Cell::Stone(color.opponent()) {
                continue;
            }
            let head = self.head(beside);
            if !lifted.contains(&head) && self.fills_last_liberty(point, head) {
                lifted[i] = head;
                for stone in self.ring(beside) {
                    hash ^= zobrist::key(stone, color.opponent());
                }
            }
        }
        hash
    }

    /// Plays a stone and removes what it captures.
    pub fn play(&mut self, point: Point, color: Color) -> Result<Undo, Illegal> {
        self.check(point, color)?;
        let undo = self.settle(point, color);
        if undo.captured() {
            for beside in undo.captured_neighbours() {
                self.lift(beside, color.opponent());
            }
        }
        Ok(undo)
    }

    /// Takes back the newest move that has not been taken back yet; `undo` must be its record.
    pub fn take_back(&mut self, undo: &Undo) {
        let Cell::Stone(color) = self.at(undo.point) else {
            unreachable!("the stone to take back is on the board");
        };
        if undo.captured() {
            for beside in undo.captured_neighbours().rev() {
                self.put_back(beside, color.opponent());
            }
        }
        self.unsettle(undo, color);
    }

    /// The stones that the newest move captured; `undo` must be its record.
    pub fn captives(&self, undo: &Undo) -> impl Iterator<Item = Point> {
        undo.captured_neighbours().flat_map(|beside| self.ring(beside))
    }

    /// The ring through `stone`, which stands or was captured by the newest move.
    fn ring(&self, stone: Point) -> impl Iterator<Item = Point> {
        let mut here = Some(stone);
        core::iter::from_fn(move || {
            let found = here?;
            let next = self.next[found.index()];
            here = (next != stone).then_some(next);
            Some(found)
        })
    }

    fn head(&self, stone: Point) -> Point {
        self.head[stone.index()]
    }

    fn chain_of(&self, stone: Point) -> &Chain {
        &self.chains[self.head(stone).index()]
    }

    fn chain_mut(&mut self, head: Point) -> &mut Chain {
        &mut self.chains[head.index()]
    }

    /// Whether a stone on `point` would leave the chain of `head`, which touches it, without a liberty.
    fn fills_last_liberty(&self, point: Point, head: Point) -> bool {
        let contacts = self.chains[head.index()].contacts;
        // A point has four neighbours: more contacts than that are not all with one point.
        contacts <= 4 && {
            let touching = |p: &Point| self.is_stone(*p) && self.head(*p) == head;
            point.neighbours().iter().filter(|p| touching(p)).count() == contacts as usize
        }
    }

    /// Puts a stone down and joins it to its friends. The record names foes left without a liberty as
    /// captured; they are not yet lifted.
    fn settle(&mut self, point: Point, color: Color) -> Undo {
        let i = point.index();
        let mut undo = Undo {
            point,
            chain: self.chains[i],
            next: self.next[i],
            head: self.head[i],
            joined: [point; 3],
            joins: 0,
            captures: 0,
        };
        self.cells[i] = Cell::Stone(color);
        self.hash ^= zobrist::key(point, color);

        // The longest friendly chain will take in the stone and then the other friends.
        let mut lone = Chain::LONE;
        let (mut longest, mut most) = (point, 0);
        let mut friends = 0u8;
        for (side, beside) in point.neighbours().into_iter().enumerate() {
            match self.at(beside) {
                Cell::Rim => {}
                Cell::Empty => lone.gain(beside),
                Cell::Stone(owner) => {
                    let head = self.head(beside);
                    let chain = self.chain_mut(head);
                    chain.lose(point);
                    if owner == color {
                        friends |= 1 << side;
                        if chain.size > most {
                            (longest, most) = (head, chain.size);
                        }
                    } else if chain.contacts == 0 {
                        undo.captures |= 1 << side;
                    }
                }
            }
        }
        self.head[i] = longest;
        if friends == 0 {
            self.next[i] = point;
            self.chains[i] = lone;
            return undo;
        }
        self.next[i] = core::mem::replace(&mut self.next[longest.index()], point);
        self.chain_mut(longest).absorb(lone);
        if !friends.is_power_of_two() {
            self.join_friends(&mut undo, friends, longest);
        }
        undo
    }

    /// Joins the chains on the neighbours in `friends` to that of `head`.
    fn join_friends(&mut self, undo: &mut Undo, friends: u8, head: Point) {
        for (side, beside) in undo.point.neighbours().into_iter().enumerate() {
            let other = self.head(beside);
            if friends & (1 << side) != 0 && other != head {
                let joined = *self.chain_of(other);
                self.chain_mut(head).absorb(joined);
                self.relabel(other, head);
                self.next.swap(head.index(), other.index());
                undo.joined[undo.joins as usize] = other;
                undo.joins += 1;
            }
        }
    }

    /// The reverse of `settle`.
    fn unsettle(&mut self, undo: &Undo, color: Color) {
        let (point, i) = (undo.point, undo.point.index());
        let head = self.head[i];
        for &other in undo.joined[..undo.joins as usize].iter().rev() {
            self.next.swap(head.index(), other.index());
            self.relabel(other, other);
            let joined = *self.chain_of(other);
            self.chain_mut(head).release(joined);
        }
        self.cells[i] = Cell::Empty;
        self.hash ^= zobrist::key(point, color);
        let mut lone = Chain::LONE;
        for beside in point.neighbours() {
            match self.at(beside) {
                Cell::Rim => {}
                Cell::Empty => lone.gain(beside),
                Cell::Stone(_) => {
                    let head = self.head(beside);
                    self.chain_mut(head).gain(point);
                }
            }
        }
        if head == point {
            self.chains[i] = undo.chain;
        } else {
            self.chain_mut(head).release(lone);
            self.next[head.index()] = self.next[i];
        }
        self.next[i] = undo.next;
        self.head[i] = undo.head;
    }

    /// Makes `head` the head of every stone in the ring through `stone`.
    fn relabel(&mut self, stone: Point, head: Point) {
        let mut here = stone;
        loop {
            self.head[here.index()] = head;
            here = self.next[here.index()];
            if here == stone {
                break;
            }
        }
    }

    /// Takes a captured chain off the board; its ring stays.
    fn lift(&mut self, stone: Point, owner: Color) {
        self.fill_ring(stone, Cell::Empty, owner);
        self.tell_neighbours(stone, Chain::gain);
    }

    /// The reverse of `lift`.
    fn put_back(&mut self, stone: Point, owner: Color) {
        self.tell_neighbours(stone, Chain::lose);
        self.fill_ring(stone, Cell::Stone(owner), owner);
    }

    fn fill_ring(&mut self, stone: Point, cell: Cell, owner: Color) {
        let mut here = stone;
        loop {
            self.hash ^= zobrist::key(here, owner);
            self.cells[here.index()] = cell;
            here = self.next[here.index()];
            if here == stone {
                break;
            }
        }
    }

    /// Tells the chains around an emptied ring about each of its points.
    fn tell_neighbours(&mut self, stone: Point, tell: impl Fn(&mut Chain, Point)) {
        let mut here = stone;
        loop {
            for beside in here.neighbours() {
                if self.is_stone(beside) {
                    let head = self.head(beside);
                    tell(self.chain_mut(head), here);
                }
            }
            here = self.next[here.index()];
            if here == stone {
                break;
            }
        }
    }
}

/// The stones as a diagram.
impl core::fmt::Debug for Board {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        for point in Point::all(self.size) {
            if point.column() == 0 {
                f.write_str("\n")?;
            }
            f.write_str(match self.at(point) {
                Cell::Stone(Color::Black) => "x",
                Cell::Stone(Color::White) => "o",
                _ if self.outside.contains(point) => "*",
                _ => "-",
            })?;
        }
        Ok(())
    }
}
