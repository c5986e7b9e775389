//! From a game tree to a problem.
//!
//! 1. The root says the game and the size of the board.
//! 2. The nodes of the main line before the first move are the *setup nodes*: their stones, marks and
//!    texts are the problem. A later node replaces what an earlier one set.
//! 3. All moves become the book.
//! 4. What nobody said, neither the command line nor the file, is inferred.
//! 5. The core's validator has the last word; its faults are traced back to the property.

use std::mem;

use shikatsu::board::{Color, MAX_SIZE, MIN_SIZE, PointSet, Setup};
use shikatsu::problem::Problem;

use super::error::{GameFault, SgfError};
use super::said::Said;
use super::trees::{Node, Trees};
use super::{answer, infer, tree};
use crate::book::Book;
use crate::entry::{Entry, Inferred};
use crate::faults::Faults;
use crate::overrides::{Misfit, Overrides};

/// The problem of one game, or all that its properties have wrong; without a board nothing else is judged.
pub(super) fn read_game(
    trees: &Trees,
    game: usize,
    overrides: &Overrides,
) -> Result<Entry, Faults<SgfError>> {
    let nodes: Vec<Node<'_>> = trees.nodes(game).collect();
    let root = nodes[0];
    let setup_nodes = tree::setup_nodes(&nodes);
    let mut said = Said::new(game, root.index(), board_size(game, root)?);
    for &node in &setup_nodes {
        said.read_node(node);
    }
    let tree::Moves {
        book,
        remarks,
        faults,
    } = tree::read_moves(&nodes, &setup_nodes, game, said.size);
    said.remarks.extend(remarks);
    said.remarks.extend(said.left_out());
    let mut found = mem::take(&mut said.faults);
    found.extend(faults);
    found.sort_by_key(SgfError::place);
    if let Some(faults) = Faults::of(found) {
        return Err(faults);
    }
    let fault = |fault| SgfError::node(game, root.index(), root, fault);
    let given = Given::new(&mut said, &book, overrides).map_err(|misfit| fault(GameFault::Misfit(misfit)))?;
    let words = format!("{}\n{}", said.name, said.text);
    let setup = Setup {
        black: said.black,
        white: said.white,
        ..Setup::empty(said.size)
    };
    let (setup, inferred) = given.complete(setup, &words, &book).ok_or_else(|| {
        let is_bare = said.black.union(&said.white).is_empty();
        fault(if is_bare {
            GameFault::NoStone
        } else {
            GameFault::NoGroup
        })
    })?;
    let problem = Problem::new(&setup).map_err(|first| {
        let mut faults = Vec::new();
        Problem::faults(&setup, &mut |fault| faults.push(said.trace(root, fault)));
        Faults::of(faults).unwrap_or_else(|| said.trace(root, first).into())
    })?;
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
    fn complete(self, mut setup: Setup, words: &str, book: &Book) -> Option<(Setup, Vec<Inferred>)> {
        let mut inferred = Vec::new();
        setup.to_move = self
            .to_move
            .or_else(|| infer::to_move(words))
            .unwrap_or(Color::Black);
        setup.key = match self.key {
            Some(key) => key,
            None => infer::key(&setup, words, book)?,
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
