//! Learns which moves look natural, and says how well: `cargo xtask learn`.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::Parser;
use shikatsu::instinct::{Weights, table};
use shikatsu::problem::Problem;
use shikatsu_learn::effort::{Effort, compare};
use shikatsu_learn::lesson::{Lesson, Teacher};
use shikatsu_learn::measure::{before, by, measure, none};
use shikatsu_learn::model::{Exercise, Model};
use shikatsu_learn::{cases, chances, chart, file, source, written};
use shikatsu_prover::chance::{self, Settled};

/// Everything is drawn from it.
const SEED: u64 = 1;
/// The pools that are learnt from, and the one that is not: seeds and tries.
const LEARNT: [(u64, u64); 2] = [(101, 4000), (303, 4000)];
const FRESH: (u64, u64) = (202, 2000);
/// Of so many problems one is held out.
const HELD_OUT: u64 = 10;
/// How often chances are learnt, each time from what a search meets that knows what was learnt before.
const CHANCE_ROUNDS: u64 = 2;

#[derive(Parser)]
struct Arguments {
    /// Write nothing; fail if the weights that are there differ in a single one.
    #[arg(long)]
    check: bool,
    /// Learn instead which positions look won, for the search of closed regions.
    #[arg(long)]
    chances: bool,
    /// Lessons are kept here, and read from here if they are there already.
    #[arg(long)]
    lessons: Option<PathBuf>,
    /// Also learn from less: from fewer lessons, and without each of the tables.
    #[arg(long)]
    ablate: bool,
    /// Also solve the bank, the fresh problems and those of books in both orders, and say what that takes.
    #[arg(long)]
    nodes: bool,
    /// Where the problems of books lie, with which it is measured.
    #[arg(long, default_value = "../shared/cases")]
    cases: PathBuf,
}

/// The lessons of some problems, proved or read.
fn lessons(
    name: &str,
    folder: Option<&Path>,
    problems: impl FnOnce() -> Result<Vec<Problem>>,
) -> Result<Vec<Lesson>> {
    let kept = folder.map(|folder| folder.join(format!("{name}.txt")));
    if let Some(text) = kept.as_ref().and_then(|path| fs::read_to_string(path).ok()) {
        return text.lines().map(file::read).collect();
    }
    let mut teacher = Teacher::default();
    let lessons: Vec<Lesson> = problems()?
        .iter()
        .flat_map(|problem| teacher.lessons(problem, SEED))
        .collect();
    if let Some(path) = kept {
        let lines: String = lessons.iter().map(|lesson| file::write(lesson) + "\n").collect();
        fs::write(path, lines)?;
    }
    println!("{name}: {} lessons", lessons.len());
    Ok(lessons)
}

fn exercises<'a>(lessons: impl IntoIterator<Item = &'a Lesson>) -> Vec<Exercise> {
    lessons.into_iter().filter_map(Exercise::new).collect()
}

/// A set of exercises that is measured.
struct Set {
    name: &'static str,
    exercises: Vec<Exercise>,
}

impl Set {
    fn all(&self) -> Vec<&Exercise> {
        self.exercises.iter().collect()
    }

    /// Only the problems themselves.
    fn first(&self) -> Vec<&Exercise> {
        self.exercises
            .iter()
            .filter(|exercise| exercise.depth == 0)
            .collect()
    }
}

/// The lessons, each problem with its twins in one of three parts.
struct Lessons {
    learnt: Vec<Lesson>,
    held: Vec<Lesson>,
    fresh: Vec<Lesson>,
}

fn gather(folder: Option<&Path>) -> Result<Lessons> {
    if let Some(folder) = folder {
        fs::create_dir_all(folder)?;
    }
    let mut learnt = lessons("bank", folder, || {
        Ok(source::bank().into_iter().map(|(problem, _)| problem).collect())
    })?;
    let composed = |(seed, tries): (u64, u64)| {
        let name = format!("composed-{seed}-{tries}");
        lessons(&name, folder, || source::composed(seed, tries))
    };
    for pool in LEARNT {
        learnt.extend(composed(pool)?);
    }
    let fresh = composed(FRESH)?;
    let fresh_groups: HashSet<u64> = fresh.iter().map(|lesson| lesson.group).collect();
    learnt.retain(|lesson| !fresh_groups.contains(&lesson.group));
    let (held, learnt) = learnt
        .into_iter()
        .partition(|lesson| lesson.group.is_multiple_of(HELD_OUT));
    Ok(Lessons { learnt, held, fresh })
}

/// What is measured: what was held out, what is fresh, and what lies beside the repository.
fn sets(lessons: &Lessons, cases: &Path) -> Result<Vec<Set>> {
    let mut sets = vec![
        Set {
            name: "held out",
            exercises: exercises(&lessons.held),
        },
        Set {
            name: "fresh",
            exercises: exercises(&lessons.fresh),
        },
    ];
    for (name, read) in [
        ("problems", cases::problems as fn(&Path) -> Result<Vec<Lesson>>),
        ("books", cases::books),
    ] {
        let folder = cases.join(name);
        if folder.is_dir() {
            sets.push(Set {
                name,
                exercises: exercises(&read(&folder)?),
            });
        } else {
            println!("skipped: there is no {}", folder.display());
        }
    }
    Ok(sets)
}

fn tell_figures(sets: &[Set], weights: &Weights) {
    println!(
        "| set | positions | no order | order before | learnt | first move right | before | one curve | before |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for set in sets {
        for (what, chosen) in [(", first moves", set.first()), ("", set.all())] {
            let [nothing, old, new] = [
                measure(&chosen, &none),
                measure(&chosen, &before),
                measure(&chosen, &by(weights)),
            ];
            println!(
                "| {}{what} | {} | {:.3} | {:.3} | {:.3} | {:.3} | {:.3} | {:.3} | {:.3} |",
                set.name,
                new.exercises,
                nothing.area,
                old.area,
                new.area,
                new.first,
                old.first,
                new.pooled,
                old.pooled
            );
        }
    }
}

/// The curves of both orders on what was not learnt from.
fn curves(sets: &[Set], weights: &Weights) -> String {
    let others = sets.iter().filter(|set| set.name != "held out");
    let curves: Vec<(String, Vec<(f64, f64)>)> = others
        .flat_map(|set| {
            let moves = set.first();
            [
                (
                    format!("{}, learnt", set.name),
                    chart::curve_of(&moves, &by(weights)),
                ),
                (format!("{}, before", set.name), chart::curve_of(&moves, &before)),
            ]
        })
        .collect();
    chart::draw(&curves)
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if arguments.chances {
        return learn_chances(&arguments);
    }
    let lessons = gather(arguments.lessons.as_deref())?;
    let learnt = exercises(&lessons.learnt);
    let all: Vec<&Exercise> = learnt.iter().collect();
    let weights = Model::learn(&all, |_| true, SEED).whole();
    println!("learnt from {} positions", all.len());
    let sets = sets(&lessons, &arguments.cases)?;
    tell_figures(&sets, &weights);
    if arguments.nodes {
        tell_effort(&lessons.fresh, &arguments.cases)?;
    }
    if arguments.ablate {
        ablate(&all, &sets);
    }
    let figures = measure(&sets[1].first(), &by(&weights));
    let text = written::weights(&weights, SEED, all.len(), &figures);
    let path = written::path();
    if arguments.check {
        ensure!(
            fs::read_to_string(&path)? == text,
            "{} is not what is learnt",
            path.display()
        );
        println!("{} is what is learnt", path.display());
    } else {
        fs::write(&path, text)?;
        fs::write(
            written::images().join("learning-curves.svg"),
            curves(&sets, &weights),
        )?;
        println!("wrote {}", path.display());
    }
    Ok(())
}

/// Learns which positions look won. What is measured with was not learnt from.
fn learn_chances(arguments: &Arguments) -> Result<()> {
    let problems: Vec<Problem> = source::bank().into_iter().map(|(problem, _)| problem).collect();
    // A search that knows nothing meets other positions than one that does. So what the first one teaches leads the second.
    let mut weights = chance::Weights::none();
    let mut held = Vec::new();
    for round in 1..=CHANCE_ROUNDS {
        let all = chances::gather(&problems, &weights, SEED + round);
        let (held_now, learnt): (Vec<_>, Vec<_>) = all
            .into_iter()
            .partition(|(group, _)| group.is_multiple_of(HELD_OUT));
        let learnt: Vec<&Settled> = learnt.iter().map(|(_, settled)| settled).collect();
        println!("round {round}: learnt from {} positions", learnt.len());
        weights = chance::Weights::Learner(chances::Chances::learn(&learnt, SEED).whole().into());
        held = held_now;
    }
    let chance::Weights::Learner(learnt) = &weights else {
        unreachable!("they were just learnt");
    };
    println!(
        "| set | positions | winner named, of 100 | bits of surprise | without |\n|---|--:|--:|--:|--:|"
    );
    let tell = |name: &str, positions: &[&Settled]| {
        let figures = chances::measure(learnt, positions);
        println!(
            "| {name} | {} | {:.1} | {:.3} | {:.3} |",
            figures.count, figures.right, figures.surprise, figures.before
        );
    };
    tell(
        "held out",
        &held.iter().map(|(_, settled)| settled).collect::<Vec<_>>(),
    );
    let folder = arguments.cases.join("problems");
    if folder.is_dir() {
        for (name, empty) in [("9–12", 9..13), ("13–16", 13..17), ("17–24", 17..25)] {
            let problems = cases::by_empties(&folder, &empty)?;
            let settled: Vec<_> = problems
                .iter()
                .flat_map(|problem| chances::on_the_way(problem, &weights))
                .collect();
            tell(name, &settled.iter().collect::<Vec<_>>());
        }
    }
    let path = written::chances();
    if arguments.check {
        ensure!(
            fs::read(&path)?[..] == learnt[..],
            "{} is not what is learnt",
            path.display()
        );
        println!("{} is what is learnt", path.display());
    } else {
        fs::write(&path, learnt)?;
        println!("wrote {}", path.display());
    }
    Ok(())
}

/// Solves problems in both orders, and says what that takes. The order is the one that is built in.
fn tell_effort(fresh: &[Lesson], cases: &Path) -> Result<()> {
    println!(
        "| problems | solved in both orders | positions before | positions now | most before | most now | each, typically | only before | only now |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    let tell = |name: &str, effort: &Effort| {
        let Effort {
            solved,
            nodes,
            most,
            only,
            ..
        } = effort;
        println!(
            "| {name} | {solved} | {} | {} | {} | {} | {:.2} | {} | {} |",
            nodes[0],
            nodes[1],
            most[0],
            most[1],
            effort.typical(),
            only[0],
            only[1]
        );
    };
    tell("bank", &compare(source::bank()));
    let fresh = fresh.iter().filter(|lesson| lesson.depth == 0);
    tell("fresh", &compare(fresh.map(|lesson| (lesson.problem, None))));
    let folder = cases.join("problems");
    if folder.is_dir() {
        for (name, empty) in [
            ("up to 8", 0..9),
            ("9–12", 9..13),
            ("13–16", 13..17),
            ("17–24", 17..25),
        ] {
            let some = cases::by_empties(&folder, &empty)?;
            tell(name, &compare(some.into_iter().map(|problem| (problem, None))));
        }
    }
    Ok(())
}

/// Which parts are used.
type Uses = fn(usize) -> bool;

/// Learns from less, and says what that costs on problems that were not learnt from.
fn ablate(all: &[&Exercise], sets: &[Set]) {
    let tell = |what: &str, model: &Model| {
        let weights = model.whole();
        let areas: Vec<String> = sets
            .iter()
            .map(|set| format!(" {:.3} |", measure(&set.first(), &by(&weights)).area))
            .collect();
        println!("| {what} |{}", areas.concat());
    };
    let names: Vec<String> = sets.iter().map(|set| format!(" {} |", set.name)).collect();
    println!(
        "| learnt from |{}\n|---|{}",
        names.concat(),
        "--:|".repeat(sets.len())
    );
    for part in [64, 16, 4, 2, 1] {
        let some: Vec<&Exercise> = all.iter().copied().step_by(part).collect();
        tell(
            &format!("{} positions", some.len()),
            &Model::learn(&some, |_| true, SEED),
        );
    }
    let less: [(&str, Uses); 2] = [
        ("only quarters", |part| part < table::PLACES),
        ("only places", |part| part >= table::PLACES),
    ];
    for (what, uses) in less {
        tell(what, &Model::learn(all, uses, SEED));
    }
}
