//! Those who come over TCP with the secret of a room: members and opponents.

use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc};
use tokio::time::{sleep, timeout};

use super::controller;
use super::hub::{Door, Hub};
use super::member::take_part;
use super::peer::{self, Command, Out, Peer};
use super::table::{Handle, Tell};
use crate::action::{MemberId, Role};
use crate::wire::{packed, unpacked};

/// A secret has to be said within this time, and a name.
const HELLO: Duration = Duration::from_secs(10);
/// So many may be connected at once.
const GUESTS_MOST: usize = 1000;

/// Lets guests in for ever.
pub(super) async fn serve(listener: TcpListener, hub: Arc<Hub>) {
    let room = Arc::new(Semaphore::new(GUESTS_MOST));
    loop {
        let Ok(place) = Arc::clone(&room).acquire_owned().await else {
            return;
        };
        match listener.accept().await {
            Ok((stream, _)) => {
                let hub = Arc::clone(&hub);
                tokio::spawn(async move {
                    let _ = stream.set_nodelay(true);
                    welcome(stream, &hub).await;
                    drop(place);
                });
            }
            Err(_) => sleep(Duration::from_millis(100)).await,
        }
    }
}

async fn welcome(stream: TcpStream, hub: &Hub) {
    let (input, output) = stream.into_split();
    let out = Out::new(output);
    let (peer, mut commands) = peer::connect(input, out.clone());
    let Ok(Some((id, name, arguments))) = timeout(HELLO, commands.recv()).await else {
        return;
    };
    let (secret, kind) = arguments.split_once(' ').unwrap_or((&arguments, ""));
    let role = if kind == "person" {
        Role::Person
    } else {
        Role::Engine
    };
    let door = if name == "colgo-room" {
        hub.door(secret)
    } else {
        None
    };
    let let_in = match door {
        Some(_) => Ok(String::new()),
        None => Err("say colgo-room and the secret of the room first".to_string()),
    };
    if out.answer(id, &let_in).await.is_err() {
        return;
    }
    match door {
        Some(Door::Members(table)) => sit_down(peer, commands, out, table, role).await,
        Some(Door::Opponent(table)) => controller::talk(commands, out, table).await,
        None => {}
    }
}

async fn sit_down(mut peer: Peer, commands: mpsc::Receiver<Command>, out: Out, table: Handle, role: Role) {
    let named = timeout(HELLO, peer.ask("colgo-player_name")).await;
    let name = match named {
        Ok(Ok(Ok(name))) => unpacked(&name),
        // An engine that knows nothing of teams.
        Ok(Ok(Err(_))) => "Guest".to_string(),
        _ => return,
    };
    let joined = table.ask(|answer| Tell::Join(name, role, answer)).await;
    let (member, _) = match joined {
        Ok(seat) => seat,
        Err(why) => {
            let _ = out.answer(None, &Err(why)).await;
            return;
        }
    };
    let gone = tokio::select! {
        gone = take_part(peer, &table, member) => gone.0,
        why = serve_member(commands, &out, &table, member) => why,
    };
    table.tell(Tell::Leave(member, gone)).await;
}

const COMMANDS: [&str; 12] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "colgo-player_name",
    "colgo-my_name",
    "colgo-opp_name",
    "colgo-gui_state",
    "colgo-user_list",
    "colgo-chat",
];

/// Answers what a member asks. Returns why that ended.
async fn serve_member(
    mut commands: mpsc::Receiver<Command>,
    out: &Out,
    table: &Handle,
    member: MemberId,
) -> String {
    while let Some((id, name, arguments)) = commands.recv().await {
        let view = Arc::clone(&table.view.borrow());
        let said = match &name[..] {
            "protocol_version" => Ok("2".to_string()),
            "name" => Ok("Shikatsu together".to_string()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_string()),
            "known_command" => Ok(COMMANDS.contains(&&arguments[..]).to_string()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "quit" => Ok(String::new()),
            "colgo-player_name" => Ok(packed(&view.setup.team)),
            "colgo-my_name" => Ok(packed(view.name_of(member).unwrap_or_default())),
            "colgo-opp_name" => Ok(packed(&view.setup.opponent)),
            "colgo-gui_state" => Ok(view.state().to_string()),
            "colgo-user_list" => Ok(controller::users(&view)),
            "colgo-chat" => table
                .ask(|answer| Tell::Chat(member, unpacked(&arguments), answer))
                .await
                .map(|()| String::new()),
            _ => Err("unknown command".to_string()),
        };
        if out.answer(id, &said).await.is_err() {
            return "the connection was closed".to_string();
        }
        if name == "quit" {
            return "left".to_string();
        }
    }
    "the connection was closed".to_string()
}
