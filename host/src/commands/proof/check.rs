//! `shikatsu proof check`.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;
use shikatsu_proof::{Checked, Proof, Step, check};

use super::{claim, color, list, read, walls};
use crate::commands::{Done, complain, say};

/// Verify proofs: every move, every answer, every end
///
/// Tells what is proved, the zone (whatever stands outside of it, the proof holds), and the walls that are taken as safe because they have a liberty where nobody plays.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// One JSON object a proof, one a line
    #[arg(long)]
    json: bool,

    /// Proofs, as text or as bytes
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

pub(super) fn run(options: &Options) -> io::Result<Done> {
    let mut done = Done::Well;
    for path in &options.files {
        let shown = path.display().to_string();
        let (verdict, next) = match read(path) {
            Err(sentence) => (Err(sentence), Done::WithFaults),
            Ok(proof) => match check(&proof) {
                Err(error) => (
                    Err(format!("the proof does not hold: {error}")),
                    Done::Disappointed,
                ),
                Ok(checked) => (Ok((proof, checked)), Done::Well),
            },
        };
        if done != Done::WithFaults && next != Done::Well {
            done = next;
        }
        match (&verdict, options.json) {
            (Ok((proof, checked)), false) => say(&words(path, proof, checked))?,
            (Ok((proof, checked)), true) => say(&format!("{}\n", object(&shown, proof, checked)))?,
            (Err(sentence), false) => complain(&format!("{shown}: {sentence}")),
            (Err(sentence), true) => say(&format!(
                "{}\n",
                json!({"file": shown, "holds": false, "error": sentence})
            ))?,
        }
    }
    Ok(done)
}

fn words(path: &Path, proof: &Proof, checked: &Checked) -> String {
    let position = &proof.position;
    let mut out = format!(
        "{}: the proof holds. {}\n",
        path.display(),
        claim(proof, checked.winner)
    );
    let depth = checked.depth.map_or_else(
        || "may go round in circles".to_string(),
        |depth| format!("{depth} moves deep"),
    );
    let (nodes, answers, shared) = (proof.nodes.len(), checked.answers, checked.shared);
    let _ = writeln!(
        out,
        "  Nodes: {nodes}, {depth}. Moves answered: {answers}. Ways to a node that was met before: {shared}."
    );
    if !proof.claim.is_local() {
        out.push_str("  It is about the whole board: every legal move has an answer.\n");
        return out;
    }
    let zone = checked.zone();
    let (points, empty) = (zone.len(), zone.and(&position.free()).len());
    let _ = writeln!(
        out,
        "  Zone: {points} points, {empty} of them empty: {}.",
        list(&zone, position.size).join(" ")
    );
    let (leans, walls) = (checked.leans_on(), walls(position, checked));
    if leans.is_empty() {
        out.push_str("  It holds for any outside: it leans on no wall.\n");
    } else if walls.is_empty() {
        let points = list(&leans, position.size).join(" ");
        let _ = writeln!(out, "  It rests on nobody playing on {points}.");
    } else {
        let walls = list(&walls, position.size).join(" ");
        let _ = writeln!(
            out,
            "  It takes these stones as safe, since nobody plays beside them: {walls}."
        );
    }
    out
}

fn object(file: &str, proof: &Proof, checked: &Checked) -> serde_json::Value {
    let size = proof.position.size;
    let leaves = proof
        .nodes
        .iter()
        .filter(|node| matches!(node.step, Step::Taken | Step::Alive | Step::Dead))
        .count();
    json!({
        "file": file,
        "holds": true,
        "winner": color(checked.winner).to_lowercase(),
        "claim": claim(proof, checked.winner),
        "nodes": proof.nodes.len(),
        "leaves": leaves,
        "depth": checked.depth,
        "answers": checked.answers,
        "shared": checked.shared,
        "zone": list(&checked.zone(), size),
        "walls": list(&walls(&proof.position, checked), size),
        "any_outside": proof.claim.is_local() && checked.leans_on().is_empty(),
    })
}
