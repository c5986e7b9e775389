//! What a zone needs besides the zones of what follows. `docs/formats.md` has the theorem and its proof; the letters there are named here.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::board::Grid;
use crate::form::Position;
use crate::points::{Point, Points};

/// Makes zones on one board.
pub(crate) struct Zones<'a> {
    pub(crate) grid: &'a Grid,
    /// The position of the whole proof. Its stones cost less than points where somebody may play: those would want an answer.
    pub(crate) root: &'a Position,
}

impl Zones<'_> {
    fn cost(&self, point: Point, zone: &Points) -> u32 {
        let is_open = self.root.free().has(point) && !self.root.closed.has(point);
        match () {
            () if zone.has(point) => 0,
            () if is_open => 1000,
            () => 1,
        }
    }

    /// Adds the cheapest way from `piece` through `stones` to one of `ends`; false if there is none.
    fn lead(&self, zone: &mut Points, piece: &Points, stones: &Points, ends: &Points) -> bool {
        let size = usize::from(self.root.size);
        let mut best = vec![u32::MAX; size * size];
        let mut from = vec![Point::MAX; size * size];
        let mut heap = BinaryHeap::new();
        for point in piece.iter() {
            best[usize::from(point)] = 0;
            heap.push(Reverse((0, point)));
        }
        while let Some(Reverse((cost, point))) = heap.pop() {
            if ends.has(point) {
                let mut at = point;
                while at != Point::MAX {
                    zone.add(at);
                    at = from[usize::from(at)];
                }
                return true;
            }
            for &beside in self.grid.beside(point) {
                if cost == best[usize::from(point)] && (stones.has(beside) || ends.has(beside)) {
                    let sum = cost + self.cost(beside, zone);
                    if sum < best[usize::from(beside)] {
                        best[usize::from(beside)] = sum;
                        from[usize::from(beside)] = point;
                        heap.push(Reverse((sum, beside)));
                    }
                }
            }
        }
        false
    }

    /// (W1) Each piece of `stones` in the zone that meets `held` sees one of `free` in the zone.
    pub(crate) fn see_liberty(&self, zone: &mut Points, held: &Points, stones: &Points, free: &Points) {
        for piece in self.grid.pieces(&stones.and(zone)) {
            if piece.meets(held) && !self.grid.around(&piece).and(free).meets(zone) {
                self.lead(zone, &piece, stones, free);
            }
        }
    }

    /// (W2) The stone on `point` can be played: its piece sees a liberty that was there before, or a chain that it takes is in the zone with all around it.
    pub(crate) fn keep_legal(
        &self,
        zone: &mut Points,
        point: Point,
        own: &Points,
        free: &Points,
        taken: &[Points],
    ) {
        let piece = self.grid.flood(&own.and(zone), point);
        if self.grid.around(&piece).and(free).meets(zone) {
            return;
        }
        let whole = |chain: &Points| chain.or(&self.grid.around(chain));
        if taken.iter().any(|chain| whole(chain).is_within(zone)) {
            return;
        }
        let price = |points: &Points, zone: &Points| {
            points.minus(zone).iter().map(|p| self.cost(p, zone)).sum::<u32>()
        };
        let mut by_liberty = *zone;
        let liberty = self
            .lead(&mut by_liberty, &piece, own, free)
            .then_some(by_liberty);
        let by_capture = taken.iter().map(|chain| zone.or(&whole(chain)));
        let cheapest = by_capture.chain(liberty).min_by_key(|made| price(made, zone));
        if let Some(made) = cheapest {
            *zone = made;
        }
    }

    /// (L3) Each piece of the winner's stones in the zone sees two liberties in the zone, or one that is never filled, or the only one its chain has.
    pub(crate) fn see_two_liberties(&self, zone: &mut Points, position: &Position, stones: &Points) {
        let free = position.free();
        loop {
            let before = *zone;
            for piece in self.grid.pieces(&stones.and(zone)) {
                let seen = self.grid.around(&piece).and(&free).and(zone);
                if seen.len() < 2 && !seen.meets(&position.closed) {
                    // Where there is no other, the chain has just the one that is seen.
                    self.lead(zone, &piece, stones, &free.minus(&seen));
                }
            }
            if *zone == before {
                return;
            }
        }
    }
}
