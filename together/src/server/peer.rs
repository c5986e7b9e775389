//! A stream with the Go Text Protocol on it.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::{Mutex, mpsc};
use tokio::time::timeout;

use crate::wire::{LINE_MOST, Message, Reader, TooLong, answer};

/// Who does not take a line within this time is gone.
const STUCK: Duration = Duration::from_secs(20);
/// Messages that may wait to be looked at.
const WAITING: usize = 32;

/// The other side is gone, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Gone(pub(super) String);

impl Gone {
    fn closed() -> Gone {
        Gone("the connection was closed".to_string())
    }
}

/// A command of the other side: its number, name and arguments.
pub(super) type Command = (Option<u32>, String, String);

/// The way out; commands and answers share it.
#[derive(Clone)]
pub(super) struct Out(Arc<Mutex<Box<dyn AsyncWrite + Send + Unpin>>>);

impl Out {
    pub(super) fn new(stream: impl AsyncWrite + Send + Unpin + 'static) -> Out {
        Out(Arc::new(Mutex::new(Box::new(stream))))
    }

    pub(super) async fn send(&self, text: &str) -> Result<(), Gone> {
        let mut stream = self.0.lock().await;
        let sent = async {
            stream.write_all(text.as_bytes()).await?;
            stream.flush().await
        };
        match timeout(STUCK, sent).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(Gone(error.to_string())),
            Err(_) => Err(Gone("it does not listen".to_string())),
        }
    }

    pub(super) async fn answer(&self, id: Option<u32>, said: &Result<String, String>) -> Result<(), Gone> {
        self.send(&answer(id, said)).await
    }
}

/// The other side of a stream.
pub(super) struct Peer {
    answers: mpsc::Receiver<(Option<u32>, Result<String, String>)>,
    out: Out,
    asked: u32,
}

/// A peer, and the commands that come from there. If nobody wants them, they are dropped.
pub(super) fn connect(
    input: impl AsyncRead + Send + Unpin + 'static,
    out: Out,
) -> (Peer, mpsc::Receiver<Command>) {
    let (answers_in, answers) = mpsc::channel(WAITING);
    let (commands_in, commands) = mpsc::channel(WAITING);
    tokio::spawn(async move {
        let (mut input, mut reader) = (BufReader::new(input), Reader::default());
        while let Some(line) = line(&mut input).await {
            match reader.take(&line) {
                Ok(None) => {}
                Ok(Some(Message::Answer { id, said })) => {
                    if answers_in.send((id, said)).await.is_err() && commands_in.is_closed() {
                        break;
                    }
                }
                Ok(Some(Message::Command { id, name, arguments })) => {
                    // Where nobody serves commands these are noise.
                    let _ = commands_in.send((id, name, arguments)).await;
                    if commands_in.is_closed() && answers_in.is_closed() {
                        break;
                    }
                }
                Err(TooLong) => break,
            }
        }
    });
    let peer = Peer {
        answers,
        out,
        asked: 0,
    };
    (peer, commands)
}

/// The next line; `None` at the end, or when one is too long.
async fn line(input: &mut (impl AsyncBufReadExt + Unpin)) -> Option<String> {
    let mut bytes = Vec::new();
    let read = input
        .take(LINE_MOST as u64)
        .read_until(b'\n', &mut bytes)
        .await
        .ok()?;
    let is_whole = bytes.ends_with(b"\n") || read < LINE_MOST;
    (read > 0 && is_whole).then(|| {
        let text = String::from_utf8_lossy(&bytes);
        text.trim_end_matches(['\n', '\r']).to_string()
    })
}

impl Peer {
    /// Asks a question and waits for the answer, however long that takes.
    pub(super) async fn ask(&mut self, command: &str) -> Result<Result<String, String>, Gone> {
        self.asked += 1;
        self.out.send(&format!("{} {command}\n", self.asked)).await?;
        loop {
            let (id, said) = self.answers.recv().await.ok_or_else(Gone::closed)?;
            // Engines that do not repeat numbers answer in order; an answer to something else is nobody's.
            if id.is_none_or(|id| id == self.asked) {
                return Ok(said);
            }
        }
    }

    /// The way out, for what needs no answer.
    pub(super) fn out(&self) -> Out {
        self.out.clone()
    }

    /// Until nothing can come from there any more. What comes meanwhile was not asked for.
    pub(super) async fn closed(&mut self) {
        while self.answers.recv().await.is_some() {}
    }
}
