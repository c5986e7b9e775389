//! The game that is searched: a region, whose turn it is, and who is bound by superko.

mod candidates;
mod known;
mod natural;
mod superko;

use heapless::Vec;

use super::knowledge::{Knowledge, Rule};
use super::order::Order;
use super::question::{Goal, Threats};
use super::room::MAX_PLIES_AHEAD;
use super::shape::Shapes;
use super::task::Task;
use crate::board::{Color, MAX_PLIES, stone_key};
use crate::instinct::Ground;
use crate::life::{
    Prospects, holds_two_eyes, lacks_room, prospects, safe_stones, stays_eyeless, territory,
    unconditionally_alive,
};
use crate::region::{Bits, Chains, Region, Stones};
use crate::search::{Game, Made, MoveId, Ranked, WIN};

/// Nothing is played.
pub(super) const PASS: MoveId = MoveId(0x1fe);

/// A position on the current line.
#[derive(Clone, Copy, Debug)]
struct Ply<const N: usize> {
    stones: Stones<N>,
    /// By colour: where its stones were captured on the way here.
    lost: [Bits<N>; 2],
    to_move: Color,
    /// The chain that all standing key stones belong to; nothing if they are in several.
    chain: Chains<N>,
    /// The attacker's stones that can never be captured.
    safe: Chains<N>,
    /// It is known that no enclosed area is vital to the chain.
    eyeless: bool,
    /// A stone of the defender stands where a key stone fell: different positions then look alike.
    haunted: bool,
}

/// A problem being played out.
#[derive(Debug)]
pub(super) struct Tsumego<const N: usize> {
    region: Region<N>,
    defender: Color,
    key: Bits<N>,
    /// A key stone is part of a wall, so it can never be captured.
    key_in_wall: bool,
    threats: Threats,
    /// The hashes of what stood before the setup, as the region has them.
    past: Vec<u64, MAX_PLIES>,
    /// From the setup to the position on the board, which is the one at `top`.
    plies: [Ply<N>; 1 + MAX_PLIES_AHEAD],
    top: usize,
    /// Where the search started: its ply 0.
    base: usize,
    goal: Goal,
    knows: Knowledge,
    /// Moves are ordered by how natural they look.
    by_instinct: bool,
    ground: Ground,
    order: Order,
    /// The vital cells of the key chain's eye space in the position that was looked at last.
    vital: Bits<N>,
}

impl<const N: usize> Tsumego<N> {
    /// A game without a setup, which cannot be played.
    pub(super) const fn new() -> Self {
        Tsumego {
            region: Region::NOTHING,
            defender: Color::White,
            key: Bits::EMPTY,
            key_in_wall: false,
            threats: Threats::Nobody,
            past: Vec::new(),
            plies: [Ply::NOTHING; 1 + MAX_PLIES_AHEAD],
            top: 0,
            base: 0,
            goal: Goal::Capture,
            knows: Knowledge::ALL,
            by_instinct: false,
            ground: Ground::NOTHING,
            order: Order::new(),
            vital: Bits::EMPTY,
        }
    }

    /// Sets the game up, in place. False if the region does not fit into `N` words.
    pub(super) fn set(&mut self, task: &Task<'_>) -> bool {
        let Some((region, stones)) = Region::new(task.problem) else {
            return false;
        };
        let (setup, defender) = (task.problem.setup(), task.problem.defender());
        self.region = region;
        self.defender = defender;
        self.key = self.region.bits(&setup.key);
        self.key_in_wall = setup.key.len() > self.key.len();
        self.knows = task.knows;
        // Whoever switches knowledge off wants to see what it did, and it did it to the older order.
        self.by_instinct = task.instinct && task.knows == Knowledge::ALL;
        if self.by_instinct {
            self.ground.set(task.problem, &self.region);
        }
        self.order = Order::new();
        self.plies[0] = Ply {
            stones,
            lost: [Bits::EMPTY; 2],
            to_move: setup.to_move,
            chain: key_chain(&self.region, stones.of(defender), self.key),
            safe: Chains::new(
                &self.region,
                safe_stones(&self.region, &stones, defender.opponent()),
            ),
            eyeless: false,
            haunted: false,
        };
        self.top = 0;
        self.remember(task.past);
        true
    }

    /// Goes back to the setup, plays `first` if one is given, and lets the next search start there. False if the
    /// move is illegal, or brings the past back: as a first move that is illegal even for a side with threats, which would
    /// have to make a threat first.
    pub(super) fn begin(&mut self, first: Option<MoveId>, threats: Threats, goal: Goal) -> bool {
        self.top = 0;
        self.base = 0;
        self.threats = threats;
        self.goal = goal;
        if let Some(first) = first
            && self.make(first) != Made::Fine
        {
            return false;
        }
        self.base = self.top;
        true
    }

    /// Where it is played.
    pub(super) const fn region(&self) -> &Region<N> {
        &self.region
    }

    /// The side to move.
    pub(super) fn to_move(&self) -> Color {
        self.top().to_move
    }

    /// The cells on which the first move may be tried.
    pub(super) fn first_moves(&self) -> Bits<N> {
        self.plies[0].stones.empty(&self.region) & self.region.playable()
    }

    fn top(&self) -> &Ply<N> {
        &self.plies[self.top]
    }

    fn top_mut(&mut self) -> &mut Ply<N> {
        &mut self.plies[self.top]
    }

    /// The number of a position with these stones and this side to move, in which the same key stones stand as on the board.
    fn key_of(&self, stones: u64, to_move: Color) -> u64 {
        let mut key = stones ^ self.goal.key();
        if to_move == Color::White {
            key ^= 0xd1b5_4a32_d192_ed03;
        }
        for fallen in (self.key & self.top().lost[self.defender as usize]).iter() {
            key = key.rotate_left(5) ^ (fallen as u64 + 1).wrapping_mul(0xa076_1d64_78bd_642f);
        }
        key
    }

    /// What a win of `side` is worth to the side to move.
    fn win_of(&self, side: Color) -> i16 {
        if side == self.top().to_move { WIN } else { -WIN }
    }

    /// Makes a move on the topmost ply, which is to follow the one below. If the move may not stay, that ply is no longer valid.
    fn make_on_top(&mut self, id: MoveId) -> Made {
        let [.., before, after] = &mut self.plies[..=self.top] else {
            unreachable!("the setup lies below every move");
        };
        after.copy(before);
        let mover = after.to_move;
        after.to_move = mover.opponent();
        if id == PASS {
            return self.circle(mover).unwrap_or(Made::Fine);
        }
        let cell = id.0 as usize;
        let around = self.region.around(cell);
        let standing = after.keeps_standing(&self.region, cell, (mover, self.defender));
        let stones = &mut after.stones;
        let Some(captured) = stones.take_move(&self.region, cell, mover, around, standing) else {
            return Made::Illegal;
        };
        if !captured.is_empty() {
            after.lost[mover.opponent() as usize] |= captured;
        }
        after.follow(&self.region, cell, around, (mover, self.defender));
        after.eyeless = after.eyeless
            && mover != self.defender
            && captured.is_empty()
            && stays_eyeless(&self.region, &after.stones, &after.chain, cell, around);
        if after.chain.is_empty() && (mover == self.defender || !captured.is_empty()) {
            let standing = after.standing(self.key, self.defender);
            after.chain = key_chain(&self.region, after.stones.of(self.defender), standing);
        }
        // To bring a position of the search back, the last stone must stand where one of its colour was captured. The
        // move itself adds to the other colour only.
        let returns = after.lost[mover as usize].contains(cell);
        after.haunted |= returns && mover == self.defender && self.key.contains(cell);
        if returns || !self.past.is_empty() {
            self.superko(mover, returns)
        } else {
            Made::Fine
        }
    }

    fn shapes<'a>(&'a self, ply: &'a Ply<N>) -> Shapes<'a, N> {
        Shapes::new(&self.region, &ply.stones, self.defender.opponent())
    }

    /// What the key stones enclose if they are alive already, or else nothing.
    fn territory(&self, ply: &Ply<N>) -> usize {
        let (region, stones) = (&self.region, &ply.stones);
        let mut alive = unconditionally_alive(region, stones, self.defender);
        if !ply.chain.is_empty() && holds_two_eyes(region, stones, &ply.chain, self.defender) {
            alive |= ply.chain.stones();
        }
        if alive.meets(ply.standing(self.key, self.defender)) {
            territory(region, stones, alive, self.defender)
        } else {
            0
        }
    }
}

impl<const N: usize> Ply<N> {
    const NOTHING: Ply<N> = Ply {
        stones: Stones::NONE,
        lost: [Bits::EMPTY; 2],
        to_move: Color::Black,
        chain: Chains::NONE,
        safe: Chains::NONE,
        eyeless: false,
        haunted: false,
    };

    /// Becomes the same as another. Part by part, since the whole would be copied by a library function, which takes longer.
    fn copy(&mut self, other: &Ply<N>) {
        let Ply {
            stones,
            lost,
            to_move,
            chain,
            safe,
            eyeless,
            haunted,
        } = other;
        self.stones = *stones;
        self.lost = *lost;
        self.to_move = *to_move;
        self.chain = *chain;
        self.safe = *safe;
        self.eyeless = *eyeless;
        self.haunted = *haunted;
    }

    /// The stones among `key` that were never captured.
    fn standing(&self, key: Bits<N>, defender: Color) -> Bits<N> {
        key.minus(self.lost[defender as usize])
    }

    /// The part of the known chains that certainly keeps a liberty when `mover` plays on `cell`.
    fn keeps_standing(&self, region: &Region<N>, cell: usize, (mover, defender): (Color, Color)) -> Bits<N> {
        if mover == defender {
            return self.safe.stones();
        }
        let mut liberties = self.chain.beside() & self.stones.empty(region);
        liberties.remove(cell);
        if liberties.is_empty() {
            Bits::EMPTY
        } else {
            self.chain.stones()
        }
    }

    /// Brings the known chains up to date after `mover` has played on `cell`, which has these cells `around` it.
    fn follow(
        &mut self,
        region: &Region<N>,
        cell: usize,
        around: Bits<N>,
        (mover, defender): (Color, Color),
    ) {
        let own = self.stones.of(mover);
        if mover == defender {
            if around.meets(self.chain.stones()) {
                self.chain.join(region, cell, around, own);
            }
        } else if region.immune(mover).contains(cell) || around.meets(self.safe.stones()) {
            self.safe.join(region, cell, around, own);
        }
    }
}

/// The chain of `own` stones that all `standing` key stones belong to; nothing if they are in several.
fn key_chain<const N: usize>(region: &Region<N>, own: Bits<N>, standing: Bits<N>) -> Chains<N> {
    let chain = region.flood(standing.lowest(), own);
    if standing.minus(chain).is_empty() {
        Chains::new(region, chain)
    } else {
        Chains::NONE
    }
}

impl<const N: usize> Game for Tsumego<N> {
    fn key(&self) -> u64 {
        let ply = self.top();
        self.key_of(ply.stones.hash(), ply.to_move)
    }

    fn decided(&mut self) -> Option<i16> {
        self.vital = Bits::EMPTY;
        let ply = self.top();
        let attacker = self.defender.opponent();
        if self.key_in_wall {
            return Some(self.win_of(self.defender));
        }
        let standing = ply.standing(self.key, self.defender);
        if standing.is_empty() {
            return Some(self.win_of(attacker));
        }
        if self.goal == Goal::Territory {
            return None;
        }
        let (region, stones, chain) = (&self.region, &ply.stones, &ply.chain);
        if chain.is_empty() {
            let alive = unconditionally_alive(region, stones, self.defender);
            return alive.meets(standing).then(|| self.win_of(self.defender));
        }
        let liberties = chain.beside() & stones.empty(region);
        let in_atari = liberties.is_single()
            && liberties.meets(region.playable())
            && !chain.stones().meets(region.immune(self.defender));
        let is_lost = (ply.to_move == attacker && in_atari)
            || (self.knows.has(Rule::Room) && lacks_room(region, &ply.safe, chain, self.defender));
        if is_lost {
            return Some(self.win_of(attacker));
        }
        let sees_shapes = self.knows.has(Rule::EyeShapes);
        let prospects = if ply.eyeless {
            Prospects::NONE
        } else {
            prospects(region, stones, chain, self.defender, sees_shapes)
        };
        self.vital = prospects.vital;
        self.top_mut().eyeless = prospects.eyeless;
        prospects.lives.then(|| self.win_of(self.defender))
    }

    fn evaluate(&mut self) -> i16 {
        let ply = self.top();
        let attackers_view = match self.goal {
            Goal::Capture | Goal::Eyes => return 0,
            Goal::Guess => {
                let chain = ply.chain.stones() | ply.standing(self.key, self.defender);
                let chain = Chains::new(&self.region, chain);
                let defends = ply.to_move == self.defender;
                self.shapes(ply).evaluate(&chain, defends, self.knows)
            }
            Goal::Territory => -(self.territory(ply) as i16),
        };
        if ply.to_move == self.defender {
            -attackers_view
        } else {
            attackers_view
        }
    }

    fn stuck(&mut self) -> i16 {
        // Only an attacker can be stuck: the defender may pass.
        self.win_of(self.defender)
    }

    fn moves(&mut self, ply: usize, name: &mut dyn FnMut(Ranked)) {
        if self.by_instinct {
            self.natural_moves(ply, name);
        } else {
            self.known_moves(ply, name);
        }
    }

    fn make(&mut self, id: MoveId) -> Made {
        // The position after the move is made where it will stay, since copying takes time. If it may not stay, it is dropped again.
        self.top += 1;
        let made = self.make_on_top(id);
        if !matches!(made, Made::Fine | Made::Leans) {
            self.top -= 1;
        }
        made
    }

    fn unmake(&mut self) {
        self.top -= 1;
    }

    fn refuted(&mut self, ply: usize, id: MoveId, depth: u8) {
        let mover = self.top().to_move;
        self.order.learn(ply, id, mover, depth);
    }

    fn circle_key(&self, key: u64) -> Option<u64> {
        match self.threats {
            Threats::Nobody => None,
            Threats::Defender => Some(key ^ 0x9e37_79b9_7f4a_7c15),
            Threats::Attacker => Some(key ^ 0x3c6e_f372_fe94_f82a),
        }
    }

    fn key_after(&self, id: MoveId) -> Option<u64> {
        // As if nothing were captured.
        let ply = self.top();
        let mut stones = ply.stones.hash();
        if id != PASS {
            stones ^= stone_key(self.region.point(id.0.into()), ply.to_move);
        }
        Some(self.key_of(stones, ply.to_move.opponent()))
    }

    fn holds_on_this_path_only(&self) -> bool {
        self.top().haunted
    }
}
