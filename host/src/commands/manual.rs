//! `shikatsu manual`: the pages of the manual and the completions of shells, from the same description as `--help`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory as _, ValueEnum as _};
use clap_complete::Shell;

use super::{Cli, Done, complain, say};
use crate::files::reason;

/// Write the pages of the manual for 'man', and completions for shells
///
/// The folder 'man' gets a page for each command, and 'completions' a file for each of bash, elvish, fish, PowerShell and zsh. Files that are there
/// are overwritten.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// Where the two folders go
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

pub(super) fn run(options: &Options) -> io::Result<Done> {
    if let Err(error) = write(&options.folder) {
        complain(&format!("{}: {}", options.folder.display(), reason(&error)));
        return Ok(Done::WithFaults);
    }
    say(&format!("{}: man, completions\n", options.folder.display()))?;
    Ok(Done::Well)
}

fn write(folder: &Path) -> io::Result<()> {
    let (pages, completions) = (folder.join("man"), folder.join("completions"));
    fs::create_dir_all(&pages)?;
    fs::create_dir_all(&completions)?;
    clap_mangen::generate_to(Cli::command(), &pages)?;
    for &shell in Shell::value_variants() {
        clap_complete::generate_to(shell, &mut Cli::command(), "shikatsu", &completions)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_and_is_completed_by_every_shell() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path()).unwrap();
        let mut completions = Vec::new();
        for entry in fs::read_dir(folder.path().join("completions")).unwrap() {
            completions.push(fs::read_to_string(entry.unwrap().path()).unwrap());
        }
        assert_eq!(completions.len(), Shell::value_variants().len());
        for command in Cli::command().get_subcommands() {
            let name = command.get_name();
            let page = folder.path().join(format!("man/shikatsu-{name}.1"));
            let page = fs::read_to_string(&page).unwrap();
            for option in command.get_arguments().filter_map(clap::Arg::get_long) {
                // A page writes a hyphen so that it stays one.
                let written = option.replace('-', "\\-");
                assert!(page.contains(&written), "{name} --{option}");
            }
            assert!(completions.iter().all(|text| text.contains(name)), "{name}");
        }
    }
}
