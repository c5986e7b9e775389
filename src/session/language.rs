//! Which languages there are to choose from: English, and behind it those of the library.

use crate::language::Code;
use crate::pack::library::{Library, Name, Tongue, cut};

/// What English is called.
const ENGLISH: &str = "English";

fn all(library: &dyn Library) -> impl Iterator<Item = Tongue> {
    (0..).map_while(|number| library.language(number))
}

/// The language with this code, if it is there.
pub(super) fn find(library: &dyn Library, code: Code) -> Option<Tongue> {
    all(library).find(|tongue| tongue.code == code)
}

/// What a language is called by those who speak it. One that is gone is called by its code, beside what is shown instead.
pub(super) fn name(library: &dyn Library, code: Code) -> Name {
    find(library, code).map_or_else(|| cut(ENGLISH), |found| found.name)
}

/// The language after this one, or before it. The list goes round.
pub(super) fn beside(library: &dyn Library, code: Code, forwards: bool) -> Code {
    let count = all(library).count();
    // English is the first, and stands for what is gone.
    let here = all(library)
        .position(|tongue| tongue.code == code)
        .map_or(0, |place| place + 1);
    let step = if forwards { 1 } else { count };
    match (here + step) % (count + 1) {
        0 => Code::ENGLISH,
        place => library
            .language(place - 1)
            .map_or(Code::ENGLISH, |tongue| tongue.code),
    }
}
