//! A game on a graph: a token moves from place to place, and may go round in circles.
//!
//! Two players, the keeper and the hunter, move the token in turn. Some places end the game. If it never
//! ends, the keeper has won; so the hunter wins just from the places from which he can force a won end, and
//! those are found backwards from the ends.

use shikatsu::search::{Game, Made, MoveId, Ranked, WIN};

use super::spread;
use crate::random::Random;

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Wins a game that never ends.
    Keeper,
    /// Must reach an end.
    Hunter,
}

/// A place where the token may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Who moves the token on.
    pub mover: Side,
    /// Who has won once it is here.
    pub winner: Option<Side>,
    /// Where it may go.
    pub next: Vec<usize>,
}

/// The places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    /// In the order of their numbers.
    pub places: Vec<Place>,
}

impl Graph {
    /// A random graph of so many places, at least 4, of which `ends` in a hundred end the game.
    pub fn random(random: &mut Random, count: usize, ends: usize) -> Graph {
        let mut places = Vec::new();
        for i in 0..count {
            let mover = [Side::Keeper, Side::Hunter][i % 2];
            let winner = random
                .chance(ends)
                .then(|| random.pick(&[Side::Keeper, Side::Hunter, Side::Hunter]));
            let mut next = Vec::new();
            if winner.is_none() {
                for _ in 0..random.between(1, 4) {
                    // The players alternate, so the next place is one of the other kind.
                    let place = random.below(count / 2) * 2 + (i + 1) % 2;
                    if !next.contains(&place) {
                        next.push(place);
                    }
                }
            }
            places.push(Place { mover, winner, next });
        }
        Graph { places }
    }

    /// From which places the hunter wins.
    pub fn hunted(&self) -> Vec<bool> {
        let mut hunted: Vec<bool> = self
            .places
            .iter()
            .map(|place| place.winner == Some(Side::Hunter))
            .collect();
        loop {
            let before = hunted.clone();
            for (i, place) in self.places.iter().enumerate() {
                if place.winner.is_none() {
                    let mut next = place.next.iter();
                    hunted[i] = match place.mover {
                        Side::Hunter => next.any(|&next| hunted[next]),
                        Side::Keeper => next.all(|&next| hunted[next]),
                    };
                }
            }
            if hunted == before {
                return hunted;
            }
        }
    }
}

/// What becomes of a move back to a place where the token has been.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Return {
    /// The keeper has won.
    KeeperWins,
    /// The keeper has won if he goes back; the hunter must not. He may give up instead.
    HunterMustNot,
    /// Neither may go back; both may give up instead. Who wins now depends on the path.
    NobodyMay,
}

/// The token has been taken off the graph.
const GIVEN_UP: usize = usize::MAX;
const GIVE_UP: MoveId = MoveId(300);

/// A graph being played on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphGame<'a> {
    graph: &'a Graph,
    back: Return,
    ranks: u64,
    path: Vec<usize>,
}

impl<'a> GraphGame<'a> {
    /// The token at `start`; the order of the moves depends on the number `ranks`.
    pub fn new(graph: &'a Graph, start: usize, back: Return, ranks: u64) -> GraphGame<'a> {
        GraphGame {
            graph,
            back,
            ranks,
            path: vec![start],
        }
    }

    fn here(&self) -> usize {
        *self.path.last().expect("the token starts somewhere")
    }

    fn may_give_up(&self, side: Side) -> bool {
        match self.back {
            Return::KeeperWins => false,
            Return::HunterMustNot => side == Side::Hunter,
            Return::NobodyMay => true,
        }
    }

    /// Whether the side to move wins, by trying every path.
    pub fn mover_wins(&mut self) -> bool {
        if let Some(value) = self.decided() {
            return value > 0;
        }
        let place = &self.graph.places[self.here()];
        (0..place.next.len()).any(|i| match self.make(MoveId(i as u16)) {
            Made::Fine | Made::Leans => {
                let wins = !self.mover_wins();
                self.unmake();
                wins
            }
            Made::Repeats(_, value) => value > 0,
            Made::Illegal | Made::Banned(_) | Made::Barred => false,
        })
    }
}

impl Game for GraphGame<'_> {
    fn key(&self) -> u64 {
        spread(self.here() as u64)
    }

    fn circle_key(&self, key: u64) -> Option<u64> {
        match self.back {
            Return::KeeperWins | Return::HunterMustNot => Some(!key),
            // Bans may help either side, so a value that used one holds on one path only.
            Return::NobodyMay => None,
        }
    }

    fn decided(&mut self) -> Option<i16> {
        let Some(place) = self.graph.places.get(self.here()) else {
            return Some(WIN);
        };
        let winner = place.winner?;
        Some(if winner == place.mover { WIN } else { -WIN })
    }

    fn evaluate(&mut self) -> i16 {
        (self.key() % 2001) as i16 - 1000
    }

    fn moves(&mut self, _ply: usize, name: &mut dyn FnMut(Ranked)) {
        let place = &self.graph.places[self.here()];
        let mut name = |id: u16| {
            let rank = spread(self.ranks ^ self.key() ^ u64::from(id)) as i16;
            name(Ranked { id: MoveId(id), rank });
        };
        for i in 0..place.next.len() {
            name(i as u16);
        }
        if self.may_give_up(place.mover) {
            name(GIVE_UP.0);
        }
    }

    fn make(&mut self, id: MoveId) -> Made {
        let place = &self.graph.places[self.here()];
        if id == GIVE_UP {
            self.path.push(GIVEN_UP);
            return Made::Fine;
        }
        let next = place.next[id.0 as usize];
        let Some(ply) = self.path.iter().position(|&place| place == next) else {
            self.path.push(next);
            return Made::Fine;
        };
        match (self.back, place.mover) {
            (Return::KeeperWins | Return::HunterMustNot, Side::Keeper) => Made::Repeats(ply as u8, WIN),
            (Return::KeeperWins, Side::Hunter) => Made::Repeats(ply as u8, -WIN),
            (Return::HunterMustNot, Side::Hunter) | (Return::NobodyMay, _) => Made::Banned(ply as u8),
        }
    }

    fn unmake(&mut self) {
        self.path.pop();
        assert!(!self.path.is_empty(), "more moves taken back than made");
    }
}
