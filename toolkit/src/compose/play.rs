//! A few moves inside, by both sides in turn, each of which somebody might play.
//!
//! Stones that were once sensible moves look like a game; stones strewn about do not.

use shikatsu::board::{Board, Cell, Color, Point, Setup};

use super::random::Random;
use super::sight::Sight;

/// Plays up to `plies` moves from `setup` on, and leaves the stones there.
pub(super) fn skirmish(setup: &Setup, plies: u8, random: &mut Random) -> Setup {
    let mut board = Board::new(setup);
    let mut color = random.pick(&Color::BOTH);
    let mut last = None;
    for _ in 0..plies {
        let moves: Vec<Point> = Point::all(setup.size)
            .filter(|&p| board.check(p, color).is_ok())
            .collect();
        let weights: Vec<u32> = moves
            .iter()
            .map(|&p| weight(Sight::new(&board), p, color, last))
            .collect();
        let Some(place) = random.weighted(&weights) else {
            break;
        };
        let point = moves[place];
        if board.play(point, color).is_err() {
            break;
        }
        last = Some(point);
        color = color.opponent();
    }
    after(setup, &board, color)
}

/// The setup with the stones of `board`.
pub(super) fn after(setup: &Setup, board: &Board, to_move: Color) -> Setup {
    let (black, white) = (board.stones(Color::Black), board.stones(Color::White));
    Setup {
        black,
        white,
        key: setup.key.intersection(&white),
        to_move,
        ..*setup
    }
}

/// How likely somebody plays there; White defends.
fn weight(sight: Sight<'_>, point: Point, color: Color, last: Option<Point>) -> u32 {
    let board = sight.board;
    let mut after = board.clone();
    let Ok(undo) = after.play(point, color) else {
        return 0;
    };
    let taken = after.captives(&undo).count();
    let own = sight.count(point, Cell::Stone(color));
    let foes = sight.count(point, Cell::Stone(color.opponent()));
    let empty = sight.count(point, Cell::Empty);
    // Nobody gives stones away, takes the whole group, or fills an eye.
    if (taken == 0 && after.last_liberty(point).is_some()) || taken > 2 || foes + empty == 0 {
        return 0;
    }
    let answers = last.is_some_and(|last| near(last, point));
    let contact = match color {
        // The attacker comes in from the wall, or strikes where there is room.
        Color::Black if sight.is_hane(point, color) => 7,
        Color::Black if own > 0 && foes > 0 => 4,
        Color::Black if own == 0 && empty >= 2 => 4,
        // The defender blocks, connects, or shapes eyes.
        Color::White if own > 0 && foes > 0 => 5,
        Color::White if own > 0 && empty >= 2 => 2,
        _ => 1,
    };
    contact + 6 * taken as u32 + if answers { 6 } else { 0 }
}

/// Whether two points touch, at their corners at least.
fn near(one: Point, other: Point) -> bool {
    one.column().abs_diff(other.column()) <= 1 && one.row().abs_diff(other.row()) <= 1
}
