//! Shapes of three by three points in whose middle a move is often good: hane, cuts, and answers to them at the edge.
//!
//! They are those of `MoGo` (Gelly, Wang, Munos and Teytaud, 2006) in the form of Petr Baudiš's `michi`. The compiler makes a bit for each of the 65,536
//! surroundings of a point, 8 KB of flash, so that to recognize one is to look up a bit.

/// `X` and `O` are the two colours, whichever is to move; `x` and `o` anything but these; `.` is empty, `#` the rim and `?` anything on the board or off.
/// A shape is turned and mirrored in all ways, and its colours are exchanged.
const SHAPES: [&[u8; 9]; 13] = [
    // Hane: enclosing, without a cut, bent.
    b"XOX...???",
    b"XO....?.?",
    b"XO?X..x.?",
    // A shoulder, or an attachment from the side.
    b".O.X.....",
    // Cuts: unprotected, peeped, pushing in, after a knight's move.
    b"XO?O.o?o?",
    b"XO?O.X???",
    b"?X?O.Oooo",
    b"OX?o.O???",
    // At the edge: a chase, blocking a cut, blocking a connection, going down, cutting.
    b"X.?O.?###",
    b"OX?X.O###",
    b"?X?x.O###",
    b"?XOx.x###",
    b"?OXX.O###",
];

const BITS: usize = 1 << 16;

/// Which of the four contents of a cell a letter stands for, as bits.
const fn contents(letter: u8, is_swapped: bool) -> u8 {
    let (x, o) = if is_swapped {
        (0b0100, 0b0010)
    } else {
        (0b0010, 0b0100)
    };
    match letter {
        b'X' => x,
        b'O' => o,
        b'x' => 0b1111 & !x,
        b'o' => 0b1111 & !o,
        b'.' => 0b1000,
        b'#' => 0b0001,
        _ => 0b1111,
    }
}

/// The place of the shape that comes to `place` when it is turned in the way `turn`.
const fn turned(place: usize, turn: usize) -> usize {
    let (mut row, mut column) = (place / 3, place % 3);
    if turn & 1 != 0 {
        row = 2 - row;
    }
    if turn & 2 != 0 {
        column = 2 - column;
    }
    if turn & 4 != 0 {
        (row, column) = (column, row);
    }
    row * 3 + column
}

#[allow(long_running_const_eval, reason = "it takes a second, once")]
static TABLE: [u32; BITS / 32] = {
    let mut table = [0; BITS / 32];
    let mut shape = 0;
    while shape < SHAPES.len() {
        let mut way = 0;
        while way < 16 {
            add(&mut table, SHAPES[shape], way & 7, way >= 8);
            way += 1;
        }
        shape += 1;
    }
    table
};

/// Adds everything that a shape turned so stands for.
const fn add(table: &mut [u32; BITS / 32], shape: &[u8; 9], turn: usize, is_swapped: bool) {
    // The eight places around, each with what it may hold, and a counter that goes through all of it.
    let mut allowed = [0; 8];
    let (mut place, mut at) = (0, 0);
    while place < 9 {
        if place != 4 {
            allowed[at] = contents(shape[turned(place, turn)], is_swapped);
            at += 1;
        }
        place += 1;
    }
    let mut held = [0u8; 8];
    let mut i = 0;
    while i < 8 {
        held[i] = allowed[i].trailing_zeros() as u8;
        i += 1;
    }
    loop {
        let mut code = 0;
        let mut i = 0;
        while i < 8 {
            code |= (held[i] as usize) << (2 * i);
            i += 1;
        }
        table[code / 32] |= 1 << (code % 32);
        // The next one.
        let mut i = 0;
        loop {
            if i == 8 {
                return;
            }
            let rest = allowed[i] & !((2u8 << held[i]) - 1);
            if rest != 0 {
                held[i] = rest.trailing_zeros() as u8;
                break;
            }
            held[i] = allowed[i].trailing_zeros() as u8;
            i += 1;
        }
    }
}

/// Whether what lies around a point, row by row, two bits each, is one of the shapes.
pub(super) fn is_shape(code: usize) -> bool {
    TABLE[code / 32] & 1 << (code % 32) != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(around: &[u8]) -> usize {
        let number = |letter: u8| match letter {
            b'#' => 0,
            b'X' => 1,
            b'O' => 2,
            _ => 3,
        };
        around
            .iter()
            .enumerate()
            .fold(0, |code, (i, &letter)| code | number(letter) << (2 * i))
    }

    #[test]
    fn shapes_are_found_turned_and_with_colours_exchanged() {
        assert!(is_shape(code(b"XOX.....")));
        assert!(is_shape(code(b"OXO.....")));
        assert!(is_shape(code(b"X..O.X..")));
        assert!(is_shape(code(b"OXOX.O..")) && is_shape(code(b"...X.OXO")) && !is_shape(code(b"........")));
        assert!(!is_shape(code(b"XXXXXXXX")) && !is_shape(code(b"#.......")));
    }
}
