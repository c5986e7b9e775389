//! A game from an SGF file: the main line.

use shikatsu::board::{Color, Move, Point, PointSet};
use shikatsu::gtp::Complaint;
use shikatsu::play::Kifu;

use crate::commands::regress::game::{main_line, rectangle};

const FAULTY: Complaint = "cannot load file";

/// Puts the game in `sgf` in place of the one in `kifu`, up to the move before the one with the number `before`. If it cannot be, nothing changes.
pub(super) fn game<const C: usize, const M: usize>(
    sgf: &str,
    before: Option<u32>,
    kifu: &mut Kifu<C, M>,
) -> Result<(), Complaint> {
    let mut read = kifu.clone();
    let (mut size, mut komi) = (19, None);
    let (mut stones, mut first) = ([PointSet::EMPTY; 2], Color::Black);
    let mut moves = Vec::new();
    for (name, values) in main_line(sgf) {
        let value = values.first().map_or("", |value| value.trim());
        match name.as_str() {
            "SZ" => size = value.parse().map_err(|_| FAULTY)?,
            "KM" => komi = value.parse::<f32>().ok().filter(|komi| komi.abs() <= 1000.0),
            "HA" if value != "0" && value != "1" => first = Color::White,
            "PL" => {
                first = if value.eq_ignore_ascii_case("w") {
                    Color::White
                } else {
                    Color::Black
                }
            }
            "AB" | "AW" | "AE" => {
                for point in values.iter().flat_map(|value| points(value, size)) {
                    stones[0].remove(point);
                    stones[1].remove(point);
                    match name.as_str() {
                        "AB" => drop(stones[0].insert(point)),
                        "AW" => drop(stones[1].insert(point)),
                        _ => {}
                    }
                }
            }
            "B" => moves.push((Color::Black, value.to_string())),
            "W" => moves.push((Color::White, value.to_string())),
            _ => {}
        }
    }
    if !read.restart(size) || !read.set_up(&stones[0], &stones[1], first) {
        return Err(FAULTY);
    }
    if let Some(komi) = komi {
        read.set_komi((komi * 2.0).round() as i16);
    }
    let wanted = before.map_or(usize::MAX, |before| before.saturating_sub(1) as usize);
    for (color, place) in moves.iter().take(wanted) {
        let chosen = match points(place, size)[..] {
            [point] => Move::Play(point),
            _ => Move::Pass,
        };
        read.play(*color, chosen).map_err(|_| FAULTY)?;
    }
    *kifu = read;
    Ok(())
}

/// The points of `cc` or `aa:cc`; none for a pass.
fn points(value: &str, size: u8) -> Vec<Point> {
    let places = rectangle(value, size).into_iter();
    let size = u16::from(size);
    places
        .map(|place| Point::new((place % size) as u8, (place / size) as u8))
        .collect()
}
