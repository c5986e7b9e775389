//! The rules a second time: slow, and simple enough to be seen to be right.
//!
//! A position is a plain list of points. Chains are found by flooding whenever they are asked for, a game
//! is the list of all its positions, and nothing is kept up to date. Shares no code with the core beyond
//! the names of things.

use shikatsu::board::{Color, Illegal, MAX_PLIES, MAX_SIZE, MIN_SIZE, Point, PointSet, Setup, Verdict};
use shikatsu::problem::Fault;

/// What stands on each point, line by line from the top left.
type Grid = Vec<Option<Color>>;

/// A position of a game with all that goes with it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct State {
    grid: Grid,
    /// The key stones that were never captured.
    key: Vec<usize>,
    to_move: Color,
    /// How many passes led here, one after the other.
    passes: usize,
}

/// A game, as the list of all its positions.
#[derive(Clone, Debug)]
pub struct Naive {
    size: usize,
    outside: Vec<bool>,
    has_key: bool,
    states: Vec<State>,
    taken_back: Vec<State>,
}

impl Naive {
    /// A game that starts from `setup`, whose points must all be on the board.
    pub fn new(setup: &Setup) -> Naive {
        let size = setup.size as usize;
        let number = |p: Point| p.row() as usize * size + p.column() as usize;
        let mut grid = vec![None; size * size];
        let mut outside = vec![false; size * size];
        setup
            .black
            .iter()
            .for_each(|p| grid[number(p)] = Some(Color::Black));
        setup
            .white
            .iter()
            .for_each(|p| grid[number(p)] = Some(Color::White));
        setup.outside.iter().for_each(|p| outside[number(p)] = true);
        let key: Vec<usize> = setup.key.iter().map(number).collect();
        Naive {
            size,
            outside,
            has_key: !key.is_empty(),
            states: vec![State {
                grid,
                key,
                to_move: setup.to_move,
                passes: 0,
            }],
            taken_back: Vec::new(),
        }
    }

    fn now(&self) -> &State {
        self.states.last().expect("the setup is never taken back")
    }

    fn number(&self, point: Point) -> usize {
        point.row() as usize * self.size + point.column() as usize
    }

    fn point(&self, number: usize) -> Point {
        Point::new((number % self.size) as u8, (number / self.size) as u8)
    }

    fn set(&self, numbers: &[usize]) -> PointSet {
        numbers.iter().map(|&n| self.point(n)).collect()
    }

    /// What stands on `point`.
    pub fn at(&self, point: Point) -> Option<Color> {
        self.now().grid[self.number(point)]
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Color {
        self.now().to_move
    }

    /// How many moves were made, passes included.
    pub fn played(&self) -> usize {
        self.states.len() - 1
    }

    /// The key stones that were never captured.
    pub fn key_stones(&self) -> PointSet {
        self.set(&self.now().key)
    }

    /// The stones of the chain through `stone`.
    pub fn chain(&self, stone: Point) -> PointSet {
        self.set(&self.flood(&self.now().grid, self.number(stone)))
    }

    /// The liberties of the chain through `stone`.
    pub fn liberties(&self, stone: Point) -> PointSet {
        self.set(&self.breath(&self.now().grid, self.number(stone)))
    }

    /// The position as a setup, to build another board from.
    pub fn as_setup(&self) -> Setup {
        let stones = |color| {
            let all = (0..self.size * self.size).map(|n| self.point(n));
            all.filter(|&p| self.at(p) == Some(color)).collect()
        };
        let outside: Vec<usize> = (0..self.outside.len()).filter(|&n| self.outside[n]).collect();
        Setup {
            size: self.size as u8,
            black: stones(Color::Black),
            white: stones(Color::White),
            outside: self.set(&outside),
            key: self.key_stones(),
            to_move: self.to_move(),
        }
    }

    /// The result, once there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        if self.has_key && self.now().key.is_empty() {
            Some(Verdict::Dead)
        } else if self.now().passes == 2 {
            Some(Verdict::Stands)
        } else {
            None
        }
    }

    /// Whether the side to move may play on `point`.
    pub fn check(&self, point: Point) -> Result<(), Illegal> {
        self.after(point).map(|_| ())
    }

    /// Plays a stone for the side to move.
    pub fn play(&mut self, point: Point) -> Result<(), Illegal> {
        let grid = self.after(point)?;
        let now = self.now();
        // A key stone whose point has no stone any more was captured by this move.
        let mut key = now.key.clone();
        key.retain(|&stone| grid[stone].is_some());
        self.enter(State {
            grid,
            key,
            to_move: now.to_move.opponent(),
            passes: 0,
        });
        Ok(())
    }

    /// Passes.
    pub fn pass(&mut self) -> Result<(), Illegal> {
        if self.verdict().is_some() {
            return Err(Illegal::Over);
        }
        let mut state = self.now().clone();
        state.to_move = state.to_move.opponent();
        state.passes += 1;
        self.enter(state);
        Ok(())
    }

    /// Takes the newest move back, if there is one.
    pub fn undo(&mut self) -> bool {
        if self.states.len() > 1 {
            self.taken_back.extend(self.states.pop());
            return true;
        }
        false
    }

    /// Makes the move again that was taken back last, if there is one.
    pub fn redo(&mut self) -> bool {
        let state = self.taken_back.pop();
        let any = state.is_some();
        self.states.extend(state);
        any
    }

    fn enter(&mut self, state: State) {
        self.states.push(state);
        self.taken_back.clear();
    }

    /// The position after a stone of the side to move on `point`.
    fn after(&self, point: Point) -> Result<Grid, Illegal> {
        if self.verdict().is_some() {
            return Err(Illegal::Over);
        }
        if self.played() >= MAX_PLIES - 2 {
            return Err(Illegal::Full);
        }
        if point.column() as usize >= self.size || point.row() as usize >= self.size {
            return Err(Illegal::Outside);
        }
        let here = self.number(point);
        let color = self.to_move();
        let mut grid = self.now().grid.clone();
        if grid[here].is_some() {
            return Err(Illegal::Taken);
        }
        if self.outside[here] {
            return Err(Illegal::Outside);
        }
        grid[here] = Some(color);
        for beside in self.beside(here) {
            if grid[beside] == Some(color.opponent()) && self.breath(&grid, beside).is_empty() {
                for stone in self.flood(&grid, beside) {
                    grid[stone] = None;
                }
            }
        }
        if self.breath(&grid, here).is_empty() {
            return Err(Illegal::Suicide);
        }
        if self.states.iter().any(|state| state.grid == grid) {
            return Err(Illegal::Ko);
        }
        Ok(grid)
    }

    fn beside(&self, number: usize) -> impl Iterator<Item = usize> + use<> {
        let (size, column, row) = (self.size, number % self.size, number / self.size);
        let up = (row > 0).then(|| number - size);
        let left = (column > 0).then(|| number - 1);
        let right = (column + 1 < size).then(|| number + 1);
        let down = (row + 1 < size).then(|| number + size);
        [up, left, right, down].into_iter().flatten()
    }

    /// The stones connected to the one on `stone`.
    fn flood(&self, grid: &Grid, stone: usize) -> Vec<usize> {
        let mut chain = vec![stone];
        let mut seen = 0;
        while seen < chain.len() {
            for beside in self.beside(chain[seen]) {
                if grid[beside] == grid[stone] && !chain.contains(&beside) {
                    chain.push(beside);
                }
            }
            seen += 1;
        }
        chain
    }

    /// The liberties of the stones connected to the one on `stone`; some may be named twice.
    fn breath(&self, grid: &Grid, stone: usize) -> Vec<usize> {
        let chain = self.flood(grid, stone);
        let around = chain.into_iter().flat_map(|s| self.beside(s));
        around.filter(|&n| grid[n].is_none()).collect()
    }
}

/// All that is wrong with a setup: for each kind of fault the first point at fault.
pub fn faults(setup: &Setup) -> Vec<Fault> {
    if setup.size < MIN_SIZE || setup.size > MAX_SIZE {
        return vec![Fault::Size(setup.size)];
    }
    let mut faults = Vec::new();
    // Line by line from the top left, whatever the size.
    let first = |wrong: &dyn Fn(Point) -> bool| Point::all(MAX_SIZE).find(|&p| wrong(p));
    let black = |p| setup.black.contains(p);
    let white = |p| setup.white.contains(p);
    let stone = |p| black(p) || white(p);
    let key = |p| setup.key.contains(p);
    let off = |p: Point| p.column() >= setup.size || p.row() >= setup.size;

    let off_board = first(&|p| off(p) && (stone(p) || key(p) || setup.outside.contains(p)));
    let two_stones = first(&|p| black(p) && white(p));
    faults.extend(off_board.map(Fault::OffBoard));
    faults.extend(two_stones.map(Fault::TwoStones));
    faults.extend(first(&|p| key(p) && !stone(p)).map(Fault::KeyOnEmpty));
    match first(&key) {
        None => faults.push(Fault::NoKeyStone),
        Some(one) => {
            let mixed = first(&|p| key(p) && stone(p) && black(p) != black(one));
            faults.extend(mixed.map(Fault::MixedKey));
        }
    }
    if off_board.is_none() && two_stones.is_none() {
        let naive = Naive::new(setup);
        let captured = first(&|p| stone(p) && naive.liberties(p).is_empty());
        faults.extend(captured.map(Fault::NoLiberty));
    }
    faults
}
