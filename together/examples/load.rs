//! Many games with many members at once, as pages see them: what a move takes.
//!
//! `load PROGRAM [GAMES] [MEMBERS] [MOVES]` starts the server, plays, and prints the processor time of the server for each move of a team.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

struct Page {
    socket: Socket,
    view: Value,
}

impl Page {
    async fn open(address: &str, secret: &str) -> Page {
        let (socket, _) = connect_async(format!("ws://{address}/talk"))
            .await
            .expect("a server");
        let mut page = Page {
            socket,
            view: Value::Null,
        };
        page.send(json!({"do": "hello", "secret": secret})).await;
        page
    }

    async fn send(&mut self, message: Value) {
        let text = Message::Text(message.to_string().into());
        self.socket.send(text).await.expect("a server that listens");
    }

    /// The next message of this kind; views are looked at on the way.
    async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self
                .socket
                .next()
                .await
                .expect("a server that talks")
                .expect("a message");
            let Message::Text(text) = message else { continue };
            let mut message: Value = serde_json::from_str(&text).expect("JSON");
            assert_ne!(message["is"], "no", "{message}");
            if message["is"] == "view" {
                self.view = message["view"].take();
            }
            if message["is"] == kind {
                return message;
            }
        }
    }

    async fn until_state(&mut self, wanted: impl Fn(&Value) -> bool) {
        while !wanted(&self.view) {
            self.until("view").await;
        }
    }
}

/// A free point of the board that a view shows: the `nth` of them.
fn free(view: &Value, nth: usize) -> String {
    let rows = view["rows"].as_array().expect("rows");
    let size = rows.len();
    let mut points = Vec::new();
    for (row, line) in rows.iter().enumerate() {
        for (column, sign) in line.as_str().expect("a row").chars().enumerate() {
            // Every other row, so that nobody is captured and every stone is allowed.
            if sign == '.' && row % 2 == 0 && column % 2 == 0 {
                points.push(format!(
                    "{}{}",
                    b"ABCDEFGHJKLMNOPQRST"[column] as char,
                    size - row
                ));
            }
        }
    }
    points[nth % points.len()].clone()
}

/// How many moves a view shows.
fn played(view: &Value) -> Option<usize> {
    view["moves"].as_array().map(Vec::len)
}

/// Where a game is, for whom, and how long it lasts.
#[derive(Clone)]
struct Visit {
    address: String,
    secret: String,
    members: usize,
    moves: usize,
}

/// A member with a number. One of them begins when the opponent says that all are there.
async fn member(visit: Visit, number: usize, begin: Option<oneshot::Receiver<()>>) {
    let mut page = Page::open(&visit.address, &visit.secret).await;
    page.send(json!({"do": "join", "name": format!("Member {number}")}))
        .await;
    page.until("seat").await;
    if let Some(begin) = begin {
        begin.await.expect("all are there");
        page.send(json!({"do": "begin"})).await;
    }
    for turn in 0..visit.moves {
        page.until_state(|view| view["state"] == "propose" && played(view) == Some(2 * turn))
            .await;
        let (round, what) = (page.view["round"].clone(), free(&page.view, number % 3));
        page.send(json!({"do": "propose", "round": round, "move": what}))
            .await;
        page.until_state(|view| view["state"] != "propose").await;
        if page.view["state"] == "vote" {
            let choices = page.view["choices"].as_array().expect("choices");
            let what = choices[number % choices.len()]["move"].clone();
            page.send(json!({"do": "vote", "round": round, "move": what}))
                .await;
        }
    }
    page.until_state(|view| played(view) >= Some(2 * visit.moves - 1))
        .await;
}

async fn opponent(visit: Visit, begin: oneshot::Sender<()>) {
    let mut page = Page::open(&visit.address, &visit.secret).await;
    page.until_state(|view| view["members"].as_array().map(Vec::len) == Some(visit.members))
        .await;
    begin.send(()).expect("somebody begins");
    for turn in 0..visit.moves - 1 {
        page.until_state(|view| view["state"] == "opponent" && played(view) == Some(2 * turn + 1))
            .await;
        let what = free(&page.view, 7);
        page.send(json!({"do": "play", "move": what})).await;
    }
    page.until_state(|view| played(view) >= Some(2 * visit.moves - 1))
        .await;
}

/// Seconds of processor time that a process has used so far.
fn used(child: &Child) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).expect("a running server");
    let fields: Vec<&str> = stat
        .rsplit_once(')')
        .expect("a name")
        .1
        .split_whitespace()
        .collect();
    let ticks: f64 = fields[11].parse::<f64>().unwrap_or(0.0) + fields[12].parse::<f64>().unwrap_or(0.0);
    ticks / 100.0
}

#[tokio::main]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let program = arguments.next().expect("the program");
    let mut number = |usual| {
        arguments
            .next()
            .map_or(usual, |text| text.parse().expect("a number"))
    };
    let (games, members, moves): (usize, usize, usize) = (number(20), number(50), number(10));
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(program)
        .args(["together", "serve", "--port", "0", "--members-port", "0", "--log"])
        .arg(folder.path().join("log.db"))
        .stdout(Stdio::piped())
        .spawn()
        .expect("a server");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("its output"))
        .read_line(&mut line)
        .expect("a line");
    let (address, key) = line
        .trim()
        .split_once("http://")
        .expect("a link")
        .1
        .split_once("/#start=")
        .expect("a key");
    let mut host = Page::open(address, key).await;
    let mut rooms = Vec::new();
    for _ in 0..games {
        host.send(json!({
            "do": "start", "team": "Many", "size": 19, "komi": 7.5, "black": true, "scheme": "voting", "seconds": 600,
            "playouts": 100, "members": [], "opponent": "person",
        }))
        .await;
        rooms.push(host.until("room").await);
    }
    let mut tasks = Vec::new();
    let (before, begun) = (used(&child), Instant::now());
    for room in &rooms {
        let visit = |who: &str| Visit {
            address: address.to_string(),
            secret: room[who].as_str().expect("a secret").to_string(),
            members,
            moves,
        };
        let (say, hear) = oneshot::channel();
        tasks.push(tokio::spawn(opponent(visit("opponent"), say)));
        let mut begin = Some(hear);
        for number in 0..members {
            tasks.push(tokio::spawn(member(visit("members"), number, begin.take())));
        }
    }
    for task in tasks {
        task.await.expect("a game that goes on");
    }
    let (took, spent) = (used(&child) - before, begun.elapsed().as_secs_f64());
    let decisions = (games * moves) as f64;
    println!("{games} games, {members} members each, {moves} moves of each team: {spent:.1} s");
    println!(
        "processor time of the server: {took:.1} s, {:.1} ms a move, {:.3} ms for each member's move",
        1000.0 * took / decisions,
        1000.0 * took / decisions / members as f64
    );
    let _ = child.kill();
    let _ = child.wait();
}
