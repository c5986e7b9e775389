//! The other end: a person at a terminal, or an engine that is brought along.

use shikatsu::board::{Color, Point};
use shikatsu::play::{CELLS, Kifu, Ko, MOVES};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::runtime::Builder;

use crate::proposal::Proposal;
use crate::text;
use crate::wire::{Message, Reader, answer, packed, unpacked};

/// Comes to the room with this secret as a person: what is asked is printed, what is typed is answered.
pub fn person(address: &str, secret: &str, name: &str) -> Result<(), String> {
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let done = runtime.block_on(async {
        let stream = TcpStream::connect(address)
            .await
            .map_err(|error| format!("{address}: {error}"))?;
        let (from, to) = stream.into_split();
        let terminal = (tokio::io::stdin(), tokio::io::stdout());
        Person::new(name)
            .talk(secret, (from, to), terminal)
            .await
            .map_err(|error| error.to_string())?
    });
    // The terminal may still be read from, which cannot be stopped.
    runtime.shutdown_background();
    done
}

/// Comes to the room with this secret as an engine: lines go to and fro between it and the server.
pub fn engine(address: &str, secret: &str, name: &str, engine: &crate::server::Spec) -> Result<(), String> {
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    let done = runtime.block_on(crate::server::relay(address, secret, name, engine));
    runtime.shutdown_background();
    done
}

struct Person {
    name: String,
    kifu: Box<Kifu<CELLS, MOVES>>,
    /// What has to be answered: the number of the command, and whether it is a vote.
    asked: Option<(Option<u32>, bool)>,
}

const COMMANDS: [&str; 17] = [
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
    "reg_genmove",
    "colgo-player_name",
    "colgo-my_name",
    "colgo-opp_name",
    "colgo-user_list",
    "colgo-chat",
    "colgo-vote",
];

impl Person {
    fn new(name: &str) -> Person {
        let mut kifu = Box::new(Kifu::new());
        kifu.set_ko(Ko::Simple);
        Person {
            name: name.to_string(),
            kifu,
            asked: None,
        }
    }

    async fn talk(
        mut self,
        secret: &str,
        (from, mut to): (impl AsyncRead + Unpin, impl AsyncWrite + Unpin),
        (typed, mut shown): (impl AsyncRead + Unpin, impl AsyncWrite + Unpin),
    ) -> std::io::Result<Result<(), String>> {
        let (mut from, mut typed) = (BufReader::new(from).lines(), BufReader::new(typed).lines());
        let mut reader = Reader::default();
        to.write_all(format!("1 colgo-room {secret} person\n").as_bytes())
            .await?;
        let mut is_typing = true;
        loop {
            let (mut answers, mut words) = (String::new(), String::new());
            tokio::select! {
                line = from.next_line() => {
                    let Some(line) = line? else {
                        return Ok(Err("the server has closed the connection".to_string()));
                    };
                    match reader.take(&line) {
                        Ok(Some(Message::Command { id, name, arguments })) => {
                            match self.answer(id, &name, &arguments, &mut words) {
                                Some(said) => answers = answer(id, &said),
                                None => words.push_str(&self.board()),
                            }
                        }
                        Ok(Some(Message::Answer { said: Err(why), .. })) => {
                            words = format!("refused: {why}\n");
                        }
                        _ => {}
                    }
                }
                line = typed.next_line(), if is_typing => match line? {
                    Some(line) if line.trim() == "quit" => {
                        to.write_all(b"quit\n").await?;
                        return Ok(Ok(()));
                    }
                    Some(line) => answers = self.typed(line.trim(), &mut words),
                    None => is_typing = false,
                },
            }
            to.write_all(answers.as_bytes()).await?;
            shown.write_all(words.as_bytes()).await?;
            shown.flush().await?;
        }
    }

    /// Answers the server; `None` if that is for the person to do.
    fn answer(
        &mut self,
        id: Option<u32>,
        name: &str,
        arguments: &str,
        words: &mut String,
    ) -> Option<Result<String, String>> {
        let shown = |arguments: &str| text::chat(&unpacked(arguments)).unwrap_or_default();
        let mut given = arguments.split_whitespace();
        Some(match name {
            "protocol_version" => Ok("2".to_string()),
            "name" => Ok("Shikatsu join".to_string()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_string()),
            "known_command" => Ok(COMMANDS.contains(&arguments.trim()).to_string()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "colgo-player_name" => Ok(packed(&self.name)),
            "quit" | "komi" => Ok(String::new()),
            "boardsize" => {
                let size = arguments.trim().parse().unwrap_or(0);
                if self.kifu.restart(size) {
                    Ok(String::new())
                } else {
                    Err("unacceptable size".to_string())
                }
            }
            "clear_board" => {
                self.kifu.clear();
                Ok(String::new())
            }
            "play" => {
                let color = match given.next() {
                    Some("b") => Color::Black,
                    _ => Color::White,
                };
                let what = given
                    .next()
                    .and_then(|what| Proposal::read(what, self.kifu.size()));
                let made = what
                    .and_then(Proposal::as_move)
                    .map(|chosen| self.kifu.play(color, chosen));
                match (what, made) {
                    (Some(what), Some(Ok(()))) => {
                        put(words, format_args!("{} plays {what}\n", color.name()));
                        Ok(String::new())
                    }
                    _ => Err("illegal move".to_string()),
                }
            }
            "reg_genmove" => {
                self.asked = Some((id, false));
                words.push_str("\x07Your proposal, please: a point, pass or resign\n");
                return None;
            }
            "colgo-vote" => {
                self.asked = Some((id, true));
                put(
                    words,
                    format_args!(
                        "\x07Your vote, please: {}\n",
                        text::chat(arguments).unwrap_or_default()
                    ),
                );
                return None;
            }
            "colgo-my_name" => {
                put(words, format_args!("You are {}\n", shown(arguments)));
                Ok(String::new())
            }
            "colgo-opp_name" => {
                put(words, format_args!("The opponent is {}\n", shown(arguments)));
                Ok(String::new())
            }
            "colgo-user_list" => {
                let names: Vec<String> = given.map(shown).collect();
                put(words, format_args!("The team: {}\n", names.join(", ")));
                Ok(String::new())
            }
            "colgo-chat" => {
                let (from, said) = arguments.split_once(' ').unwrap_or((arguments, ""));
                put(words, format_args!("{}: {}\n", shown(from), shown(said)));
                Ok(String::new())
            }
            _ => Err("unknown command".to_string()),
        })
    }

    /// What goes to the server for a line that was typed.
    fn typed(&mut self, line: &str, words: &mut String) -> String {
        if let Some(said) = line.strip_prefix("say ") {
            return format!("colgo-chat {}\n", packed(said));
        }
        match (Proposal::read(line, self.kifu.size()), self.asked) {
            _ if line.is_empty() => {}
            (Some(what), Some((id, _))) => {
                self.asked = None;
                return answer(id, &Ok(what.to_string()));
            }
            (Some(_), None) => words.push_str("Nothing is asked of you now.\n"),
            _ if line == "board" => words.push_str(&self.board()),
            _ => words.push_str("Type a point, pass, resign, board, say TEXT or quit.\n"),
        }
        String::new()
    }

    fn board(&self) -> String {
        let (field, size) = (self.kifu.field(), self.kifu.size());
        let letters: Vec<String> = (0..size)
            .map(|column| Point::letter(column).to_string())
            .collect();
        let mut text = format!("   {}\n", letters.join(" "));
        for row in 0..size {
            let signs: Vec<&str> = (0..size)
                .map(|column| match field.at(Point::new(column, row)) {
                    Some(Color::Black) => "X",
                    Some(Color::White) => "O",
                    None => ".",
                })
                .collect();
            put(&mut text, format_args!("{:>2} {}\n", size - row, signs.join(" ")));
        }
        text
    }
}

fn put(text: &mut String, what: std::fmt::Arguments<'_>) {
    std::fmt::Write::write_fmt(text, what).expect("a String takes everything");
}
