//! The team as an engine: to an opponent, a server or another team it is one player.

use std::fmt::Write as _;
use std::sync::Arc;

use shikatsu::board::{Color, Point};
use shikatsu::play::{CELLS, Kifu, Ko, MOVES};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use super::follower::letter;
use super::peer::{self, Command, Out};
use super::table::{Handle, Tell};
use super::view::{View, rows};
use crate::game::{Purpose, Wish};
use crate::proposal::Proposal;
use crate::setup::Setup;
use crate::wire::{packed, unpacked};

/// At the standard streams, until they end.
pub(super) async fn at_streams(table: Handle) {
    let out = Out::new(tokio::io::stdout());
    let (_peer, commands) = peer::connect(tokio::io::stdin(), out.clone());
    talk(commands, out, table).await;
}

/// At a port, for one after another who comes.
pub(super) async fn serve(listener: TcpListener, table: Handle) {
    while let Ok((stream, _)) = listener.accept().await {
        let _ = stream.set_nodelay(true);
        let (input, output) = stream.into_split();
        let out = Out::new(output);
        let (_peer, commands) = peer::connect(input, out.clone());
        // One game, one opponent: the next one waits.
        talk(commands, out, table.clone()).await;
    }
}

/// Answers the commands of an opponent.
pub(super) async fn talk(mut commands: mpsc::Receiver<Command>, out: Out, table: Handle) {
    let mut engine = Engine::new(table);
    while let Some((id, name, arguments)) = commands.recv().await {
        let said = engine.answer(&name, &arguments).await;
        if out.answer(id, &said).await.is_err() || name == "quit" {
            return;
        }
    }
}

/// Who is there.
pub(super) fn users(view: &View) -> String {
    let here = view.members.iter().filter(|member| member.is_here);
    let names: Vec<String> = here.map(|member| packed(&member.name)).collect();
    names.join(" ")
}

const COMMANDS: [&str; 22] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "showboard",
    "final_score",
    "time_settings",
    "time_left",
    "colgo-player_name",
    "colgo-opp_name",
    "colgo-gui_state",
    "colgo-level",
    "colgo-user_list",
    "colgo-chat",
];

type Said = Result<String, String>;

struct Engine {
    table: Handle,
    /// The next game, as far as it was said. It begins with its first move.
    size: u8,
    komi: i16,
    is_new: bool,
}

impl Engine {
    fn new(table: Handle) -> Engine {
        let setup = table.view.borrow().setup.clone();
        Engine {
            table,
            size: setup.size,
            komi: setup.komi,
            is_new: true,
        }
    }

    fn view(&self) -> Arc<View> {
        Arc::clone(&self.table.view.borrow())
    }

    async fn answer(&mut self, name: &str, arguments: &str) -> Said {
        let nothing = Ok(String::new());
        match name {
            "protocol_version" => Ok("2".to_string()),
            "name" => Ok("Shikatsu together".to_string()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_string()),
            "known_command" => Ok(COMMANDS.contains(&arguments.trim()).to_string()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "quit" | "time_settings" | "time_left" => nothing,
            "boardsize" => {
                let size = arguments.trim().parse().map_err(|_| "syntax error")?;
                let setup = Setup {
                    size,
                    ..Setup::default()
                };
                if setup.fault().is_some() {
                    return Err("unacceptable size".to_string());
                }
                (self.size, self.is_new) = (size, true);
                nothing
            }
            "clear_board" => {
                self.is_new = true;
                nothing
            }
            "komi" => {
                let komi: f64 = arguments.trim().parse().map_err(|_| "syntax error")?;
                let halves = (komi * 2.0).round();
                if !(-800.0..=800.0).contains(&halves) {
                    return Err("syntax error".to_string());
                }
                self.komi = halves as i16;
                nothing
            }
            "play" => {
                let mut words = arguments.split_whitespace();
                let color = words.next().and_then(color_of).ok_or("syntax error")?;
                let place = words.next().ok_or("syntax error")?;
                let what = Proposal::read(place, self.size).ok_or("syntax error")?;
                self.begin(color != Color::Black).await?;
                let made = self
                    .table
                    .ask(|answer| Tell::OpponentMove(color, what, answer))
                    .await;
                made.map(|()| String::new())
            }
            "genmove" | "reg_genmove" => {
                let color = arguments
                    .split_whitespace()
                    .next()
                    .and_then(color_of)
                    .ok_or("syntax error")?;
                self.begin(color == Color::Black).await?;
                let purpose = if name == "genmove" {
                    Purpose::Play
                } else {
                    Purpose::Suggest
                };
                let chosen = self.table.ask(|answer| Tell::Ask(color, purpose, answer)).await?;
                Ok(match chosen {
                    Proposal::Pass => "PASS".to_string(),
                    other => other.to_string(),
                })
            }
            "showboard" => Ok(board(&self.view())),
            "final_score" => {
                let mut seen = self.table.view.clone();
                let is_over = matches!(self.view().wish, Wish::Score | Wish::Nothing);
                if !is_over {
                    return Err("cannot score: the game is not over".to_string());
                }
                let view = seen
                    .wait_for(|view| view.result.is_some())
                    .await
                    .map_err(|_| "the table is closed")?;
                Ok(view.result.clone().unwrap_or_default())
            }
            "colgo-player_name" => Ok(packed(&self.view().setup.team)),
            "colgo-opp_name" => {
                if arguments.trim().is_empty() {
                    return Ok(packed(&self.view().setup.opponent));
                }
                self.table.tell(Tell::OpponentName(unpacked(arguments))).await;
                nothing
            }
            "colgo-gui_state" => Ok(self.view().state().to_string()),
            "colgo-level" => {
                let setup = &self.view().setup;
                Ok(format!("{} {} {}", setup.scheme, setup.seconds, setup.playouts))
            }
            "colgo-user_list" => Ok(users(&self.view())),
            "colgo-chat" => {
                let text = unpacked(arguments);
                let said = self.table.ask(|answer| Tell::OpponentChat(text, answer)).await;
                said.map(|()| String::new())
            }
            _ => Err("unknown command".to_string()),
        }
    }

    /// Begins the game that was set up, with its first move.
    async fn begin(&mut self, black: bool) -> Result<(), String> {
        if !std::mem::take(&mut self.is_new) {
            return Ok(());
        }
        let view = self.view();
        let setup = Setup {
            size: self.size,
            komi: self.komi,
            black,
            is_asked: true,
            ..view.setup.clone()
        };
        // A table that nobody has played at yet has its game already.
        if view.moves.is_empty() && view.result.is_none() && view.setup == setup {
            return Ok(());
        }
        let renewed = self
            .table
            .ask(|answer| Tell::Renew(Box::new(setup), answer))
            .await;
        if renewed.is_err() {
            self.is_new = true;
        }
        renewed
    }
}

fn color_of(word: &str) -> Option<Color> {
    [Color::Black, Color::White].into_iter().find(|&color| {
        word.eq_ignore_ascii_case(&letter(color).to_string()) || word.eq_ignore_ascii_case(color.name())
    })
}

/// The board in letters.
fn board(view: &View) -> String {
    let size = view.setup.size;
    let mut text = String::from("\n  ");
    for column in 0..size {
        text.push(' ');
        text.push(Point::letter(column));
    }
    let mut stones = Kifu::<CELLS, MOVES>::new();
    stones.restart(size);
    stones.set_ko(Ko::Simple);
    for (color, what) in &view.moves {
        if let Some(chosen) = what.as_move() {
            let _ = stones.play(*color, chosen);
        }
    }
    for (row, line) in rows(&stones).iter().enumerate() {
        let signs: Vec<&str> = line
            .chars()
            .map(|sign| match sign {
                'b' => "X",
                'w' => "O",
                _ => ".",
            })
            .collect();
        let number = usize::from(size) - row;
        let _ = write!(text, "\n{number:>2} {}", signs.join(" "));
    }
    text
}
