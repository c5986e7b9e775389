//! A table: the task that owns a game.

use std::collections::HashMap;
use std::mem::{Discriminant, discriminant};
use std::sync::Arc;
use std::time::Duration;

use shikatsu::board::Color;
use shikatsu::play::{CELLS, Kifu, MOVES, Search};
use shikatsu::search::Slot;
use tokio::sync::{Semaphore, mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until};

use super::keeper::{Keeper, now};
use super::secret::secret;
use super::view::{Said, View};
use crate::action::{Action, MemberId, Role};
use crate::decide::{Choice, Value};
use crate::game::{Game, Purpose, Refusal, Wish};
use crate::log::Entry;
use crate::proposal::Proposal;
use crate::setup::Setup;
use crate::weigh::weigh;

/// Messages that may wait; who sends more waits, too.
const WAITING: usize = 256;
/// Lines of chat that are shown.
const CHAT_SHOWN: usize = 100;
/// That one more member has answered is shown at most this often: with fifty members nobody wants to see each of fifty steps.
const CALM: Duration = Duration::from_millis(100);
/// Playouts that find out which stones are dead.
const FOR_SCORE: u32 = 1000;

/// What comes of a wish: done, or a sentence why not.
pub(super) type Answer<T> = oneshot::Sender<Result<T, String>>;

/// What can be told to a table.
pub(super) enum Tell {
    Join(String, Role, Answer<(MemberId, String)>),
    /// Somebody comes back with the word that was given when they joined.
    Back(String, Answer<MemberId>),
    Leave(MemberId, String),
    Begin(Answer<()>),
    Propose(MemberId, u32, Proposal, Answer<()>),
    Vote(MemberId, u32, Proposal, Answer<()>),
    Faulty(MemberId, u32, String),
    Chat(MemberId, String, Answer<()>),
    OpponentMove(Color, Proposal, Answer<()>),
    OpponentChat(String, Answer<()>),
    OpponentName(String),
    OpponentGone(String),
    Weighed(u32, Vec<Value>),
    Scored(i64, String),
    /// The opponent asks for a move.
    Ask(Color, Purpose, Answer<Proposal>),
    /// Another game with the same team.
    Renew(Box<Setup>, Answer<()>),
    /// The server ends.
    Stop(Answer<()>),
}

/// The way to a table.
#[derive(Clone)]
pub struct Handle {
    tell: mpsc::Sender<Tell>,
    pub(super) view: watch::Receiver<Arc<View>>,
}

impl std::fmt::Debug for Handle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Handle")
    }
}

const CLOSED: &str = "the table is closed";

impl Handle {
    pub(super) async fn tell(&self, what: Tell) {
        // A table that is closed needs to know nothing.
        let _ = self.tell.send(what).await;
    }

    /// Tells something and waits for what comes of it.
    pub(super) async fn ask<T>(&self, what: impl FnOnce(Answer<T>) -> Tell) -> Result<T, String> {
        let (answer, answered) = oneshot::channel();
        self.tell(what(answer)).await;
        answered.await.unwrap_or_else(|_| Err(CLOSED.to_string()))
    }
}

/// What everybody is to see at once.
#[derive(PartialEq, Eq, Default)]
struct News {
    game: i64,
    state: Option<Discriminant<Wish>>,
    round: u32,
    moves: usize,
    said: u64,
    members: Vec<(bool, bool)>,
}

/// Something to be said once what happened is kept.
type Reply = Box<dyn FnOnce() + Send>;

struct Table {
    game: Game,
    number: i64,
    /// Actions of this game that are kept.
    kept: i64,
    began: Instant,
    begin_with: usize,
    keeper: Keeper,
    processors: Arc<Semaphore>,
    own: mpsc::WeakSender<Tell>,
    view: watch::Sender<Arc<View>>,
    /// The words with which members come back, and how many connections each has.
    words: HashMap<String, MemberId>,
    connections: HashMap<MemberId, u32>,
    chat: Vec<Said>,
    said: u64,
    replies: Vec<Reply>,
    asked: Option<(u32, Answer<Proposal>)>,
    /// What was published last, apart from who has answered; and when.
    published: (News, Instant),
    /// When the rest of it is due.
    due: Option<Instant>,
    /// The work that is under way: the round that is weighed, the game that is counted.
    weighing: Option<u32>,
    counting: Option<i64>,
}

/// Opens a table. It begins by itself with so many members, or when somebody says so.
pub(super) async fn open(
    setup: Setup,
    begin_with: usize,
    keeper: Keeper,
    processors: Arc<Semaphore>,
) -> Result<Handle, String> {
    let number = keeper.begin(&setup).await?;
    let mut game = Game::new(setup);
    // The start is in the log already.
    game.take();
    let (view, seen) = watch::channel(Arc::new(View::new(&game, number, None, &[])));
    let (tell, inbox) = mpsc::channel(WAITING);
    let table = Table {
        game,
        number,
        kept: 1,
        began: Instant::now(),
        begin_with,
        keeper,
        processors,
        own: tell.downgrade(),
        view,
        words: HashMap::new(),
        connections: HashMap::new(),
        chat: Vec::new(),
        said: 0,
        replies: Vec::new(),
        asked: None,
        published: (News::default(), Instant::now()),
        due: None,
        weighing: None,
        counting: None,
    };
    tokio::spawn(table.run(inbox));
    Ok(Handle { tell, view: seen })
}

impl Table {
    async fn run(mut self, mut inbox: mpsc::Receiver<Tell>) {
        loop {
            let deadline = self.game.deadline();
            let deadline = deadline.map(|at| self.began + Duration::from_millis(at));
            let deadline = [deadline, self.due].into_iter().flatten().min();
            let alarm = async {
                match deadline {
                    Some(at) => sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                told = inbox.recv() => match told {
                    Some(told) => self.hear(told).await,
                    // Nobody can come here any more.
                    None => return,
                },
                () = alarm => self.game.tick(self.now()),
            }
            // What came together is kept and shown together.
            for _ in 0..WAITING {
                let Ok(told) = inbox.try_recv() else { break };
                self.hear(told).await;
            }
            self.settle().await;
        }
    }

    fn now(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }

    /// Answers once everything is kept.
    fn reply<T: Send + 'static>(&mut self, answer: Answer<T>, said: Result<T, Refusal>) {
        let said = said.map_err(|refusal| refusal.to_string());
        self.replies.push(Box::new(move || {
            // Whoever asked may have gone.
            let _ = answer.send(said);
        }));
    }

    async fn hear(&mut self, told: Tell) {
        let now = self.now();
        match told {
            Tell::Join(name, role, answer) => {
                let joined = self.game.join(&name, role, now);
                let seat = joined.map(|member| {
                    let word = secret();
                    self.words.insert(word.clone(), member);
                    self.connections.insert(member, 1);
                    (member, word)
                });
                self.reply(answer, seat);
            }
            Tell::Back(word, answer) => {
                let member = self.words.get(&word).copied().ok_or(Refusal::NoMember);
                let back = member.and_then(|member| self.game.come_back(member, now).map(|()| member));
                if let Ok(member) = back {
                    *self.connections.entry(member).or_default() += 1;
                }
                self.reply(answer, back);
            }
            Tell::Leave(member, why) => {
                let left = self.connections.entry(member).or_default();
                *left = left.saturating_sub(1);
                // Somebody with two windows is there as long as one of them is.
                if *left == 0 {
                    let _ = self.game.leave(member, &why, now);
                }
            }
            Tell::Begin(answer) => {
                let begun = self.game.begin(now);
                self.reply(answer, begun);
            }
            Tell::Propose(member, round, what, answer) => {
                let done = self.game.propose(member, round, what, now);
                self.reply(answer, done);
            }
            Tell::Vote(member, round, what, answer) => {
                let done = self.game.vote(member, round, what, now);
                self.reply(answer, done);
            }
            Tell::Faulty(member, round, why) => {
                let _ = self.game.faulty(member, round, &why, now);
            }
            Tell::Chat(member, text, answer) => {
                let done = self.game.chat(member, &text, now);
                self.reply(answer, done);
            }
            Tell::OpponentMove(color, what, answer) => {
                let done = self.game.opponent(color, what, now);
                self.reply(answer, done);
            }
            Tell::OpponentChat(text, answer) => {
                let done = self.game.opponent_chat(&text);
                self.reply(answer, done);
            }
            Tell::OpponentName(name) => {
                let _ = self.game.name_opponent(&name);
            }
            Tell::OpponentGone(why) => {
                let winner = if self.game.setup().black { "B" } else { "W" };
                let why = format!("the opponent: {why}");
                let _ = self.game.stop(&format!("{winner}+F"), &why);
            }
            Tell::Weighed(round, values) => {
                let _ = self.game.weighed(round, &values, now);
            }
            Tell::Scored(number, result) => {
                if number == self.number {
                    let _ = self.game.scored(&result);
                }
            }
            Tell::Ask(color, purpose, answer) => match self.game.ask(color, purpose, now) {
                Ok(()) => self.asked = Some((self.game.rounds(), answer)),
                Err(refusal) => self.reply(answer, Err(refusal)),
            },
            Tell::Stop(answer) => {
                let done = self.game.stop("Void", "the server was stopped");
                self.reply(answer, done);
            }
            Tell::Renew(setup, answer) => {
                let renewed = self.renew(*setup).await;
                self.replies.push(Box::new(move || {
                    let _ = answer.send(renewed);
                }));
            }
        }
    }

    async fn renew(&mut self, setup: Setup) -> Result<(), String> {
        if let Some(fault) = setup.fault() {
            return Err(fault.to_string());
        }
        if self.game.result().is_none() {
            let _ = self.game.stop("Void", "another game was begun");
        }
        self.keep().await;
        let number = self.keeper.begin(&setup).await?;
        self.game = self.game.next(setup);
        (self.number, self.kept, self.began) = (number, 0, Instant::now());
        (self.weighing, self.counting) = (None, None);
        // The start is in the log already.
        self.kept = 1;
        Ok(())
    }

    /// Keeps what has happened.
    async fn keep(&mut self) {
        let at = now();
        let mut entries = Vec::new();
        for action in self.game.take() {
            if let Action::Chat { name, text } = &action {
                self.said += 1;
                let (number, name, text) = (self.said, name.clone(), text.clone());
                self.chat.push(Said { number, name, text });
                let surplus = self.chat.len().saturating_sub(CHAT_SHOWN);
                self.chat.drain(..surplus);
            }
            if matches!(action, Action::Start { .. }) {
                continue;
            }
            self.kept += 1;
            entries.push(Entry {
                game: self.number,
                number: self.kept,
                at,
                action,
            });
        }
        if !entries.is_empty()
            && let Err(error) = self.keeper.append(entries).await
        {
            // The game is for those who play it: it goes on, and whoever runs the server hears of it.
            eprintln!("shikatsu: game {} could not be kept: {error}", self.number);
        }
    }

    /// Keeps what has happened, and only then tells anybody.
    async fn settle(&mut self) {
        if self.game.wish() == Wish::Begin && !self.game.setup().is_asked {
            let here = self.game.members().iter().filter(|member| member.is_here).count();
            if here >= self.begin_with {
                let _ = self.game.begin(self.now());
            }
        }
        self.keep().await;
        self.publish();
        for reply in self.replies.drain(..) {
            reply();
        }
        self.answer_the_asker();
        self.work();
    }

    /// Shows what is new: at once if it matters, else when some time has gone by.
    fn publish(&mut self) {
        let news = News {
            game: self.number,
            state: Some(discriminant(&self.game.wish())),
            round: self.game.rounds(),
            moves: self.game.kifu().moves().len(),
            said: self.said,
            members: self
                .game
                .members()
                .iter()
                .map(|member| (member.is_here, member.is_away))
                .collect(),
        };
        let now_is = Instant::now();
        if news == self.published.0 && now_is < self.published.1 + CALM {
            self.due = Some(self.published.1 + CALM);
            return;
        }
        (self.published, self.due) = ((news, now_is), None);
        let until = self
            .game
            .deadline()
            .map(|at| now() + (at as i64 - self.now() as i64));
        let view = View::new(&self.game, self.number, until, &self.chat);
        // An error means that nobody looks.
        let _ = self.view.send(Arc::new(view));
    }

    /// Whoever asked for a move gets it, or hears that there is none.
    fn answer_the_asker(&mut self) {
        let is_open = matches!(
            self.game.wish(),
            Wish::Proposals { .. } | Wish::Votes { .. } | Wish::Values { .. }
        );
        if is_open {
            return;
        }
        if let Some((round, answer)) = self.asked.take() {
            let decided = if self.game.rounds() >= round && round > 0 {
                self.game.last_decision().and_then(|decision| decision.chosen)
            } else {
                None
            };
            let is_there = self.game.members().iter().any(|member| member.is_here);
            let said = match (decided, self.game.wish()) {
                (Some(chosen), wish) if wish != Wish::SignOfLife => Ok(chosen),
                _ if is_there => Err("nobody of the team proposed a move in time".to_string()),
                _ => Err("nobody of the team is there".to_string()),
            };
            let _ = answer.send(said);
        }
    }

    /// Starts what takes long.
    fn work(&mut self) {
        match self.game.wish() {
            Wish::Values {
                round,
                color,
                choices,
                seed,
            } if self.weighing != Some(round) => {
                self.weighing = Some(round);
                let (kifu, playouts) = (Box::new(self.game.kifu().clone()), self.game.setup().playouts);
                self.spawn(move || Tell::Weighed(round, weigh_all(&kifu, color, &choices, playouts, seed)));
            }
            Wish::Score if self.counting != Some(self.number) => {
                self.counting = Some(self.number);
                let (kifu, number) = (Box::new(self.game.kifu().clone()), self.number);
                let seed = self.game.setup().seed as u32;
                self.spawn(move || Tell::Scored(number, count(&kifu, seed)));
            }
            _ => {}
        }
    }

    /// Does something on a thread, not more at a time than there are processors, and tells this table what came of it.
    fn spawn(&self, work: impl FnOnce() -> Tell + Send + 'static) {
        let (processors, own) = (Arc::clone(&self.processors), self.own.clone());
        tokio::spawn(async move {
            let Ok(_permit) = processors.acquire_owned().await else {
                return;
            };
            if let Ok(done) = tokio::task::spawn_blocking(work).await
                && let Some(own) = own.upgrade()
            {
                let _ = own.send(done).await;
            }
        });
    }
}

fn weigh_all(
    kifu: &Kifu<CELLS, MOVES>,
    color: Color,
    choices: &[Choice],
    playouts: u32,
    seed: u32,
) -> Vec<Value> {
    let nothing = Value {
        mean: f64::from(i16::MIN),
        spread: 0.0,
        playouts: 0,
    };
    choices
        .iter()
        .map(|choice| weigh(kifu, color, choice.what, playouts, seed, &|| true).unwrap_or(nothing))
        .collect()
}

/// The score, with stones taken off that most playouts capture.
fn count(kifu: &Kifu<CELLS, MOVES>, seed: u32) -> String {
    let mut slots = vec![Slot::EMPTY; 1 << 14];
    let mut search = Box::new(Search::<CELLS>::IDLE);
    search.begin(kifu, kifu.to_move(), seed, &mut slots);
    search.step(&mut slots, FOR_SCORE);
    kifu.score(&search.dead()).to_string()
}
