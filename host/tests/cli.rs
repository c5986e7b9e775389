//! The command line as people meet it: what it prints, where, and with which exit status.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

const TEXT: &str =
    "-----\n-xxx-\nxxoox\nxo-ox\nxooox\nB2 x\nName: One eye; Level: 25k; Answer: dead C2; Not enough.\n";
const SGF: &str =
    "(;GM[1]SZ[9]AB[ca][cb][bc][ac]AW[ba][bb][ab]C[Black to kill\n\nHow?](;B[aa]C[RIGHT])(;B[dd]))";

/// A folder of its own for a test, gone afterwards, to run the command in.
struct Desk(PathBuf);

impl Desk {
    fn new(name: &str) -> Desk {
        let path = std::env::temp_dir().join(format!("shikatsu-cli-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        let desk = Desk(path);
        desk.put("a.txt", TEXT);
        desk.put("b.sgf", SGF);
        desk
    }

    fn put(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), content).unwrap();
    }

    fn get(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shikatsu"));
        command.current_dir(&self.0).args(arguments.split_whitespace());
        command
    }

    /// Status, standard output and standard error.
    fn run(&self, arguments: &str) -> (i32, String, String) {
        let Output {
            status,
            stdout,
            stderr,
        } = self.command(arguments).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (status.code().unwrap(), text(stdout), text(stderr))
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn show_prints_the_board_and_what_is_asked() {
    let desk = Desk::new("show");
    let expected = "\
a.txt: One eye (25k)

   A B C D E
 5 · · · · · 5
 4 · ● ● ● · 4
 3 ● ● ○ ○ ● 3
 2 ● ◇ · ○ ● 2
 1 ● ○ ○ ○ ● 1
   A B C D E

● Black   ○ White   ◇ White's key stone   · empty

Black to kill
Key stones: White's B2
Answer:     C2: White is dead
Notes:      Not enough.
";
    assert_eq!(desk.run("show a.txt"), (0, expected.to_string(), String::new()));
}

#[test]
fn a_link_has_the_whole_problem_in_it() {
    let desk = Desk::new("link");
    let (status, said, _) = desk.run("show --link --page https://example.org/go/ a.txt");
    assert_eq!(status, 0);
    let letters = said
        .trim_end()
        .strip_prefix("https://example.org/go/#p=")
        .unwrap();
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(letters).unwrap();
    let entry = shikatsu::pack::read_link(&bytes).unwrap();
    let (problem, notes) = shikatsu::problem::read_text(TEXT).unwrap();
    assert_eq!(
        (entry.problem, entry.level, entry.answer),
        (problem, notes.level, notes.answer)
    );
}

#[test]
fn a_language_is_built_and_what_is_none_is_refused_in_words() {
    let desk = Desk::new("language");
    let (status, said, _) = desk.run("language list");
    assert!(status == 0 && said.contains("de  Deutsch"), "{said}");
    assert_eq!(desk.run("language build ja -o ja.lang").0, 0);
    assert_eq!(desk.run("pack check ja.lang").0, 0);
    let (status, _, said) = desk.run("language check ja.lang");
    let expected = "shikatsu: ja.lang: this is not a text in UTF-8\n";
    assert_eq!((status, said.as_str()), (2, expected));
    desk.put(
        "xx.txt",
        "code: xx\nname: Nobody's\n\nNobody says this.\nNor this.\n",
    );
    let (status, _, said) = desk.run("language check xx.txt");
    assert_eq!(status, 2);
    assert!(said.contains("does not say 'Nobody says this.'"), "{said}");
}

#[test]
fn a_translation_is_tried_in_the_trainer_without_compiling() {
    let desk = Desk::new("language-tried");
    desk.put(
        "xx.txt",
        "code: xx\nname: Nobody's\n\nNext problem\nOn we go\n\nMenu\nThings\n",
    );
    let script =
        "press a\npress y\nexpect text \"Things\"\nexpect text \"> On we go\"\nexpect text \"Packs\"\n";
    desk.put("try.shk", script);
    let (status, _, said) = desk.run("sim --language-file xx.txt --script try.shk");
    assert_eq!((status, said.as_str()), (0, ""), "what is missing is English");
    // A file of a language that the program brings along takes its place.
    desk.put(
        "de.txt",
        "code: de\nname: Neu\n\nMenu\nThings\n\nNext problem\nOn we go\n",
    );
    let (status, _, said) = desk.run("sim --language-file de.txt --script try.shk");
    assert_eq!((status, said.as_str()), (0, ""));
    let (status, _, said) = desk.run("sim --language-file not-there.txt --script try.shk");
    assert!(
        status == 2 && said.starts_with("shikatsu: not-there.txt: "),
        "{said}"
    );
}

#[test]
fn show_says_what_was_worked_out_and_what_the_file_thinks() {
    let desk = Desk::new("worked-out");
    let (status, out, err) = desk.run("show --ascii b.sgf");
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.is_ascii(), "{out}");
    assert!(
        out.contains(" 9 - @ x * * * * * * 9\n 8 @ @ x * * * * * * 8\n 7 x x * * * * * * * 7\n"),
        "{out}"
    );
    assert!(
        out.contains("x Black   @ White's key stone   - empty   * outside, nobody plays there\n"),
        "{out}"
    );
    let worked_out =
        "Worked out: the key stones, where one may play (not in the file; overrule with --key, --bounds)\n";
    assert!(out.contains(worked_out), "{out}");
    assert!(out.contains("Solution:   A9 (the file has 2 moves)\n"), "{out}");
    assert!(
        out.ends_with("Notes:      Black to kill\n\n            How?\n"),
        "{out}"
    );
    let (_, out, _) = desk.run("show --key C9,C8 --to-move white --bounds A9:E5 b.sgf");
    assert!(
        out.contains("White to kill\nKey stones: Black's C9 C8\nSolution:   none called right for White"),
        "{out}"
    );
}

#[test]
fn one_bad_file_does_not_stop_the_others() {
    let desk = Desk::new("bad");
    desk.put("bad.sgf", "(;SZ[9]AB[zz])(;SZ[9]AB[ba][bb]AW[aa])");
    let (status, out, err) = desk.run("show missing.txt bad.sgf a.txt");
    assert_eq!(status, 2);
    assert_eq!(
        err,
        "shikatsu: missing.txt: there is no such file or folder\n\
         shikatsu: bad.sgf: game 1, node 1, AB[zz] (line 1, column 11): there is no such point on the board\n"
    );
    assert!(out.starts_with("bad.sgf, game 2\n"), "{out}");
    assert!(out.contains("\n\na.txt: One eye"), "{out}");
}

#[test]
fn check_counts_problems_files_and_faults() {
    let desk = Desk::new("check");
    let sound = "2 problems in 2 files, 0 faults\n".to_string();
    let worked_out = "shikatsu: ./b.sgf: note: the file does not say, so it was worked out: \
         the key stones, where one may play\n";
    assert_eq!(desk.run("check ."), (0, sound, worked_out.to_string()));
    fs::remove_file(desk.0.join("b.sgf")).unwrap();
    desk.put("c.txt", TEXT.replace("Answer: dead C2", "Answer: dead B2 A5"));
    desk.put("d.sgf", "(;SZ[3])(;");
    desk.put("e.txt", "\n");
    let (status, out, err) = desk.run("check . missing.txt");
    assert_eq!((status, out.as_str()), (2, "3 problems in 4 files, 5 faults\n"));
    let lines: Vec<&str> = err.lines().collect();
    assert_eq!(
        lines[0],
        "shikatsu: ./c.txt: line 7, column 41: the stated answer B2: a stone is already there"
    );
    assert!(
        lines[1].starts_with("shikatsu: ./d.sgf: game 1, node 1, SZ[3]"),
        "{err}"
    );
    assert!(
        lines[2].ends_with("the file ends before the game is closed with )"),
        "{err}"
    );
    assert_eq!(lines[3], "shikatsu: ./e.txt: the file is empty");
}

#[test]
fn check_reports_every_fault_and_the_others_only_the_first() {
    let desk = Desk::new("every");
    desk.put("f.txt", "x---q\n-----\n--r--\n-----\n-----\nB5 z\nName: x\nfoo\n");
    desk.put("f.sgf", "(;SZ[9]AB[zz][yy]AW[xx])");
    let (status, out, err) = desk.run("check f.txt f.sgf");
    assert_eq!((status, out.as_str()), (2, "2 problems in 2 files, 7 faults\n"));
    let places: Vec<&str> = err
        .lines()
        .map(|line| line.rsplit_once(": ").unwrap().0)
        .collect();
    assert_eq!(
        places,
        [
            "shikatsu: f.txt: line 1, column 5",
            "shikatsu: f.txt: line 3, column 3",
            "shikatsu: f.txt: line 6, column 4",
            "shikatsu: f.txt: line 8, column 1",
            "shikatsu: f.sgf: game 1, node 1, AB[zz] (line 1, column 11)",
            "shikatsu: f.sgf: game 1, node 1, AB[yy] (line 1, column 15)",
            "shikatsu: f.sgf: game 1, node 1, AW[xx] (line 1, column 21)",
        ]
    );
    assert_eq!(
        desk.run("show f.txt").2,
        "shikatsu: f.txt: line 1, column 5: 'q' is none of x, o, - and * \
         (and 3 more faults: 'shikatsu check' lists all)\n"
    );
}

#[test]
fn check_notes_a_field_that_became_free_text() {
    let desk = Desk::new("fields");
    desk.put("l.txt", TEXT.replace("25k", "99k"));
    let note = "shikatsu: l.txt: note: \"Level: 99k\" is not a level, so it and what follows are free text\n";
    assert_eq!(
        desk.run("check l.txt"),
        (0, "1 problem in 1 file, 0 faults\n".to_string(), note.to_string())
    );
}

#[test]
fn check_tells_a_note_on_many_files_once() {
    let desk = Desk::new("notes");
    desk.put("c.sgf", SGF);
    desk.put("d.sgf", SGF);
    let note = "the file does not say, so it was worked out: the key stones, where one may play";
    assert_eq!(
        desk.run("check .").2,
        format!("shikatsu: ./b.sgf and 2 other files: note on 3 problems: {note}\n")
    );
    let each = ["b", "c", "d"].map(|name| format!("shikatsu: ./{name}.sgf: note: {note}\n"));
    assert_eq!(desk.run("check --verbose .").2, each.concat());
}

#[test]
fn a_file_taken_for_sgf_by_its_content_says_so() {
    let desk = Desk::new("taken");
    desk.put("letter.doc", "Hello (world)\n");
    let sentence = "line 1, column 1: no game is found: one opens with (;";
    assert_eq!(
        desk.run("check letter.doc").2,
        format!("shikatsu: letter.doc: {sentence} (read as SGF, because its name does not end in .txt)\n")
    );
    desk.put("letter.sgf", "Hello (world)\n");
    assert_eq!(
        desk.run("check letter.sgf").2,
        format!("shikatsu: letter.sgf: {sentence}\n")
    );
}

#[test]
fn moves_of_which_none_is_right_are_mentioned() {
    let desk = Desk::new("wrong");
    desk.put("w.sgf", SGF.replace("RIGHT", "wrong"));
    let (_, out, _) = desk.run("show w.sgf");
    assert!(
        out.contains("Solution:   none called right for Black (the file has 2 moves)\n"),
        "{out}"
    );
}

#[test]
fn convert_goes_to_the_other_format_and_back() {
    let desk = Desk::new("convert");
    let (status, sgf, err) = desk.run("convert a.txt");
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(
        sgf.starts_with("(;GM[1]FF[4]CA[UTF-8]SZ[5]GN[One eye]DI[25k]PL[B]"),
        "{sgf}"
    );
    desk.put("again.sgf", sgf);
    assert_eq!(
        desk.run("convert again.sgf"),
        (0, TEXT.to_string(), String::new())
    );
    let (status, out, err) = desk.run("convert b.sgf -o b.txt");
    assert_eq!((status, out.as_str()), (0, ""));
    assert_eq!(
        err,
        "shikatsu: b.sgf: the file's solution, 2 moves, is left out\n\
         shikatsu: b.sgf: the lines of the text are joined into one\n\
         shikatsu: b.sgf: the file does not say, so it was worked out: the key stones, where one may play\n"
    );
    assert!(desk.get("b.txt").ends_with("B9 A8 B8 x\nBlack to kill How?\n"));
    assert_eq!(desk.run("check b.txt").0, 0);
}

#[test]
fn where_no_group_is_found_the_option_that_names_it_is_told() {
    let desk = Desk::new("group");
    desk.put("open.sgf", "(;SZ[9]AB[ee]C[White to live])");
    for command in [
        "show",
        "check",
        "solve",
        "convert --to text",
        "pack doctor",
        "sim --text --fresh",
    ] {
        let (status, _, err) = desk.run(&format!("{command} open.sgf"));
        assert_eq!(status, 2, "{command}");
        let told =
            "no surrounded group was found; name the stones that it is about with --key, as in --key E1\n";
        assert!(err.contains(told), "{command}: {err}");
    }
    let (status, out, _) = desk.run("show open.sgf --key E5");
    assert!(status == 0 && out.contains("E5"), "{out}");
    desk.put("record.sgf", "(;SZ[9];B[ee];W[ge])");
    let (status, _, err) = desk.run("sim --text --fresh record.sgf");
    assert_eq!(status, 2);
    assert!(
        err.contains("no stone stands on the board before the first move") && !err.contains("--key"),
        "{err}"
    );
}

#[test]
fn a_backup_overwrites_nothing_unless_told() {
    let desk = Desk::new("backup");
    let backup = "device backup a.txt --port tcp:127.0.0.1:1";
    let (status, _, err) = desk.run(backup);
    assert_eq!(
        (status, err.as_str()),
        (2, "shikatsu: a.txt: it exists already; --force overwrites it\n")
    );
    let (_, _, err) = desk.run(&format!("{backup} --force"));
    assert!(!err.contains("exists already"), "{err}");
    assert_eq!(desk.get("a.txt"), TEXT);
}

#[test]
fn convert_overwrites_nothing_unless_told() {
    let desk = Desk::new("force");
    let (status, _, err) = desk.run("convert a.txt -o b.sgf");
    assert_eq!(
        (status, err.as_str()),
        (2, "shikatsu: b.sgf: it exists already; --force overwrites it\n")
    );
    assert_eq!(desk.get("b.sgf"), SGF);
    assert_eq!(desk.run("convert a.txt -o b.sgf --force").0, 0);
    assert!(desk.get("b.sgf").contains("GN[One eye]"));
    assert_eq!(fs::read_dir(&desk.0).unwrap().count(), 2);
}

#[test]
fn convert_and_check_name_the_properties_that_are_left_out() {
    let desk = Desk::new("left-out");
    desk.put("s.sgf", "(;SZ[9]AB[ba][bb]AW[aa]MA[aa]DD[]PL[B]SO[A book]CP[Me])");
    let note = "properties without a place here are left out: CP\n";
    assert_eq!(
        desk.run("convert s.sgf --to sgf").2,
        format!("shikatsu: s.sgf: {note}")
    );
    assert_eq!(
        desk.run("check s.sgf").2,
        format!("shikatsu: s.sgf: note: {note}")
    );
}

#[test]
fn the_source_of_a_problem_is_shown_and_kept_where_there_is_a_place_for_it() {
    let desk = Desk::new("source");
    desk.put("s.sgf", "(;SZ[9]AB[ba][bb]AW[aa]MA[aa]DD[]PL[B]SO[A book, p. 3])");
    let (status, out, _) = desk.run("show s.sgf");
    assert_eq!(status, 0);
    assert!(out.contains("Source:     A book, p. 3\n"), "{out}");
    let (_, out, err) = desk.run("convert s.sgf --to sgf");
    assert!(out.contains("SO[A book, p. 3]") && err.is_empty(), "{out}{err}");
    assert_eq!(
        desk.run("convert s.sgf --to txt").2,
        "shikatsu: s.sgf: the source, \"A book, p. 3\", is left out\n"
    );
}

#[test]
fn several_problems_become_a_collection_or_a_folder() {
    let desk = Desk::new("several");
    let (status, _, err) = desk.run("convert a.txt b.sgf");
    assert_eq!(status, 2);
    assert_eq!(
        err,
        "shikatsu: there are files of both formats: say --to txt or --to sgf\n"
    );
    assert_eq!(desk.run("convert a.txt b.sgf -o all.sgf").0, 0);
    assert_eq!(
        desk.run("check all.sgf").1,
        "all.sgf: 2 problems, a game tree for each problem\n2 problems in 1 file, 0 faults\n"
    );
    let (status, _, err) = desk.run("convert all.sgf");
    assert_eq!(status, 2);
    assert!(
        err.ends_with("shikatsu: 2 problems do not fit into one text file: name a folder, such as -o all/\n"),
        "{err}"
    );
    assert_eq!(desk.run("convert all.sgf --to txt -o texts").0, 0);
    assert_eq!(desk.get("texts/all-1.txt"), TEXT);
    assert_eq!(desk.run("convert texts --to sgf -o games/").0, 0);
    assert_eq!(desk.run("check games").1, "2 problems in 2 files, 0 faults\n");
    desk.put("ten.sgf", SGF.repeat(10));
    assert_eq!(desk.run("convert ten.sgf -o ten").0, 0);
    assert!(desk.0.join("ten/ten-01.txt").exists() && desk.0.join("ten/ten-10.txt").exists());
    fs::create_dir(desk.0.join("twin")).unwrap();
    desk.put("twin/a.txt", TEXT);
    let (status, _, err) = desk.run("convert a.txt twin/a.txt --to sgf -o both/ --force");
    assert_eq!(status, 2);
    assert_eq!(
        err,
        "shikatsu: a.txt and twin/a.txt would both become both/a.sgf\n"
    );
}

#[test]
fn convert_refuses_names_that_cannot_be_meant() {
    let desk = Desk::new("names");
    for (arguments, sentence) in [
        (
            "a.txt b.sgf -o set.txt",
            "2 problems do not fit into one text file: name a folder, such as -o set/",
        ),
        (
            "a.txt -o x.pdf",
            "x.pdf: .pdf is neither .txt nor .sgf: say which with --to",
        ),
        ("a.txt -o nodir/x.sgf", "nodir: there is no such folder"),
        ("a.txt -o nodir/all/", "nodir: there is no such folder"),
    ] {
        let refusal = (2, String::new(), format!("shikatsu: {sentence}\n"));
        assert_eq!(desk.run(&format!("convert {arguments}")), refusal, "{arguments}");
    }
    assert_eq!(fs::read_dir(&desk.0).unwrap().count(), 2, "nothing was written");
    assert_eq!(desk.run("convert a.txt --to sgf -o x.pdf").0, 0);
    assert_eq!(desk.run("convert a.txt -o all/").0, 0);
    assert!(desk.0.join("all/a.sgf").exists());
}

#[test]
fn standard_input_is_read() {
    let desk = Desk::new("stdin");
    for (content, out) in [
        (SGF, "standard input\n"),
        (TEXT, "standard input: One eye (25k)\n"),
    ] {
        let mut child = desk
            .command("show -")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(content.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        assert!(output.stdout.starts_with(out.as_bytes()));
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let desk = Desk::new("pipe");
    desk.put("many.sgf", SGF.repeat(500));
    let mut child = desk
        .command("show many.sgf")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(output.stderr, b"");
}

#[test]
fn help_is_for_newcomers_and_misuse_is_explained() {
    let desk = Desk::new("help");
    let (status, out, _) = desk.run("--help");
    assert_eq!(status, 0);
    assert!(
        ["show", "convert", "check", "Examples:"]
            .iter()
            .all(|word| out.contains(word)),
        "{out}"
    );
    let (status, out, _) = desk.run("show --help");
    assert_eq!(status, 0);
    assert!(out.contains("--bounds A1:J5"), "{out}");
    assert_eq!(desk.run("show").0, 2);
    assert_eq!(desk.run("show --key I9 b.sgf").0, 2);
    assert_eq!(desk.run("dance").0, 2);
}

#[test]
fn nothing_in_a_file_reaches_the_terminal_as_a_command() {
    let desk = Desk::new("escape");
    desk.put("e.sgf", SGF.replace("How?", "\u{1b}[31mred\u{7}"));
    let (_, out, _) = desk.run("show e.sgf");
    assert!(out.contains("[31mred\n") && !out.contains('\u{1b}'), "{out}");
}

#[test]
fn composing_overwrites_nothing_unless_it_is_asked_to() {
    let desk = Desk::new("compose");
    let (status, _, said) = desk.run("compose draw b.sgf --tries 50");
    assert_eq!(status, 2);
    assert!(said.contains("b.sgf: this is no pool"), "{said}");
    assert_eq!(desk.get("b.sgf"), SGF);
    desk.put("pool", "{\"seed\":1}\n");
    let choose = "compose choose pool --graded b.sgf --ko-and-seki ko.sgf";
    let (status, _, said) = desk.run(choose);
    assert_eq!(status, 2);
    assert!(said.contains("b.sgf: it exists already; --force"), "{said}");
    assert_eq!(desk.get("b.sgf"), SGF);
    let (status, said, _) = desk.run(&format!("{choose} --force"));
    assert_eq!(status, 0);
    assert!(said.starts_with("0 graded, 0 of ko and seki."), "{said}");
    assert_eq!(desk.get("b.sgf"), "");
}

#[test]
fn tidying_and_keeping_lose_nothing() {
    let desk = Desk::new("tidy");
    desk.put("pool", "{\"seed\":1}\n");
    desk.put("bad.sgf", "(;SZ[19");
    for (arguments, why) in [
        ("tidy b.sgf pool", "b.sgf: it exists already; --force"),
        ("tidy b.sgf pool --force --beside nowhere", "nowhere"),
        ("tidy bad.sgf pool --force", "bad.sgf"),
        (
            "choose-open pool --keep b.sgf -o b.sgf --force",
            "nothing is written",
        ),
        (
            "choose-open pool --keep b.sgf -o b.sgf --force --count 0",
            "--count 0 is less",
        ),
    ] {
        let (status, _, said) = desk.run(&format!("compose {arguments}"));
        assert!(status == 2 && said.contains(why), "{arguments}: {status} {said}");
        assert!(desk.get("b.sgf") == SGF && desk.get("bad.sgf") == "(;SZ[19");
    }
    let (status, said, _) = desk.run("compose tidy b.sgf pool --force");
    assert!(status == 0 && said.starts_with("0 replaced, 1 stay"), "{said}");
}

#[test]
fn rank_says_what_looks_natural_of_every_legal_move() {
    let desk = Desk::new("rank");
    let (status, out, err) = desk.run("rank --json a.txt");
    assert_eq!((status, err.as_str()), (0, ""));
    let said: serde_json::Value = serde_json::from_str(&out).unwrap();
    let moves = said["moves"].as_array().unwrap();
    assert_eq!(said["legal"], moves.len());
    let sum: f64 = moves.iter().map(|one| one["probability"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 0.01, "{out}");
    let (status, out, _) = desk.run("show --rank a.txt");
    assert_eq!(status, 0);
    assert!(out.contains("What looks natural, in tenths:"), "{out}");
}
