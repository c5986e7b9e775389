//! Games of the log, for the page.

use std::path::PathBuf;

use serde_json::{Value, json};
use shikatsu::board::Color;
use shikatsu::play::{CELLS, Kifu, Ko, MOVES};
use tokio::task::spawn_blocking;

use crate::action::Action;
use crate::log::{Filter, Log, LogError};
use crate::server::view::{decision_json, rows};

/// Games on a page of the list.
const PAGE: u32 = 50;

/// A page of the list.
pub(super) async fn games(log: PathBuf, before: Option<i64>) -> Result<Value, String> {
    let read = move || {
        let games = Log::open_to_read(&log)?.games(before, PAGE)?;
        Ok(json!({"is": "games", "games": games}))
    };
    on_a_thread(read).await
}

/// A game, position by position.
pub(super) async fn game(log: PathBuf, game: i64) -> Result<Value, String> {
    let read = move || {
        let log = Log::open_to_read(&log)?;
        let filter = Filter {
            game: Some(game),
            ..Filter::default()
        };
        let line = log.game(game)?;
        let actions = log.actions(&filter)?;
        Ok(json!({
            "is": "replay", "game": line,
            "steps": steps(actions.into_iter().map(|entry| entry.action)),
        }))
    };
    on_a_thread(read).await
}

async fn on_a_thread(
    read: impl FnOnce() -> Result<Value, LogError> + Send + 'static,
) -> Result<Value, String> {
    match spawn_blocking(read).await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("the log cannot be read".to_string()),
    }
}

/// The start and every move, each with the board after it, what was decided and what was said before the next.
fn steps(actions: impl Iterator<Item = Action>) -> Vec<Value> {
    let mut kifu = Box::new(Kifu::<CELLS, MOVES>::new());
    kifu.set_ko(Ko::Simple);
    let mut steps = Vec::new();
    let mut decision = Value::Null;
    let mut said = Vec::new();
    let mut last: Option<Value> = None;
    let finish = |last: &mut Option<Value>, said: &mut Vec<Value>, steps: &mut Vec<Value>| {
        if let Some(mut step) = last.take() {
            step["said"] = Value::Array(std::mem::take(said));
            steps.push(step);
        }
    };
    for action in actions {
        match action {
            Action::Start { setup } => {
                kifu.restart(setup.size);
                last = Some(json!({"rows": rows(&kifu)}));
            }
            Action::Decision { decision: made, .. } => decision = decision_json(&made),
            Action::Chat { name, text } => said.push(json!(format!("{name}: {text}"))),
            Action::Join { name, back, .. } => {
                let what = if back { "came back" } else { "joined" };
                said.push(json!(format!("{name} {what}")));
            }
            Action::Leave { name, .. } => said.push(json!(format!("{name} left"))),
            Action::End { result, why } => said.push(json!(format!("{result}: {why}"))),
            Action::Move { black, what, .. } => {
                let color = if black { Color::Black } else { Color::White };
                if let Some(chosen) = what.as_move() {
                    let _ = kifu.play(color, chosen);
                }
                finish(&mut last, &mut said, &mut steps);
                last = Some(json!({
                    "rows": rows(&kifu), "black": black, "move": what.to_string(),
                    "decision": std::mem::take(&mut decision),
                }));
            }
            Action::Request { .. } | Action::Answer { .. } | Action::Vote { .. } => {}
        }
    }
    finish(&mut last, &mut said, &mut steps);
    steps
}
