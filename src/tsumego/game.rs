//! The game that is searched: a region, whose turn it is, and who is bound by superko.

use heapless::Vec;

use super::order::Order;
use crate::board::{Color, Setup};
use crate::life::{dame, holds_two_eyes, lacks_room, unconditionally_alive};
use crate::region::{Bits, Region, Stones};
use crate::search::{Game, MAX_DEPTH, Made, MoveId, Ranked, WIN};

/// Who has no end of ko threats, so that superko never forbids it a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Threats {
    /// Nobody.
    Nobody,
    /// The side whose stones are at stake.
    Defender,
    /// The side that wants to capture them.
    Attacker,
}

impl Threats {
    /// In the order in which a solver asks about them.
    pub(super) const ALL: [Threats; 3] = [Threats::Defender, Threats::Attacker, Threats::Nobody];
}

/// What the attacker has to achieve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    /// To capture the key stones.
    Capture,
    /// To keep them from getting two eyes, by leaving them alone if need be.
    Eyes,
}

/// How early a move is tried that takes a chain's last liberty, or adds to a friend's.
const CAPTURES: i16 = 3000;
const SAVES: i16 = 1000;
/// For each empty neighbour, and for each that is not the defender's.
const FREE_NEIGHBOUR: i16 = 20;
const ROOM_NEIGHBOUR: i16 = 30;
/// A move with nothing but the defender around it.
const FILLS_AN_EYE: i16 = -500;
const TOUCHES_THE_KEY: i16 = 30;
const TOUCHES_A_FOE: i16 = 20;
const PASSES: i16 = -1000;

/// Nothing is played.
pub(super) const PASS: MoveId = MoveId(0x1fe);

/// A position on the current line.
#[derive(Clone, Copy, Debug)]
struct Ply<const N: usize> {
    stones: Stones<N>,
    /// By colour: where its stones were captured on the way here.
    lost: [Bits<N>; 2],
    /// The key stones that were never captured.
    standing: Bits<N>,
    to_move: Color,
    /// A stone of the defender stands where a key stone fell: positions then look alike that are not.
    haunted: bool,
}

/// A problem being played out.
#[derive(Debug)]
pub(super) struct Tsumego<'r, const N: usize> {
    region: &'r Region<N>,
    defender: Color,
    key: Bits<N>,
    safe: bool,
    threats: Threats,
    /// From the setup to the position on the board.
    plies: Vec<Ply<N>, { MAX_DEPTH + 2 }>,
    /// Where the search started: its ply 0.
    base: usize,
    goal: Goal,
    order: Order,
}

impl<'r, const N: usize> Tsumego<'r, N> {
    /// The game from its setup, whose stones at stake are those of `defender`.
    pub(super) fn new(region: &'r Region<N>, stones: Stones<N>, setup: &Setup, defender: Color) -> Self {
        let key = region.bits(&setup.key);
        let start = Ply {
            stones,
            lost: [Bits::EMPTY; 2],
            standing: key,
            to_move: setup.to_move,
            haunted: false,
        };
        let mut plies = Vec::new();
        let room = plies.push(start).is_ok();
        debug_assert!(room);
        Tsumego {
            region,
            defender,
            key,
            // A key stone in a wall can never be captured.
            safe: setup.key.len() > key.len(),
            threats: Threats::Nobody,
            goal: Goal::Capture,
            plies,
            base: 0,
            order: Order::default(),
        }
    }

    /// Goes back to the setup, plays `first` if one is given, and lets the next search start there. False if the
    /// move is illegal.
    pub(super) fn begin(&mut self, first: Option<MoveId>, threats: Threats, goal: Goal) -> bool {
        self.plies.truncate(1);
        self.base = 0;
        self.threats = threats;
        self.goal = goal;
        if let Some(first) = first
            && self.make(first) != Made::Fine
        {
            return false;
        }
        self.base = self.plies.len() - 1;
        true
    }

    /// The side to move.
    pub(super) fn to_move(&self) -> Color {
        self.top().to_move
    }

    /// The cells on which the first move may be tried.
    pub(super) fn first_moves(&self) -> Bits<N> {
        self.plies[0].stones.empty(self.region) & self.region.playable()
    }

    /// The cells that the side to move could try.
    fn candidates(&self) -> Bits<N> {
        self.top().stones.empty(self.region) & self.region.playable()
    }

    fn top(&self) -> &Ply<N> {
        &self.plies[self.plies.len() - 1]
    }

    /// Whether superko binds `color`.
    fn is_bound(&self, color: Color) -> bool {
        match self.threats {
            Threats::Nobody => true,
            Threats::Defender => color != self.defender,
            Threats::Attacker => color == self.defender,
        }
    }

    /// What a win of `side` is worth to the side to move.
    fn win_of(&self, side: Color) -> i16 {
        if side == self.top().to_move { WIN } else { -WIN }
    }

    /// Superko, for a side that it binds.
    fn ban(&self, after: &Ply<N>, mover: Color) -> Option<Made> {
        if !self.is_bound(mover) {
            return None;
        }
        let above = self
            .plies
            .iter()
            .rposition(|ply| ply.stones.hash() == after.stones.hash())?;
        // The setup is above every position of every search: what it forbids, it forbids for good.
        Some(if above == 0 {
            Made::Barred
        } else {
            Made::Banned((above - self.base) as u8)
        })
    }

    /// Whether play has come full circle: it can then go round for ever, which wins for the side with threats.
    fn circle(&self, after: &Ply<N>, mover: Color) -> Option<Made> {
        let winner = match self.threats {
            Threats::Nobody => return None,
            Threats::Defender => self.defender,
            Threats::Attacker => self.defender.opponent(),
        };
        let above = self.plies[self.base..].iter().rposition(|ply| {
            ply.stones.hash() == after.stones.hash()
                && ply.to_move == after.to_move
                && ply.standing == after.standing
        })?;
        let value = if winner == mover { WIN } else { -WIN };
        Some(Made::Repeats(above as u8, value))
    }

    /// The chain that all standing key stones belong to, if they do.
    fn key_chain(&self, ply: &Ply<N>) -> Option<Bits<N>> {
        let chain = self
            .region
            .flood(ply.standing.lowest(), ply.stones.of(self.defender));
        ply.standing.minus(chain).is_empty().then_some(chain)
    }

    /// The defender's only ways out when its one key chain has one liberty: to play there, or to capture a
    /// neighbour.
    fn ways_out(&self, ply: &Ply<N>, chain: Bits<N>, liberty: Bits<N>) -> Bits<N> {
        let region = self.region;
        let attacker = self.defender.opponent();
        let foes = ply.stones.of(attacker);
        let empty = ply.stones.empty(region);
        let mut ways = liberty;
        let mut beside = region.beside(chain) & foes;
        while !beside.is_empty() {
            let foe = region.flood(beside.lowest(), foes);
            beside = beside.minus(foe);
            let liberties = region.beside(foe) & empty;
            if liberties.is_single() && !foe.meets(region.immune(attacker)) {
                ways |= liberties;
            }
        }
        ways & region.playable()
    }

    /// The last liberties of the chains of `color` that have only one.
    fn last_liberties(&self, stones: &Stones<N>, color: Color) -> Bits<N> {
        let empty = stones.empty(self.region);
        let mut last = Bits::EMPTY;
        let mut rest = stones.of(color);
        while !rest.is_empty() {
            let chain = self.region.flood(rest.lowest(), rest);
            rest = rest.minus(chain);
            let liberties = self.region.beside(chain) & empty;
            if liberties.is_single() && !chain.meets(self.region.immune(color)) {
                last |= liberties;
            }
        }
        last
    }

    /// The cells worth trying, besides passing.
    fn worth_trying(&self) -> Bits<N> {
        let ply = self.top();
        let chain = self.key_chain(ply);
        if ply.to_move == self.defender
            && let Some(chain) = chain
        {
            let liberties = self.region.beside(chain) & ply.stones.empty(self.region);
            let can_be_filled = liberties.is_single() && liberties.meets(self.region.playable());
            if can_be_filled && !chain.meets(self.region.immune(self.defender)) {
                return self.ways_out(ply, chain, liberties);
            }
        }
        let cells = self.candidates();
        let Some(chain) = chain.filter(|_| self.threats != Threats::Nobody) else {
            return cells;
        };
        let dame = dame(self.region, &ply.stones, chain, self.defender);
        let others = cells.minus(dame);
        if ply.to_move == self.defender {
            others
        } else {
            others | (cells & dame).lowest()
        }
    }
}

impl<const N: usize> Game for Tsumego<'_, N> {
    fn key(&self) -> u64 {
        let ply = self.top();
        let mut key = ply.stones.hash();
        if self.goal == Goal::Eyes {
            key ^= 0x5851_f42d_4c95_7f2d;
        }
        if ply.to_move == Color::White {
            key ^= 0xd1b5_4a32_d192_ed03;
        }
        for fallen in self.key.minus(ply.standing).iter() {
            key = key.rotate_left(5) ^ (fallen as u64 + 1).wrapping_mul(0xa076_1d64_78bd_642f);
        }
        key
    }

    fn decided(&mut self) -> Option<i16> {
        let ply = self.top();
        let attacker = self.defender.opponent();
        if self.safe {
            return Some(self.win_of(self.defender));
        }
        if ply.standing.is_empty() {
            return Some(self.win_of(attacker));
        }
        let (region, stones) = (self.region, &ply.stones);
        if let Some(chain) = self.key_chain(ply) {
            let liberties = region.beside(chain) & stones.empty(region);
            let is_mortal = !chain.meets(region.immune(self.defender));
            let in_atari = liberties.is_single() && liberties.meets(region.playable()) && is_mortal;
            if (ply.to_move == attacker && in_atari) || lacks_room(region, stones, chain, self.defender) {
                return Some(self.win_of(attacker));
            }
            if holds_two_eyes(region, stones, chain, self.defender) {
                return Some(self.win_of(self.defender));
            }
        }
        let alive = unconditionally_alive(region, stones, self.defender);
        alive.meets(ply.standing).then(|| self.win_of(self.defender))
    }

    fn evaluate(&mut self) -> i16 {
        0
    }

    fn stuck(&mut self) -> i16 {
        // Only an attacker can be: the defender may pass.
        self.win_of(self.defender)
    }

    fn moves(&mut self, ply: usize, name: &mut dyn FnMut(Ranked)) {
        let cells = self.worth_trying();
        let top = *self.top();
        let chain = self.key_chain(&top).unwrap_or(top.standing);
        let near = self.region.beside(chain);
        let stones = top.stones;
        let empty = stones.empty(self.region);
        let room = self.region.cells().minus(stones.of(self.defender));
        let foes = self.last_liberties(&stones, top.to_move.opponent());
        let friends = self.last_liberties(&stones, top.to_move);
        for cell in cells.iter() {
            let id = MoveId(cell as u16);
            let around = self.region.beside(Bits::one(cell));
            let features = [
                (foes.contains(cell), CAPTURES),
                (friends.contains(cell), SAVES),
                (!around.meets(room), FILLS_AN_EYE),
                (near.contains(cell), TOUCHES_THE_KEY),
                (around.meets(stones.of(top.to_move.opponent())), TOUCHES_A_FOE),
            ];
            let mut rank = self.order.rank(ply, id, top.to_move);
            rank += FREE_NEIGHBOUR * (around & empty).len() as i16;
            rank += ROOM_NEIGHBOUR * (around & room).len() as i16;
            for (has, weight) in features {
                rank += if has { weight } else { 0 };
            }
            name(Ranked { id, rank });
        }
        // An attacker who has to capture and passes has lost: the defender passes too.
        if top.to_move == self.defender || self.goal == Goal::Eyes {
            name(Ranked {
                id: PASS,
                rank: PASSES,
            });
        }
    }

    fn make(&mut self, id: MoveId) -> Made {
        let ply = *self.top();
        let mover = ply.to_move;
        let mut after = Ply {
            to_move: mover.opponent(),
            ..ply
        };
        if id == PASS {
            if let Some(made) = self.circle(&after, mover) {
                return made;
            }
        } else {
            let cell = id.0 as usize;
            let Some((stones, captured)) = ply.stones.play(self.region, cell, mover) else {
                return Made::Illegal;
            };
            after.stones = stones;
            if !captured.is_empty() {
                after.lost[mover.opponent() as usize] |= captured;
                after.standing = ply.standing.minus(captured);
            }
            after.haunted |= mover == self.defender && self.key.minus(after.standing).contains(cell);
            // To bring a position back, the last stone must stand where one of its colour was captured.
            if ply.lost[mover as usize].contains(cell)
                && let Some(made) = self.ban(&after, mover).or_else(|| self.circle(&after, mover))
            {
                return made;
            }
        }
        if self.plies.push(after).is_err() {
            return Made::Illegal;
        }
        Made::Fine
    }

    fn unmake(&mut self) {
        self.plies.pop();
    }

    fn refuted(&mut self, ply: usize, id: MoveId, depth: u8) {
        let mover = self.top().to_move;
        self.order.learn(ply, id, mover, depth);
    }

    fn circle_key(&self) -> Option<u64> {
        match self.threats {
            Threats::Nobody => None,
            Threats::Defender => Some(self.key() ^ 0x9e37_79b9_7f4a_7c15),
            Threats::Attacker => Some(self.key() ^ 0x3c6e_f372_fe94_f82a),
        }
    }

    fn holds_on_this_path_only(&self) -> bool {
        self.top().haunted
    }
}
