//! `shikatsu pack all`: the packs of a manifest.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use shikatsu::pack::Pack;
use shikatsu_toolkit::files::Loaded;
use shikatsu_toolkit::pack::edition::{complaints, made, place};
use shikatsu_toolkit::pack::manifest::Planned;
use shikatsu_toolkit::print::counted;
use shikatsu_toolkit::solve::words::grouped;

use super::build::{refuse, stopped};
use super::proving::Proving;
use crate::bar::Bar;
use crate::commands::convert::write_file;
use crate::commands::{Done, complain, say};
use crate::files::{self, reason};
use crate::interrupt::stop_on_interrupt;

/// Make all packs that a manifest lists, from sources that must be right
///
/// Every problem must say its key stones, its bounds, its level and its answer, and the proof must agree with it in every move. If any does not, all of them are named
/// and nothing is written. The same sources make the same bytes.
#[derive(Args, Debug)]
pub(super) struct All {
    /// The manifest; sources are looked for beside it
    #[arg(value_name = "MANIFEST")]
    manifest: PathBuf,

    /// The folder for the packs; those that are there are overwritten
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,

    /// Write nothing, and say whether the packs that are there are the same
    #[arg(long)]
    check: bool,

    #[command(flatten)]
    proving: Proving,
}

/// Here every problem has to be proved.
const NODES: u64 = 1_000_000;

impl All {
    pub(super) fn run(&self) -> io::Result<Done> {
        let manifest = match files::manifest(&self.manifest) {
            Ok(manifest) => manifest,
            Err(sentence) => return Ok(refuse(&format!("{}: {sentence}", self.manifest.display()))),
        };
        let folder = self.manifest.parent().unwrap_or(Path::new(""));
        let sources: Vec<(Planned, Vec<Loaded>)> = manifest
            .packs
            .into_iter()
            .map(|planned| {
                let loaded = files::load_planned(&planned, folder);
                (planned, loaded)
            })
            .collect();
        let wrong = complaints(sources.iter().flat_map(|(_, loaded)| loaded));
        if !wrong.is_empty() {
            return Ok(refuse_all(&wrong));
        }
        // Before the long work, not after it.
        let mut places = sources.iter().map(|(planned, _)| place(&self.output, planned));
        if !self.check
            && let Some(sentence) = places.find_map(|path| files::unwritable(&path))
        {
            return Ok(refuse(&sentence));
        }
        let stop = stop_on_interrupt();
        let cores = self.proving.cores();
        let workers = Proving::workers(&cores, self.proving.limits_or(NODES));
        let (mut packs, mut wrong) = (Vec::new(), Vec::new());
        for (planned, loaded) in &sources {
            match made(planned, loaded, &workers, &stop, &mut Bar::new()) {
                Ok(pack) => packs.push((planned, pack)),
                Err(sentences) => wrong.extend(sentences),
            }
            if stop.is_wanted() {
                return Ok(stopped());
            }
        }
        if !wrong.is_empty() {
            return Ok(refuse_all(&wrong));
        }
        let mut done = Done::Well;
        for (planned, pack) in &packs {
            match self.deliver(planned, pack)? {
                Done::Well => {}
                worse => done = worse,
            }
        }
        Ok(done)
    }

    /// Writes a pack, or holds it against the one that is there.
    fn deliver(&self, planned: &Planned, pack: &[u8]) -> io::Result<Done> {
        let path = place(&self.output, planned);
        let shown = path.display();
        if self.check {
            let same = files::read_pack(&path).is_ok_and(|there| there == pack);
            say(&format!(
                "{shown}: {}\n",
                if same { "the same" } else { "not the same" }
            ))?;
            return Ok(if same { Done::Well } else { Done::Disappointed });
        }
        if let Err(error) = write_file(&path, pack, true) {
            return Ok(refuse(&format!("{shown}: {}", reason(&error))));
        }
        let count = Pack::open(pack).map_or(0, |pack| pack.len());
        say(&format!(
            "{shown}: {}, {}, {} bytes\n",
            planned.name,
            counted(count.into(), "problem"),
            grouped(pack.len() as u64)
        ))?;
        Ok(Done::Well)
    }
}

fn refuse_all(sentences: &[String]) -> Done {
    for sentence in sentences {
        complain(sentence);
    }
    refuse(&format!(
        "nothing was written, because of {}",
        counted(sentences.len(), "fault")
    ))
}
