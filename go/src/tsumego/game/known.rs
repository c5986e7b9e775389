//! The order of moves that the older programs knew: captures and rescues, vital points, shape, and what refuted before.

use super::{PASS, Ply, Tsumego};
use crate::region::{Bits, Word};
use crate::search::{Game as _, MoveId, Ranked};
use crate::tsumego::knowledge::Rule;
use crate::tsumego::shape;

/// How early to try a move that takes a chain's last liberty, or one that adds to a friend's last.
const CAPTURES: i16 = 3000;
const SAVES: i16 = 1000;
/// How early to try a move that decides about an eye space: before everything that was learnt.
const DECIDES_THE_EYES: i16 = 4500;
/// For each empty neighbour, and for each that is not the defender's.
const FREE_NEIGHBOUR: i16 = 20;
const ROOM_NEIGHBOUR: i16 = 30;
/// A move with nothing but the defender around it.
const FILLS_AN_EYE: i16 = -500;
const TOUCHES_THE_KEY: i16 = 30;
const TOUCHES_A_FOE: i16 = 20;
const PASSES: i16 = -1000;

impl<const N: usize> Tsumego<N> {
    /// Names the moves worth trying, with their ranks.
    // Out of line, so that what this and the other order need of the stack does not add up.
    #[inline(never)]
    pub(super) fn known_moves(&self, ply: usize, name: &mut dyn FnMut(Ranked)) {
        let cells = self.worth_trying();
        let (region, top) = (&self.region, self.top());
        let (stones, mover) = (&top.stones, top.to_move);
        let room = region.cells().minus(stones.of(self.defender));
        let attacks = mover != self.defender;
        let (mut hanes, mut triangles) = (Bits::EMPTY, Bits::EMPTY);
        if attacks {
            let shapes = self.shapes(top);
            if self.knows.has(Rule::Hane) {
                hanes = shapes.hane_cells();
            }
            if self.knows.has(Rule::EmptyTriangle) {
                triangles = shapes.triangle_cells();
            }
        }
        let beside_key = self.beside_key(top);
        let beside_foes = region.beside(stones.of(mover.opponent()));
        let contact = if attacks && self.knows.has(Rule::Contact) {
            shape::CONTACT
        } else {
            0
        };
        let (free, room_beside) = (region.counts(stones.empty(region)), region.counts(room));
        let several = free.at_least_two();
        // Few cells have any of these.
        let rare = [
            (self.last_liberties(top, mover.opponent(), several), CAPTURES),
            (self.last_liberties(top, mover, several), SAVES),
            (!room_beside.at_least_one(), FILLS_AN_EYE),
            (hanes, shape::HANE),
            (triangles, shape::EMPTY_TRIANGLE),
            (self.vital, DECIDES_THE_EYES),
        ];
        let any_rare = rare.iter().fold(Bits::EMPTY, |any, &(cells, _)| any | cells);
        let ([free1, free2, free4], [room1, room2, room4]) = (free.digits(), room_beside.digits());
        let common = [
            (beside_key, TOUCHES_THE_KEY),
            (beside_foes, TOUCHES_A_FOE + contact),
            (free1, FREE_NEIGHBOUR),
            (free2, 2 * FREE_NEIGHBOUR),
            (free4, 4 * FREE_NEIGHBOUR),
            (room1, ROOM_NEIGHBOUR),
            (room2, 2 * ROOM_NEIGHBOUR),
            (room4, 4 * ROOM_NEIGHBOUR),
        ];
        // Word by word, since finding a cell's word again in each of these sets would take most of the time.
        for place in 0..N {
            let mut left = cells.word(place);
            while left != 0 {
                let bit = left & left.wrapping_neg();
                left ^= bit;
                let id = MoveId((Word::BITS * place as u32 + bit.trailing_zeros()) as u16);
                let mut rank = self.order.rank(ply, id, mover);
                let weigh = |sum, (cells, weight): &(Bits<N>, i16)| {
                    sum + if cells.word(place) & bit == 0 { 0 } else { *weight }
                };
                rank = common.iter().fold(rank, weigh);
                if any_rare.word(place) & bit != 0 {
                    rank = rare.iter().fold(rank, weigh);
                }
                name(Ranked { id, rank });
            }
        }
        // An attacker who has to capture and passes has lost: the defender passes too.
        if !attacks || self.goal.lets_the_attacker_pass() {
            name(Ranked {
                id: PASS,
                rank: PASSES,
            });
        }
    }

    /// Shows the moves of the setup that are worth trying with their ranks, before anything has refuted.
    pub(in crate::tsumego) fn look_as_before(&mut self, each: &mut dyn FnMut(usize, i16)) {
        self.top = 0;
        // This finds the vital cells.
        let _ = self.decided();
        self.known_moves(0, &mut |Ranked { id, rank }| {
            if id != PASS {
                each(id.0.into(), rank);
            }
        });
    }

    /// The cells beside the key stones.
    fn beside_key(&self, top: &Ply<N>) -> Bits<N> {
        if top.chain.is_empty() {
            self.region.beside(top.standing(self.key, self.defender))
        } else {
            top.chain.beside()
        }
    }
}
