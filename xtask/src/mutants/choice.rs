//! Which mutant the program is. This file goes into the copy that `cargo xtask mutants` makes.

use core::intrinsics::const_eval_select;
use std::boxed::Box;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write as _;
use std::string::String;
use std::sync::{Mutex, OnceLock};

struct Choice {
    mutant: u32,
    /// Where to say which functions were reached.
    reached: Option<Mutex<(File, BTreeSet<u32>)>>,
}

static CHOICE: OnceLock<Choice> = OnceLock::new();

/// The number of the mutant; 0 is none. The compiler always sees none.
pub const fn chosen(function: u32) -> u32 {
    const_eval_select((function,), when_compiling, when_running)
}

const fn when_compiling(_function: u32) -> u32 {
    0
}

fn when_running(function: u32) -> u32 {
    let choice = CHOICE.get_or_init(Choice::new);
    if let Some(reached) = &choice.reached {
        let (file, known) = &mut *reached.lock().unwrap();
        if known.insert(function) {
            std::writeln!(file, "{function}").unwrap();
        }
    }
    choice.mutant
}

impl Choice {
    fn new() -> Choice {
        let told = |name: &str| std::env::var(name).ok();
        let mutant = told("MUTANT").map_or(0, |number| number.parse().unwrap());
        if mutant > 0 {
            // The first failure is enough.
            std::panic::set_hook(Box::new(|_| std::process::exit(101)));
        }
        let open = |path: String| Mutex::new((File::create(path).unwrap(), BTreeSet::new()));
        Choice {
            mutant,
            reached: told("REACHED").map(open),
        }
    }
}
