//! A whole game of Go against the computer. It lies in place of the problem, and nothing counts.

use super::verbs::{Activity, Extra, Face, Goal, Marks, Next, Request};
use crate::board::{Color, Move, Point, PointSet};
use crate::play::{Area, Score, area_of};
use crate::session::event::Sound;
use crate::session::keys::{Button, Stroke};
use crate::session::picture::{Line, Standing, Tone, Words};
use crate::session::play::{HINT, Played, Wanted, playouts};
use crate::session::reading::Guess;
use crate::session::tabletop::Tabletop;
use crate::session::thought::Judgement;
use crate::session::words::{Message, key_line, quiet_line, words};

/// An answer takes at least this long, in milliseconds: a move that comes at once looks like an accident.
const PAUSE: u32 = 300;

/// How far the game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// You are to move.
    Yours,
    /// The computer is to move.
    Answering,
    /// Both passed, and it is looked at which stones are dead.
    Counting,
    /// It has ended.
    Over(Ended),
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ended {
    Counted(Score),
    /// This side gave up.
    Resigned(Color),
}

impl Ended {
    const fn winner(self) -> Option<Color> {
        match self {
            Ended::Counted(score) => score.winner(),
            Ended::Resigned(color) => Some(color.opponent()),
        }
    }
}

/// Help that was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hint {
    None,
    /// It is being looked for.
    Awaited,
    /// This one.
    Given(Point),
}

/// A game.
#[derive(Clone, Debug)]
pub(in crate::session) struct GoGame {
    wanted: Wanted,
    you: Color,
    phase: Phase,
    hint: Hint,
    /// What was counted at the end, and the stones that were taken for dead.
    area: Area,
    dead: PointSet,
}

impl GoGame {
    /// The game so far.
    pub(in crate::session) fn played<'t>(
        &self,
        table: &'t Tabletop,
    ) -> Played<impl Iterator<Item = Move> + 't> {
        Played {
            setup: self.wanted.setup(),
            komi: self.wanted.komi,
            you: self.you,
            result: match self.phase {
                Phase::Over(Ended::Counted(score)) => words(format_args!("{score}")),
                Phase::Over(Ended::Resigned(Color::White)) => words(format_args!("B+R")),
                Phase::Over(Ended::Resigned(Color::Black)) => words(format_args!("W+R")),
                _ => Words::new(),
            },
            moves: table.game().moves(),
        }
    }

    /// How it was wanted.
    pub(in crate::session) const fn wanted(&self) -> Wanted {
        self.wanted
    }

    /// Whether the player has made a move, and the game has not ended.
    pub(in crate::session) fn is_under_way(&self, table: &Tabletop) -> bool {
        table.ply() > self.first() && !matches!(self.phase, Phase::Over(_))
    }

    /// Moves that are the computer's alone: its first one, if it began.
    fn first(&self) -> usize {
        usize::from(self.wanted.setup().to_move != self.you)
    }

    /// Goes on from whatever is on the board.
    fn resume(&mut self, table: &mut Tabletop) {
        self.hint = Hint::None;
        self.area = Area::NONE;
        self.dead = PointSet::EMPTY;
        if table.game().verdict().is_some() {
            self.phase = Phase::Counting;
            table.think_within(HINT);
        } else if table.game().to_move() == self.you {
            table.stop_thinking();
            self.phase = Phase::Yours;
            if table.game().last_move() == Some(Move::Pass) {
                let other = self.you.opponent();
                let told = words(format_args!("{other} passes. Hold A to pass, too"));
                table.say(Message::lasting(Tone::Plain, told));
            }
        } else {
            self.phase = Phase::Answering;
            table.think_within(playouts(self.wanted.playouts));
        }
    }

    /// The computer's move, once it is found.
    fn answer(&mut self, table: &mut Tabletop) {
        let Some(guess) = guessed(table).filter(|_| table.clock() >= PAUSE) else {
            return;
        };
        if guess.is_hopeless {
            return self.resign(table, self.you.opponent());
        }
        let legal = guess.best.filter(|&point| table.game().check(point).is_ok());
        table.place(legal.map_or(Move::Pass, Move::Play));
        self.resume(table);
    }

    /// Counts, once it is known which stones are dead.
    fn count(&mut self, table: &mut Tabletop) {
        let Some(guess) = guessed(table) else {
            return;
        };
        let board = table.game().board();
        let alive = |color| board.stones(color).minus(&guess.dead);
        self.dead = guess.dead;
        self.area = area_of(self.wanted.size, &alive(Color::Black), &alive(Color::White));
        let (black, white) = (self.area.black.len(), self.area.white.len());
        let komi = self.wanted.komi;
        self.end(table, Ended::Counted(self.area.score(komi)));
        let told = words(format_args!("Black {black}, White {white} and {}.5", komi / 2));
        table.say(Message::passing(Tone::Plain, &told));
    }

    fn resign(&mut self, table: &mut Tabletop, color: Color) {
        self.end(table, Ended::Resigned(color));
        let told = words(format_args!("{color} resigns"));
        table.say(Message::passing(Tone::Plain, &told));
    }

    fn end(&mut self, table: &mut Tabletop, ended: Ended) {
        table.stop_thinking();
        self.hint = Hint::None;
        self.phase = Phase::Over(ended);
        if ended.winner() == Some(self.you) {
            table.make_sound(Sound::Right);
        }
    }

    /// Takes your newest move back, with the answer to it; stops the computer if it thinks.
    fn take_back(&mut self, table: &mut Tabletop) -> Next {
        let was_answering = self.phase == Phase::Answering;
        if let Phase::Over(Ended::Resigned(color)) = self.phase
            && color == self.you
        {
            // The game goes on where it was.
            table.hush();
            self.resume(table);
            return Next::Stay;
        }
        // If the computer began, its first move stays.
        if table.ply() <= self.first() || !table.undo_until(self.you) {
            return Next::Ask(Request::Front);
        }
        self.resume(table);
        if was_answering {
            table.say(Message::passing(Tone::Quiet, "Stopped, and taken back"));
        }
        Next::Stay
    }

    fn redo(&mut self, table: &mut Tabletop) {
        table.redo_until(self.you);
        self.resume(table);
    }

    fn ask_for_a_hint(&mut self, table: &mut Tabletop) {
        if self.phase == Phase::Yours {
            self.hint = Hint::Awaited;
            table.think_within(HINT);
            self.give_hint(table);
        }
    }

    /// Gives the help that was asked for, once it is found.
    fn give_hint(&mut self, table: &mut Tabletop) {
        let Some(guess) = guessed(table).filter(|_| self.hint == Hint::Awaited) else {
            return;
        };
        let Some(point) = guess.best else {
            self.hint = Hint::None;
            return table.say(Message::passing(Tone::Plain, "Nothing is better than to pass"));
        };
        self.hint = Hint::Given(point);
        let told = words(format_args!("I would play {}", point.vertex(self.wanted.size)));
        table.say(Message::lasting(Tone::Plain, told));
    }
}

/// What the search thinks of the position on the board, once it is done.
fn guessed(table: &Tabletop) -> Option<Guess> {
    match table.known_here()? {
        Judgement::Unknown(guess) => Some(guess.unwrap_or(Guess::of(None))),
        Judgement::Read(reading) => Some(Guess::of(reading.best)),
    }
}

impl Activity for GoGame {
    fn begin(table: &mut Tabletop) -> GoGame {
        let wanted = *table.wanted_go();
        table.lay_go(wanted.komi, &wanted.setup());
        let by_chance = if wanted.you.is_none() { table.chance(2) } else { 0 };
        let mut begun = GoGame {
            wanted,
            you: wanted.you.unwrap_or(Color::BOTH[by_chance]),
            phase: Phase::Yours,
            hint: Hint::None,
            area: Area::NONE,
            dead: PointSet::EMPTY,
        };
        if wanted.you.is_none() {
            let told = words(format_args!("You are {}", begun.you));
            table.say(Message::passing(Tone::Plain, &told));
        }
        begun.resume(table);
        begun
    }

    fn stroke(&mut self, table: &mut Tabletop, stroke: Stroke) -> Next {
        match stroke {
            Stroke::Press(Button::A) if self.is_over() => return Next::Go(Goal::PlayGo),
            Stroke::Press(Button::A) => return self.play(table, Move::Play(table.cursor())),
            Stroke::Hold(Button::A) => return self.play(table, Move::Pass),
            Stroke::Press(Button::B) => return self.take_back(table),
            Stroke::Press(Button::X) if self.is_over() => return Next::Ask(Request::PlayGo),
            Stroke::Press(Button::X) => self.ask_for_a_hint(table),
            Stroke::Hold(Button::X) => self.redo(table),
            Stroke::Press(direction) => table.steer(direction),
            Stroke::Hold(_) => {}
        }
        Next::Stay
    }

    fn play(&mut self, table: &mut Tabletop, chosen: Move) -> Next {
        match self.phase {
            Phase::Yours => {
                if table.place(chosen) {
                    self.resume(table);
                }
            }
            Phase::Answering | Phase::Counting => {
                table.say(Message::passing(Tone::Quiet, "One moment: it is not your turn"));
            }
            Phase::Over(_) => table.say(Message::passing(Tone::Quiet, "It is over: B takes back")),
        }
        Next::Stay
    }

    fn hear(&mut self, table: &mut Tabletop) -> Next {
        match self.phase {
            Phase::Answering => self.answer(table),
            Phase::Counting => self.count(table),
            Phase::Yours => self.give_hint(table),
            Phase::Over(_) => {}
        }
        Next::Stay
    }

    fn moves(&self, _table: &Tabletop) -> bool {
        matches!(self.phase, Phase::Answering | Phase::Counting)
    }

    fn think_anew(&mut self, table: &mut Tabletop) {
        if !self.is_over() {
            self.resume(table);
        }
    }

    fn marks(&self, table: &Tabletop) -> Marks {
        let mut marks = Marks::of(table);
        marks.owned = [self.area.black, self.area.white];
        marks.going = self.dead;
        if let Hint::Given(point) = self.hint {
            marks.best = Some(point);
        }
        marks
    }

    fn face(&self, table: &Tabletop) -> Face {
        let komi = self.wanted.komi;
        let title = match self.phase {
            Phase::Over(Ended::Resigned(color)) => words(format_args!("{} wins", color.opponent())),
            Phase::Over(Ended::Counted(score)) => match score.winner() {
                Some(winner) => {
                    let by = score.0.unsigned_abs();
                    let half = if by % 2 == 1 { ".5" } else { "" };
                    words(format_args!("{winner} wins by {}{half}", by / 2))
                }
                None => words(format_args!("A draw")),
            },
            Phase::Counting => words(format_args!("Both passed")),
            Phase::Yours | Phase::Answering => words(format_args!("Go, komi {}.5", komi / 2)),
        };
        let has_ended = matches!(self.phase, Phase::Counting | Phase::Over(_));
        Face {
            title,
            stone: (!has_ended).then(|| table.game().to_move()),
            standing: match self.phase {
                Phase::Over(ended) if ended.winner() == Some(self.you) => Standing::Right,
                _ => Standing::Open,
            },
            cursor: (!has_ended).then_some(self.you),
            waits: match self.phase {
                Phase::Answering | Phase::Counting => true,
                Phase::Yours => self.hint == Hint::Awaited,
                Phase::Over(_) => false,
            },
        }
    }

    fn line(&self, table: &Tabletop, lingering: Option<Button>) -> Line {
        match lingering {
            Some(Button::A) if self.phase == Phase::Yours => return quiet_line("Hold to pass"),
            Some(Button::B) => return quiet_line("Hold to start again"),
            _ => {}
        }
        if self.is_over() {
            return key_line(&[
                (Button::A, "again"),
                (Button::B, "play on"),
                (Button::X, "change"),
            ]);
        }
        let first = if table.ply() == 0 {
            (Button::A, "play")
        } else {
            (Button::B, "back")
        };
        key_line(&[first, (Button::X, "hint"), (Button::Y, "menu")])
    }

    fn home(&self) -> Goal {
        Goal::PlayGo
    }

    fn place(&self, _table: &Tabletop) -> Option<Words> {
        Some(words(format_args!("{0}×{0}", self.wanted.size)))
    }

    fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    fn offers(&self, _table: &Tabletop, extra: Extra) -> bool {
        match extra {
            Extra::Hint => true,
            Extra::Resign => matches!(self.phase, Phase::Yours | Phase::Answering),
            Extra::Sides | Extra::Capture => false,
        }
    }

    fn give(&mut self, table: &mut Tabletop, extra: Extra) {
        match extra {
            Extra::Hint => self.ask_for_a_hint(table),
            Extra::Resign => self.resign(table, self.you),
            Extra::Sides | Extra::Capture => {}
        }
    }
}
