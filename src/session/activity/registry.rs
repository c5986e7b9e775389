//! The list of activities, and how one becomes another.

use super::capture::Capture;
use super::edit::Edit;
use super::free_play::FreePlay;
use super::go_game::GoGame;
use super::row::Row;
use super::row_lesson::RowLesson;
use super::run::Run;
use super::solution::Solution;
use super::trying::Try;
use super::verbs::{Activity, Goal};
use super::why::Why;
use crate::session::later::AtFirst;
use crate::session::tabletop::Tabletop;

/// Makes a type that is one of several activities, from their files and names.
macro_rules! one_of {
    ($($(#[$when:meta])? $file:ident::$name:ident,)*) => {
        /// What is being done with the problem.
        #[derive(Clone, Debug)]
        #[expect(
            clippy::large_enum_variant,
            reason = "there is one of it, in memory that stays, and no heap"
        )]
        pub(in crate::session) enum Current {
            $($(#[$when])? $name(super::$file::$name),)*
        }

        impl Current {
            /// What the problem and the settings ask for. The stones must be where the problem has them.
            fn first(table: &mut Tabletop) -> Current {
                $($(#[$when])? {
                    if super::$file::$name::is_asked_for(table) {
                        return Current::$name(super::$file::$name::begin(table));
                    }
                })*
                Current::FreePlay(FreePlay)
            }

            pub(in crate::session) fn verbs(&self) -> &dyn Activity {
                match self {
                    $($(#[$when])? Current::$name(activity) => activity,)*
                }
            }

            pub(in crate::session) fn verbs_mut(&mut self) -> &mut dyn Activity {
                match self {
                    $($(#[$when])? Current::$name(activity) => activity,)*
                }
            }
        }
    };
}

// To add an activity, add its line here. A problem begins with the first of them that is asked for.
one_of! {
    #[cfg(test)] tests::Count,
    free_play::FreePlay,
    read_out::ReadOut,
    status::Status,
    trying::Try,
    solution::Solution,
    why::Why,
    capture::Capture,
    row::Row,
    row_lesson::RowLesson,
    go_game::GoGame,
    edit::Edit,
}

/// Before anything lies on the table.
impl AtFirst for Current {
    const AT_FIRST: &'static Current = &Current::FreePlay(FreePlay);
}

impl Current {
    /// The editor, if it is open.
    pub(in crate::session) const fn edit(&self) -> Option<&Edit> {
        match self {
            Current::Edit(edit) => Some(edit),
            _ => None,
        }
    }

    /// The same, to do something with it.
    pub(in crate::session) const fn edit_mut(&mut self) -> Option<&mut Edit> {
        match self {
            Current::Edit(edit) => Some(edit),
            _ => None,
        }
    }

    /// The whole game, if one is played.
    pub(in crate::session) const fn go_game(&self) -> Option<&GoGame> {
        match self {
            Current::GoGame(game) => Some(game),
            _ => None,
        }
    }

    /// Leaves what is being done for something else.
    pub(in crate::session) fn go(&mut self, table: &mut Tabletop, goal: Goal) {
        *self = match goal {
            Goal::Begin => {
                table.reset();
                Current::first(table)
            }
            Goal::Solution => Current::Solution(Solution::open(table)),
            Goal::FreePlay => Current::FreePlay(FreePlay::open(table)),
            Goal::ShowMe => {
                let title = self.verbs().face(table).title;
                Current::Capture(Capture::open(table, None, title))
            }
            Goal::PlayOn => {
                let user = self.verbs().run().map(Run::user);
                let user = user.unwrap_or(table.showing().problem().to_move());
                let title = self.verbs().face(table).title;
                Current::Capture(Capture::open(table, Some(user), title))
            }
            Goal::Row => Current::Row(Row::begin(table)),
            Goal::RowLesson(number) => Current::RowLesson(RowLesson::open(table, number)),
            Goal::PlayGo => Current::GoGame(GoGame::begin(table)),
            Goal::Edit(start) => Current::Edit(Edit::open(table, start)),
            Goal::Why => {
                let run = self.verbs().run().copied();
                let run = run.unwrap_or_else(|| Run::new(table));
                Current::Why(Why::open(table, run))
            }
            Goal::Explore => {
                if !matches!(self, Current::Try(_)) {
                    table.reset();
                    *self = Current::Try(Try::begin(table));
                }
                if let Current::Try(running) = self {
                    running.explore(table);
                }
                return;
            }
        };
    }
}
