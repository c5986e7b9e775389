//! Where the problems come from: the bank that the program carries, or files and folders that somebody named.
//!
//! A pack for the handheld is a pack here too. A file with several problems is one, and so are all files of a folder that hold one problem each, since that is how people keep
//! them.

use std::cell::RefCell;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use shikatsu::pack::library::{
    Change, Entry, Library, Made, Name, PackIndex, ProblemId, ProblemIndex, Sentence, Tongue, cut,
    problem_number,
};
use shikatsu::pack::{Bank, Book, OpenBook};
use shikatsu::problem::Problem;
use shikatsu_toolkit::files::packed::is_pack;
use shikatsu_toolkit::files::{Choice, Loaded, shown};
use shikatsu_toolkit::language;
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::own::held;
use shikatsu_toolkit::pack::{Collection, Item, Origins, Trust, number_of};
use shikatsu_toolkit::print::{bare, counted, one_line};
use shikatsu_toolkit::solve::Stop;

use super::own::Own;
use super::unsaid;
use crate::files::{load, read_pack};
use crate::threads::Cores;
use crate::understanding::{Work, understood};

/// The most problems of a pack, and the most packs of a shelf.
const MOST: usize = ProblemIndex::MAX as usize;

/// Packs of problems, all in memory.
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    packs: Vec<Pack>,
    /// One's own problems come last, once there are some.
    own: Option<RefCell<Own>>,
    /// A language that is tried out comes before those that the program brings along.
    tried: Option<Tongue>,
}

/// What files came to.
#[derive(Clone, Debug)]
pub struct Gathered {
    /// Their problems.
    pub shelf: Shelf,
    /// A sentence about each that is left out.
    pub left_out: Vec<String>,
    /// What to know about the others, a few sentences in all.
    pub notes: Vec<String>,
}

#[derive(Clone, Debug)]
struct Pack {
    name: String,
    id: u32,
    problems: Vec<Shelved>,
}

#[derive(Clone, Debug)]
struct Shelved {
    number: u32,
    entry: Entry,
    /// Its book, if it has one.
    book: Option<Box<OpenBook>>,
    /// The name of its file, without its end; empty if it has none of its own.
    stem: String,
}

impl Shelf {
    /// The bank, with the numbers that it has on the handheld.
    pub fn built_in() -> Shelf {
        let shelved = |pack, problem| {
            Some(Shelved {
                number: Bank.problem_id(pack, problem),
                entry: Bank.load(pack, problem)?,
                book: None,
                stem: String::new(),
            })
        };
        let packs = (0..Bank.packs()).map(|pack| Pack {
            name: Bank.pack_name(pack).to_string(),
            id: Bank.pack_id(pack),
            problems: (0..Bank.len(pack))
                .filter_map(|problem| shelved(pack, problem))
                .collect(),
        });
        Shelf {
            packs: packs.collect(),
            own: None,
            tried: None,
        }
    }

    /// The problems of files and folders.
    pub fn of_files(paths: &[PathBuf], overrides: &Overrides) -> Gathered {
        let mut shelf = Shelf::default();
        let mut complaints = Vec::new();
        let (packs, files): (Vec<PathBuf>, Vec<PathBuf>) =
            paths.iter().cloned().partition(|path| is_pack(path));
        let loaded = load(&files, overrides);
        // Who overrules a file knows how it is meant.
        let is_changed = *overrides != Overrides::default();
        let guesses = loaded.iter().filter(|item| {
            item.entry
                .as_ref()
                .is_ok_and(shikatsu_toolkit::entry::Entry::is_guess)
        });
        let work = Work::before_play(guesses.count());
        let collection = if is_changed {
            Collection::new(&[])
        } else {
            understood(&loaded, work, &Cores::all(), &Stop::default())
        };
        let mut items = collection.items.iter().peekable();
        for loaded in &loaded {
            let label = shown(&loaded.path);
            let item = items.next_if(|item| std::ptr::eq(item.loaded, loaded));
            match &loaded.entry {
                Ok(entry) => shelf.put(loaded, &taken(entry, item)),
                Err(faults) => complaints.push(format!("{label}: {faults}{}", loaded.way_out())),
            }
        }
        for pack in &mut shelf.packs {
            let over = pack.problems.len().saturating_sub(MOST);
            if over > 0 {
                pack.problems.truncate(MOST);
                let name = &pack.name;
                complaints.push(format!("{name}: {} too many, left out", counted(over, "problem")));
            }
        }
        shelf.name_packs();
        for path in packs {
            shelf.put_pack(&path, &mut complaints);
        }
        shelf.packs.truncate(MOST);
        Gathered {
            shelf,
            left_out: complaints,
            notes: unsaid::sentences(&loaded, &collection, is_changed),
        }
    }

    /// The same with one's own problems.
    #[must_use]
    pub fn with_own(self, own: Own) -> Shelf {
        Shelf {
            own: Some(RefCell::new(own)),
            ..self
        }
    }

    /// The same with a language that is tried out.
    #[must_use]
    pub fn with_language(self, tried: Tongue) -> Shelf {
        Shelf {
            tried: Some(tried),
            ..self
        }
    }

    /// The place of a problem in a pack, by its number from 1 or by its name.
    pub fn place_in(&self, pack: PackIndex, choice: &Choice) -> Option<ProblemIndex> {
        let is_it = |place: ProblemIndex| match choice {
            Choice::Number(number) => usize::from(place) + 1 == *number,
            Choice::Name(name) => self
                .load(pack, place)
                .is_some_and(|entry| bare(&entry.name) == bare(name)),
        };
        (0..self.len(pack)).find(|&place| is_it(place))
    }

    /// Looks at one's own problems, if this is their pack.
    fn of_own<T>(&self, pack: PackIndex, look: impl FnOnce(&Own) -> T) -> Option<T> {
        let is_it = self.own() == Some(pack);
        self.own.as_ref().filter(|_| is_it).map(|own| look(&own.borrow()))
    }

    /// Whether there is no problem at all.
    pub fn is_bare(&self) -> bool {
        self.packs.iter().all(|pack| pack.problems.is_empty())
    }

    /// The problem of this number in the first pack, from 1; or a sentence.
    pub fn numbered(&self, number: usize) -> Result<ProblemId, String> {
        let count = usize::from(self.len(0));
        if number <= count {
            return Ok(self.id(0, (number - 1) as ProblemIndex));
        }
        let (name, has) = (self.pack_name(0), counted(count, "problem"));
        Err(format!("there is no problem {number}, {name} has {has}"))
    }

    /// The problem of this name, or from the file of this name. Only letters and digits count, and no capitals.
    pub fn named(&self, name: &str) -> Option<ProblemId> {
        let wanted = bare(name);
        let is_it = |shelved: &Shelved| bare(&shelved.entry.name) == wanted || bare(&shelved.stem) == wanted;
        let found = self.packs.iter().find_map(|pack| {
            let shelved = pack.problems.iter().find(|shelved| is_it(shelved))?;
            Some((pack.id, shelved.number))
        });
        let (pack, problem) = found.filter(|_| !wanted.is_empty())?;
        Some(ProblemId { pack, problem })
    }

    /// Puts a problem into its pack, which is called by its path until all are there.
    fn put(&mut self, loaded: &Loaded, (entry, book): &(Entry, Option<Box<OpenBook>>)) {
        let home = if loaded.games > 1 {
            loaded.path.as_path()
        } else {
            loaded.path.parent().unwrap_or(Path::new(""))
        };
        let home = home.to_string_lossy();
        let shelved = Shelved {
            number: problem_number(&entry.problem),
            entry: entry.clone(),
            book: book.clone(),
            stem: stem(&loaded.path),
        };
        match self.packs.iter_mut().find(|pack| pack.name == home) {
            Some(pack) => pack.problems.push(shelved),
            None => self.packs.push(Pack {
                name: home.into_owned(),
                id: 0,
                problems: vec![shelved],
            }),
        }
    }

    /// Puts in a pack as the handheld would: problems that are damaged stay away.
    fn put_pack(&mut self, path: &Path, complaints: &mut Vec<String>) {
        let label = shown(path);
        let mut complain = |what: &dyn Display| complaints.push(format!("{label}: {what}"));
        let bytes = match read_pack(path) {
            Ok(bytes) => bytes,
            Err(why) => return complain(&why),
        };
        let pack = match shikatsu::pack::Pack::open(&bytes) {
            Ok(pack) => pack,
            Err(error) => return complain(&error),
        };
        pack.faults(&mut |error| complain(&error));
        let problems = pack.problems().filter_map(|(place, record)| {
            Some(Shelved {
                number: pack.listing(place).ok()?.number,
                entry: Entry::from(&record),
                book: kept(&record.book, &record.problem),
                stem: record.source.to_string(),
            })
        });
        self.packs.push(Pack {
            name: pack.header().name.to_string(),
            id: pack.header().id,
            problems: problems.collect(),
        });
    }

    /// Gives packs the names that people read, each its own, and numbers made from these.
    fn name_packs(&mut self) {
        let mut taken: Vec<String> = Vec::new();
        for pack in &mut self.packs {
            let name = match pack.problems.as_slice() {
                [alone] => alone.stem.clone(),
                _ => stem(Path::new(&pack.name)),
            };
            let name = one_line(&name);
            let name = if name.is_empty() {
                "Problems".to_string()
            } else {
                name
            };
            let mut own = name.clone();
            let mut count = 1;
            while taken.contains(&own) {
                count += 1;
                own = format!("{name} {count}");
            }
            pack.id = number_of(&own);
            pack.name.clone_from(&own);
            taken.push(own);
        }
    }

    fn pack(&self, pack: PackIndex) -> Option<&Pack> {
        self.packs.get(usize::from(pack))
    }

    fn shelved(&self, pack: PackIndex, problem: ProblemIndex) -> Option<&Shelved> {
        self.pack(pack)?.problems.get(usize::from(problem))
    }
}

impl Library for Shelf {
    fn packs(&self) -> PackIndex {
        self.packs.len() as PackIndex + PackIndex::from(self.own().is_some())
    }

    fn pack_name(&self, pack: PackIndex) -> Name {
        let own = self.of_own(pack, |own| cut(&own.name));
        own.or_else(|| self.pack(pack).map(|pack| cut(&pack.name)))
            .unwrap_or_default()
    }

    fn pack_id(&self, pack: PackIndex) -> u32 {
        let own = self.of_own(pack, |own| number_of(&own.name));
        own.or_else(|| self.pack(pack).map(|pack| pack.id)).unwrap_or(0)
    }

    fn len(&self, pack: PackIndex) -> ProblemIndex {
        let own = self.of_own(pack, Own::len);
        own.or_else(|| self.pack(pack).map(|pack| pack.problems.len()))
            .unwrap_or(0) as ProblemIndex
    }

    fn problem_id(&self, pack: PackIndex, problem: ProblemIndex) -> u32 {
        let own = self.of_own(pack, |own| own.number(problem.into()));
        own.flatten()
            .or_else(|| self.shelved(pack, problem).map(|shelved| shelved.number))
            .unwrap_or(0)
    }

    fn load(&self, pack: PackIndex, problem: ProblemIndex) -> Option<Entry> {
        let own = self.of_own(pack, |own| own.entry(problem.into()));
        own.flatten()
            .or_else(|| self.shelved(pack, problem).map(|shelved| shelved.entry.clone()))
    }

    fn language(&self, number: usize) -> Option<Tongue> {
        match (&self.tried, number) {
            (None, _) => language::tongue(number),
            (Some(tried), 0) => Some(tried.clone()),
            (Some(_), _) => language::tongue(number - 1),
        }
    }

    fn own(&self) -> Option<PackIndex> {
        let own = self.own.as_ref()?;
        (own.borrow().len() > 0).then_some(self.packs.len() as PackIndex)
    }

    fn make(&self, change: &Change<'_>) -> Result<Made, Sentence> {
        let Some(own) = &self.own else {
            return Err(cut("Not kept: nothing is remembered here"));
        };
        let changed = own.borrow_mut().change(change);
        changed.map(|()| Made::Now).map_err(|why| cut(&why))
    }

    fn open_book(&self, pack: PackIndex, problem: ProblemIndex, book: &mut OpenBook) {
        match self
            .shelved(pack, problem)
            .and_then(|shelved| shelved.book.as_deref())
        {
            Some(open) => book.clone_from(open),
            None => book.close(),
        }
    }
}

/// A problem as it is played: as it was read; or, where that was a guess, as a pack would have it, proved or on the book's word.
fn taken(entry: &shikatsu_toolkit::entry::Entry, item: Option<&Item<'_>>) -> (Entry, Option<Box<OpenBook>>) {
    let as_read = held(entry);
    let Some((item, trust)) = item.and_then(|item| Some((item, Trust::of(item, Origins::Named)?))) else {
        return (as_read, None);
    };
    let problem = trust.problem(item);
    let book = trust.book(&problem);
    let entry = Entry {
        problem,
        answer: Some(trust.answer()),
        is_by_the_book: matches!(book, Book::Author(_)),
        ..as_read
    };
    (entry, kept(&book, &problem))
}

/// A book to keep, if there is one.
fn kept(book: &Book<'_>, problem: &Problem) -> Option<Box<OpenBook>> {
    (*book != Book::None).then(|| {
        let mut open = Box::new(OpenBook::NONE);
        open.take(book, &problem.setup());
        open
    })
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default()
}
