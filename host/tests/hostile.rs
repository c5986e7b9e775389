//! Files that nobody should write: they may fail, with a sentence, but never panic, hang or overflow.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use shikatsu_host::files::load;
use shikatsu_toolkit::files::{FileError, Loaded, MAX_BYTES};
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::sgf::{self, MAX_GAMES};

fn read(bytes: &[u8]) -> Vec<Result<(), String>> {
    let games = sgf::read(bytes, &Overrides::default());
    games
        .into_iter()
        .map(|game| game.map(|_| ()).map_err(|error| error.to_string()))
        .collect()
}

fn only_fault(bytes: &[u8]) -> String {
    let mut games = read(bytes);
    assert_eq!(games.len(), 1);
    games.remove(0).unwrap_err()
}

const SAMPLE: &str = "(;GM[1]FF[4]SZ[9]AB[ba][bb]AW[aa]C[Bl\\]ack é](;B[ab]C[RIGHT])(;B[cc];W[ab]))";

#[test]
fn an_empty_file_holds_no_game() {
    assert_eq!(
        only_fault(b""),
        "line 1, column 1: no game is found: one opens with (;"
    );
    assert!(only_fault(b"()").contains("no game"));
    assert!(only_fault(b"\xef\xbb\xbf").contains("no game"));
}

#[test]
fn heaps_of_brackets_are_faults() {
    assert!(only_fault(&vec![b'('; 100_000]).contains("no game"));
    assert!(only_fault(&vec![b'['; 100_000]).contains("no game"));
    assert!(only_fault(&"(;".repeat(50_000).into_bytes()).contains("before the game is closed"));
    let in_game = [b"(;".as_slice(), &vec![b'['; 100_000]].concat();
    assert_eq!(
        only_fault(&in_game),
        "line 1, column 3: a value stands here without the name of a property"
    );
    let in_value = [b"(;C".as_slice(), &vec![b'['; 100_000]].concat();
    assert_eq!(
        only_fault(&in_value),
        "line 1, column 4: the file ends inside the value that opens here"
    );
}

#[test]
fn the_largest_files_are_read_in_bounded_time() {
    let start = Instant::now();
    let fill = |piece: &str| piece.repeat(MAX_BYTES / piece.len()).into_bytes();
    for piece in [
        ";",
        "(;",
        "(;SZ[1])",
        "(;AB[zz])\n",
        "(;)",
        "A",
        ";B[aa]",
        "(;B[aa]C[x]",
        "\\",
        "[]",
    ] {
        assert!(read(&fill(piece)).iter().all(Result::is_err), "{piece}");
        let open = [b"(;AB[ba][bb]AW[aa]".as_slice(), &fill(piece)].concat();
        read(&open);
    }
    let nested = [fill("(;B[aa]"), fill(")")].concat();
    read(&nested);
    let line = format!(
        "(;SZ[9]AB[ba][bb]AW[aa]{})",
        ";B[aa];W[bb]".repeat(MAX_BYTES / 12 - 10)
    );
    let entries = sgf::read(line.as_bytes(), &Overrides::default());
    let entry = entries[0].as_ref().unwrap();
    assert_eq!(
        &sgf::read(sgf::write([entry]).as_bytes(), &Overrides::default())[0]
            .as_ref()
            .unwrap()
            .book,
        &entry.book
    );
    assert!(start.elapsed() < Duration::from_mins(2), "{:?}", start.elapsed());
}

#[test]
fn there_is_an_end_to_the_games_of_a_file() {
    let games = read("(;)".repeat(MAX_GAMES + 1).as_bytes());
    assert_eq!(games.len(), MAX_GAMES + 1);
    let fault = games[MAX_GAMES].as_ref().unwrap_err();
    assert!(
        fault.ends_with("a file may hold 10000 games, the rest is not read"),
        "{fault}"
    );
}

#[test]
fn a_file_full_of_open_positions_is_worked_out_in_bounded_time() {
    let start = Instant::now();
    let games = read("(;AB[dd][pp]AW[dp][pd])".repeat(MAX_GAMES).as_bytes());
    assert_eq!(games.len(), MAX_GAMES);
    assert!(games.iter().all(Result::is_ok));
    assert!(start.elapsed() < Duration::from_mins(2), "{:?}", start.elapsed());
}

#[test]
fn a_tree_full_of_problems_is_read_to_its_bound() {
    let problem = "AB[ba][bb]AW[aa]C[Black to kill]";
    let variations = format!(
        "(;SZ[9]C[A book]{})",
        format!("(;{problem};B[ab])").repeat(MAX_GAMES + 5)
    );
    let found = read(variations.as_bytes());
    assert_eq!(found.len(), MAX_GAMES + 1);
    assert!(found[..MAX_GAMES].iter().all(Result::is_ok));
    assert!(
        found[MAX_GAMES]
            .as_ref()
            .unwrap_err()
            .contains("may hold 10000 problems")
    );
    // A chain of positions, each of which stands below all others.
    let next = ";AE[aa:ii]AB[ba][bb]AW[aa]C[x];AE[aa:ii]AB[ee]AW[ef]C[x]";
    let chain = format!("(;SZ[9]{})", next.repeat(MAX_BYTES / next.len()));
    assert_eq!(read(chain.as_bytes()).len(), MAX_GAMES + 1);
    // Steps without end, families within families, first moves without end, and a record full of tasks.
    for (piece, end) in [
        (";AB[aa]", ""),
        ("(;AB[aa]", ")"),
        ("(;AB[aa]AW[bb]C[x]", ")"),
        ("(;B[aa]TE[1])", ""),
    ] {
        let count = MAX_BYTES / (piece.len() + end.len()) - 10;
        let text = format!(
            "(;SZ[9]AB[ba][bb]AW[aa]{}{})",
            piece.repeat(count),
            end.repeat(count)
        );
        read(text.as_bytes());
    }
    let record = format!(
        "(;SZ[9]{})",
        ";B[ba]C[Black to kill];W[bb]".repeat(MAX_BYTES / 30)
    );
    read(record.as_bytes());
}

#[test]
fn properties_without_end_make_a_short_remark() {
    let names = (0..200_000).map(|i| format!("X{i}[y]"));
    let text = format!(
        "(;SZ[9]AB[ba][bb]AW[aa]{}[z]{})",
        "Y".repeat(100_000),
        names.collect::<String>()
    );
    let game = sgf::read(text.as_bytes(), &Overrides::default())
        .remove(0)
        .unwrap();
    assert_eq!(game.remarks.len(), 1);
    assert!(game.remarks[0].len() < 300, "{}", game.remarks[0]);
}

#[test]
fn a_file_cut_off_anywhere_is_a_fault_with_a_place() {
    assert_eq!(read(SAMPLE.as_bytes()), [Ok(())]);
    for end in 0..SAMPLE.len() {
        let fault = only_fault(&SAMPLE.as_bytes()[..end]);
        assert!(fault.starts_with("line 1, column "), "{fault}");
    }
}

#[test]
fn games_before_the_fault_are_kept() {
    let games = read(format!("{SAMPLE}\n{SAMPLE}\n(;AB[").as_bytes());
    assert_eq!(games[..2], [Ok(()), Ok(())]);
    assert_eq!(
        games[2],
        Err("line 3, column 5: the file ends inside the value that opens here".to_string())
    );
}

#[test]
fn any_single_wrong_byte_is_survived() {
    for at in 0..SAMPLE.len() {
        for byte in [0, b'(', b')', b'[', b']', b';', b'\\', b'\n', b'z', 0x80, 0xff] {
            let mut bytes = SAMPLE.as_bytes().to_vec();
            bytes[at] = byte;
            assert!(!read(&bytes).is_empty());
            bytes.remove(at);
            assert!(!read(&bytes).is_empty());
        }
    }
}

#[test]
fn garbage_is_survived() {
    let mut state = 7u32;
    let mut garbage = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    for _ in 0..50 {
        let bytes: Vec<u8> = (0..2_000).map(|_| garbage()).collect();
        assert!(!read(&bytes).is_empty());
        assert!(!read(&[b"(;SZ[9]".as_slice(), &bytes].concat()).is_empty());
        let likely: Vec<u8> = bytes
            .iter()
            .map(|b| b"(;)[]\\:BWAaSZ19 \n"[*b as usize % 17])
            .collect();
        assert!(!read(&[b"(;".as_slice(), &likely].concat()).is_empty());
    }
}

/// A folder of its own for a test, gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("shikatsu-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn load(&self, name: &str, content: &[u8]) -> Vec<Loaded> {
        let path = self.0.join(name);
        fs::write(&path, content).unwrap();
        load(&[path], &Overrides::default())
    }

    fn fault(&self, name: &str, content: &[u8]) -> String {
        self.load(name, content).remove(0).entry.unwrap_err().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const TEXT: &str = "-----\n-xxx-\nxxoox\nxo-ox\nxooox\nB2 x\nNotes\n";

#[test]
fn faulty_problem_texts_name_line_and_column() {
    let folder = Folder::new("texts");
    let fault = |content: &str| folder.fault("a.txt", content.as_bytes());
    assert_eq!(
        fault(&TEXT.replace("B2 x", "A5 x")),
        "line 6, column 1: a key stone is marked where no stone stands"
    );
    assert_eq!(
        fault(&TEXT.replace("B2 x", "B2 A1 x")),
        "line 6, column 4: the key stones are not all of one colour"
    );
    assert_eq!(
        fault(&TEXT.replace("B2 x", "B2 B2 x")),
        "line 6, column 4: this key stone is named twice"
    );
    assert_eq!(
        fault(&TEXT.replace("xo-ox", "xoxox")),
        "line 3, column 3: the chain of this stone has no liberty (and 1 more fault: 'shikatsu check' lists all)"
    );
    assert!(fault(&TEXT.replace("xo-ox", "xo-oxx")).starts_with("line 4, column 6: "));
    assert!(fault("---\n").starts_with("line 1, column 1: a board has 5 to 19 lines"));
    assert!(fault("-----\n").starts_with("line 2, column 1: "));
    let bad = TEXT.replace("Notes", "Not\u{1}s").into_bytes();
    let bad: Vec<u8> = bad.into_iter().map(|b| if b == 1 { 0xe9 } else { b }).collect();
    assert_eq!(
        folder.fault("b.txt", &bad),
        "line 7, column 4: this is not UTF-8 text"
    );
    assert!(
        folder.load("c.txt", format!("\u{feff}{TEXT}").as_bytes())[0]
            .entry
            .is_ok()
    );
    assert!(
        folder.load("d.txt", TEXT.replace('\n', "\r\n").as_bytes())[0]
            .entry
            .is_ok()
    );
}

#[test]
fn files_that_cannot_be_read_do_not_stop_the_others() {
    let folder = Folder::new("others");
    let good = folder.0.join("good.txt");
    fs::write(&good, TEXT).unwrap();
    let missing = folder.0.join("missing.sgf");
    let big = folder.0.join("big.sgf");
    fs::write(&big, vec![b';'; MAX_BYTES + 1]).unwrap();
    let empty = folder.0.join("empty");
    fs::create_dir(&empty).unwrap();
    let loaded = load(&[missing, big.clone(), empty, good], &Overrides::default());
    let faults: Vec<Option<String>> = loaded
        .iter()
        .map(|item| Some(item.entry.as_ref().err()?.to_string()))
        .collect();
    let sentence = |text: &str| Some(text.to_string());
    assert_eq!(
        faults,
        [
            sentence("there is no such file or folder"),
            sentence("the file is larger than 4 MiB"),
            sentence("there is no .txt or .sgf file in this folder"),
            None
        ]
    );
    fs::remove_file(big).unwrap();
    let sub = folder.0.join("empty/sub");
    fs::create_dir(&sub).unwrap();
    fs::write(sub.join("two.SGF"), format!("{SAMPLE}{SAMPLE}")).unwrap();
    fs::write(sub.join("other.doc"), "nothing").unwrap();
    fs::write(sub.join(".hidden.sgf"), "nothing").unwrap();
    let loaded = load(std::slice::from_ref(&folder.0), &Overrides::default());
    let found: Vec<(String, usize)> = loaded
        .iter()
        .map(|item| {
            (
                item.path.file_name().unwrap().to_string_lossy().into_owned(),
                item.game,
            )
        })
        .collect();
    let expected =
        [("two.SGF", 0), ("two.SGF", 1), ("good.txt", 0)].map(|(name, game)| (name.to_string(), game));
    assert_eq!(found, expected);
    assert!(loaded.iter().all(|item| item.entry.is_ok()));
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read_is_a_fault() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("forbidden");
    let path = folder.0.join("a.txt");
    fs::write(&path, TEXT).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(&path).is_ok() {
        // Not captured, so that a run of all checks can name it.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: unreadable files, because this user may read everything"
        );
        return;
    }
    let entry = load(&[path], &Overrides::default()).remove(0).entry;
    let refused = FileError::Unreadable("permission denied".to_string());
    assert_eq!(entry, Err(refused.into()));
}

/// Files may not grow beyond nothing here, so that every write fails, whoever tries.
#[cfg(unix)]
#[test]
fn a_write_that_fails_leaves_the_old_file_and_nothing_else() {
    let folder = Folder::new("full");
    fs::write(folder.0.join("a.txt"), TEXT).unwrap();
    fs::write(folder.0.join("b.sgf"), SAMPLE).unwrap();
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" convert a.txt -o \"$1\" --force";
    for (name, old) in [("b.sgf", Some(SAMPLE)), ("new.sgf", None)] {
        let mut shell = Command::new("sh");
        shell.args(["-c", script, env!("CARGO_BIN_EXE_shikatsu"), name]);
        let output = shell.current_dir(&folder.0).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with(&format!("shikatsu: {name}: ")), "{said}");
        assert_eq!(fs::read_to_string(folder.0.join(name)).ok().as_deref(), old);
    }
    assert_eq!(
        fs::read_dir(&folder.0).unwrap().count(),
        2,
        "nothing is left behind"
    );
}
