//! Going through what can be chosen, by left and right.

/// The next of `all` after this one, or the one before. It goes round.
pub(super) fn turned<T: Copy + PartialEq>(
    all: &(impl DoubleEndedIterator<Item = T> + Clone),
    now: T,
    forwards: bool,
) -> Option<T> {
    if forwards {
        let mut after = all.clone().skip_while(|&item| item != now).skip(1);
        after.next().or_else(|| all.clone().next())
    } else {
        let mut before = all.clone().rev().skip_while(|&item| item != now).skip(1);
        before.next().or_else(|| all.clone().next_back())
    }
}
