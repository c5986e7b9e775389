//! Tables with teams, and all who come to them.
//!
//! Every table is a task that owns a [`Game`](crate::game::Game): it takes messages, keeps what happens, and publishes what is to be seen. Nothing else
//! changes a game. Members and opponents are tasks that look at what was published and send messages; so a slow one holds nobody up. What takes
//! long (playouts, the log) is done on threads of its own.
//!
//! * `table` is that task, `view` what it publishes, `keeper` the thread of the log.
//! * `peer` is a stream with the Go Text Protocol, `engine` opens one, `follower` tells an engine what was played.
//! * `member` and `opponent` let an engine take part, `teller` tells those who want to know what goes on; `guest` lets somebody in who comes over TCP; `controller` is the team as an engine.
//! * `relay` brings an engine to a server elsewhere.
//! * `web` is the page; `hub` knows all tables by their secrets.

mod controller;
mod engine;
mod follower;
mod guest;
mod hub;
mod keeper;
mod member;
mod opponent;
mod peer;
mod relay;
mod secret;
mod table;
mod teller;
#[cfg(test)]
mod tests;
mod view;
mod web;

pub use engine::Spec;
pub use hub::{Hub, NewTable, Opponent, Room};
pub use relay::relay;

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::runtime::Builder;

use self::keeper::Keeper;
use crate::log::Log;

/// What a server is told.
#[derive(Debug)]
pub struct Config {
    /// The address to listen at; this computer's own unless somebody says otherwise.
    pub address: IpAddr,
    /// The port of the page; 0 takes a free one.
    pub page: u16,
    /// The port for members and opponents who bring a secret.
    pub members: u16,
    /// A port at which the team of the first table is an engine to whoever comes. No secret is asked for.
    pub engine_port: Option<u16>,
    /// Whether that team is an engine at the standard streams.
    pub at_streams: bool,
    /// The file of the log.
    pub log: PathBuf,
    /// Where finished games go as SGF.
    pub records: Option<PathBuf>,
    /// The engines that may be chosen at the page. Nothing else is ever started from there.
    pub engines: Vec<Spec>,
    /// A table to open at once.
    pub first: Option<NewTable>,
    /// Whether to end with the game of that table.
    pub once: bool,
}

/// Serves until it is stopped, or until the first game is over if that is wanted. `say` gets the sentences for whoever started it.
pub fn run(config: Config, say: &dyn Fn(&str)) -> Result<(), String> {
    let runtime = Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let done = runtime.block_on(serve(config, say));
    // Somebody may still read from a terminal, which cannot be stopped.
    runtime.shutdown_timeout(Duration::from_millis(200));
    done
}

async fn serve(config: Config, say: &dyn Fn(&str)) -> Result<(), String> {
    let log = Log::open(&config.log).map_err(|error| format!("{}: {error}", config.log.display()))?;
    let keeper = Keeper::start(log, config.records.clone());
    let hub = Hub::new(keeper, config.log.clone(), config.engines.clone());
    let page = listen(config.address, config.page).await?;
    let members = listen(config.address, config.members).await?;
    let (page_at, members_at) = (at(&page)?, at(&members)?);
    hub.set_addresses(page_at, members_at);
    tokio::spawn(web::serve(page, Arc::clone(&hub)));
    tokio::spawn(guest::serve(members, Arc::clone(&hub)));
    say(&format!(
        "start a game: http://{page_at}/#start={}",
        hub.start_key()
    ));
    let served = play(&hub, config, page_at, members_at, say).await;
    hub.close().await;
    served
}

/// Opens the first table, if one is wanted, and waits until it is time to end.
async fn play(
    hub: &Arc<Hub>,
    config: Config,
    page_at: SocketAddr,
    members_at: SocketAddr,
    say: &dyn Fn(&str),
) -> Result<(), String> {
    let Some(first) = config.first else {
        return wait_for_the_end(None).await;
    };
    let room = hub.open(first).await?;
    say(&format!("members: http://{page_at}/#room={}", room.members));
    say(&format!(
        "     or: shikatsu together join {members_at} --room {}",
        room.members
    ));
    say(&format!("opponent: http://{page_at}/#room={}", room.opponent));
    if let Some(port) = config.engine_port {
        let listener = listen(config.address, port).await?;
        say(&format!("the team is an engine at {}", at(&listener)?));
        tokio::spawn(controller::serve(listener, room.table.clone()));
    }
    if config.at_streams {
        let table = room.table.clone();
        tokio::select! {
            () = controller::at_streams(table) => return Ok(()),
            ended = wait_for_the_end(config.once.then_some(&room)) => return ended,
        }
    }
    wait_for_the_end(config.once.then_some(&room)).await
}

async fn listen(address: IpAddr, port: u16) -> Result<TcpListener, String> {
    let listener = TcpListener::bind((address, port)).await;
    listener.map_err(|error| format!("port {port} cannot be had: {error}"))
}

fn at(listener: &TcpListener) -> Result<SocketAddr, String> {
    listener.local_addr().map_err(|error| error.to_string())
}

/// Until Ctrl-C, or until the game of a room is over.
async fn wait_for_the_end(room: Option<&Room>) -> Result<(), String> {
    let over = async {
        match room {
            None => std::future::pending().await,
            Some(room) => {
                let mut view = room.table.view.clone();
                let _ = view.wait_for(|view| view.result.is_some()).await;
                // Whoever watches hears of it, too.
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        }
    };
    tokio::select! {
        () = over => Ok(()),
        pressed = tokio::signal::ctrl_c() => pressed.map_err(|error| error.to_string()),
        () = terminated() => Ok(()),
    }
}

/// Until the system asks the program to end.
#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut asked) => drop(asked.recv().await),
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}
