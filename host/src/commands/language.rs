//! `shikatsu language`: translations of the trainer.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use shikatsu_toolkit::language::{Glyphs, KEYS, Source, build, keys, pack_of, shipped};
use shikatsu_toolkit::print::counted;

use super::{Done, complain, say, write_whole};
use crate::files::reason;

/// Languages of the trainer: list them, check a translation, make a pack for the handheld
///
/// The programs of a computer know all languages that they bring along: Settings, Language. A handheld gets one as a pack, with 'shikatsu load'.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    #[command(subcommand)]
    what: What,
}

const EXAMPLES: &str = "\
Examples:
  shikatsu language list
  shikatsu language build ja -o ja.lang      then: shikatsu load ja.lang
  shikatsu language check mine.txt
  shikatsu sim --language-file mine.txt      to try it at once";

#[derive(Subcommand, Debug)]
enum What {
    /// The languages that this program brings along
    List,
    /// Say what is wrong in a translation, and what is missing
    Check(From),
    /// Make a pack of a translation
    Build {
        #[command(flatten)]
        from: From,
        /// The pack
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
}

#[derive(Args, Debug)]
pub(super) struct From {
    /// A translation (.txt), or the code of a language that is there, such as ja
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Pictures of letters that the trainer's type does not have (.hex)
    #[arg(long, value_name = "FILE")]
    glyphs: Option<PathBuf>,
}

impl From {
    /// A translation in this file, with these letters.
    pub(super) const fn new(file: PathBuf, glyphs: Option<PathBuf>) -> From {
        From { file, glyphs }
    }

    /// The bytes of the pack.
    pub(super) fn read(&self) -> Result<Vec<u8>, String> {
        if let Some(pack) = self.file.to_str().and_then(pack_of) {
            return Ok(pack.to_vec());
        }
        let text = read(&self.file)?;
        let shown = self.file.display();
        let source = Source::read(&text).map_err(|fault| format!("{shown}: {fault}"))?;
        let glyphs = match &self.glyphs {
            Some(path) => {
                Glyphs::read(&read(path)?).map_err(|fault| format!("{}: {fault}", path.display()))?
            }
            None => shipped_glyphs(&source),
        };
        let known: Vec<String> = keys(KEYS).map(|(_, key)| key).collect();
        let is_strange = |key: &String| !known.contains(key);
        if let Some(said) = source.said.iter().find(|said| is_strange(&said.key)) {
            let (line, key) = (said.line, &said.key);
            return Err(format!("{shown}: line {line}: the trainer does not say '{key}'"));
        }
        build(&source, &glyphs).map_err(|error| format!("{shown}: {error}"))
    }

    fn missing(&self) -> Result<Vec<String>, String> {
        let code = self.file.to_str().unwrap_or_default();
        let text = match shipped().iter().find(|shipped| shipped.code == code) {
            Some(shipped) => shipped.text.to_string(),
            None => read(&self.file)?,
        };
        let source = Source::read(&text).map_err(|fault| fault.to_string())?;
        let is_said = |key: &String| source.said.iter().any(|said| said.key == *key);
        Ok(keys(KEYS)
            .map(|(_, key)| key)
            .filter(|key| !is_said(key))
            .collect())
    }
}

/// The letters that come with the language of the same code.
fn shipped_glyphs(source: &Source) -> Glyphs {
    let code = source.code;
    let found = shipped().iter().find(|shipped| shipped.code == code.as_str());
    found
        .and_then(|shipped| Glyphs::read(shipped.glyphs).ok())
        .unwrap_or_default()
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {}", path.display(), reason(&error)))
}

pub(super) fn run(options: &Options) -> io::Result<Done> {
    let done = match &options.what {
        What::List => {
            for tongue in shikatsu_toolkit::language::built_in() {
                let review = if tongue.language.is_reviewed() {
                    ""
                } else {
                    ", unreviewed"
                };
                let [sentences, patterns, letters] = tongue.language.counts();
                let sentences = counted(usize::from(sentences + patterns), "sentence");
                let letters = counted(usize::from(letters), "letter");
                say(&format!(
                    "{}  {}: {sentences}, {letters}{review}\n",
                    tongue.code, tongue.name
                ))?;
            }
            return Ok(Done::Well);
        }
        What::Check(from) => from.read().and_then(|_| from.missing()).map(|missing| {
            let all = keys(KEYS).count();
            let count = format!("{} of {all} sentences\n", all - missing.len());
            let lines = missing.iter().map(|key| format!("missing: {key}\n"));
            lines.chain([count]).collect::<Vec<_>>().concat()
        }),
        What::Build { from, output } => match from.read() {
            Ok(pack) => {
                if write_whole(output, &pack).is_none() {
                    return Ok(Done::WithFaults);
                }
                Ok(format!(
                    "{}: {} KB\n",
                    output.display(),
                    pack.len().div_ceil(1024)
                ))
            }
            Err(why) => Err(why),
        },
    };
    match done {
        Ok(told) => {
            say(&told)?;
            Ok(Done::Well)
        }
        Err(why) => {
            complain(&why);
            Ok(Done::WithFaults)
        }
    }
}
