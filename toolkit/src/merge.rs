//! Several trainers remember at the same time, in tabs of a browser or as programs on one file, and nothing of it is lost.
//!
//! Each knows what it remembered when it wrote last. What it has done since goes on top of what is there now: records of problems take the
//! place of older ones; of the player, what was counted is added up, and what was chosen takes the place of the older choice.

use shikatsu::record::{OWN_SETS, Profile, SetNumber, cut};

/// The player as `theirs` has it, with all that became of `base` in `mine`.
pub fn profile(base: &Profile, mine: &Profile, theirs: &Profile) -> Profile {
    if base == theirs {
        return mine.clone();
    }
    let mut whole = theirs.clone();
    if mine.settings != base.settings {
        whole.settings = mine.settings;
    }
    whole.welcomed |= mine.welcomed;
    if mine.place != base.place {
        whole.place = mine.place;
    }
    // A new level to begin with is a choice; what was won and lost adds up.
    let won = i32::from(mine.rating) - i32::from(base.rating);
    whole.rating = (i32::from(theirs.rating) + won).clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
    if mine.streak != base.streak {
        whole.streak = (mine.streak.0, mine.streak.1.max(theirs.streak.1));
    }
    whole.tries = added(base.tries, mine.tries, theirs.tries);
    whole.book_tries = added(base.book_tries, mine.book_tries, theirs.book_tries);
    let counted = mine.tries.0.saturating_sub(base.tries.0) as usize;
    for &rating in &mine.history[mine.history.len().saturating_sub(counted)..] {
        if whole.history.is_full() {
            whole.history.remove(0);
        }
        let _ = whole.history.push(rating);
    }
    if mine.set != base.set {
        whole.set.clone_from(&mine.set);
        whole.set_rating = mine.set_rating;
    }
    // First what was taken out: that makes room.
    for &id in base.kept.iter().filter(|id| !mine.kept.contains(id)) {
        whole.take_out(id);
    }
    for &id in &mine.kept {
        if let Some(set) = mine.set_of(id).filter(|&set| base.set_of(id) != Some(set)) {
            // Without room it is not kept.
            let _ = whole.put_into(id, set);
        }
    }
    for set in 1..=OWN_SETS as SetNumber {
        let name = mine.name_of_set(set);
        if name != base.name_of_set(set) {
            whole.name_set(set, cut(name));
        }
    }
    whole.sets = theirs.sets.saturating_add(mine.sets.saturating_sub(base.sets));
    whole
}

fn added(base: (u32, u32), mine: (u32, u32), theirs: (u32, u32)) -> (u32, u32) {
    let more = |base: u32, mine: u32, theirs: u32| theirs.saturating_add(mine.saturating_sub(base));
    (more(base.0, mine.0, theirs.0), more(base.1, mine.1, theirs.1))
}

#[cfg(test)]
mod tests {
    use shikatsu::record::{KEPT, ProblemId};

    use super::*;

    fn played(tries: (u32, u32), rating: i16) -> Profile {
        let mut profile = Profile {
            tries,
            rating,
            ..Profile::default()
        };
        profile.history.extend((0..tries.0 as i16).map(|n| 100 + n));
        profile
    }

    #[test]
    fn what_two_tabs_counted_adds_up() {
        let base = played((10, 5), 1000);
        let (mut mine, mut theirs) = (played((12, 7), 1030), played((13, 5), 960));
        mine.streak = (2, 2);
        theirs.settings.sound = !theirs.settings.sound;
        let whole = profile(&base, &mine, &theirs);
        assert_eq!(whole.tries, (15, 7));
        assert_eq!(whole.rating, 990);
        assert_eq!(whole.history.len(), 15);
        assert_eq!(whole.settings, theirs.settings, "the newer choice stands");
        assert_eq!(whole.streak, (2, 2));
    }

    #[test]
    fn what_two_tabs_kept_goes_together_and_what_one_took_out_is_gone() {
        let id = |problem| ProblemId { pack: 1, problem };
        let with = |problems: &[u32]| {
            let mut profile = Profile::default();
            profile.kept.extend(problems.iter().map(|&problem| id(problem)));
            profile
        };
        let base = with(&[1, 2, 3]);
        let whole = profile(&base, &with(&[1, 3, 4]), &with(&[2, 3, 5]));
        assert_eq!(
            whole.kept[..],
            [id(3), id(5), id(4)],
            "one took 2 out, the other 1"
        );
        let whole = profile(&base, &with(&[1, 2, 3, 4]), &with(&[1, 2, 3, 4]));
        assert_eq!(
            whole.kept[..],
            [1, 2, 3, 4].map(id),
            "the same one, kept twice, is there once"
        );
    }

    #[test]
    fn what_two_tabs_put_into_sets_goes_together_with_their_names() {
        let id = |problem| ProblemId { pack: 1, problem };
        let mut base = Profile::default();
        for problem in [1, 2, 3] {
            base.put_into(id(problem), 0);
        }
        base.name_set(2, cut("Nets"));
        let (mut mine, mut theirs) = (base.clone(), base.clone());
        mine.put_into(id(1), 2);
        mine.name_set(1, cut("Ko"));
        theirs.put_into(id(4), 1);
        theirs.take_out(id(3));
        theirs.name_set(2, cut("Ladders"));
        let whole = profile(&base, &mine, &theirs);
        let of = |set| whole.in_set(set).map(|id| id.problem).collect::<Vec<_>>();
        assert_eq!([of(0), of(1), of(2)], [vec![2], vec![4], vec![1]]);
        assert_eq!(
            [1, 2].map(|set| whole.name_of_set(set)),
            ["Ko", "Ladders"],
            "each the one that was given last"
        );
    }

    #[test]
    fn a_full_list_takes_as_many_as_have_room() {
        let id = |problem| ProblemId { pack: 1, problem };
        let mut theirs = Profile::default();
        theirs.kept.extend((0..KEPT as u32 - 1).map(id));
        let mut mine = Profile::default();
        mine.kept.extend([100, 101].map(id));
        let whole = profile(&Profile::default(), &mine, &theirs);
        assert_eq!(whole.kept.len(), KEPT);
        assert_eq!(whole.kept[KEPT - 1], id(100));
    }

    #[test]
    fn in_a_full_list_one_can_take_the_place_of_another() {
        let id = |problem| ProblemId { pack: 1, problem };
        let mut base = Profile::default();
        base.kept.extend((0..KEPT as u32).map(id));
        let mut mine = base.clone();
        mine.take_out(id(3));
        mine.kept.push(id(100)).unwrap();
        let whole = profile(&base, &mine, &base);
        assert!(whole.kept.contains(&id(100)) && !whole.kept.contains(&id(3)));
    }

    #[test]
    fn a_tab_alone_writes_what_it_has() {
        let (base, mine) = (played((1, 1), 100), played((2, 1), 90));
        assert_eq!(profile(&base, &mine, &base), mine);
        assert_eq!(
            profile(&base, &base, &mine),
            mine,
            "and nothing if nothing happened"
        );
    }

    #[test]
    fn a_full_history_forgets_its_oldest() {
        let base = played((48, 0), 100);
        let mut mine = base.clone();
        mine.tries = (50, 1);
        mine.history.remove(0);
        mine.history.remove(0);
        mine.history.extend([7, 8]);
        let mut theirs = base.clone();
        theirs.sets = 1;
        let whole = profile(&base, &mine, &theirs);
        assert_eq!(whole.history.len(), 48);
        assert_eq!(whole.history[46..], [7, 8]);
    }
}
