//! The log: every action of every game, in `SQLite`, as it happens.
//!
//! Actions are committed before anybody is told of them. So whatever somebody has seen is kept, however the program ends. The file has a version; a
//! newer one is refused, an older one is brought up to date step by step.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, Row, params, params_from_iter};
use serde::Serialize;

use crate::action::Action;
use crate::setup::Setup;

/// Marks the file as ours, for `file` and for ourselves: "Shik".
const APPLICATION: i64 = 0x5368_696b;

/// What makes an empty file a log of version 1, that one of version 2, and so on.
const STEPS: [&str; 1] = ["
    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        started INTEGER NOT NULL,
        ended INTEGER,
        team TEXT NOT NULL,
        opponent TEXT NOT NULL,
        size INTEGER NOT NULL,
        scheme TEXT NOT NULL,
        black INTEGER NOT NULL,
        moves INTEGER NOT NULL DEFAULT 0,
        result TEXT,
        setup TEXT NOT NULL
    );
    CREATE TABLE actions (
        game INTEGER NOT NULL REFERENCES games (id),
        number INTEGER NOT NULL,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL,
        member TEXT,
        detail TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    CREATE INDEX actions_of_a_member ON actions (member, game, number) WHERE member IS NOT NULL;
"];

/// How long to wait for another program that reads or writes the same file.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why the log cannot be had.
#[derive(Debug)]
pub enum LogError {
    /// The file belongs to another program.
    Foreign,
    /// It was made by a newer version of this one.
    Newer(i64),
    /// What the database says.
    Database(rusqlite::Error),
}

impl fmt::Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogError::Foreign => f.write_str("the file is no log of games"),
            LogError::Newer(version) => write!(
                f,
                "the log has version {version}, which is newer than this program"
            ),
            LogError::Database(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for LogError {}

impl From<rusqlite::Error> for LogError {
    fn from(error: rusqlite::Error) -> LogError {
        LogError::Database(error)
    }
}

/// A log.
#[derive(Debug)]
pub struct Log {
    db: Connection,
}

/// Something to be kept.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The game.
    pub game: i64,
    /// The number of the action in its game, from 1.
    pub number: i64,
    /// Milliseconds since 1970.
    pub at: i64,
    /// What happened.
    pub action: Action,
}

/// A game in the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameLine {
    /// Its number.
    pub id: i64,
    /// When it began, in milliseconds since 1970.
    pub started: i64,
    /// When it ended, if it did.
    pub ended: Option<i64>,
    /// The team.
    pub team: String,
    /// The opponent.
    pub opponent: String,
    /// Lines of the board.
    pub size: u8,
    /// How the team decides.
    pub scheme: String,
    /// Whether the team has Black.
    pub black: bool,
    /// Moves so far.
    pub moves: u32,
    /// The result, if there is one.
    pub result: Option<String>,
}

/// Which actions are wanted. What is not said does not matter.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Of this game.
    pub game: Option<i64>,
    /// Of these kinds; all if there are none.
    pub kinds: Vec<String>,
    /// Of a member of this name.
    pub member: Option<String>,
    /// Not before, in milliseconds since 1970.
    pub since: Option<i64>,
    /// No more than these, the newest.
    pub most: Option<u32>,
}

/// The newest games first, up to a number; `before` a game, to turn pages.
const LIST: &str = "SELECT id, started, ended, team, opponent, size, scheme, black, moves, result \
     FROM games WHERE id < ?1 ORDER BY id DESC LIMIT ?2";

impl Log {
    /// Opens the log in this file, or makes it.
    pub fn open(path: &Path) -> Result<Log, LogError> {
        Self::prepare(Connection::open(path)?)
    }

    /// Opens a log that is there, to read it.
    pub fn open_to_read(path: &Path) -> Result<Log, LogError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let db = Connection::open_with_flags(path, flags)?;
        db.busy_timeout(PATIENCE)?;
        let log = Log { db };
        if log.pragma("application_id")? != APPLICATION {
            return Err(LogError::Foreign);
        }
        match log.pragma("user_version")? {
            version if version > STEPS.len() as i64 => Err(LogError::Newer(version)),
            _ => Ok(log),
        }
    }

    fn prepare(mut db: Connection) -> Result<Log, LogError> {
        db.busy_timeout(PATIENCE)?;
        let at = |db: &Connection, name: &str| db.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        let tables: i64 = db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if tables > 0 && at(&db, "application_id")? != APPLICATION {
            return Err(LogError::Foreign);
        }
        let version = at(&db, "user_version")?;
        if version > STEPS.len() as i64 {
            return Err(LogError::Newer(version));
        }
        db.pragma_update(None, "journal_mode", "wal")?;
        // A commit is on the disk when it returns, not only with the system.
        db.pragma_update(None, "synchronous", "full")?;
        db.pragma_update(None, "foreign_keys", true)?;
        for (number, step) in (1..).zip(STEPS).skip(version as usize) {
            let step_up = db.transaction()?;
            step_up.execute_batch(step)?;
            step_up.pragma_update(None, "application_id", APPLICATION)?;
            step_up.pragma_update(None, "user_version", number)?;
            step_up.commit()?;
        }
        Ok(Log { db })
    }

    fn pragma(&self, name: &str) -> rusqlite::Result<i64> {
        self.db.pragma_query_value(None, name, |row| row.get(0))
    }

    /// Begins a game: its line in the list and its first action, together. Returns its number.
    pub fn start(&mut self, setup: &Setup, at: i64) -> Result<i64, LogError> {
        let together = self.db.transaction()?;
        together.execute(
            "INSERT INTO games (started, team, opponent, size, scheme, black, setup) VALUES (?, ?, ?, ?, ?, ?, ?)",
            params![
                at,
                setup.team,
                setup.opponent,
                setup.size,
                setup.scheme.name(),
                setup.black,
                json(setup)
            ],
        )?;
        let game = together.last_insert_rowid();
        let start = Action::Start { setup: setup.clone() };
        together.execute(
            "INSERT INTO actions (game, number, at, kind, detail) VALUES (?, 1, ?, 'start', ?)",
            params![game, at, json(&start)],
        )?;
        together.commit()?;
        Ok(game)
    }

    /// Keeps actions, all of them or none.
    pub fn append<'a>(&mut self, entries: impl IntoIterator<Item = &'a Entry>) -> Result<(), LogError> {
        let together = self.db.transaction()?;
        {
            let mut insert = together.prepare_cached(
                "INSERT INTO actions (game, number, at, kind, member, detail) VALUES (?, ?, ?, ?, ?, ?)",
            )?;
            for entry in entries {
                let action = &entry.action;
                insert.execute(params![
                    entry.game,
                    entry.number,
                    entry.at,
                    action.kind(),
                    action.name(),
                    json(action)
                ])?;
                match action {
                    Action::Move { number, .. } => {
                        together
                            .prepare_cached("UPDATE games SET moves = ? WHERE id = ?")?
                            .execute(params![number, entry.game])?;
                    }
                    Action::End { result, .. } => {
                        together
                            .prepare_cached("UPDATE games SET ended = ?, result = ? WHERE id = ?")?
                            .execute(params![entry.at, result, entry.game])?;
                    }
                    _ => {}
                }
            }
        }
        together.commit()?;
        Ok(())
    }

    /// The newest games, at most so many; of those before a game if one is named.
    pub fn games(&self, before: Option<i64>, most: u32) -> Result<Vec<GameLine>, LogError> {
        let mut list = self.db.prepare_cached(LIST)?;
        let lines = list.query_map(params![before.unwrap_or(i64::MAX), most], game_line)?;
        Ok(lines.collect::<Result<_, _>>()?)
    }

    /// One game of the list.
    pub fn game(&self, id: i64) -> Result<Option<GameLine>, LogError> {
        let before = id.saturating_add(1);
        let line = self.games(Some(before), 1)?.pop();
        Ok(line.filter(|line| line.id == id))
    }

    /// Actions in the order in which they happened.
    pub fn actions(&self, filter: &Filter) -> Result<Vec<Entry>, LogError> {
        let (mut conditions, mut values) = (vec!["1".to_string()], Vec::<Value>::new());
        if let Some(game) = filter.game {
            conditions.push("game = ?".to_string());
            values.push(game.into());
        }
        if let Some(member) = &filter.member {
            conditions.push("member = ?".to_string());
            values.push(member.clone().into());
        }
        if let Some(since) = filter.since {
            conditions.push("at >= ?".to_string());
            values.push(since.into());
        }
        if !filter.kinds.is_empty() {
            let places = vec!["?"; filter.kinds.len()].join(", ");
            conditions.push(format!("kind IN ({places})"));
            values.extend(filter.kinds.iter().map(|kind| kind.clone().into()));
        }
        values.push(filter.most.map_or(-1, i64::from).into());
        let question = format!(
            "SELECT game, number, at, detail FROM actions WHERE {} ORDER BY game DESC, number DESC LIMIT ?",
            conditions.join(" AND ")
        );
        let mut question = self.db.prepare_cached(&question)?;
        let read = |row: &Row<'_>| {
            let detail: String = row.get(3)?;
            let action = serde_json::from_str(&detail).map_err(|error| {
                rusqlite::Error::FromSqlConversionFailure(3, rusqlite::types::Type::Text, error.into())
            })?;
            Ok(Entry {
                game: row.get(0)?,
                number: row.get(1)?,
                at: row.get(2)?,
                action,
            })
        };
        let found = question.query_map(params_from_iter(values), read)?;
        let mut found = found.collect::<Result<Vec<_>, _>>()?;
        found.reverse();
        Ok(found)
    }
}

fn game_line(row: &Row<'_>) -> rusqlite::Result<GameLine> {
    Ok(GameLine {
        id: row.get(0)?,
        started: row.get(1)?,
        ended: row.get(2)?,
        team: row.get(3)?,
        opponent: row.get(4)?,
        size: row.get(5)?,
        scheme: row.get(6)?,
        black: row.get(7)?,
        moves: row.get(8)?,
        result: row.get(9)?,
    })
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data with text as keys")
}

#[cfg(test)]
mod tests {
    use rusqlite::StatementStatus;

    use super::*;
    use crate::proposal::Proposal;

    fn entry(game: i64, number: i64, action: Action) -> Entry {
        Entry {
            game,
            number,
            at: number,
            action,
        }
    }

    fn chat(name: &str) -> Action {
        Action::Chat {
            name: name.to_string(),
            text: "<i>'; DROP TABLE games; --".to_string(),
        }
    }

    fn some_games(many: i64) -> Log {
        let mut log = Log::prepare(Connection::open_in_memory().unwrap()).unwrap();
        log.db.pragma_update(None, "synchronous", "off").unwrap();
        for game in 1..=many {
            assert_eq!(log.start(&Setup::default(), game).unwrap(), game);
            let made = Action::Move {
                number: 1,
                black: true,
                what: Proposal::read("D4", 9).unwrap(),
            };
            let end = Action::End {
                result: "B+R".to_string(),
                why: "x".to_string(),
            };
            let entries = [
                entry(game, 2, chat("Ann")),
                entry(game, 3, made),
                entry(game, 4, end),
            ];
            log.append(&entries).unwrap();
        }
        log
    }

    #[test]
    fn what_is_kept_is_found_again() {
        let log = some_games(3);
        let games = log.games(None, 2).unwrap();
        assert_eq!(games.iter().map(|game| game.id).collect::<Vec<_>>(), [3, 2]);
        assert_eq!((games[0].moves, games[0].result.as_deref()), (1, Some("B+R")));
        assert_eq!(log.games(Some(2), 9).unwrap().len(), 1);
        assert_eq!(log.game(2).unwrap().unwrap().id, 2);
        assert_eq!(log.game(9).unwrap(), None);
        let filter = Filter {
            game: Some(2),
            ..Filter::default()
        };
        let kinds: Vec<_> = log
            .actions(&filter)
            .unwrap()
            .iter()
            .map(|entry| entry.action.kind())
            .collect();
        assert_eq!(kinds, ["start", "chat", "move", "end"]);
        let filter = Filter {
            member: Some("Ann".to_string()),
            kinds: vec!["chat".to_string(), "vote".to_string()],
            most: Some(2),
            ..Filter::default()
        };
        let said = log.actions(&filter).unwrap();
        assert_eq!(said.iter().map(|entry| entry.game).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(said[0].action, chat("Ann"));
    }

    #[test]
    fn an_action_is_kept_once_and_a_bundle_as_a_whole() {
        let mut log = some_games(1);
        let bundle = [entry(1, 5, chat("Bob")), entry(1, 4, chat("Bob"))];
        assert!(log.append(&bundle).is_err(), "number 4 is there already");
        assert_eq!(log.actions(&Filter::default()).unwrap().len(), 4);
        assert!(
            log.append(&[entry(7, 1, chat("Bob"))]).is_err(),
            "there is no game 7"
        );
    }

    #[test]
    fn the_list_of_games_takes_as_long_with_ten_thousand_as_with_a_hundred() {
        let steps = |many: i64| {
            let log = some_games(many);
            let mut list = log.db.prepare(LIST).unwrap();
            let found = list.query_map(params![i64::MAX, 50], game_line).unwrap().count();
            assert_eq!(found, 50);
            list.get_status(StatementStatus::VmStep)
        };
        assert_eq!(steps(10_000), steps(100));
    }

    #[test]
    fn actions_are_found_by_an_index() {
        let log = some_games(1);
        let plan = |condition: &str| -> String {
            let question = format!(
                "EXPLAIN QUERY PLAN SELECT game, number, at, detail FROM actions WHERE {condition} \
                 ORDER BY game DESC, number DESC LIMIT 50"
            );
            let mut question = log.db.prepare(&question).unwrap();
            let lines = question.query_map([], |row| row.get::<_, String>(3)).unwrap();
            lines.map(Result::unwrap).collect::<Vec<_>>().join("; ")
        };
        for (condition, index) in [
            ("game = 1", "PRIMARY KEY"),
            ("member = 'Ann'", "actions_of_a_member"),
        ] {
            let plan = plan(condition);
            assert!(
                plan.contains("SEARCH") && plan.contains(index) && !plan.contains("TEMP"),
                "{plan}"
            );
        }
    }

    #[test]
    fn files_of_others_and_of_the_future_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.db");
        drop(Log::open(&path).unwrap());
        let db = Connection::open(&path).unwrap();
        let mode: String = db
            .pragma_query_value(None, "journal_mode", |row| row.get(0))
            .unwrap();
        assert_eq!(mode, "wal");
        db.pragma_update(None, "user_version", 2).unwrap();
        assert!(matches!(Log::open(&path), Err(LogError::Newer(2))));
        assert!(matches!(Log::open_to_read(&path), Err(LogError::Newer(2))));
        let other = folder.path().join("other.db");
        Connection::open(&other)
            .unwrap()
            .execute_batch("CREATE TABLE x (y)")
            .unwrap();
        assert!(matches!(Log::open(&other), Err(LogError::Foreign)));
        let text = folder.path().join("text");
        std::fs::write(&text, "hello ".repeat(1000)).unwrap();
        assert!(matches!(Log::open(&text), Err(LogError::Database(_))));
        assert!(Log::open_to_read(&folder.path().join("none")).is_err());
    }
}
