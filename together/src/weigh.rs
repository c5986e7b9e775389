//! Monte Carlo: what a proposal is worth when the game is played out from there.

use shikatsu::board::Color;
use shikatsu::play::{CELLS, Chance, Kifu, MOVES, sample};

use crate::decide::Value;
use crate::proposal::Proposal;

/// Plays `color`'s proposal out so many times. `None` if it is no move of this game. `go_on` is asked now and then; if it says no, the playouts so
/// far have to do.
pub fn weigh(
    kifu: &Kifu<CELLS, MOVES>,
    color: Color,
    proposal: Proposal,
    playouts: u32,
    seed: u32,
    go_on: &dyn Fn() -> bool,
) -> Option<Value> {
    let mut after = kifu.clone();
    after.play(color, proposal.as_move()?).ok()?;
    let field = after.field();
    let mut chance = Chance::new(seed);
    let (mut sum, mut squares, mut done) = (0.0, 0.0, 0_u32);
    for number in 0..playouts {
        if number % 64 == 63 && !go_on() {
            break;
        }
        let points = f64::from(sample(&field, color.opponent(), &mut chance)) - f64::from(kifu.komi()) / 2.0;
        let points = if color == Color::Black { points } else { -points };
        sum += points;
        squares += points * points;
        done += 1;
    }
    let many = f64::from(done.max(1));
    let mean = sum / many;
    // The spread of single playouts, and from it that of their mean.
    let variance = ((squares - many * mean * mean) / (many - 1.0).max(1.0)).max(0.0);
    let spread = 1.96 * (variance / many).sqrt();
    let tenths = |points: f64| (points * 10.0).round() / 10.0;
    Some(Value {
        mean: tenths(mean),
        spread: tenths(spread),
        playouts: done,
    })
}

#[cfg(test)]
mod tests {
    use shikatsu::board::Move;

    use super::*;

    fn value(kifu: &Kifu<CELLS, MOVES>, name: &str, playouts: u32, seed: u32) -> Value {
        let proposal = Proposal::read(name, kifu.size()).unwrap();
        weigh(kifu, kifu.to_move(), proposal, playouts, seed, &|| true).unwrap()
    }

    #[test]
    fn a_move_in_the_fight_is_worth_more_than_the_corner() {
        let mut kifu = Kifu::new();
        kifu.restart(7);
        for name in ["C4", "D4", "D5", "D3", "E4", "C3", "B3", "E3", "D2", "G7"] {
            let point = shikatsu::board::Point::from_vertex(name, 7).unwrap();
            let color = kifu.to_move();
            kifu.play(color, Move::Play(point)).unwrap();
        }
        // White's stones in the middle are nearly surrounded; the corner has nothing to do with it.
        let (good, bad) = (value(&kifu, "F3", 400, 1), value(&kifu, "A1", 400, 1));
        assert!(good.mean > bad.mean, "{good:?} {bad:?}");
    }

    #[test]
    fn more_playouts_know_more_and_the_seed_decides() {
        let kifu = Kifu::new();
        let (few, many) = (value(&kifu, "E5", 100, 1), value(&kifu, "E5", 1600, 1));
        let ratio = few.spread / many.spread;
        assert!(
            (3.0..5.5).contains(&ratio),
            "four times as exact: {few:?} {many:?}"
        );
        assert_eq!(few, value(&kifu, "E5", 100, 1));
        assert_ne!(few, value(&kifu, "E5", 100, 2));
        assert_eq!(
            weigh(&kifu, Color::Black, Proposal::Resign, 10, 1, &|| true),
            None
        );
    }

    #[test]
    fn both_colours_count_for_themselves() {
        let mut kifu = Kifu::new();
        kifu.set_komi(200);
        assert!(
            value(&kifu, "E5", 50, 1).mean < -15.0,
            "White has a hundred points of komi"
        );
        kifu.play(Color::Black, Move::Pass).unwrap();
        assert!(value(&kifu, "E5", 50, 1).mean > 15.0);
    }
}
