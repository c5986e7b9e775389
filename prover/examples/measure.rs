//! Measures the prover on the sets of cases.

use std::fs;

use serde_json::Value;
use shikatsu::board::Color;
use shikatsu::problem::read_text;
use shikatsu_prover::Prover;

fn cpu() -> f64 {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ')
        .next()
        .and_then(|ns| ns.parse::<f64>().ok())
        .unwrap_or(0.0)
        / 1e9
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, default: f64| {
        args.iter()
            .find_map(|arg| arg.strip_prefix(name)?.strip_prefix('=')?.parse().ok())
            .unwrap_or(default)
    };
    let (seconds, only) = (
        number("cpu", 4.0),
        args.iter().find_map(|a| a.strip_prefix("only=")),
    );
    let every = number("every", 1.0) as usize;
    let file = fs::read_to_string("/work/shared/cases/open/index.jsonl").unwrap_or_default();
    let (mut solved, mut asked, mut time, mut nodes) = (0, 0, 0.0, 0);
    for (i, line) in file.lines().enumerate() {
        let case: Value = serde_json::from_str(line).unwrap();
        let id = case["id"].as_str().unwrap();
        if i % every != 0 || only.is_some_and(|only| !id.contains(only)) {
            continue;
        }
        let (problem, _) = read_text(case["text"].as_str().unwrap()).unwrap();
        let winner = if case["winner"] == "b" {
            Color::Black
        } else {
            Color::White
        };
        if winner != problem.defender() {
            println!("{id} winner attacks");
            continue;
        }
        asked += 1;
        let start = cpu();
        let mut prover = Prover::new(&problem, 256 << 20);
        while prover.step(2000) && cpu() - start < seconds {}
        let spent = cpu() - start;
        let (n, round) = prover.nodes();
        let firsts: Vec<&str> = case["first_moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| m.as_str().unwrap())
            .collect();
        match prover.win() {
            Some(win) => {
                solved += 1;
                time += spent;
                nodes += n;
                let best = win
                    .best
                    .map_or("-".into(), |p| p.vertex(problem.size()).to_string());
                let known = if problem.to_move() != winner || firsts.contains(&&*best) {
                    ""
                } else {
                    " OTHER"
                };
                let checked = match prover.proof().map(|proof| (proof.nodes.len(), shikatsu_proof::check(&proof))) {
                    Some((len, Ok(_))) => format!("checked {len}"),
                    Some((_, Err(error))) => format!("REFUSED {error}"),
                    None => "NO PROOF".into(),
                };
                println!(
                    "{id:14} won {best:4}{known} {firsts:?} {spent:.2}s {n} nodes round {round} zone {} {} {checked}",
                    win.zone.len(),
                    if win.any_outside { "any" } else { "walls" }
                );
            }
            None => println!(
                "{id:14} open {spent:.2}s {n} nodes round {round} to move {:?}",
                problem.goal()
            ),
        }
    }
    println!("solved {solved} of {asked} in {time:.1}s {nodes} nodes");
}
