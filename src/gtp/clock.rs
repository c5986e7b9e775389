//! How much may be spent on a move.

use crate::board::Color;

/// The strongest level.
pub(super) const MOST_LEVEL: u8 = 10;

/// What may be spent on a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// No more playouts than this.
    pub playouts: u32,
    /// No more milliseconds than this, where there is a clock.
    pub time: Option<u32>,
}

/// The time of both players, as far as the controller tells it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    level: u8,
    /// Playouts in place of the level's.
    playouts: Option<u32>,
    settings: Option<Settings>,
    left: [Option<Left>; 2],
}

/// Main time and periods, in seconds.
#[derive(Clone, Copy, Debug)]
struct Settings {
    main: u32,
    period: u32,
    stones: u32,
}

#[derive(Clone, Copy, Debug)]
struct Left {
    seconds: u32,
    stones: u32,
}

impl Clock {
    pub(super) const fn new(level: u8) -> Clock {
        Clock {
            level,
            playouts: None,
            settings: None,
            left: [None; 2],
        }
    }

    pub(super) const fn set_level(&mut self, level: u8) {
        self.level = level;
        self.playouts = None;
    }

    pub(super) const fn set_playouts(&mut self, playouts: u32) {
        self.playouts = Some(playouts);
    }

    /// Time settings of the protocol. Periods without stones mean that there is no limit.
    pub(super) fn set(&mut self, main: u32, period: u32, stones: u32) {
        let is_limited = period == 0 || stones > 0;
        self.settings = is_limited.then_some(Settings { main, period, stones });
        self.left = [None; 2];
    }

    pub(super) fn set_left(&mut self, color: Color, seconds: u32, stones: u32) {
        self.left[color as usize] = Some(Left { seconds, stones });
    }

    /// What may be spent on a move of `color` in a game that may have so many more moves of each side.
    pub(super) fn effort(&self, color: Color, moves_left: u32) -> Effort {
        let spread = |seconds: u32, stones: u32| match stones {
            // A reserve is kept, since nothing ends at once.
            0 => u64::from(seconds) * 900 / u64::from(moves_left.max(1)),
            _ => u64::from(seconds) * 900 / u64::from(stones),
        };
        let time = match (self.left[color as usize], self.settings) {
            (Some(left), _) => Some(spread(left.seconds, left.stones)),
            (None, Some(Settings { main, period, stones })) if main > 0 || period > 0 => {
                let of_period = if period > 0 {
                    spread(period, stones.max(1))
                } else {
                    0
                };
                Some(of_period.max(spread(main, 0)))
            }
            // Neither main time nor periods: a move is wanted at once.
            (None, Some(_)) => Some(0),
            (None, None) => None,
        };
        Effort {
            playouts: self.playouts.unwrap_or(50 << self.level),
            time: time.map(|time| time.min(u64::from(u32::MAX)) as u32),
        }
    }
}
