//! What is to be seen of a desk.

use heapless::Vec;

use super::desk::{Activity, Desk};
use super::keys::{Button, Pending};
use super::picture::{
    BoardScreen, Cursor, KeyHint, Line, Mark, Picture, SPOTS, Screen, Spot, Standing, Strip, Tone, Words,
};
use super::reading::Reading;
use super::settings::Mode;
use super::status::{CHOICES, Status};
use super::thought::Judgement;
use super::trying::Phase;
use super::words::words;
use crate::board::{Cell, Color, Move, Point, PointSet};

/// A thought that is over sooner than this needs no bar, in milliseconds.
const PATIENCE: u32 = 150;
/// How long the stones are seen before they fade, in milliseconds.
const FADE_AFTER: u32 = 10_000;
/// How long the newest move is seen in the dark, and all stones after a look.
const GLIMPSE: u32 = 2_000;
const PEEK: u32 = 3_000;

impl Desk {
    /// The picture of the desk; `pressed` is the key that is down, `place` where one is in the pack.
    pub(super) fn picture(&self, pressed: Option<Pending>, place: Words) -> Picture {
        let problem = self.showing.problem();
        let size = problem.size();
        let mut spots = [Spot::default(); SPOTS];
        let (seen, marks) = (self.seen_stones(), self.marks());
        for point in Point::all(size) {
            let stone = match self.game.board().at(point) {
                Cell::Stone(color) if seen.contains(point) => Some(color),
                _ => None,
            };
            spots[BoardScreen::index(point)] = Spot {
                stone,
                outside: self.game.board().outside().contains(point),
                mark: marks.at(point, stone.is_some()),
                cursor: None,
                lit: self.hint.area.contains(point),
            };
        }
        if let Some(color) = self.cursor_color() {
            spots[BoardScreen::index(self.cursor)].cursor = Some(Cursor {
                color,
                pressed: pressed.is_some_and(|pressed| pressed.button == Button::A),
            });
        }
        Picture {
            theme: self.settings.theme,
            screen: Screen::Board(BoardScreen {
                strip: self.strip(pressed.filter(|pressed| pressed.lingers), place),
                size,
                crop: self.crop(),
                labels: self.settings.coordinates.then(|| self.showing.labels()),
                spots,
            }),
        }
    }

    /// Whether stones are still to fade.
    pub(super) fn is_fading(&self) -> bool {
        self.settings.mode == Mode::Fade && self.clock <= FADE_AFTER
    }

    /// Shows stones that faded for a moment.
    pub(super) fn peek_at_faded(&mut self) {
        self.peek = PEEK;
    }

    /// The stones that are seen: all, unless they faded.
    fn seen_stones(&self) -> PointSet {
        let board = self.game.board();
        let all = board.stones(Color::Black).union(&board.stones(Color::White));
        let is_trying = matches!(
            self.activity,
            Activity::Try(Phase::Yours | Phase::Judging | Phase::Answering)
        );
        let has_faded = self.ply() > 0 || self.clock >= FADE_AFTER;
        if self.settings.mode != Mode::Fade || !is_trying || !has_faded || self.peek > 0 {
            return all;
        }
        let newest = self.game.moves().rev().take(2).filter_map(|chosen| match chosen {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        });
        if self.clock < GLIMPSE {
            newest.collect()
        } else {
            PointSet::EMPTY
        }
    }

    fn marks(&self) -> Marks {
        let last = match self.game.last_move() {
            Some(Move::Play(point)) => Some(point),
            _ => None,
        };
        let mut marks = Marks {
            key: self.game.key_stones(),
            last,
            correct: PointSet::EMPTY,
            candidates: self.hint.candidates,
            best: self.hint.point,
            right: None,
            wrong: None,
        };
        match self.activity {
            Activity::Try(phase) => self.mark_try(phase, &mut marks),
            Activity::Solution => {
                if let Some(Judgement::Solved(solution)) = self.judgement() {
                    marks.correct = solution.answer.moves;
                }
            }
            Activity::ReadOut(Reading::Fails { played, better }) => {
                marks.wrong = played;
                marks.best = better;
            }
            Activity::Why => marks.wrong = self.wrong_point(),
            _ => {}
        }
        marks
    }

    fn mark_try(&self, phase: Phase, marks: &mut Marks) {
        let is_over = matches!(phase, Phase::Over(_));
        if !self.tells() && !is_over {
            return;
        }
        marks.wrong = self.wrong_point();
        if let Some(Move::Play(point)) = self.right_move().filter(|_| !is_over) {
            marks.right = Some(point);
        }
    }

    fn wrong_point(&self) -> Option<Point> {
        match self.game.moves().nth(self.wrong_at()?) {
            Some(Move::Play(point)) => Some(point),
            _ => None,
        }
    }

    /// The colour of the stone under the cursor; `None` where nothing can be played.
    fn cursor_color(&self) -> Option<Color> {
        match self.activity {
            Activity::ReadOut(Reading::Entering) | Activity::Free | Activity::Solution => {
                Some(self.game.to_move())
            }
            Activity::Try(Phase::Over(_)) | Activity::Status(_) | Activity::Why | Activity::ReadOut(_) => {
                None
            }
            Activity::Try(_) => Some(self.user),
        }
    }

    fn strip(&self, lingering: Option<Pending>, place: Words) -> Strip {
        let stone = match self.activity {
            Activity::Try(Phase::Over(_)) | Activity::Status(_) | Activity::ReadOut(Reading::Holds) => None,
            Activity::Try(Phase::Judging) => Some(self.user.opponent()),
            _ => Some(self.game.to_move()),
        };
        Strip {
            stone,
            title: self.title(),
            place,
            state: match self.activity {
                Activity::Status(Status::Told { right, .. }) if right => Standing::Right,
                Activity::Status(Status::Told { .. }) | Activity::ReadOut(Reading::Fails { .. }) => {
                    Standing::Wrong
                }
                Activity::ReadOut(Reading::Holds) => Standing::Right,
                _ => self.standing(),
            },
            line: self.line(lingering.map(|pressed| pressed.button)),
        }
    }

    fn title(&self) -> Words {
        let task = || self.showing.task();
        match self.activity {
            Activity::Try(Phase::Over(ending)) => self.sentence(ending),
            Activity::Try(_) if self.user != self.showing.problem().to_move() => {
                words(format_args!("You are {}", self.user))
            }
            Activity::Solution | Activity::Why => match self.ending_here() {
                Some(ending) => self.sentence(ending),
                None => task(),
            },
            Activity::ReadOut(Reading::Holds) => words(format_args!("Your reading holds")),
            Activity::Try(_) | Activity::Free | Activity::ReadOut(_) => task(),
            Activity::Status(Status::Asking { .. }) => {
                words(format_args!("How does {} stand?", self.defender()))
            }
            Activity::Status(Status::Told { truth, winner, .. }) => self.status_sentence(truth, winner),
        }
    }

    fn line(&self, lingering: Option<Button>) -> Line {
        if self.is_waited_for() && self.clock >= PATIENCE {
            return Line::Thinking {
                spent: self.thoughts.spent(self.settings.limits().nodes),
                beat: (self.clock / 64) as u8,
            };
        }
        if let Some(message) = &self.message {
            return Line::Words(message.words.clone(), message.tone);
        }
        match (lingering, self.activity) {
            (Some(Button::A), Activity::Try(Phase::Yours)) => return say("Hold to pass"),
            (Some(Button::B), Activity::Try(_)) => return say("Hold to restart"),
            _ => {}
        }
        if let Activity::Status(Status::Asking { chosen, .. }) = self.activity {
            return Line::Choice {
                items: &CHOICES,
                chosen,
            };
        }
        let hints: &[(Button, &'static str)] = match self.activity {
            Activity::Try(Phase::Over(_)) if self.wrong_at().is_some() => {
                &[(Button::A, "next"), (Button::B, "back"), (Button::X, "why?")]
            }
            Activity::Try(Phase::Over(_)) if self.has_lesson() => {
                &[(Button::A, "next"), (Button::X, "lesson"), (Button::Y, "menu")]
            }
            Activity::Try(Phase::Over(_)) => {
                &[(Button::A, "next"), (Button::X, "solution"), (Button::Y, "menu")]
            }
            Activity::Try(_) if self.ply() == 0 => return self.home_line(),
            Activity::Try(_) if self.wrong_at().is_some() && self.tells() => {
                &[(Button::B, "back"), (Button::X, "why?"), (Button::Y, "menu")]
            }
            Activity::Try(_) => &[(Button::B, "back"), (Button::X, "hint"), (Button::Y, "menu")],
            Activity::Free => &[(Button::A, "play"), (Button::B, "back"), (Button::Y, "menu")],
            Activity::Solution if self.is_over() => {
                &[(Button::A, "next"), (Button::B, "back"), (Button::Y, "menu")]
            }
            Activity::Why if self.is_over() => {
                &[(Button::A, "next"), (Button::B, "again"), (Button::Y, "menu")]
            }
            Activity::Solution => &[(Button::A, "play"), (Button::B, "back"), (Button::X, "go on")],
            Activity::Why => &[(Button::A, "go on"), (Button::B, "again"), (Button::Y, "menu")],
            Activity::ReadOut(Reading::Entering) if self.ply() == 0 => {
                return say("Play the whole line, both colours");
            }
            Activity::ReadOut(Reading::Entering) => {
                &[(Button::A, "play"), (Button::B, "back"), (Button::X, "check")]
            }
            Activity::ReadOut(Reading::Holds) => {
                &[(Button::A, "next"), (Button::B, "back"), (Button::Y, "menu")]
            }
            Activity::ReadOut(_) => &[(Button::A, "again"), (Button::B, "back"), (Button::X, "solution")],
            Activity::Status(_) if self.has_lesson() => {
                &[(Button::A, "next"), (Button::B, "again"), (Button::X, "lesson")]
            }
            Activity::Status(_) => &[(Button::A, "next"), (Button::B, "again"), (Button::X, "solution")],
        };
        Line::Keys(key_hints(hints))
    }

    /// Whether somebody waits for the solver.
    fn is_waited_for(&self) -> bool {
        let waits = match self.activity {
            Activity::Try(Phase::Judging | Phase::Answering)
            | Activity::Solution
            | Activity::ReadOut(Reading::Checking { .. } | Reading::Failing { .. }) => true,
            Activity::Try(Phase::Yours) => self.hint.is_awaited(),
            Activity::Why => self.clock > 2 * PATIENCE,
            Activity::Status(Status::Asking { given, .. }) => given,
            _ => false,
        };
        waits && self.thoughts.open().is_some()
    }

    /// Where the problem is from, before anything is done with it. Its own name often gives the answer away, and comes with
    /// the lesson.
    fn home_line(&self) -> Line {
        let home = &self.showing.home;
        let keys = |help| {
            Line::Keys(key_hints(&[
                (Button::A, "play"),
                (Button::X, help),
                (Button::Y, "menu"),
            ]))
        };
        let line = match (home.is_empty(), self.showing.entry.level) {
            _ if self.reads_first() => return keys("lesson"),
            _ if self.has_primer() => return keys("hint"),
            (true, None) => return keys("hint"),
            (true, Some(level)) => words(format_args!("{level}")),
            (false, None) => words(format_args!("{home}")),
            (false, Some(level)) => words(format_args!("{home} · {level}")),
        };
        Line::Words(line, Tone::Quiet)
    }
}

fn say(text: &str) -> Line {
    Line::Words(words(format_args!("{text}")), Tone::Quiet)
}

/// Keys with what they do.
pub(super) fn key_hints(hints: &[(Button, &'static str)]) -> Vec<KeyHint, 4> {
    hints
        .iter()
        .map(|&(key, does)| KeyHint { key, does })
        .take(4)
        .collect()
}

/// What is marked on the board.
struct Marks {
    key: PointSet,
    last: Option<Point>,
    correct: PointSet,
    candidates: PointSet,
    best: Option<Point>,
    right: Option<Point>,
    wrong: Option<Point>,
}

impl Marks {
    /// The most telling mark of a point.
    fn at(&self, point: Point, has_stone: bool) -> Option<Mark> {
        let here = |place: Option<Point>| place == Some(point);
        if here(self.wrong) {
            Some(Mark::Wrong)
        } else if here(self.best) && !has_stone {
            Some(Mark::Best)
        } else if self.correct.contains(point) {
            Some(Mark::Correct)
        } else if self.candidates.contains(point) && !has_stone {
            Some(Mark::Candidate)
        } else if here(self.right) {
            Some(Mark::Right)
        } else if here(self.last) {
            Some(Mark::Last)
        } else {
            (self.key.contains(point) && has_stone).then_some(Mark::Key)
        }
    }
}
