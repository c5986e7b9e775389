//! What a showing of a problem counts for: its first result, and whether help was given before.

use super::picture::Standing;
use crate::record::Done;

/// How a problem was settled, if it was.
#[derive(Clone, Copy, Debug)]
pub(super) struct Credit {
    /// How the try ended that counts.
    counted: Option<Done>,
    /// Help was given, now or before a restart.
    helped: bool,
    /// Nothing is at stake until the next restart.
    practice: bool,
    /// The result that is still to be remembered.
    news: Option<Done>,
}

impl Credit {
    /// Everything is open.
    pub(super) const OPEN: Credit = Credit {
        counted: None,
        helped: false,
        practice: false,
        news: None,
    };

    /// It starts again. What counted stays, and so does help.
    pub(super) const fn restart(&mut self) {
        self.practice = false;
    }

    /// Nothing is at stake any more.
    pub(super) const fn practise(&mut self) {
        self.practice = true;
    }

    /// Help costs the credit, if it is still open.
    pub(super) const fn was_helped(&mut self) {
        self.helped = true;
    }

    /// A result. Only the first of a showing counts, and help makes less of a success.
    pub(super) fn settle(&mut self, is_right: bool) {
        self.count(match (is_right, self.helped) {
            (false, _) => Done::Failed,
            (true, true) => Done::Helped,
            (true, false) => Done::Solved,
        });
    }

    /// The answer was shown. That settles it if nothing did before.
    pub(super) const fn give_away(&mut self) {
        self.helped = true;
        self.count(Done::Helped);
    }

    /// Settles it as solved with help.
    pub(super) const fn count_as_helped(&mut self) {
        self.count(Done::Helped);
    }

    const fn count(&mut self, done: Done) {
        if self.counted.is_none() && !self.practice {
            self.counted = Some(done);
            self.news = Some(done);
        }
    }

    /// Whether no help was given, and no worse result than a solution has counted.
    pub(super) fn is_clean(self) -> bool {
        !self.helped && matches!(self.counted, None | Some(Done::Solved))
    }

    /// How it stands for what counted.
    pub(super) const fn standing(self) -> Standing {
        match self.counted {
            Some(Done::Solved) => Standing::Right,
            Some(Done::Helped) => Standing::Helped,
            Some(Done::Failed) => Standing::Wrong,
            Some(Done::New) | None => Standing::Open,
        }
    }

    /// Whether help was given.
    pub(super) const fn is_helped(self) -> bool {
        self.helped
    }

    /// The result that is still to be remembered. It is told once.
    pub(super) const fn take_news(&mut self) -> Option<Done> {
        self.news.take()
    }
}
