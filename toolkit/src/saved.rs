//! Progress as a computer keeps it: JSON that people can read.
//!
//! ```text
//! {"version": 8, "profile": {…}, "game": "…", "records": [{"pack": 1, "problem": 7, "done": "Solved", …}]}
//! ```
//!
//! * What is of a later version is refused, so that nobody writes over it.
//! * What an older version did not know yet, of the player or of a problem, is as on the first day.
//! * The version grows with every field that is added. A field that is not known all the same is passed over.
//!
//! Here are only the bytes. Where they are kept is the caller's business.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Error, Value, json};
use shikatsu::record::{Keeper, ProblemId, Profile, Record};

/// The version that is written.
const VERSION: u64 = 8;

/// Everything that is remembered.
pub type SavedProgress = Saved<Profile, Record>;

/// The same with the player and the records of any version.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Saved<P, R> {
    /// The player.
    pub profile: P,
    /// What became of each problem.
    pub records: BTreeMap<ProblemId, R>,
    /// The game that is not finished, as the trainer keeps it.
    pub game: Vec<u8>,
}

/// Why bytes cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unreadable {
    /// They make no sense, for this reason.
    Damaged(String),
    /// They are of this version, which is not known yet.
    Newer(u64),
}

/// What is wrong with the file that has the bytes.
impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::Damaged(reason) => write!(f, "is damaged ({reason})"),
            Unreadable::Newer(version) => {
                write!(f, "is of version {version}, which this program does not know")
            }
        }
    }
}

impl From<Error> for Unreadable {
    fn from(error: Error) -> Unreadable {
        Unreadable::Damaged(error.to_string())
    }
}

impl SavedProgress {
    /// Reads what [`SavedProgress::write`] wrote, in this version or an older one.
    pub fn read(bytes: &[u8]) -> Result<SavedProgress, Unreadable> {
        Saved::read_as(VERSION, bytes)
    }

    /// The whole file.
    pub fn write(&self) -> Vec<u8> {
        self.write_as(VERSION)
    }

    /// What somebody remembers, for example a handheld.
    pub fn of(keeper: &dyn Keeper) -> SavedProgress {
        let mut saved = SavedProgress {
            profile: keeper.profile(),
            ..SavedProgress::default()
        };
        keeper.game(&mut |bytes| saved.game = bytes.to_vec());
        keeper.each(&mut |id, record| {
            saved.records.insert(id, record);
        });
        saved
    }

    /// Tells somebody all of it.
    pub fn tell(&self, keeper: &mut dyn Keeper) {
        for (&id, &record) in &self.records {
            keeper.keep(id, record);
        }
        keeper.keep_profile(&self.profile);
        keeper.keep_game(&mut self.game.iter().copied());
    }
}

/// One problem in the file.
#[derive(Serialize, Deserialize)]
struct Line<R> {
    #[serde(flatten)]
    id: ProblemId,
    #[serde(flatten)]
    record: R,
}

impl<P, R> Saved<P, R>
where
    P: Default + Serialize + DeserializeOwned,
    R: Default + Serialize + DeserializeOwned,
{
    fn read_as(known: u64, bytes: &[u8]) -> Result<Saved<P, R>, Unreadable> {
        let mut file: Value = serde_json::from_slice(bytes)?;
        match file["version"].as_u64() {
            Some(version) if version > known => return Err(Unreadable::Newer(version)),
            Some(_) => {}
            None => return Err(Unreadable::Damaged("it has no version".to_string())),
        }
        let mut records = BTreeMap::new();
        for line in serde_json::from_value::<Vec<Value>>(file["records"].take())? {
            let id: ProblemId = serde_json::from_value(line.clone())?;
            records.insert(id, filled(line)?);
        }
        let profile = filled(file["profile"].take())?;
        let game = read_bytes(file["game"].as_str().unwrap_or_default());
        Ok(Saved {
            profile,
            records,
            game,
        })
    }

    fn write_as(&self, version: u64) -> Vec<u8> {
        let lines = self.records.iter().map(|(&id, record)| Line { id, record });
        let file = json!({
            "version": version,
            "profile": self.profile,
            "game": written(&self.game),
            "records": lines.collect::<Vec<_>>(),
        });
        format!("{file:#}\n").into_bytes()
    }
}

/// Bytes as pairs of hexadecimal digits.
fn written(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The bytes that pairs of hexadecimal digits say; none if they are something else.
fn read_bytes(digits: &str) -> Vec<u8> {
    let digits: Option<Vec<u8>> = digits
        .chars()
        .map(|digit| digit.to_digit(16).map(|value| value as u8))
        .collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0).unwrap_or_default();
    digits
        .chunks_exact(2)
        .map(|pair| pair[0] << 4 | pair[1])
        .collect()
}

/// What a file says, and for what it does not say the default.
fn filled<T: Default + Serialize + DeserializeOwned>(said: Value) -> Result<T, Error> {
    let mut whole = serde_json::to_value(T::default())?;
    overlay(&mut whole, said);
    serde_json::from_value(whole)
}

/// Puts what `new` has into `old`, as deep as both are objects.
fn overlay(old: &mut Value, new: Value) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            for (key, value) in new {
                // What is not known here is from a later version.
                if let Some(place) = old.get_mut(&key) {
                    overlay(place, value);
                }
            }
        }
        (_, Value::Null) => {}
        (old, new) => *old = new,
    }
}

#[cfg(test)]
mod tests {
    use shikatsu::record::{Done, Settings, ThemeName};

    use super::*;

    /// The next version, as somebody may make it: a field for the player, and one for each problem.
    const NEXT: u64 = VERSION + 1;

    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    struct NextProfile {
        #[serde(flatten)]
        now: Profile,
        daily_goal: u16,
    }

    impl Default for NextProfile {
        fn default() -> NextProfile {
            NextProfile {
                now: Profile::default(),
                daily_goal: 10,
            }
        }
    }

    #[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
    struct NextRecord {
        #[serde(flatten)]
        now: Record,
        seconds: Option<u32>,
    }

    type NextProgress = Saved<NextProfile, NextRecord>;

    const ID: ProblemId = ProblemId { pack: 1, problem: 7 };

    fn played() -> SavedProgress {
        let record = Record {
            done: Done::Failed,
            box_number: 2,
            due: 40,
        };
        let mut profile = Profile {
            rating: 1234,
            streak: (7, 31),
            settings: Settings {
                theme: ThemeName::Dark,
                ..Settings::DEFAULT
            },
            ..Profile::default()
        };
        profile.history.extend([1200, 1234]);
        Saved {
            profile,
            records: BTreeMap::from([(ID, record)]),
            game: vec![1, 9, 0xfe],
        }
    }

    #[test]
    fn a_newer_program_reads_the_old_file_and_nothing_is_lost() {
        let next = NextProgress::read_as(NEXT, &played().write()).unwrap();
        assert_eq!(next.profile.now, played().profile);
        assert_eq!(next.profile.daily_goal, 10, "as on the first day");
        let record = &next.records[&ID];
        assert_eq!((record.now, record.seconds), (played().records[&ID], None));
    }

    #[test]
    fn an_older_program_leaves_the_newer_file_alone() {
        let mut next = NextProgress::read_as(NEXT, &played().write()).unwrap();
        next.profile.daily_goal = 25;
        next.records.get_mut(&ID).unwrap().seconds = Some(90);
        let bytes = next.write_as(NEXT);
        assert_eq!(SavedProgress::read(&bytes), Err(Unreadable::Newer(NEXT)));
        assert_eq!(NextProgress::read_as(NEXT, &bytes).unwrap(), next);
    }

    #[test]
    fn what_is_written_is_read_again_and_people_can_read_it() {
        let text = String::from_utf8(played().write()).unwrap();
        assert_eq!(SavedProgress::read(text.as_bytes()), Ok(played()));
        assert!(text.contains(&format!("\n  \"version\": {VERSION}")), "{text}");
        assert!(text.contains("\"done\": \"Failed\""), "{text}");
        assert!(text.ends_with("}\n"));
    }

    #[test]
    fn what_one_keeper_remembers_can_be_told_to_another() {
        let mut pages = Box::new(crate::client::Pages::new());
        played().tell(&mut *pages);
        assert_eq!(SavedProgress::of(&*pages), played());
    }
}
