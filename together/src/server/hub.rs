//! All tables, by their secrets.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;

use tokio::sync::Semaphore;

use super::engine::Spec;
use super::keeper::Keeper;
use super::secret::secret;
use super::table::{self, Handle, Tell};
use super::{member, opponent};
use crate::setup::Setup;

/// So many tables may be open. When there are more, those that are over are closed first.
const TABLES_MOST: usize = 200;
/// Engines that one table may have.
pub(super) const ENGINES_MOST: usize = 50;

/// Who plays against the team.
#[derive(Clone, Debug)]
pub enum Opponent {
    /// An engine that we ask.
    Engine(Spec),
    /// Somebody at the page.
    Person,
    /// Somebody who asks us: a controller of the Go Text Protocol.
    Controller,
}

/// A table to be opened.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// The settings.
    pub setup: Setup,
    /// The opponent.
    pub opponent: Opponent,
    /// Engines that are members.
    pub members: Vec<Spec>,
    /// It begins by itself with so many members. Without a number somebody has to say when.
    pub begin_with: Option<usize>,
}

/// A table, and the secrets that let in.
#[derive(Clone, Debug)]
pub struct Room {
    /// For members.
    pub members: String,
    /// For the opponent.
    pub opponent: String,
    /// The table.
    pub table: Handle,
}

/// Where a secret leads.
#[derive(Clone)]
pub(super) enum Door {
    Members(Handle),
    Opponent(Handle),
}

impl Door {
    pub(super) const fn table(&self) -> &Handle {
        match self {
            Door::Members(table) | Door::Opponent(table) => table,
        }
    }
}

/// All tables.
pub struct Hub {
    doors: Mutex<HashMap<String, Door>>,
    keeper: Keeper,
    log: PathBuf,
    engines: Vec<Spec>,
    start_key: String,
    processors: Arc<Semaphore>,
    addresses: OnceLock<(SocketAddr, SocketAddr)>,
}

impl std::fmt::Debug for Hub {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Hub")
    }
}

impl Hub {
    pub(super) fn new(keeper: Keeper, log: PathBuf, engines: Vec<Spec>) -> Arc<Hub> {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Arc::new(Hub {
            doors: Mutex::default(),
            keeper,
            log,
            engines,
            start_key: secret(),
            processors: Arc::new(Semaphore::new(processors)),
            addresses: OnceLock::new(),
        })
    }

    pub(super) fn set_addresses(&self, page: SocketAddr, members: SocketAddr) {
        let _ = self.addresses.set((page, members));
    }

    /// Where members without a page go.
    pub(super) fn members_at(&self) -> String {
        self.addresses
            .get()
            .map_or(String::new(), |(_, members)| members.to_string())
    }

    /// The secret that lets somebody start games and see all that are kept.
    pub fn start_key(&self) -> &str {
        &self.start_key
    }

    pub(super) const fn log(&self) -> &PathBuf {
        &self.log
    }

    /// The engines that may be chosen at the page.
    pub(super) fn engines(&self) -> &[Spec] {
        &self.engines
    }

    pub(super) fn door(&self, secret: &str) -> Option<Door> {
        let doors = self
            .doors
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        doors.get(secret).cloned()
    }

    /// Opens a table and lets its engines in.
    pub async fn open(&self, new: NewTable) -> Result<Room, String> {
        let mut setup = new.setup;
        setup.is_asked = matches!(new.opponent, Opponent::Controller);
        if let Some(fault) = setup.fault() {
            return Err(fault.to_string());
        }
        if new.members.len() > ENGINES_MOST {
            return Err("too many engines".to_string());
        }
        self.make_room()?;
        if let Opponent::Engine(spec) = &new.opponent {
            setup.opponent.clone_from(&spec.name);
        }
        let begin_with = new.begin_with.unwrap_or(usize::MAX);
        let (keeper, processors) = (self.keeper.clone(), Arc::clone(&self.processors));
        let table = table::open(setup, begin_with, keeper, processors).await?;
        for spec in new.members {
            member::invite(spec, table.clone()).await?;
        }
        if let Opponent::Engine(spec) = new.opponent {
            tokio::spawn(opponent::keep(spec, table.clone()));
        }
        let room = Room {
            members: secret(),
            opponent: secret(),
            table,
        };
        let mut doors = self
            .doors
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        doors.insert(room.members.clone(), Door::Members(room.table.clone()));
        doors.insert(room.opponent.clone(), Door::Opponent(room.table.clone()));
        Ok(room)
    }

    /// Ends all games that are not over, since the server does.
    pub(super) async fn close(&self) {
        let tables: Vec<Handle> = {
            let doors = self
                .doors
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            let tables = doors.values().filter(|door| matches!(door, Door::Members(_)));
            tables.map(|door| door.table().clone()).collect()
        };
        for table in tables {
            let _ = table.ask(Tell::Stop).await;
        }
    }

    /// Closes tables that are over, if there are too many.
    fn make_room(&self) -> Result<(), String> {
        let mut doors = self
            .doors
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if doors.len() >= 2 * TABLES_MOST {
            doors.retain(|_, door| door.table().view.borrow().result.is_none());
        }
        if doors.len() >= 2 * TABLES_MOST {
            return Err("there are too many games".to_string());
        }
        Ok(())
    }
}
