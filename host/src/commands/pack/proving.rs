//! What `pack build` and `pack doctor` share: files in, proofs, and the report.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use shikatsu::search::Limits;
use shikatsu_toolkit::files::Loaded;
use shikatsu_toolkit::pack::{
    Collection, Journal, LAST_NODES, PATIENT_NODES, SLOTS, Tally, Watch, Workers, effort, list, page, report,
};
use shikatsu_toolkit::solve::Stop;

use crate::bar::Bar;
use crate::commands::{Done, Sources, complain, complain_about, say};
use crate::files::{reason, unwritable};
use crate::threads::Cores;
use crate::understanding::Work;

/// How hard to try.
#[derive(Args, Debug)]
pub(super) struct Proving {
    /// Look at no more than N positions for each problem, in each way to read it; 0 is no limit [default: 200000, 6000000 more for what is not proved then, and 60000000 for what is left at the end; 1000000 for the packs of a manifest]
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Solve N problems at the same time [default: as many as there are cores]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
}

/// How hard to try what is open, how long, and how it is reported.
#[derive(Args, Debug)]
pub(super) struct Manner {
    /// Look at no more than N positions in the open for each problem that the handheld's solver leaves unknown, and at ten times as many at the end if it is still not proved and its file names an answer or says what is to be done; 0 for none, and nothing is tried longer at the end
    #[arg(long, value_name = "N", default_value_t = Work::LIKE_A_PACK.open_nodes)]
    open_nodes: u64,

    /// Take no longer than S seconds in all; what is not proved by then is left out
    #[arg(long, value_name = "S")]
    time: Option<u64>,

    /// Name every problem that there is something to say about
    #[arg(long)]
    verbose: bool,

    /// Also write a page with a picture of each problem that needs a person; it is overwritten
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,

    /// Also write a line of JSON for each problem; it is overwritten
    #[arg(long, value_name = "FILE.jsonl")]
    list: Option<PathBuf>,
}

impl Proving {
    pub(super) fn limits(&self) -> Limits {
        self.limits_or(Work::LIKE_A_PACK.nodes)
    }

    /// The limits, with this one where none is named.
    pub(super) fn limits_or(&self, usual: u64) -> Limits {
        let nodes = match self.nodes.unwrap_or(usual) {
            0 => u64::MAX,
            nodes => nodes,
        };
        Limits {
            nodes,
            ..Limits::NONE
        }
    }

    pub(super) fn cores(&self) -> Cores {
        self.jobs.map_or_else(Cores::all, Cores)
    }

    pub(super) fn workers(cores: &Cores, limits: Limits) -> Workers<'_> {
        Workers {
            threads: cores,
            effort: effort(limits),
            slots: SLOTS,
            open_nodes: 0,
            together_nodes: 0,
        }
    }

    /// Proves what was loaded, as far as nobody stops it and the time goes.
    pub(super) fn prove<'a>(
        &self,
        open: &Manner,
        loaded: &'a [Loaded],
        stop: &Stop,
        journal: Option<JournalFile>,
    ) -> Proved<'a> {
        let mut collection = Collection::new(loaded);
        let cores = self.cores();
        // Who names a limit means it.
        let is_limited = self.nodes.is_some() || open.open_nodes == 0;
        let workers = Workers {
            open_nodes: open.open_nodes,
            together_nodes: if is_limited {
                0
            } else {
                Work::LIKE_A_PACK.together_nodes
            },
            ..Proving::workers(&cores, self.limits())
        };
        let mut watcher = Watcher {
            bar: Bar::new(),
            journal,
            time: open.time.map(Duration::from_secs),
            stop: Stop::default(),
            interrupt: stop,
        };
        let late = watcher.stop.clone();
        collection.prove(&workers, &late, &mut watcher);
        collection.look_again(&workers, &late, &mut watcher);
        if self.nodes.is_none() {
            collection.insist(PATIENT_NODES, &workers, &late, &mut watcher);
            collection.insist_in_the_open(&workers, &late, &mut watcher);
            collection.look_last(LAST_NODES, &workers, &late, &mut watcher);
        }
        Proved {
            collection,
            is_late: late.is_wanted() && !stop.is_wanted(),
            journal: watcher.journal,
        }
    }
}

/// What came of the proofs.
pub(super) struct Proved<'a> {
    pub(super) collection: Collection<'a>,
    /// Whether the time was up before all was done.
    pub(super) is_late: bool,
    pub(super) journal: Option<JournalFile>,
}

impl Manner {
    /// Says what became of each problem, and the sum; writes the page, if one is wanted.
    pub(super) fn tell(&self, collection: &Collection<'_>, limits: &Limits) -> io::Result<Tally> {
        let report = report(collection, limits);
        // Before anything is said: whoever reads it may have heard enough.
        let mut written = Vec::new();
        let page = || page(collection, &report);
        let list = || list(collection);
        let papers: [(_, &dyn Fn() -> String, _); 2] = [
            (&self.report, &page, "a page with what needs a person"),
            (&self.list, &list, "what became of each problem"),
        ];
        for (path, content, what) in papers {
            let Some(path) = path else { continue };
            let shown = path.display();
            match fs::write(path, content()) {
                Ok(()) => written.push(format!("{shown}: {what}\n")),
                Err(error) => complain(&format!("{shown}: {}", reason(&error))),
            }
        }
        for line in report.lines(collection, self.verbose) {
            say(&(shikatsu_toolkit::print::printable(&line).replace('\n', " ") + "\n"))?;
        }
        for line in written {
            say(&line)?;
        }
        Ok(report.tally)
    }

    /// What keeps the page or the list from being written, found out before the long work.
    pub(super) fn unwritable(&self) -> Option<String> {
        let files = [&self.report, &self.list].into_iter().flatten();
        files.map(PathBuf::as_path).find_map(unwritable)
    }
}

/// What shows the work, remembers it and ends it.
struct Watcher<'a> {
    bar: Bar,
    journal: Option<JournalFile>,
    time: Option<Duration>,
    /// The work's own wish to stop, by Ctrl-C or by time.
    stop: Stop,
    interrupt: &'a Stop,
}

impl Watch for Watcher<'_> {
    fn proving(&mut self, done: usize, all: usize, nodes: u64) {
        if self.interrupt.is_wanted() || self.time.is_some_and(|time| self.bar.elapsed() >= time) {
            self.stop.ask();
        }
        self.bar.proving(done, all, nodes);
    }

    fn proved(&mut self) {
        self.bar.proved();
    }

    fn remembered(&mut self, question: &str) -> Option<String> {
        self.journal.as_ref()?.known.line(question).map(str::to_string)
    }

    fn learned(&mut self, line: &str) {
        if let Some(journal) = &mut self.journal {
            // If the disk is full the work goes on, and is only done again another time.
            let _ = writeln!(journal.file, "{line}");
        }
    }
}

/// Proofs of an earlier try, and the file to which new ones are added.
pub(super) struct JournalFile {
    path: PathBuf,
    file: fs::File,
    pub(super) known: Journal,
}

impl JournalFile {
    /// The journal beside a pack that is to be written. Where that cannot be, neither can the pack. What goes to a device or a pipe has none.
    pub(super) fn beside(pack: &Path) -> io::Result<Option<JournalFile>> {
        if fs::metadata(pack).is_ok_and(|there| !there.is_file()) {
            return Ok(None);
        }
        let mut name = pack.file_name().unwrap_or_default().to_os_string();
        name.push(".part");
        JournalFile::at(pack.with_file_name(name)).map(Some)
    }

    /// The journal at this place, whatever is there of it.
    pub(super) fn at(path: PathBuf) -> io::Result<JournalFile> {
        let mut file = fs::File::options()
            .read(true)
            .append(true)
            .create(true)
            .open(&path)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        let known = Journal::read(&String::from_utf8_lossy(&text));
        if !text.is_empty() && !text.ends_with(b"\n") {
            writeln!(file)?;
        }
        Ok(JournalFile { path, file, known })
    }

    /// Takes in what other journals know.
    pub(super) fn with(mut self, others: &[PathBuf]) -> io::Result<JournalFile> {
        for path in others {
            let text = fs::read(path)
                .map_err(|error| io::Error::other(format!("{}: {}", path.display(), reason(&error))))?;
            self.known.add(Journal::read(&String::from_utf8_lossy(&text)));
        }
        Ok(self)
    }

    /// Ends it with this line, unless it ends so already.
    pub(super) fn end(&mut self, line: &str) -> io::Result<()> {
        if !fs::read_to_string(&self.path)?.ends_with(line) {
            self.file.write_all(line.as_bytes())?;
        }
        self.file.sync_all()
    }

    /// The pack is there: nothing has to be remembered any more.
    pub(super) fn discard(self) {
        let _ = fs::remove_file(self.path);
    }
}

/// Reads the files, and complains about what cannot be read.
pub(super) fn read(sources: &Sources) -> (Vec<Loaded>, Done) {
    let loaded = sources.load();
    let mut done = Done::Well;
    for item in &loaded {
        if let Err(error) = &item.entry {
            complain_about(item, error);
            done = Done::WithFaults;
        }
    }
    (loaded, done)
}
