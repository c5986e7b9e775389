//! Names, as long as there is room for them.

use heapless::String;

/// The longest name that is kept.
pub type Name = String<48>;

/// As much of a text as there is room for.
pub fn cut<const N: usize>(text: &str) -> String<N> {
    let mut kept = String::new();
    for letter in text.chars() {
        if kept.push(letter).is_err() {
            break;
        }
    }
    kept
}
