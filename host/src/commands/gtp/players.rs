//! Moves found on all cores: each has a search of its own with its own chance, and what they found is put together.

use std::collections::HashMap;
use std::thread;
use std::time::{Duration, Instant};

use shikatsu::board::{Color, Move};
use shikatsu::gtp::Effort;
use shikatsu::play::{CELLS, Kifu, MOVES, Progress, Search, Thought};
use shikatsu::search::Slot;

/// Playouts that a core plays before somebody looks at the clock.
const SLICE: u32 = 500;
/// A tree has no more nodes than this: 24 MB.
const MOST_SLOTS: usize = 2 << 20;
/// Nor fewer.
const FEWEST_SLOTS: usize = 1 << 14;

/// Searches, one for each core that takes part.
#[derive(Debug)]
pub(super) struct Players {
    each: Vec<Player>,
    playouts: u32,
    until: Option<Instant>,
}

#[derive(Debug)]
struct Player {
    search: Box<Search<CELLS>>,
    slots: Vec<Slot>,
}

impl Players {
    /// So many of them; at least one.
    pub(super) fn new(many: usize) -> Players {
        let player = || Player {
            search: Box::new(Search::IDLE),
            slots: Vec::new(),
        };
        Players {
            each: (0..many.max(1)).map(|_| player()).collect(),
            playouts: 0,
            until: None,
        }
    }

    /// Begins to look for a move.
    pub(super) fn begin(&mut self, kifu: &Kifu<CELLS, MOVES>, color: Color, effort: Effort, seed: u32) {
        self.playouts = effort.playouts.div_ceil(self.each.len() as u32);
        self.until = effort
            .time
            .map(|ms| Instant::now() + Duration::from_millis(ms.into()));
        // Of eight playouts one gives a node its children.
        let points = usize::from(kifu.size()).pow(2);
        let slots = (self.playouts as usize / 8 + 2).saturating_mul(points + 1);
        let slots = slots.clamp(FEWEST_SLOTS, MOST_SLOTS);
        for (seed, player) in (seed..).zip(&mut self.each) {
            player.slots.resize(slots, Slot::EMPTY);
            player.search.begin(kifu, color, seed, &mut player.slots);
        }
    }

    /// Thinks for a while. The thought is there once the playouts or the time are used up.
    pub(super) fn think(&mut self) -> Option<Thought> {
        let done = self.each[0].search.playouts();
        let slice = SLICE.min(self.playouts.saturating_sub(done)).max(1);
        let work = |player: &mut Player| player.search.step(&mut player.slots, slice);
        thread::scope(|scope| {
            if let Some((first, others)) = self.each.split_first_mut() {
                for player in others {
                    scope.spawn(move || work(player));
                }
                work(first);
            }
        });
        let is_late = self.until.is_some_and(|until| Instant::now() >= until);
        (done + slice >= self.playouts || is_late).then(|| self.thought())
    }

    /// What all of them found out together.
    fn thought(&mut self) -> Thought {
        let mut firsts = HashMap::<Option<_>, (u32, u32, Move)>::new();
        let (mut playouts, mut is_settled) = (0, true);
        for player in &mut self.each {
            playouts += player.search.playouts();
            is_settled &= player.search.is_settled();
            player
                .search
                .each_first(&mut player.slots, |chosen, visits, wins| {
                    let key = match chosen {
                        Move::Play(point) => Some(point),
                        Move::Pass => None,
                    };
                    let sum = firsts.entry(key).or_insert((0, 0, chosen));
                    sum.0 += visits;
                    sum.1 += wins;
                });
        }
        // The same machine gives the same move, so ties are no chance of the map.
        let best = firsts
            .iter()
            .max_by_key(|(point, (visits, wins, _))| (*visits, *wins, **point));
        let (visits, wins, best) = best.map_or((0, 0, Move::Pass), |(_, sum)| *sum);
        Thought {
            found: Progress {
                playouts,
                best,
                wins: (wins * 1000 / visits.max(1)) as u16,
            },
            dead: self.each[0].search.dead(),
            is_settled,
        }
    }
}
