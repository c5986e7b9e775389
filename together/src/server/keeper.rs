//! The thread of the log: actions of all tables, committed together where they come together.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::sync::{mpsc, oneshot};

use crate::action::Action;
use crate::log::{Entry, Filter, Log, LogError};
use crate::setup::Setup;
use crate::sgf;

/// Actions that are committed at a time.
const BUNDLE_MOST: usize = 256;

enum Job {
    Start(Box<Setup>, oneshot::Sender<Result<i64, String>>),
    Append(Vec<Entry>, oneshot::Sender<Result<(), String>>),
}

/// The way to that thread.
#[derive(Clone, Debug)]
pub(super) struct Keeper {
    jobs: mpsc::Sender<Job>,
}

impl Keeper {
    /// Starts the thread. Games that end go to the folder `records`, too.
    pub(super) fn start(mut log: Log, records: Option<PathBuf>) -> Keeper {
        let (jobs, mut inbox) = mpsc::channel(1024);
        std::thread::spawn(move || {
            while let Some(job) = inbox.blocking_recv() {
                let mut bundle = vec![job];
                while bundle.len() < BUNDLE_MOST
                    && let Ok(job) = inbox.try_recv()
                {
                    bundle.push(job);
                }
                work(&mut log, bundle, records.as_deref());
            }
        });
        Keeper { jobs }
    }

    /// A new game; its number.
    pub(super) async fn begin(&self, setup: &Setup) -> Result<i64, String> {
        let (reply, answer) = oneshot::channel();
        let job = Job::Start(Box::new(setup.clone()), reply);
        self.jobs.send(job).await.map_err(|_| GONE.to_string())?;
        answer.await.map_err(|_| GONE.to_string())?
    }

    /// Returns once these are kept.
    pub(super) async fn append(&self, entries: Vec<Entry>) -> Result<(), String> {
        let (reply, answer) = oneshot::channel();
        let job = Job::Append(entries, reply);
        self.jobs.send(job).await.map_err(|_| GONE.to_string())?;
        answer.await.map_err(|_| GONE.to_string())?
    }
}

const GONE: &str = "the log is closed";

/// The time as the log has it.
pub(super) fn now() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_millis() as i64
}

fn work(log: &mut Log, bundle: Vec<Job>, records: Option<&Path>) {
    let (mut appended, mut replies) = (Vec::new(), Vec::new());
    for job in bundle {
        match job {
            Job::Start(setup, reply) => {
                // Nobody waits any more if that table has gone.
                let _ = reply.send(log.start(&setup, now()).map_err(|error| error.to_string()));
            }
            Job::Append(entries, reply) => {
                appended.extend(entries);
                replies.push(reply);
            }
        }
    }
    let kept = log.append(&appended).map_err(|error| error.to_string());
    if let (Ok(()), Some(folder)) = (&kept, records) {
        let ended = appended
            .iter()
            .filter(|entry| matches!(entry.action, Action::End { .. }));
        for entry in ended {
            if let Err(error) = record(log, entry.game, folder) {
                eprintln!(
                    "shikatsu: game {} could not be written as SGF: {error}",
                    entry.game
                );
            }
        }
    }
    for reply in replies {
        let _ = reply.send(kept.clone());
    }
}

/// Writes a game as SGF, as a whole or not at all.
fn record(log: &Log, game: i64, folder: &Path) -> Result<(), String> {
    let text = sgf_of(log, game).map_err(|error| error.to_string())?;
    let (path, half) = (
        folder.join(format!("game-{game}.sgf")),
        folder.join(format!(".game-{game}.sgf")),
    );
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&half, text))
        .and_then(|()| fs::rename(&half, &path))
        .map_err(|error| error.to_string())
}

/// A game of the log as SGF.
fn sgf_of(log: &Log, game: i64) -> Result<String, LogError> {
    let filter = Filter {
        game: Some(game),
        ..Filter::default()
    };
    let entries = log.actions(&filter)?;
    let date = entries.first().map_or(String::new(), |first| sgf::day(first.at));
    let actions: Vec<Action> = entries.into_iter().map(|entry| entry.action).collect();
    Ok(sgf::write(&actions, &date))
}
