//! `shikatsu pack all`: the packs of a manifest.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use shikatsu::pack::Pack;

use super::build::{refuse, stopped};
use super::proving::Proving;
use crate::commands::convert::write_file;
use crate::commands::{Done, complain, say};
use crate::files::{Loaded, reason};
use crate::pack::edition::{complaints, made, place};
use crate::pack::file;
use crate::pack::manifest::{Manifest, Planned};
use crate::print::counted;
use crate::solve::Stop;
use crate::solve::words::grouped;

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

impl All {
    pub(super) fn run(&self) -> io::Result<Done> {
        let manifest = match Manifest::read(&self.manifest) {
            Ok(manifest) => manifest,
            Err(sentence) => return Ok(refuse(&format!("{}: {sentence}", self.manifest.display()))),
        };
        let folder = self.manifest.parent().unwrap_or(Path::new(""));
        let sources: Vec<(Planned, Vec<Loaded>)> = manifest
            .packs
            .into_iter()
            .map(|planned| {
                let loaded = planned.load(folder);
                (planned, loaded)
            })
            .collect();
        let wrong = complaints(sources.iter().flat_map(|(_, loaded)| loaded));
        if !wrong.is_empty() {
            return Ok(refuse_all(&wrong));
        }
        let stop = Stop::on_interrupt();
        let (workers, mut packs, mut wrong) = (self.proving.workers(), Vec::new(), Vec::new());
        for (planned, loaded) in &sources {
            match made(planned, loaded, &workers, &stop) {
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
            let same = file::read(&path).is_ok_and(|there| there == pack);
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
