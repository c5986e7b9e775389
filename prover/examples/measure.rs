//! Measures the prover on sets of cases, by processor time: `measure open|problems|enclosed [cpu=20] [nodes=N] [only=ID,ID] [group=NAME] [every=N]`.
//!
//! With `step=N`, proof numbers of closed regions are asked alone, for all that they can tell of the outcome, N nodes at a time.
//!
//! With `BOOK` set, each is asked after the first move that its book has: that tells whether this move is what is hard to find.
//!
//! What the wins teach is added to the file that `LESSONS` names, for `learn`.
//!
//! The sets are not part of the project; `CASES` says where they are.

use std::fs;

use serde_json::Value;
use shikatsu::board::{Color, Move, Point, PointSet, Setup};
use shikatsu::problem::{Goal, Problem, read_text};
use shikatsu_prover::{Answer, Closed, Prover, Question, Side, Style};

/// By kind of problem: all, solved, and the seconds and nodes of the solved.
type Groups = std::collections::BTreeMap<String, (u32, u32, f64, u64)>;

/// Processor time of this thread, in seconds.
fn cpu() -> f64 {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let spent = text.split(' ').next().and_then(|ns| ns.parse::<f64>().ok());
    spent.unwrap_or(0.0) / 1e9
}

/// The styles that `STYLES` names, for example `odd=16,bit=6;trust=4`; an empty one is the plain one.
fn styles() -> Vec<Style> {
    let text = std::env::var("STYLES").ok();
    let names = text.iter().flat_map(|text| text.split(';'));
    names
        .map(|changes| {
            let mut style = Style::default();
            for change in changes.split(',').filter(|change| !change.is_empty()) {
                let (name, value) = change.split_once('=').expect("name=number");
                let value: u32 = value.parse().expect("a number");
                match name {
                    "slack" => style.slack = value,
                    "near" => style.near = value,
                    "bit" => style.bit = value,
                    "odd" => style.odd = value as i32,
                    "opening" => style.opening = value,
                    "missing" => style.missing = value,
                    "far" => style.scale[4] = value,
                    "close" => style.scale[..3].fill(value),
                    "spread" => style.spread = value,
                    "first" => style.first = value,
                    "round" => style.round = value,
                    "trust" => style.trust = value as i32,
                    "edge" => style.odd_at_edge = value as i32,
                    "reach" => style.near_first = value,
                    "deepens" => style.deepens = value != 0,
                    "weighs" => style.weighs = value != 0,
                    _ => panic!("no style has {name}"),
                }
            }
            style
        })
        .collect()
}

struct Case {
    id: String,
    problem: Problem,
    /// The side that should win, if one does.
    winner: Option<Side>,
    /// The first moves that win.
    firsts: Vec<String>,
    group: String,
}

fn texts(value: &Value) -> Vec<String> {
    let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter()
        .filter_map(|v| v.as_str().map(str::to_string))
        .collect()
}

fn open_case(case: &Value) -> Option<Case> {
    let (problem, _) = read_text(case["text"].as_str()?).ok()?;
    let winner = if case["winner"] == "b" {
        Color::Black
    } else {
        Color::White
    };
    let side = if winner == problem.defender() {
        Side::Defender
    } else {
        Side::Attacker
    };
    Some(Case {
        id: case["id"].as_str()?.to_string(),
        problem,
        winner: Some(side),
        firsts: texts(&case["first_moves"]),
        group: "open".into(),
    })
}

fn enclosed_case(case: &Value) -> Option<Case> {
    let (problem, _) = read_text(case["text"].as_str()?).ok()?;
    let outcome = case["outcome"].as_str()?;
    Some(Case {
        id: case["id"].as_str()?.to_string(),
        problem,
        winner: match outcome {
            "dead" => Some(Side::Attacker),
            "alive" => Some(Side::Defender),
            _ => None,
        },
        firsts: texts(&case["good"]),
        group: outcome.to_string(),
    })
}

/// A point as people write it, for example `C3`.
fn vertex(name: &str, size: u8) -> Option<Point> {
    Point::all(size).find(|point| point.vertex(size).to_string() == name)
}

/// A point as SGF writes it.
fn sgf_point(name: &str) -> Point {
    let bytes = name.as_bytes();
    Point::new(bytes[0] - b'a', bytes[1] - b'a')
}

fn sgf_points(value: &Value) -> PointSet {
    texts(value).iter().map(|name| sgf_point(name)).collect()
}

/// The points after a property of the first node.
fn property(sgf: &str, name: &str) -> PointSet {
    let mut points = PointSet::EMPTY;
    let mut rest = sgf;
    while let Some(at) = rest.find(name) {
        let before = rest[..at].chars().last();
        rest = &rest[at + name.len()..];
        if before.is_some_and(|c| c.is_ascii_alphabetic()) || !rest.starts_with('[') {
            continue;
        }
        while let Some(value) = rest.trim_start().strip_prefix('[') {
            let Some((point, after)) = value.split_once(']') else {
                break;
            };
            points.insert(sgf_point(point));
            rest = after;
        }
    }
    points
}

fn problem_case(folder: &str, case: &Value) -> Option<Case> {
    let sgf = fs::read_to_string(format!("{folder}/{}", case["file"].as_str()?)).ok()?;
    let size = case["size"].as_u64()? as u8;
    let region = sgf_points(&case["region"]);
    let all: PointSet = Point::all(size).collect();
    let key = if case["source"] == "gotools" {
        "target_all"
    } else {
        "target"
    };
    let setup = Setup {
        size,
        black: property(&sgf, "AB"),
        white: property(&sgf, "AW"),
        outside: all.minus(&region),
        key: sgf_points(&case[key]),
        to_move: if case["to_move"] == "B" {
            Color::Black
        } else {
            Color::White
        },
    };
    let problem = Problem::new(&setup).ok()?;
    let mover_wins = case["expected"] == "win";
    let winner = if (problem.goal() == Goal::Live) == mover_wins {
        Side::Defender
    } else {
        Side::Attacker
    };
    let firsts = sgf_points(&case["correct"]);
    Some(Case {
        id: case["id"].as_str()?.to_string(),
        firsts: firsts.iter().map(|p| p.vertex(size).to_string()).collect(),
        problem,
        winner: Some(winner),
        group: case["bucket"].as_str()?.to_string(),
    })
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = |name: &str| {
        args.iter()
            .find_map(|arg| arg.strip_prefix(name)?.strip_prefix('='))
    };
    let number = |name: &str, default: f64| text(name).and_then(|t| t.parse().ok()).unwrap_or(default);
    let limits = Limits {
        seconds: number("cpu", 20.0),
        nodes: number("nodes", f64::INFINITY) as u64,
    };
    let step = number("step", 0.0) as u64;
    let every = number("every", 1.0) as usize;
    let folder = std::env::var("CASES").unwrap_or_else(|_| "../shared/cases".into());
    let set = args.first().map_or("open", String::as_str);
    let (file, problems) = match set {
        "open" => (format!("{folder}/open/index.jsonl"), false),
        "enclosed" => (format!("{folder}/enclosed.jsonl"), false),
        _ => (format!("{folder}/problems/index.jsonl"), true),
    };
    let lines = fs::read_to_string(&file).unwrap_or_default();
    let mut groups = Groups::new();
    for (i, line) in lines.lines().enumerate() {
        let value: Value = serde_json::from_str(line).unwrap_or_default();
        let case = match set {
            "open" => open_case(&value),
            "enclosed" => enclosed_case(&value),
            _ => problem_case(&format!("{folder}/problems"), &value),
        };
        let Some(case) = case else {
            println!("line {i}: no problem");
            continue;
        };
        let skip = text("only").is_some_and(|only| !only.split(',').any(|id| case.id.contains(id)))
            || text("group").is_some_and(|group| case.group != group)
            || i % every != 0
            || (problems && case.group == ">24");
        if !skip && step > 0 {
            run_closed(&case, limits, step, &mut groups);
        } else if !skip {
            run(&case, limits, &mut groups);
        }
    }
    for (group, (all, solved, time, nodes)) in groups {
        println!("{group}: {solved} of {all}, {time:.1} s, {nodes} nodes for the solved");
    }
}

/// What one case may take.
#[derive(Clone, Copy)]
struct Limits {
    seconds: f64,
    nodes: u64,
}

/// Asks proof numbers of closed regions, so many nodes at a time.
fn run_closed(case: &Case, limits: Limits, step: u64, groups: &mut Groups) {
    let Some(mut closed) = Closed::new(&case.problem, 1200 << 20) else {
        println!("{:14} {:6} is too large", case.id, case.group);
        return;
    };
    let start = cpu();
    let mut more = true;
    while more && closed.judgement().outcome.is_none() && closed.nodes() < limits.nodes {
        more = cpu() - start < limits.seconds && closed.step(step);
    }
    let (spent, nodes) = (cpu() - start, closed.nodes());
    let outcome = closed.judgement().outcome;
    let name = outcome.map_or("unknown".to_string(), |outcome| format!("{outcome:?}"));
    println!(
        "{:14} {:6} {name} {spent:6.2} s {nodes:8} nodes",
        case.id, case.group
    );
    let group = groups.entry(case.group.clone()).or_default();
    group.0 += 1;
    if outcome.is_some() {
        group.1 += 1;
        group.2 += spent;
        group.3 += nodes;
    }
}

/// Asks for both sides in turn until one of them wins.
fn run(case: &Case, limits: Limits, groups: &mut Groups) {
    let start = cpu();
    let size = case.problem.size();
    let mover = if case.problem.goal() == Goal::Live {
        Side::Defender
    } else {
        Side::Attacker
    };
    let mut provers = [mover, mover.opponent()].map(|winner| {
        let mut prover = Prover::with_styles(&case.problem, 600 << 20, &styles());
        let book = case.firsts.first().filter(|_| std::env::var("BOOK").is_ok());
        let first = book.and_then(|name| vertex(name, size)).map(Move::Play);
        prover.ask(Question { winner, first });
        if std::env::var("LESSONS").is_ok() {
            prover.lessons();
        }
        prover
    });
    // Open problems are long: only the winner is asked for.
    let sides: &[usize] = match case.winner {
        Some(winner) if case.group == "open" => &[usize::from(winner != mover)],
        _ => &[0, 1],
    };
    let mut won = None;
    let nodes = |provers: &[Prover]| provers.iter().map(|prover| prover.progress().nodes).sum::<u64>();
    while won.is_none() && cpu() - start < limits.seconds && nodes(&provers) < limits.nodes {
        let mut more = false;
        for &side in sides {
            match provers[side].step(5_000) {
                Answer::More => more = true,
                Answer::Won(win) => won = Some((side, win)),
                Answer::Unknown => {}
            }
            if won.is_some() {
                break;
            }
        }
        if !more {
            break;
        }
    }
    let spent = cpu() - start;
    let nodes = nodes(&provers);
    let group = groups.entry(case.group.clone()).or_default();
    group.0 += 1;
    let id = &case.id;
    let Some((side, win)) = won else {
        let rounds = [provers[0].progress().round, provers[1].progress().round];
        println!(
            "{id:14} {:6} unknown {spent:6.2} s {nodes:8} nodes, rounds {rounds:?}, to {}",
            case.group,
            case.problem.goal()
        );
        return;
    };
    group.1 += 1;
    group.2 += spent;
    group.3 += nodes;
    let winner = if side == 0 { mover } else { mover.opponent() };
    let best = win
        .best
        .map_or("-".to_string(), |point| point.vertex(size).to_string());
    let mut remark = String::new();
    if case.winner != Some(winner) {
        remark += " CONTRADICTION";
    } else if side == 0 && !case.firsts.contains(&best) && best != "-" {
        remark += " other move";
    }
    let checked = cpu();
    let proof = match provers[side].proof() {
        None => "NO PROOF".to_string(),
        Some(proof) => match shikatsu_proof::check(&proof) {
            Ok(_) => format!(
                "proof of {} checked in {:.2} s",
                proof.nodes.len(),
                cpu() - checked
            ),
            Err(error) => format!("REFUSED {error}"),
        },
    };
    if let Ok(path) = std::env::var("LESSONS") {
        let line = |lesson: shikatsu_prover::Lesson| {
            let places = |places: &[u8; 16]| places.map(|place| place.to_string()).join(",");
            let moves: Vec<String> = lesson.moves.iter().map(places).collect();
            format!("{id} {} {}\n", lesson.chosen, moves.join(" "))
        };
        let lessons = provers[side].lessons();
        let text: String = lessons.into_iter().take(3000).map(line).collect();
        let file = fs::OpenOptions::new().create(true).append(true).open(path);
        std::io::Write::write_all(&mut file.expect("a file"), text.as_bytes()).expect("room");
    }
    println!(
        "{id:14} {:6} {winner:?} {best:4} {:?} {spent:6.2} s {nodes:8} nodes, zone {}{}, {proof}{remark}",
        case.group,
        case.firsts,
        win.zone.len(),
        if win.any_outside { " any outside" } else { "" }
    );
}
