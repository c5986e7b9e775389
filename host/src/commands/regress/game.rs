//! The main line of an SGF game, up to a move: just enough for suites.

use shikatsu_proof::board::Grid;
use shikatsu_proof::points::{Point, Points, named};
use shikatsu_proof::{Color, Position};

use super::suite::Scene;

/// The position of a scene in the game `sgf`, or why there is none.
pub(super) fn position(sgf: &str, scene: &Scene) -> Result<Position, String> {
    let (mut position, mut moves) = (Position::empty(19), Vec::new());
    for (name, values) in main_line(sgf) {
        match name.as_str() {
            "SZ" => {
                let size = values.first().and_then(|size| size.trim().parse().ok());
                position.size = size
                    .filter(|size| (5..=19).contains(size))
                    .ok_or("the board has an odd size")?;
            }
            "AB" | "AW" | "AE" => {
                let points = values.iter().flat_map(|value| rectangle(value, position.size));
                for point in points.collect::<Points>().iter() {
                    position.black.remove(point);
                    position.white.remove(point);
                    match name.as_str() {
                        "AB" => drop(position.black.add(point)),
                        "AW" => drop(position.white.add(point)),
                        _ => {}
                    }
                }
            }
            "B" => moves.push((Color::Black, values[0].clone())),
            "W" => moves.push((Color::White, values[0].clone())),
            _ => {}
        }
    }
    let grid = Grid::new(position.size);
    let count = scene
        .before
        .map_or(moves.len(), |before| before.saturating_sub(1));
    for (number, (color, place)) in moves.iter().take(count).enumerate() {
        let points = rectangle(place, position.size);
        if let [point] = points[..] {
            position = play(&grid, &position, *color, point)
                .ok_or(format!("move {} cannot be played", number + 1))?;
        }
    }
    for (is_black, vertex) in &scene.plays {
        let color = if *is_black { Color::Black } else { Color::White };
        let point = named(vertex, position.size).ok_or(format!("{vertex} is no point of this board"))?;
        position = play(&grid, &position, color, point).ok_or(format!("{vertex} cannot be played"))?;
    }
    Ok(position)
}

fn play(grid: &Grid, position: &Position, color: Color, point: Point) -> Option<Position> {
    let position = Position {
        to_move: color,
        ..*position
    };
    Some(grid.play(&position, point).ok()?.after)
}

/// The points of `cc` or `aa:cc`; none for a pass.
pub(in crate::commands) fn rectangle(value: &str, size: u8) -> Vec<Point> {
    let one = |text: &str| {
        let [column, row] = text.trim().as_bytes() else {
            return None;
        };
        let (column, row) = (column.checked_sub(b'a')?, row.checked_sub(b'a')?);
        (column < size && row < size).then_some((column, row))
    };
    let (first, last) = value.split_once(':').unwrap_or((value, value));
    let (Some(first), Some(last)) = (one(first), one(last)) else {
        return Vec::new();
    };
    let rows = first.1..=last.1;
    rows.flat_map(|row| {
        (first.0..=last.0).map(move |column| Point::from(row) * Point::from(size) + Point::from(column))
    })
    .collect()
}

/// The properties of the main line, in order: everything up to where the first variation ends.
pub(in crate::commands) fn main_line(sgf: &str) -> Vec<(String, Vec<String>)> {
    let (mut found, mut name, mut letters) =
        (Vec::<(String, Vec<String>)>::new(), String::new(), sgf.chars());
    while let Some(letter) = letters.next() {
        match letter {
            ')' if !found.is_empty() => break,
            'A'..='Z' => name.push(letter),
            '[' => {
                let mut value = String::new();
                while let Some(letter) = letters.next() {
                    match letter {
                        ']' => break,
                        '\\' => value.extend(letters.next()),
                        _ => value.push(letter),
                    }
                }
                if name.is_empty() {
                    if let Some((_, values)) = found.last_mut() {
                        values.push(value);
                    }
                } else {
                    found.push((std::mem::take(&mut name), vec![value]));
                }
            }
            ';' | '(' => name.clear(),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_position_before_a_move_is_set_up() {
        let sgf = "(;GM[1]SZ[9]AB[aa][ba:bb]C[a \\] b];W[ca];B[cb](;W[da];B[db])(;W[ii]))";
        let scene = |before| Scene {
            file: String::new(),
            before,
            plays: Vec::new(),
        };
        let at = |before| position(sgf, &scene(before)).unwrap();
        assert_eq!(at(Some(2)).black.len(), 3);
        assert_eq!(at(Some(2)).white.len(), 1);
        assert_eq!(at(None).black.len(), 5);
        assert_eq!(at(None).white.len(), 2);
        let captured = Scene {
            plays: vec![(true, "D9".to_string())],
            ..scene(Some(3))
        };
        assert_eq!(position(sgf, &captured).unwrap().white.len(), 0);
    }
}
