//! The work: problems are solved at the same time, and said in their order.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use shikatsu::board::Move;
use shikatsu_toolkit::entry::Entry;
use shikatsu_toolkit::files::Loaded;
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::print::printable;
use shikatsu_toolkit::shard::last_line;
use shikatsu_toolkit::solve::{
    self, Attempt, Found, Memory, Plan, Sight, Stop, Together, Why, json, line, words,
};
use shikatsu_toolkit::threads::{Alone, Threads};

use super::proofs::{self, Place};
use super::{Done, Options, PROVER_BYTES, complain, complain_about, say, write_whole};
use crate::interrupt::stop_on_interrupt;
use crate::meter::Meter;
use crate::understanding::{self, Work};

/// What is said about a problem.
struct Said {
    text: String,
    complaint: Option<String>,
    done: Done,
}

/// What the workers share.
struct Desk<'a> {
    options: &'a Options,
    stop: &'a Stop,
    place: Option<&'a Place>,
    /// Those who work on the same problem.
    threads: &'a (dyn Threads + Sync),
    /// The problem that was heard of last, and since when it has been going on.
    sight: Mutex<Option<(usize, Sight, Instant)>>,
}

pub(in crate::commands) fn run(options: &Options) -> io::Result<Done> {
    let loaded = options.sources.load();
    let problems = loaded.iter().filter(|item| item.entry.is_ok()).count();
    let place = match options.proof.as_deref().map(|path| Place::new(path, problems)) {
        None => None,
        Some(Ok(place)) => Some(place),
        Some(Err(sentence)) => {
            complain(&sentence);
            return Ok(Done::WithFaults);
        }
    };
    if options.table().is_none() {
        complain("there is not enough memory for such a table");
        return Ok(Done::WithFaults);
    }
    let (stop, cores) = (stop_on_interrupt(), options.cores());
    // Those of this part, with their numbers among all.
    let is_ours = |item: &Loaded| options.shard.is_none_or(|shard| shard.takes(item));
    let ours: Vec<(usize, &Loaded)> = loaded
        .iter()
        .enumerate()
        .filter(|(_, item)| is_ours(item))
        .collect();
    // How many problems a part has does not change how one is solved.
    let is_shared = problems == 1 && cores.0.get() > 1 && options.shard.is_none();
    let desk = Desk {
        options,
        stop: &stop,
        place: place.as_ref(),
        threads: if is_shared { &cores } else { &Alone },
        sight: Mutex::new(None),
    };
    let mut meter = Meter::new(ours.len(), !options.json || io::stdout().is_terminal());
    let said: Vec<Mutex<Option<Said>>> = ours.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    let share = |_: &mut dyn FnMut()| {
        let Some(mut memory) = options.table() else {
            return;
        };
        while !stop.is_wanted() {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(&(number, item)) = ours.get(place) else {
                return;
            };
            let answer = desk.answer(number, item, &mut memory);
            *said[place].lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
        }
    };
    let (mut done, mut told, mut failed) = (Done::Well, 0, None);
    let mut part = String::new();
    cores.share(ours.len(), &share, &mut || {
        // In their order, as far as they are there.
        while let Some(said) = said.get(told) {
            let Some(said) = said.lock().unwrap_or_else(PoisonError::into_inner).take() else {
                break;
            };
            meter.hide();
            let item = ours[told].1;
            if let (Err(error), false) = (&item.entry, options.json) {
                complain_about(item, error);
            } else if options.output.is_some() {
                part += &said.text;
            } else {
                failed = failed.take().or(say(&said.text).err());
            }
            if let Some(sentence) = &said.complaint {
                complain(sentence);
            }
            told += 1;
            done = worse(done, said.done);
        }
        if failed.is_some() {
            stop.ask();
        }
        let sight = *desk.sight.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((number, sight, begun)) = sight {
            meter.show(number + 1, sight, begun);
        }
    });
    meter.hide();
    if let Some(error) = failed {
        return Err(error);
    }
    if stop.is_wanted() {
        return Ok(Done::Stopped);
    }
    let Some(shard) = options.shard else {
        return Ok(done);
    };
    part += &last_line(shard, told, loaded.len());
    match &options.output {
        None => say(&part).map(|()| done),
        Some(path) => Ok(write_whole(path, part.as_bytes()).map_or(Done::WithFaults, |()| done)),
    }
}

/// The one that matters more.
fn worse(one: Done, other: Done) -> Done {
    match (one, other) {
        (Done::WithFaults, _) | (_, Done::WithFaults) => Done::WithFaults,
        (Done::Well, other) => other,
        (one, _) => one,
    }
}

impl Desk<'_> {
    fn answer(&self, number: usize, item: &Loaded, memory: &mut Memory) -> Said {
        let options = self.options;
        let entry = match &item.entry {
            Ok(entry) => entry,
            Err(error) => {
                return Said {
                    text: if options.json {
                        json::failure(item, error, options.shard.map(|_| number + 1))
                    } else {
                        String::new()
                    },
                    complaint: None,
                    done: Done::WithFaults,
                };
            }
        };
        // What the file leaves to a guess is taken as a pack would take it, unless somebody says how.
        let is_left_to_us = entry.is_guess() && !options.is_alone();
        let begun = Instant::now();
        let taken = if is_left_to_us && options.sources.overrides() == Overrides::default() {
            // Half of the time, so that as much is left to solve it.
            let works = [Work::LIKE_A_PACK, Work::PATIENT];
            understanding::taken(item, &works, options.time.map(|time| time / 2), self.stop)
        } else {
            None
        };
        let entry = taken.as_ref().unwrap_or(entry);
        let (together, time) = self.solve(number, entry, memory, begun);
        let attempt = &together.attempt;
        let (proof, complaint, done) = self.hand_in(number, item, &together);
        let text = if options.json {
            let line = principal(entry, attempt, self.stop);
            let stamp = match options.shard {
                Some(_) => json::Stamp::Number(number + 1),
                None => json::Stamp::Time(time),
            };
            json::answer(item, entry, attempt, &line, options.all, stamp, proof.as_deref())
        } else {
            let limits = options.effort().limits;
            let answer = words::answer(&entry.problem, attempt, &limits, options.all, time);
            in_words(options, item, entry, attempt, &answer)
        };
        Said {
            text,
            complaint,
            done,
        }
    }

    /// The answer, and how long it took since `begun`.
    fn solve(
        &self,
        number: usize,
        entry: &Entry,
        memory: &mut Memory,
        begun: Instant,
    ) -> (Together, Duration) {
        let (options, effort) = (self.options, self.options.effort());
        let mut time_is_up = false;
        let mut go_on = |sight: Sight| {
            *self.sight.lock().unwrap_or_else(PoisonError::into_inner) = Some((number, sight, begun));
            time_is_up |= options.time.is_some_and(|most| begun.elapsed() >= most);
            !time_is_up && !self.stop.is_wanted()
        };
        let mut together = if options.is_alone() {
            Together {
                attempt: solve::solve(&entry.problem, &effort, memory, &mut go_on),
                proof: None,
            }
        } else {
            let plan = Plan {
                effort,
                bytes: PROVER_BYTES,
                with_proof: options.proof.is_some(),
                threads: self.threads,
            };
            solve::together(&entry.problem, &plan, memory, &mut go_on)
        };
        let found = &mut together.attempt.found;
        if *found == Found::Nothing(Why::Stopped) && time_is_up {
            *found = Found::Nothing(Why::Time);
        }
        (together, begun.elapsed())
    }

    /// Writes the proof, if one is wanted; else says why there is none.
    fn hand_in(
        &self,
        number: usize,
        item: &Loaded,
        together: &Together,
    ) -> (Option<PathBuf>, Option<String>, Done) {
        let label = item.label();
        if together.attempt.found == Found::Nothing(Why::Contradiction) {
            let sentence = format!(
                "{label}: INTERNAL ERROR: the solvers contradict each other; please report this problem"
            );
            return (None, Some(sentence), Done::WithFaults);
        }
        let Some(place) = self.place else {
            return (None, None, Done::Well);
        };
        let Some(proof) = &together.proof else {
            let why = match together.attempt.proved().map(|solution| solution.answer) {
                None => "nothing is proved",
                Some(answer) if answer.seki => "there is none for seki",
                Some(answer) if matches!(answer.outcome.word(), "ko+" | "ko-") => "there is none for a ko",
                Some(_) => "the prover did not find one within the limits",
            };
            let sentence = format!("{label}: no proof is written: {why}");
            return (None, Some(sentence), Done::Disappointed);
        };
        let path = place.file(item, number);
        match proofs::write(proof, &path) {
            Ok(()) => (Some(path), None, Done::Well),
            Err(sentence) => (None, Some(format!("{label}: {sentence}")), Done::WithFaults),
        }
    }
}

/// The line of play that goes with the answer; empty if there is none.
fn principal(entry: &Entry, attempt: &Attempt, stop: &Stop) -> Vec<Move> {
    attempt.best().map_or(Vec::new(), |best| {
        line::principal(&entry.problem, best, &|| !stop.is_wanted())
    })
}

fn in_words(options: &Options, item: &Loaded, entry: &Entry, attempt: &Attempt, answer: &str) -> String {
    let mut heading = item.label();
    if !entry.name.is_empty() {
        heading = format!("{heading}: {}", entry.name);
    }
    let mut lines = vec![format!("{} — {answer}", printable(&heading).replace('\n', " "))];
    if !entry.inferred.is_empty() {
        let what: Vec<&str> = entry.inferred.iter().map(|inferred| inferred.words()).collect();
        let what = what.join(", ");
        lines.push(format!("Worked out, since the file does not say: {what}."));
    }
    lines.extend(words::rests(&entry.problem, attempt));
    if let Some(solution) = attempt.solution() {
        let stated = options.sources.overrides() == Overrides::default();
        lines.extend(words::disagreements(entry, solution, options.all, stated));
    }
    lines.join("\n  ") + "\n"
}
