//! The grammar of SGF: brackets, nodes, properties and their raw values; no Go.
//!
//! One pass over the text with a list of open brackets in place of recursion.

use std::fmt;

use super::trees::{NodeRecord, Place, PropertyRecord, ROOT, Trees, ValueRecord};

/// The most games that are read of one file: more than any collection has, and few enough that a file of nothing but
/// small games neither fills the memory nor takes long.
pub const MAX_GAMES: usize = 10_000;

/// What breaks the grammar. Everything after it is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SyntaxFault {
    /// Nowhere does a game begin.
    NoGame,
    /// There are more than [`MAX_GAMES`].
    TooManyGames,
    /// There are more than [`MAX_GAMES`] problems.
    TooManyProblems,
    /// The text ends inside a value.
    OpenValue,
    /// The text ends inside a game.
    OpenGame,
    /// A property's name without a value.
    NoValue,
    /// A value without a property's name.
    NoName,
    /// A property that belongs to no node, behind a variation.
    NoNode,
    /// A property's name without a capital letter.
    SmallName,
    /// A character that has no place between nodes.
    Stray(char),
}

impl fmt::Display for SyntaxFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SyntaxFault::NoGame => f.write_str("no game is found: one opens with (;"),
            SyntaxFault::TooManyGames => write!(f, "a file may hold {MAX_GAMES} games, the rest is not read"),
            SyntaxFault::TooManyProblems => {
                write!(f, "a file may hold {MAX_GAMES} problems, the rest is not read")
            }
            SyntaxFault::OpenValue => f.write_str("the file ends inside the value that opens here"),
            SyntaxFault::OpenGame => f.write_str("the file ends before the game is closed with )"),
            SyntaxFault::NoValue => f.write_str("this property has no value in [ ]"),
            SyntaxFault::NoName => f.write_str("a value stands here without the name of a property"),
            SyntaxFault::NoNode => f.write_str("a property stands here outside of a node"),
            SyntaxFault::SmallName => f.write_str("the name of a property needs a capital letter"),
            SyntaxFault::Stray(c) => write!(f, "{c:?} has no meaning here"),
        }
    }
}

/// Takes `text` apart. The games before a fault are kept.
pub(super) fn parse(text: String) -> (Trees, Option<(Place, SyntaxFault)>) {
    let mut parser = Parser {
        trees: Trees::new(text),
        at: 0,
    };
    let fault = parser.games().err();
    let trees = parser.trees;
    let fault = fault.map(|(offset, fault)| (trees.place(offset), fault));
    (trees, fault)
}

struct Parser {
    trees: Trees,
    at: usize,
}

type Parsed = Result<(), (usize, SyntaxFault)>;

impl Parser {
    fn peek(&self) -> Option<u8> {
        self.trees.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|b| b.is_ascii_whitespace() || b == 0) {
            self.at += 1;
        }
    }

    /// All games, with whatever stands between them: files come with mail headers and signatures.
    fn games(&mut self) -> Parsed {
        while self.find_game() {
            if self.trees.games() == MAX_GAMES {
                return Err((self.at, SyntaxFault::TooManyGames));
            }
            self.game()?;
            self.trees.games.push(self.trees.nodes.len());
        }
        if self.trees.games() == 0 {
            return Err((0, SyntaxFault::NoGame));
        }
        Ok(())
    }

    /// Goes on to the next `(` with a node behind it.
    fn find_game(&mut self) -> bool {
        while let Some(byte) = self.peek() {
            let start = self.at;
            self.at += 1;
            if byte == b'(' {
                self.skip_blanks();
                if self.peek() == Some(b';') {
                    self.at = start;
                    return true;
                }
            }
        }
        false
    }

    fn game(&mut self) -> Parsed {
        // For each open bracket, the node that the text goes on from when it closes.
        let mut open: Vec<u32> = Vec::new();
        let mut current = ROOT;
        loop {
            self.skip_blanks();
            let Some(byte) = self.peek() else {
                return Err((self.at, SyntaxFault::OpenGame));
            };
            match byte {
                b'(' => open.push(current),
                b')' => {
                    current = open.pop().unwrap_or(ROOT);
                    if open.is_empty() {
                        self.at += 1;
                        return Ok(());
                    }
                }
                b';' => {
                    let node = self.trees.nodes.len() as u32;
                    self.trees.nodes.push(NodeRecord {
                        parent: current,
                        properties: self.trees.properties.len() as u32,
                        at: self.at as u32,
                    });
                    current = node;
                }
                b'[' => return Err((self.at, SyntaxFault::NoName)),
                _ if byte.is_ascii_alphabetic() => {
                    // The properties of a node follow it at once.
                    if current as usize + 1 != self.trees.nodes.len() {
                        return Err((self.at, SyntaxFault::NoNode));
                    }
                    self.property()?;
                    continue;
                }
                _ => {
                    let stray = self.trees.text[self.at..].chars().next().unwrap_or('?');
                    return Err((self.at, SyntaxFault::Stray(stray)));
                }
            }
            self.at += 1;
        }
    }

    fn property(&mut self) -> Parsed {
        let at = self.at;
        while self.peek().is_some_and(|b| b.is_ascii_alphanumeric()) {
            self.at += 1;
        }
        let name_end = self.at;
        if !self.trees.text[at..name_end].contains(|c: char| c.is_ascii_uppercase()) {
            return Err((at, SyntaxFault::SmallName));
        }
        self.trees.properties.push(PropertyRecord {
            at: at as u32,
            name_end: name_end as u32,
            values: self.trees.values.len() as u32,
        });
        let mut values = 0;
        loop {
            self.skip_blanks();
            if self.peek() != Some(b'[') {
                break;
            }
            self.value()?;
            values += 1;
        }
        if values == 0 {
            return Err((at, SyntaxFault::NoValue));
        }
        Ok(())
    }

    fn value(&mut self) -> Parsed {
        let open = self.at;
        loop {
            self.at += 1;
            match self.peek() {
                Some(b']') => break,
                Some(b'\\') => self.at += 1,
                Some(_) => {}
                None => return Err((open, SyntaxFault::OpenValue)),
            }
        }
        self.trees.values.push(ValueRecord {
            start: open as u32 + 1,
            end: self.at as u32,
        });
        self.at += 1;
        Ok(())
    }
}
