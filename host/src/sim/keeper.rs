//! Who remembers, on a computer: a file, or for a rehearsal only this program.
//!
//! Several trainers may share a file, and all are counted: records of different problems go together, and of the player, what was counted is added up. Of
//! one problem, and of settings, the newest word stands.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;
use shikatsu::pack::library::ProblemId;
use shikatsu::record::{Keeper, Profile, Record};
use shikatsu_toolkit::merge;
use shikatsu_toolkit::saved::{SavedProgress, Unreadable};

use super::progress::{Trouble, can_be_written, lock, move_aside, read, write};

/// Remembers, and writes at once what there is to remember.
#[derive(Debug, Default)]
pub struct FileKeeper {
    progress: SavedProgress,
    /// The player as this trainer had it when the file was read or written last: what has changed since is its own doing.
    base: Profile,
    /// `None` if nothing is to be kept.
    path: Option<PathBuf>,
    /// Records that the file does not have yet.
    news: BTreeSet<ProblemId>,
    profile_is_news: bool,
    game_is_news: bool,
    /// Everything in the file is to go.
    forgets: bool,
    /// The place in the file is not this session's to change.
    leaves_place: bool,
    /// What went wrong, a sentence each.
    complaints: Vec<String>,
}

impl FileKeeper {
    /// Remembers nothing, and keeps nothing.
    pub fn fresh() -> FileKeeper {
        FileKeeper::default()
    }

    /// Remembers what the file says. A damaged file is moved out of the way; what cannot be read is not written either.
    pub fn open(path: &Path) -> FileKeeper {
        // A link stays one: what it leads to is replaced.
        let path = &path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let mut keeper = FileKeeper {
            path: Some(path.clone()),
            ..FileKeeper::default()
        };
        // Without a folder there is nothing to read; whether one can be made is seen when there is something to write.
        let _lock = path
            .try_exists()
            .is_ok_and(|is_there| is_there)
            .then(|| lock(path));
        match read(path) {
            Ok(progress) => {
                keeper.base = progress.profile.clone();
                keeper.progress = progress;
            }
            Err(trouble) => keeper.take_trouble(path, &trouble),
        }
        // Nobody wants to hear at the end of an evening that nothing of it was kept.
        if keeper.path.is_some()
            && let Err(error) = can_be_written(path)
        {
            keeper.give_up_writing(path, &error);
        }
        keeper
    }

    /// Leaves the place as the file has it: it is one in the built-in packs, and these are other problems.
    #[must_use]
    pub fn leaving_place(self) -> FileKeeper {
        FileKeeper {
            leaves_place: true,
            ..self
        }
    }

    /// Where progress is kept, unless somebody says otherwise.
    pub fn usual_place() -> Option<PathBuf> {
        let place = etcetera::base_strategy::choose_native_strategy().ok()?;
        Some(place.data_dir().join("shikatsu").join("progress.json"))
    }

    /// What went wrong since somebody asked last, a sentence each.
    pub fn take_complaints(&mut self) -> Vec<String> {
        std::mem::take(&mut self.complaints)
    }

    /// Changes what is remembered about the player, before a session begins.
    pub fn prepare(&mut self, change: impl FnOnce(&mut Profile)) {
        let mut profile = self.progress.profile.clone();
        change(&mut profile);
        self.keep_profile(&profile);
    }

    fn take_trouble(&mut self, path: &Path, trouble: &Trouble) {
        let shown = path.display();
        match trouble {
            Trouble::Refused(reason) => self.give_up(&format!("{shown}: {reason}")),
            Trouble::Unreadable(newer @ Unreadable::Newer(_)) => self.give_up(&format!("{shown} {newer}")),
            Trouble::Unreadable(damaged @ Unreadable::Damaged(_)) => match move_aside(path) {
                Ok(aside) => self.complaints.push(format!(
                    "{shown} {damaged}; it is now {}, and your progress starts from the beginning",
                    aside.display()
                )),
                Err(error) => self.give_up(&format!("{shown} {damaged} and stays there: {error}")),
            },
        }
    }

    /// Goes on without a file.
    fn give_up(&mut self, why: &str) {
        self.path = None;
        self.complaints
            .push(format!("{why}; what you do now is not remembered"));
    }

    /// Writes what the file does not have yet.
    fn save(&mut self) {
        let Some(path) = self.path.clone() else {
            return;
        };
        if let Err(error) = self.write(&path) {
            self.give_up_writing(&path, &error);
        }
    }

    fn give_up_writing(&mut self, path: &Path, error: &std::io::Error) {
        let (path, reason) = (path.display(), crate::files::reason(error));
        self.give_up(&format!("{path} cannot be written: {reason}"));
    }

    fn write(&mut self, path: &Path) -> std::io::Result<()> {
        let _lock = lock(path)?;
        // Nobody else wrote what is here.
        let mut is_alone = self.forgets;
        let mut whole = match read(path) {
            // It was taken away meanwhile.
            Ok(theirs) if theirs == SavedProgress::default() => {
                is_alone = true;
                theirs
            }
            Ok(theirs) if !self.forgets => theirs,
            Ok(theirs) => SavedProgress {
                profile: theirs.profile,
                ..SavedProgress::default()
            },
            Err(trouble) => {
                // Somebody else spoiled it meanwhile; what is here is whole.
                self.take_trouble(path, &trouble);
                if self.path.is_none() {
                    return Ok(());
                }
                is_alone = true;
                self.progress.clone()
            }
        };
        if self.profile_is_news || self.forgets {
            let place = whole.profile.place;
            whole.profile = if is_alone {
                self.progress.profile.clone()
            } else {
                merge::profile(&self.base, &self.progress.profile, &whole.profile)
            };
            if self.leaves_place {
                whole.profile.place = place;
            }
        }
        if self.game_is_news || self.forgets {
            whole.game.clone_from(&self.progress.game);
        }
        for id in &self.news {
            if let Some(record) = self.progress.records.get(id) {
                whole.records.insert(*id, *record);
            }
        }
        write(&whole, path)?;
        // The profile stays this one's own: a session does not look for another.
        self.progress.records = whole.records;
        self.base = self.progress.profile.clone();
        self.news.clear();
        self.profile_is_news = false;
        self.game_is_news = false;
        self.forgets = false;
        Ok(())
    }
}

impl Keeper for FileKeeper {
    fn record(&self, id: ProblemId) -> Record {
        self.progress.records.get(&id).copied().unwrap_or_default()
    }

    fn keep(&mut self, id: ProblemId, record: Record) {
        if self.progress.records.insert(id, record) != Some(record) {
            self.news.insert(id);
            self.save();
        }
    }

    fn each(&self, show: &mut dyn FnMut(ProblemId, Record)) {
        for (&id, &record) in &self.progress.records {
            show(id, record);
        }
    }

    fn profile(&self) -> Profile {
        self.progress.profile.clone()
    }

    fn keep_profile(&mut self, profile: &Profile) {
        if self.progress.profile != *profile {
            self.progress.profile = profile.clone();
            self.profile_is_news = true;
            self.save();
        }
    }

    fn game(&self, show: &mut dyn FnMut(&[u8])) {
        show(&self.progress.game);
    }

    fn keep_game(&mut self, bytes: &mut dyn Iterator<Item = u8>) {
        let game: Vec<u8> = bytes.collect();
        if self.progress.game != game {
            self.progress.game = game;
            self.game_is_news = true;
            self.save();
        }
    }

    fn forget(&mut self) {
        let Profile {
            settings,
            welcomed,
            place,
            ..
        } = self.progress.profile;
        self.progress = SavedProgress {
            profile: Profile {
                settings,
                welcomed,
                place,
                ..Profile::default()
            },
            ..SavedProgress::default()
        };
        self.news.clear();
        self.forgets = true;
        self.save();
    }
}
