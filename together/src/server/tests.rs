//! Tables side by side.

use std::path::Path;
use std::sync::Arc;

use shikatsu::board::Color;
use tokio::runtime::{Builder, Runtime};

use super::hub::{Hub, NewTable, Opponent};
use super::keeper::Keeper;
use super::table::{Handle, Tell};
use crate::action::{MemberId, Role};
use crate::log::{Filter, Log};
use crate::proposal::Proposal;
use crate::setup::{Scheme, Setup};

fn hub(log: &Path) -> Arc<Hub> {
    let keeper = Keeper::start(Log::open(log).unwrap(), None);
    Hub::new(keeper, log.to_path_buf(), Vec::new())
}

fn runtime() -> Runtime {
    Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap()
}

async fn table(hub: &Hub, setup: Setup, members: usize) -> (Handle, Vec<MemberId>) {
    let new = NewTable {
        setup,
        opponent: Opponent::Person,
        members: Vec::new(),
        begin_with: None,
    };
    let table = hub.open(new).await.unwrap().table;
    let mut seats = Vec::new();
    for _ in 0..members {
        let joined = table
            .ask(|answer| Tell::Join("Ann".to_string(), Role::Person, answer))
            .await;
        seats.push(joined.unwrap().0);
    }
    table.ask(Tell::Begin).await.unwrap();
    (table, seats)
}

async fn propose(table: &Handle, member: MemberId, name: &str) {
    let size = table.view.borrow().setup.size;
    let what = Proposal::read(name, size).unwrap();
    table
        .ask(|answer| Tell::Propose(member, 1, what, answer))
        .await
        .unwrap();
}

#[test]
fn long_playouts_at_one_table_hold_up_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.db");
    let runtime = runtime();
    runtime.block_on(async {
        let hub = hub(&log);
        let setup = |scheme, playouts| Setup {
            size: 19,
            scheme,
            playouts,
            ..Setup::default()
        };
        let (slow, ann) = table(&hub, setup(Scheme::MonteCarlo, 100_000), 2).await;
        propose(&slow, ann[0], "D4").await;
        propose(&slow, ann[1], "Q16").await;
        assert_eq!(slow.view.borrow().state(), "weigh");
        // A whole exchange elsewhere, and even a word at the same table, while that goes on.
        let (quick, bob) = table(&hub, setup(Scheme::Voting, 10), 1).await;
        propose(&quick, bob[0], "D4").await;
        let what = Proposal::read("C3", 19).unwrap();
        quick
            .ask(|answer| Tell::OpponentMove(Color::White, what, answer))
            .await
            .unwrap();
        slow.ask(|answer| Tell::Chat(ann[0], "still there".to_string(), answer))
            .await
            .unwrap();
        assert_eq!(quick.view.borrow().moves.len(), 2);
        assert_eq!(slow.view.borrow().chat.len(), 1);
        assert_eq!(slow.view.borrow().state(), "weigh", "it was not waited for");
    });
    runtime.shutdown_background();
}

#[test]
fn whoever_is_answered_is_in_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.db");
    runtime().block_on(async {
        let hub = hub(&log);
        let (table, seats) = table(&hub, Setup::default(), 3).await;
        let kinds = |wanted: &str| {
            let filter = Filter {
                kinds: vec![wanted.to_string()],
                ..Filter::default()
            };
            let log = Log::open_to_read(&log).unwrap();
            log.actions(&filter).unwrap().len()
        };
        assert_eq!((kinds("start"), kinds("join"), kinds("request")), (1, 3, 1));
        for (done, member) in seats.iter().enumerate() {
            propose(&table, *member, "D4").await;
            assert_eq!(kinds("answer"), done + 1);
        }
        assert_eq!((kinds("decision"), kinds("move")), (1, 1));
    });
}

#[test]
fn there_is_an_end_to_tables_and_those_that_are_over_make_room() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.db");
    runtime().block_on(async {
        let hub = hub(&log);
        let new = || NewTable {
            setup: Setup::default(),
            opponent: Opponent::Person,
            members: Vec::new(),
            begin_with: None,
        };
        let first = hub.open(new()).await.unwrap();
        let mut many = 1;
        while hub.open(new()).await.is_ok() {
            many += 1;
            assert!(many < 1000);
        }
        first.table.ask(Tell::Stop).await.unwrap();
        assert!(hub.open(new()).await.is_ok());
        assert!(hub.door(&first.members).is_none());
        assert!(hub.door("").is_none());
    });
}
