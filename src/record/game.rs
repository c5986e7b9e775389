//! The game that is not finished, as bytes.

use heapless::Vec;

/// Room for any game that the handheld plays: what it is, and a byte for each of its moves.
pub const GAME: usize = 408;

/// Takes a game in the place of another, in the same memory. One that is too long is not kept. True if it is not the one that was there.
pub fn take_game<const N: usize>(kept: &mut Vec<u8, N>, bytes: &mut dyn Iterator<Item = u8>) -> bool {
    let (mut many, mut is_new) = (0, false);
    for byte in bytes {
        if let Some(old) = kept.get_mut(many) {
            is_new |= core::mem::replace(old, byte) != byte;
        } else if kept.push(byte).is_ok() {
            is_new = true;
        } else {
            kept.clear();
            return true;
        }
        many += 1;
    }
    is_new |= kept.len() != many;
    kept.truncate(many);
    is_new
}

#[cfg(test)]
mod tests {
    use std::vec;

    use super::*;

    #[test]
    fn a_game_takes_the_place_of_another_and_it_is_known_whether_it_is_new() {
        let mut kept = Vec::<u8, 4>::new();
        let mut take = |bytes: &[u8]| (take_game(&mut kept, &mut bytes.iter().copied()), kept.to_vec());
        assert_eq!(take(&[]), (false, vec![]));
        assert_eq!(take(&[1, 2, 3]), (true, vec![1, 2, 3]));
        assert_eq!(take(&[1, 2, 3]), (false, vec![1, 2, 3]));
        assert_eq!(take(&[1, 2]), (true, vec![1, 2]));
        assert_eq!(take(&[1, 4]), (true, vec![1, 4]));
        assert_eq!(take(&[1, 4, 5, 6, 7]), (true, vec![]), "too long");
    }
}
