//! From a game tree to its problems.
//!
//! 1. The root says the game and the size of the board.
//! 2. `layout` finds the nodes that are problems. Their own stones, marks and texts are read, and what is told above them is
//!    inherited. A later node replaces what an earlier one set.
//! 3. All moves that follow become the book.
//! 4. What nobody said, neither the command line nor the file, is inferred.
//! 5. The core's validator has the last word; its faults are traced back to the property.

use std::mem;

use shikatsu::board::{Color, MAX_SIZE, MIN_SIZE, PointSet, Setup};
use shikatsu::problem::Problem;

use super::error::{GameFault, SgfError};
use super::infer::Meant;
use super::layout::{Layout, Site, Stones, sites};
use super::record::{self, Position};
use super::said::Said;
use super::tree::{Ground, Moves};
use super::trees::{Node, Trees};
use super::{answer, infer};
use crate::book::Book;
use crate::entry::{Entry, Inferred};
use crate::faults::Faults;
use crate::overrides::{Misfit, Overrides};

type Read = Result<Entry, Faults<SgfError>>;

/// The problems of one game, each with how it is laid out, or all that its properties have wrong; without a board nothing else is
/// judged. There is always at least one, and there are no more than `most` and the one that is too many.
pub(super) fn read_game(
    trees: &Trees,
    game: usize,
    overrides: &Overrides,
    most: usize,
) -> Vec<(Layout, Read)> {
    let root = trees.node(trees.games[game]);
    let size = match board_size(game, root) {
        Ok(size) => size,
        Err(faults) => return vec![(Layout::Single, Err(faults))],
    };
    let mut sites = sites(trees, game, size);
    sites.truncate(most + 1);
    let mut ground = Ground::new(trees, game, size, &sites);
    if !sites.is_empty() {
        let read = |site: &Site| (site.layout, ground.read_site(site, overrides));
        return sites.iter().map(read).collect();
    }
    let positions = record::positions(trees, game, size);
    if !positions.is_empty() {
        let read = |position: &Position| (Layout::Record, ground.read_position(position, overrides));
        return positions.iter().map(read).collect();
    }
    vec![(Layout::Single, ground.read_bare(root, overrides))]
}

impl Ground<'_> {
    fn said<'a>(&self, before: &Stones) -> Said<'a> {
        Said::new(self.game, self.first, self.size, before)
    }

    fn read_site(&mut self, site: &Site, overrides: &Overrides) -> Read {
        let mut said = self.said(&site.before);
        for i in site.own.clone() {
            said.read_node(self.trees.node(i));
        }
        for &i in &site.above {
            said.inherit(self.trees.node(i));
        }
        if !site.above.is_empty() {
            said.name_source();
            said.name_by_text();
        }
        let moves = self.moves(&site.own);
        let node = self.trees.node(site.own.start);
        if site.before.faulty {
            return Err(SgfError::node(self.game, self.first, node, GameFault::Above).into());
        }
        finish(&mut said, moves, node, overrides)
    }

    /// A position of a record: what its node says is about the problem.
    fn read_position(&mut self, position: &Position, overrides: &Overrides) -> Read {
        let node = self.trees.node(position.node);
        let mut said = self.said(&position.stones);
        said.read_node(node);
        said.inherit(self.trees.node(self.first));
        said.to_move = said.to_move.or(Some(position.to_move));
        said.name_source();
        let moves = self.moves_below(position.node);
        finish(&mut said, moves, node, overrides)
    }

    /// A game that sets up nothing, to say so.
    fn read_bare(&mut self, root: Node<'_>, overrides: &Overrides) -> Read {
        let mut said = self.said(&Stones::NONE);
        said.read_node(root);
        let moves = self.moves(&(self.first..self.first + 1));
        finish(&mut said, moves, root, overrides)
    }
}

/// The entry that all of this makes.
fn finish(said: &mut Said<'_>, moves: Moves, node: Node<'_>, overrides: &Overrides) -> Read {
    let Moves {
        mut book,
        names,
        remarks,
        faults,
    } = moves;
    said.remarks.extend(remarks);
    said.remarks.extend(said.left_out());
    let mut found = mem::take(&mut said.faults);
    found.extend(faults);
    found.sort_by_key(SgfError::place);
    if let Some(faults) = Faults::of(found) {
        return Err(faults);
    }
    let fault = |said: &Said<'_>, fault| said.at_node(node, fault);
    let given =
        Given::new(said, &book, overrides).map_err(|misfit| fault(said, GameFault::Misfit(misfit)))?;
    let words = format!("{}\n{}", said.name, said.text);
    let meant = Meant::by(&words, &said.titles, &names, given.to_move);
    book.nothing_works = meant.nothing_works;
    book.is_ko = meant.is_ko;
    book.is_fight = meant.is_fight;
    let setup = Setup {
        black: said.black,
        white: said.white,
        ..Setup::empty(said.size)
    };
    let (setup, inferred) = given.complete(setup, meant, &book).ok_or_else(|| {
        let is_bare = said.black.union(&said.white).is_empty();
        let why = if is_bare {
            GameFault::NoStone
        } else {
            GameFault::NoGroup
        };
        fault(said, why)
    })?;
    let problem = Problem::new(&setup).map_err(|first| {
        let mut faults = Vec::new();
        Problem::faults(&setup, &mut |fault| faults.push(said.trace(node, fault)));
        Faults::of(faults).unwrap_or_else(|| said.trace(node, first).into())
    })?;
    book.defender = meant.defender.filter(|_| inferred.contains(&Inferred::Key));
    let (answer, text) = answer::split(&said.text, said.size);
    let mut entry = Entry {
        problem,
        name: mem::take(&mut said.name),
        level: said.level,
        answer,
        task: String::new(),
        lesson: String::new(),
        source: mem::take(&mut said.source),
        text,
        book,
        inferred,
        remarks: mem::take(&mut said.remarks),
        flaws: Vec::new(),
    };
    entry.flaws = said.answer_faults(&entry.unplayable());
    Ok(entry)
}

/// What the command line or else the file gives of all that may have to be inferred.
struct Given {
    to_move: Option<Color>,
    key: Option<PointSet>,
    outside: Option<PointSet>,
}

impl Given {
    fn new(said: &mut Said<'_>, book: &Book, overrides: &Overrides) -> Result<Given, Misfit> {
        let first_move = book.nodes.first().map(|node| node.color);
        if let (Some(said_first), Some(played)) = (said.to_move, first_move)
            && said_first != played
        {
            let remark = format!("PL says that {said_first} moves first, but the first move is {played}'s");
            said.remarks.push(remark);
        }
        let stones = said.black.union(&said.white);
        let beyond_bounds = overrides
            .outside_on(said.size)?
            .map(|outside| outside.minus(&stones));
        Ok(Given {
            to_move: overrides.to_move.or(said.to_move).or(first_move),
            key: overrides.key_on(said.size)?.or_else(|| said.key()),
            outside: beyond_bounds.or(said.dimmed).or(said.unseen),
        })
    }

    /// The whole setup, and what of it was inferred; `None` if no group was found to be about.
    fn complete(self, mut setup: Setup, meant: Meant, book: &Book) -> Option<(Setup, Vec<Inferred>)> {
        let mut inferred = Vec::new();
        setup.to_move = self.to_move.or(meant.to_move).unwrap_or(Color::Black);
        setup.key = match self.key {
            Some(key) => key,
            None => infer::key(&setup, meant.defender, book)?,
        };
        if self.key.is_none() {
            inferred.push(Inferred::Key);
        }
        if let Some(outside) = self.outside {
            setup.outside = outside;
        } else {
            inferred.push(Inferred::Bounds);
            setup.outside = infer::outside(&setup, book);
        }
        if self.to_move.is_none() {
            inferred.push(Inferred::ToMove);
        }
        Some((setup, inferred))
    }
}

/// What the root says about the board.
fn board_size(game: usize, root: Node<'_>) -> Result<u8, Faults<SgfError>> {
    let mut found = Vec::new();
    let mut fault = |value, fault| found.push(SgfError::value(game, root.index(), value, fault));
    if let Some(kind) = root.value("GM")
        && !matches!(kind.raw().trim(), "1" | "")
    {
        fault(kind, GameFault::NotGo);
    }
    let mut lines = MAX_SIZE;
    if let Some(value) = root.value("SZ") {
        let (columns, rows) = value.raw().split_once(':').unwrap_or((value.raw(), value.raw()));
        match (columns.trim().parse::<u8>(), rows.trim().parse::<u8>()) {
            (Ok(columns), Ok(rows)) if columns != rows => fault(value, GameFault::NotSquare),
            (Ok(size), Ok(_)) if (MIN_SIZE..=MAX_SIZE).contains(&size) => lines = size,
            _ => fault(value, GameFault::Size),
        }
    }
    Faults::of(found).map_or(Ok(lines), Err)
}
