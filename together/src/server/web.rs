//! The page and its connections.

mod replay;
mod start;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, HeaderMap, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::{interval, timeout};

use super::hub::{Door, Hub};
use super::keeper::now;
use super::table::{Handle, Tell};
use super::view::View;
use crate::action::{MemberId, Role};
use crate::proposal::Proposal;
use crate::setup::Setup;

/// The longest message from a page, in bytes.
const MESSAGE_MOST: usize = 8192;
/// So many messages may come in ten seconds.
const PACE: u32 = 100;
const PACE_TIME: Duration = Duration::from_secs(10);
/// How often somebody who is silent is asked whether they are there, and when that is given up.
const PULSE: Duration = Duration::from_secs(15);
const DEAD: Duration = Duration::from_secs(45);
/// Who does not take a message within this time is gone.
const STUCK: Duration = Duration::from_secs(20);

/// Nothing but our own files, and nothing written into the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const FILES: [(&str, &str, &str); 5] = [
    ("/icon.svg", "image/svg+xml", include_str!("page/icon.svg")),
    ("/", "text/html; charset=utf-8", include_str!("page/index.html")),
    (
        "/page.css",
        "text/css; charset=utf-8",
        include_str!("page/page.css"),
    ),
    (
        "/page.js",
        "text/javascript; charset=utf-8",
        include_str!("page/page.js"),
    ),
    (
        "/board.js",
        "text/javascript; charset=utf-8",
        include_str!("page/board.js"),
    ),
];

/// Serves the page for ever.
pub(super) async fn serve(listener: TcpListener, hub: Arc<Hub>) {
    let mut router = Router::new().route("/talk", get(upgrade));
    for (path, kind, text) in FILES {
        router = router.route(path, get(move || async move { file(kind, text) }));
    }
    if let Err(error) = axum::serve(listener, router.with_state(hub)).await {
        eprintln!("shikatsu: the page is closed: {error}");
    }
}

fn file(kind: &'static str, text: &'static str) -> Response {
    let headers = [
        (CONTENT_TYPE, kind),
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-cache"),
    ];
    (headers, text).into_response()
}

/// Pages of other sites may not talk to us in their visitors' name.
fn is_our_own(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else {
        // No browser.
        return true;
    };
    let text = |value: &HeaderValue| value.to_str().unwrap_or_default().to_string();
    let origin = text(origin);
    let origin = origin.split_once("://").map_or("", |(_, host)| host);
    headers.get(HOST).is_some_and(|host| text(host) == origin)
}

async fn upgrade(State(hub): State<Arc<Hub>>, headers: HeaderMap, socket: WebSocketUpgrade) -> Response {
    if !is_our_own(&headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    socket
        .max_message_size(MESSAGE_MOST)
        .max_frame_size(MESSAGE_MOST)
        .on_upgrade(move |socket| async move {
            let mut talk = Talk::new(socket, hub);
            let why = talk.run().await;
            talk.leave(why).await;
        })
}

/// What a page asks for.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
enum Ask {
    /// The secret of the link, and the word of a member who comes back.
    Hello {
        secret: String,
        #[serde(default)]
        word: String,
    },
    Join {
        name: String,
    },
    Begin,
    Propose {
        round: u32,
        #[serde(rename = "move")]
        what: String,
    },
    Vote {
        round: u32,
        #[serde(rename = "move")]
        what: String,
    },
    /// A move of the opponent.
    Play {
        #[serde(rename = "move")]
        what: String,
    },
    Chat {
        text: String,
    },
    Leave,
    /// Another game with the same team.
    Again,
    Start(start::Form),
    Games {
        #[serde(default)]
        before: Option<i64>,
    },
    Replay {
        #[serde(default)]
        game: Option<i64>,
    },
}

/// A connection of a page.
struct Talk {
    socket: WebSocket,
    hub: Arc<Hub>,
    door: Option<Door>,
    view: Option<watch::Receiver<Arc<View>>>,
    may_start: bool,
    member: Option<MemberId>,
    /// Messages since a moment.
    pace: (Instant, u32),
}

impl Talk {
    fn new(socket: WebSocket, hub: Arc<Hub>) -> Talk {
        Talk {
            socket,
            hub,
            door: None,
            view: None,
            may_start: false,
            member: None,
            pace: (Instant::now(), 0),
        }
    }

    /// Talks until one side is gone; returns why.
    async fn run(&mut self) -> &'static str {
        let (mut pulse, mut heard) = (interval(PULSE), Instant::now());
        loop {
            let news = async {
                match &mut self.view {
                    Some(view) => view.changed().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                message = self.socket.recv() => {
                    heard = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => {
                            if !self.hear(&text).await {
                                return "the connection was closed";
                            }
                        }
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return "the connection was closed",
                        Some(Ok(_)) => {}
                    }
                }
                changed = news => {
                    if changed.is_err() || !self.show().await {
                        return "the connection was closed";
                    }
                }
                _ = pulse.tick() => {
                    let ping = self.socket.send(Message::Ping(<_>::default()));
                    let is_sent = matches!(timeout(STUCK, ping).await, Ok(Ok(())));
                    if heard.elapsed() > DEAD || !is_sent {
                        return "the connection was lost";
                    }
                }
            }
        }
    }

    async fn leave(&mut self, why: &str) {
        if let (Some(member), Some(door)) = (self.member.take(), &self.door) {
            let table = door.table().clone();
            table.tell(Tell::Leave(member, why.to_string())).await;
        }
    }

    async fn send(&mut self, message: Value) -> bool {
        self.send_text(message.to_string()).await
    }

    async fn send_text(&mut self, text: String) -> bool {
        let sent = self.socket.send(Message::Text(text.into()));
        matches!(timeout(STUCK, sent).await, Ok(Ok(())))
    }

    /// Shows the newest view.
    async fn show(&mut self) -> bool {
        let Some(view) = &mut self.view else {
            return true;
        };
        let json = Arc::clone(&view.borrow_and_update());
        let text = format!(r#"{{"is":"view","now":{},"view":{}}}"#, now(), json.json);
        self.send_text(text).await
    }

    /// Does what a page asks for. False if the connection is to be closed.
    async fn hear(&mut self, text: &str) -> bool {
        if self.pace.0.elapsed() > PACE_TIME {
            self.pace = (Instant::now(), 0);
        }
        self.pace.1 += 1;
        if self.pace.1 > PACE {
            return false;
        }
        let done = match serde_json::from_str::<Ask>(text) {
            Ok(ask) => self.act(ask).await,
            Err(_) => Err("that was not understood".to_string()),
        };
        match done {
            Ok(Some(answer)) => self.send(answer).await,
            Ok(None) => true,
            Err(why) => self.send(json!({"is": "no", "why": why})).await,
        }
    }

    fn table(&self) -> Result<Handle, String> {
        let door = self.door.as_ref().ok_or("there is no such room")?;
        Ok(door.table().clone())
    }

    fn seat(&self) -> Result<(Handle, MemberId), String> {
        Ok((self.table()?, self.member.ok_or("join first")?))
    }

    async fn act(&mut self, ask: Ask) -> Result<Option<Value>, String> {
        match ask {
            Ask::Hello { secret, word } => return self.hello(&secret, word).await,
            Ask::Join { name } => {
                if self.member.is_some() {
                    return Err("you have joined already".to_string());
                }
                let Some(Door::Members(table)) = self.door.clone() else {
                    return Err("this link is not for members".to_string());
                };
                let (member, word) = table.ask(|answer| Tell::Join(name, Role::Person, answer)).await?;
                self.member = Some(member);
                return Ok(Some(json!({"is": "seat", "member": member, "word": word})));
            }
            Ask::Begin => self.seat()?.0.ask(Tell::Begin).await?,
            Ask::Propose { round, what } => {
                let ((table, member), what) = (self.seat()?, self.read(&what)?);
                table
                    .ask(|answer| Tell::Propose(member, round, what, answer))
                    .await?;
            }
            Ask::Vote { round, what } => {
                let ((table, member), what) = (self.seat()?, self.read(&what)?);
                table
                    .ask(|answer| Tell::Vote(member, round, what, answer))
                    .await?;
            }
            Ask::Play { what } => {
                let what = self.read(&what)?;
                let Some(Door::Opponent(table)) = &self.door else {
                    return Err("only the opponent may do that".to_string());
                };
                let color = table.view.borrow().setup.color().opponent();
                if table.view.borrow().setup.is_asked {
                    return Err("a program plays against the team".to_string());
                }
                table
                    .ask(|answer| Tell::OpponentMove(color, what, answer))
                    .await?;
            }
            Ask::Chat { text } => {
                if let Some(Door::Opponent(table)) = &self.door {
                    table.ask(|answer| Tell::OpponentChat(text, answer)).await?;
                } else {
                    let (table, member) = self.seat()?;
                    table.ask(|answer| Tell::Chat(member, text, answer)).await?;
                }
            }
            Ask::Leave => self.leave("left").await,
            Ask::Again => self.again().await?,
            Ask::Start(form) => {
                if !self.may_start {
                    return Err("this link does not start games".to_string());
                }
                let room = self.hub.open(form.table(&self.hub)?).await?;
                return Ok(Some(
                    json!({"is": "room", "members": room.members, "opponent": room.opponent}),
                ));
            }
            Ask::Games { before } => {
                if !self.may_start {
                    return Err("this link does not list games".to_string());
                }
                return replay::games(self.hub.log().clone(), before).await.map(Some);
            }
            Ask::Replay { game } => {
                // Whoever has the link of a room sees its game; all others are for whoever may start some.
                let own = self.door.as_ref().map(|door| door.table().view.borrow().game);
                let game = match game {
                    Some(game) if self.may_start || own == Some(game) => game,
                    None => own.ok_or("which game?")?,
                    Some(_) => return Err("that is not the game of this room".to_string()),
                };
                return replay::game(self.hub.log().clone(), game).await.map(Some);
            }
        }
        Ok(None)
    }

    async fn hello(&mut self, secret: &str, word: String) -> Result<Option<Value>, String> {
        self.leave("left").await;
        (self.door, self.view) = (None, None);
        if secret == self.hub.start_key() {
            self.may_start = true;
            let engines: Vec<&str> = self.hub.engines().iter().map(|spec| &spec.name[..]).collect();
            let setup = Setup::default();
            return Ok(Some(json!({
                "is": "hello", "as": "start", "engines": engines, "membersAt": self.hub.members_at(),
                "seconds": setup.seconds, "playouts": setup.playouts, "komi": setup.komi_text(),
            })));
        }
        let door = self.hub.door(secret).ok_or("there is no such room")?;
        let table = door.table().clone();
        let kind = if matches!(door, Door::Members(_)) {
            "member"
        } else {
            "opponent"
        };
        if kind == "member" && !word.is_empty() {
            // A word of another room, or of a server that was started anew, is as good as none.
            self.member = table.ask(|answer| Tell::Back(word, answer)).await.ok();
        }
        let mut view = table.view.clone();
        view.mark_changed();
        (self.door, self.view) = (Some(door), Some(view));
        Ok(Some(json!({
            "is": "hello", "as": kind, "member": self.member, "membersAt": self.hub.members_at(),
        })))
    }

    async fn again(&mut self) -> Result<(), String> {
        let table = self.table()?;
        if self.member.is_none() && matches!(self.door, Some(Door::Members(_))) {
            return Err("join first".to_string());
        }
        let view = Arc::clone(&table.view.borrow());
        if view.result.is_none() {
            return Err("the game is not over".to_string());
        }
        if view.setup.is_asked {
            return Err("the opponent begins the next game".to_string());
        }
        let setup = Setup {
            black: !view.setup.black,
            seed: view.setup.seed.wrapping_add(1),
            ..view.setup.clone()
        };
        table.ask(|answer| Tell::Renew(Box::new(setup), answer)).await?;
        table.ask(Tell::Begin).await
    }

    fn read(&self, what: &str) -> Result<Proposal, String> {
        let size = self.table()?.view.borrow().setup.size;
        Proposal::read(what, size).ok_or_else(|| "there is no such point".to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_page_may_talk() {
        let headers = |origin: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static("127.0.0.1:8011"));
            if let Some(origin) = origin {
                headers.insert(ORIGIN, HeaderValue::from_str(origin).unwrap());
            }
            headers
        };
        assert!(is_our_own(&headers(None)));
        assert!(is_our_own(&headers(Some("http://127.0.0.1:8011"))));
        for other in [
            "http://evil.example",
            "http://127.0.0.1:80",
            "null",
            "http://127.0.0.1:8011.evil.example",
        ] {
            assert!(!is_our_own(&headers(Some(other))), "{other}");
        }
    }

    #[test]
    fn the_page_has_no_code_in_its_text() {
        for (_, kind, text) in FILES {
            if kind.starts_with("text/html") {
                assert!(!text.contains("style=") && !text.contains(" on") && !text.contains("<script>"));
            }
            assert!(!text.contains("innerHTML") && !text.contains("insertAdjacentHTML"));
        }
    }
}
