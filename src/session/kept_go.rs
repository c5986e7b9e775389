//! A game of Go as bytes, so that it can be gone on with another day.
//!
//! ```text
//! version | lines | you are White | handicap | komi, 2 bytes | playouts, 2 bytes | moves …
//! ```
//!
//! A move is the number of its point, line by line from the top left, and the number behind the last is a pass. That is a byte on boards of up to 15 lines, and two on larger ones.
//! `docs/formats.md` has it, too: it lies in flash.

use super::play::{Played, Wanted};
use crate::board::{Color, MAX_SIZE, MIN_SIZE, Move, Point};

const VERSION: u8 = 1;
/// Bytes in front of the moves.
const HEAD: usize = 8;

/// Writes a game.
pub(super) fn write<M: Iterator<Item = Move>>(wanted: Wanted, played: Played<M>) -> impl Iterator<Item = u8> {
    let [komi, playouts] = [wanted.komi.to_le_bytes(), wanted.playouts.to_le_bytes()];
    let head = [
        VERSION,
        wanted.size,
        played.you as u8,
        wanted.handicap(),
        komi[0],
        komi[1],
        playouts[0],
        playouts[1],
    ];
    let size = wanted.size;
    let moves = played.moves.flat_map(move |chosen| {
        let number = match chosen {
            Move::Play(point) => u16::from(point.row()) * u16::from(size) + u16::from(point.column()),
            Move::Pass => u16::from(size) * u16::from(size),
        };
        number.to_le_bytes().into_iter().take(width(size))
    });
    head.into_iter().chain(moves)
}

/// Bytes of a move.
const fn width(size: u8) -> usize {
    if size <= 15 { 1 } else { 2 }
}

/// A game that was kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeptGo<'b> {
    /// How it was wanted; the side is the one that was played.
    pub(super) wanted: Wanted,
    moves: &'b [u8],
}

impl<'b> KeptGo<'b> {
    /// Reads what was written. `None` if there is no game, or none that is understood here, or none on a board of at most so many lines.
    pub(super) fn read(bytes: &'b [u8], most: u8) -> Option<KeptGo<'b>> {
        let (&[VERSION, size, you, handicap, k0, k1, p0, p1], moves) = bytes.split_first_chunk::<HEAD>()?
        else {
            return None;
        };
        let you = *Color::BOTH.get(usize::from(you))?;
        let fits = (MIN_SIZE..=most.min(MAX_SIZE)).contains(&size) && moves.len().is_multiple_of(width(size));
        let wanted = Wanted {
            size,
            you: Some(you),
            komi: i16::from_le_bytes([k0, k1]),
            handicap,
            playouts: u16::from_le_bytes([p0, p1]),
        };
        (fits && wanted.playouts > 0).then_some(KeptGo { wanted, moves })
    }

    /// How many moves there are.
    pub(super) const fn len(&self) -> usize {
        self.moves.len() / width(self.wanted.size)
    }

    /// The moves. One that cannot be is where the game ends.
    pub(super) fn moves(&self) -> impl Iterator<Item = Move> + use<'b> {
        let size = self.wanted.size;
        let all = u16::from(size) * u16::from(size);
        self.moves.chunks_exact(width(size)).map_while(move |bytes| {
            let number = u16::from_le_bytes([bytes[0], bytes.get(1).copied().unwrap_or(0)]);
            if number > all {
                return None;
            }
            let (row, column) = (number / u16::from(size), number % u16::from(size));
            Some(if number == all {
                Move::Pass
            } else {
                Move::Play(Point::new(column as u8, row as u8))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::session::picture::Words;

    fn bytes(size: u8, moves: &[Move]) -> Vec<u8> {
        let wanted = Wanted {
            size,
            you: None,
            ..Wanted::FIRST
        };
        let played = Played {
            setup: wanted.setup(),
            komi: wanted.komi,
            you: Color::White,
            result: Words::new(),
            moves: moves.iter().copied(),
        };
        write(wanted, played).collect()
    }

    #[test]
    fn a_game_comes_back_on_every_board() {
        for size in MIN_SIZE..=MAX_SIZE {
            let corner = Point::new(size - 1, size - 1);
            let moves = [Move::Play(Point::new(2, 1)), Move::Pass, Move::Play(corner)];
            let bytes = bytes(size, &moves);
            let kept = KeptGo::read(&bytes, MAX_SIZE).unwrap();
            assert_eq!(kept.wanted.you, Some(Color::White));
            assert_eq!((kept.wanted.size, kept.wanted.komi, kept.len()), (size, 15, 3));
            assert!(kept.moves().eq(moves));
            assert_eq!(KeptGo::read(&bytes, 13).is_some(), size <= 13);
        }
    }

    #[test]
    fn what_is_no_game_is_none() {
        let whole = bytes(9, &[Move::Pass]);
        for cut in 0..HEAD {
            assert!(KeptGo::read(&whole[..cut], MAX_SIZE).is_none());
        }
        for (place, value) in [(0, 2), (1, 4), (1, 20), (2, 2)] {
            let mut bent = whole.clone();
            bent[place] = value;
            assert!(KeptGo::read(&bent, MAX_SIZE).is_none(), "{place} {value}");
        }
        let mut bent = bytes(9, &[Move::Pass, Move::Pass]);
        bent[HEAD + 1] = 82;
        assert_eq!(KeptGo::read(&bent, MAX_SIZE).unwrap().moves().count(), 1);
    }
}
