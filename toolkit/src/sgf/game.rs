//! From whole games to SGF text.

use shikatsu::board::{Color, Move, Setup};

use super::write::{letter, name, points, property};

/// What stands at the head of a game's record.
#[derive(Debug)]
pub struct Heading<'a> {
    /// The board before the first move.
    pub setup: &'a Setup,
    /// In half points.
    pub komi: i16,
    /// The names of Black and White.
    pub players: [&'a str; 2],
    /// As the format has it: `B+3.5`, `W+R`; nothing while the game is played.
    pub result: &'a str,
}

/// The record of a game under area scoring. The side to move in the setup begins, and the two take turns.
pub fn write_game(heading: &Heading<'_>, moves: impl IntoIterator<Item = Move>) -> String {
    let setup = heading.setup;
    let mut out = String::from("(;GM[1]FF[4]CA[UTF-8]AP[Shikatsu]RU[Chinese]");
    property(&mut out, "SZ", &setup.size.to_string());
    let half = if heading.komi % 2 == 0 { "" } else { ".5" };
    property(&mut out, "KM", &format!("{}{half}", heading.komi / 2));
    for (key, player) in ["PB", "PW"].into_iter().zip(heading.players) {
        property(&mut out, key, player);
    }
    if !setup.black.is_empty() {
        property(&mut out, "HA", &setup.black.len().to_string());
        points(&mut out, "AB", &setup.black);
    }
    if !heading.result.is_empty() {
        property(&mut out, "RE", heading.result);
    }
    let mut color: Color = setup.to_move;
    for (number, chosen) in moves.into_iter().enumerate() {
        out.push_str(if number % 10 == 0 { "\n;" } else { ";" });
        let point = match chosen {
            Move::Play(point) => name(point),
            Move::Pass => String::new(),
        };
        property(&mut out, letter(color), &point);
        color = color.opponent();
    }
    out.push_str(")\n");
    out
}

#[cfg(test)]
mod tests {
    use shikatsu::board::Point;

    use super::*;

    #[test]
    fn a_game_with_a_handicap_begins_with_white() {
        let mut setup = Setup::empty(9);
        setup.black = [Point::new(2, 2), Point::new(6, 6)].into_iter().collect();
        setup.to_move = Color::White;
        let heading = Heading {
            setup: &setup,
            komi: 1,
            players: ["A player", "Shikatsu"],
            result: "B+R",
        };
        let moves = [Move::Play(Point::new(6, 2)), Move::Pass];
        assert_eq!(
            write_game(&heading, moves),
            "(;GM[1]FF[4]CA[UTF-8]AP[Shikatsu]RU[Chinese]SZ[9]KM[0.5]PB[A player]PW[Shikatsu]HA[2]AB[cc][gg]RE[B+R]\n;W[gc];B[])\n"
        );
    }
}
