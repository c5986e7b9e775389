//! `shikatsu pack` as people meet it: what goes in, what is left out and said, and what the files hold.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use shikatsu::pack::Pack;
use shikatsu::pack::library::Library;
use shikatsu_host::sim::{Gathered, Shelf};
use shikatsu_toolkit::overrides::Overrides;

const EYE: &str =
    "-----\n-xxx-\nxxoox\nxo-ox\nxooox\nB2 x\nName: One eye; Level: 25k; Answer: dead E4 C2; Not enough.\n";
/// The same, mirrored and with the colours exchanged.
const TWIN: &str = "-----\n-ooo-\noxxoo\nox-xo\noxxxo\nD2 o\n";
const THREE: &str = "*******\n*******\n*******\n*******\n*xxxxx*\nxooooox\nxo---ox\nD2 x\nName: Straight three; Answer: dead C1\n";
/// Nothing is said about key stones and bounds.
const SGF: &str = "(;GM[1]SZ[9]AB[ca][cb][bc][ac]AW[ba][bb][ab]C[Black to kill](;B[aa]C[RIGHT]))";

/// A folder of its own for a test, to run the command in.
struct Desk(PathBuf);

impl Desk {
    fn new(name: &str) -> Desk {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pack").join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("in")).unwrap();
        let desk = Desk(path);
        for (name, content) in [("a.txt", EYE), ("b.txt", TWIN), ("c.txt", THREE), ("d.sgf", SGF)] {
            desk.put(&format!("in/{name}"), content.as_bytes());
        }
        desk
    }

    fn put(&self, name: &str, content: &[u8]) {
        fs::write(self.0.join(name), content).unwrap();
    }

    fn get(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap()
    }

    /// Status, standard output and standard error of `shikatsu pack`.
    fn pack(&self, arguments: &str) -> (i32, String, String) {
        self.run(&format!("pack {arguments}"))
    }

    /// The same of any command.
    fn run(&self, arguments: &str) -> (i32, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shikatsu"));
        command.current_dir(&self.0).args(arguments.split_whitespace());
        let output = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (
            output.status.code().unwrap(),
            text(output.stdout),
            text(output.stderr),
        )
    }
}

#[test]
fn a_pack_holds_every_problem_once_with_its_proved_answer() {
    let desk = Desk::new("build");
    let (status, out, _) = desk.pack("build in -o my.pack --id 0x80000001 --revision 4 --verbose");
    assert_eq!(status, 1, "a twin was left out: {out}");
    assert!(
        out.contains("in/b.txt: left out, since it is the same problem as in/a.txt"),
        "{out}"
    );
    assert!(
        out.contains("in/c.txt: The file says C1, which fails. The file does not say D1, which also works. Proved is D1: White is dead."),
        "{out}"
    );
    assert!(
        out.contains("in/d.sgf: the file does not say, so it was worked out: the key stones"),
        "{out}"
    );
    let bytes = desk.get("my.pack");
    let pack = Pack::open(&bytes).unwrap();
    assert_eq!(pack.verify(), Ok(()));
    let header = pack.header();
    assert_eq!((header.name, header.id, header.revision), ("my", 0x8000_0001, 4));
    let names: Vec<&str> = pack.problems().map(|(_, record)| record.name).collect();
    assert_eq!(names, ["One eye", "Straight three", "d"]);
    let three = pack.problem(1).unwrap();
    let vital = three.problem.point("D1").unwrap();
    assert!(
        three.answer.unwrap().moves.contains(vital),
        "the proved answer, not the file's"
    );
}

#[test]
fn the_doctor_says_the_same_and_writes_nothing() {
    let desk = Desk::new("doctor");
    let (status, report, _) = desk.pack("doctor in");
    let (_, build, _) = desk.pack("build in -o my.pack");
    assert_eq!(status, 1);
    assert!(build.starts_with(&report), "{build}");
    assert!(
        report.contains(
            "4 problems: 3 to keep; left out 1 that are there twice, 0 without a proof, 0 in doubt"
        ),
        "{report}"
    );
}

#[test]
fn what_cannot_be_proved_in_time_is_left_out_and_said() {
    let desk = Desk::new("limit");
    let (status, out, error) = desk.pack("build in/c.txt -o my.pack --nodes 1 --open-nodes 0");
    assert_eq!(status, 2);
    assert!(
        out.contains("in/c.txt: left out: 1 positions were not enough"),
        "{out}"
    );
    assert!(
        error.contains("there is no problem to put into a pack"),
        "{error}"
    );
    assert!(!desk.0.join("my.pack").exists());
}

#[test]
fn what_the_handheld_could_not_read_in_time_gets_a_book() {
    let desk = Desk::new("slow");
    let (status, out, _) = desk.pack("build in/c.txt -o my.pack --nodes 1");
    assert_eq!(status, 0);
    assert!(out.contains("and 1 have a book of replies"), "{out}");
    let bytes = desk.get("my.pack");
    assert_eq!(Pack::open(&bytes).unwrap().verify(), Ok(()));
}

#[test]
fn without_verbose_only_what_needs_a_person_is_named() {
    let desk = Desk::new("brief");
    let (_, out, _) = desk.pack("doctor in --report page.html");
    assert!(out.starts_with("4 problems: 3 to keep"), "{out}");
    assert!(
        out.contains("to keep, but not with the file's own answer (1):\n  in/c.txt: The file says C1"),
        "{out}"
    );
    assert!(
        !out.contains("in/b.txt") && !out.contains("was worked out: the key"),
        "{out}"
    );
    assert!(
        out.contains("not shown without --verbose: left out, since they are there already in 1"),
        "{out}"
    );
    let page = String::from_utf8(desk.get("page.html")).unwrap();
    assert_eq!(page.matches("<svg").count(), 1, "one needs a person");
    assert!(page.contains("[[fix]]\nfile = \"c.txt\"\nkey = \"D2\""), "{page}");
}

#[test]
fn what_a_person_says_beside_a_collection_is_read_by_every_command() {
    let desk = Desk::new("fixes");
    desk.put(
        "in/fixes.toml",
        b"[[fix]]\nfile = \"d.sgf\"\nto-move = \"white\"\n",
    );
    let (status, out, _) = desk.run("show in/d.sgf");
    assert!(status == 0 && out.contains("White to live"), "{out}");
    let (_, out, _) = desk.run("show in/d.sgf --to-move black");
    assert!(out.contains("Black to kill"), "{out}");
    desk.put(
        "in/fixes.toml",
        b"[[fix]]\nfile = \"e.sgf\"\nto-move = \"white\"\n",
    );
    let (status, _, error) = desk.run("check in");
    assert_eq!(status, 2);
    assert!(
        error.contains("in/fixes.toml: there is no file e.sgf beside it"),
        "{error}"
    );
}

#[test]
fn it_is_said_before_the_work_that_nothing_can_be_written() {
    let desk = Desk::new("unwritable");
    let source = "*******\n*******\nxx*****\noox****\n-ox****\n-oox***\n--ox***\nC2 x\nName: Bent four; Level: 8k; Answer: dead A2\n";
    desk.put("a.txt", source.as_bytes());
    let manifest = b"[[pack]]\nfile = \"ko\"\nid = 7\nname = \"Ko\"\nrevision = 1\nsources = [\"a.txt\"]\n";
    desk.put("packs.toml", manifest);
    for arguments in [
        "build in -o nowhere/my.pack",
        "doctor in --report nowhere/page.html",
        "all packs.toml -o nowhere",
    ] {
        let (status, out, error) = desk.pack(arguments);
        assert_eq!((status, out.as_str()), (2, ""), "{error}");
        assert!(error.contains("there is no such file or folder"), "{error}");
    }
    // Only the proof finds out that this answer is wrong.
    let (status, _, error) = desk.pack("all packs.toml -o .");
    assert_eq!(status, 2, "{error}");
    assert!(error.contains("but proved is A2: ko"), "{error}");
    assert!(!desk.0.join("ko.pack").exists(), "nothing is left of the try");
    desk.put("a.txt", source.replace("dead", "ko+").as_bytes());
    let (status, _, error) = desk.pack("all packs.toml -o .");
    assert_eq!(status, 0, "{error}");
    let (_, out, error) = desk.pack("all packs.toml -o . --check");
    assert!(out.contains("ko.pack: the same"), "{out} {error}");
}

#[test]
fn proofs_of_an_earlier_try_are_not_looked_for_again() {
    let desk = Desk::new("resume");
    let (_, whole, _) = desk.pack("build in -o my.pack --force");
    assert!(!desk.0.join("my.pack.part").exists(), "it is done");
    // Stopped before anything was proved, by the clock.
    let (_, _, error) = desk.pack("build in -o late.pack --time 0");
    assert!(error.contains("the time was up"), "{error}");
    let (_, again, _) = desk.pack("build in -o late.pack --force");
    assert_eq!(again.replace("late", "my"), whole);
    assert!(!desk.0.join("late.pack.part").exists());
}

#[test]
fn a_file_that_exists_is_kept_unless_somebody_insists() {
    let desk = Desk::new("force");
    desk.put("my.pack", b"precious");
    let (status, _, error) = desk.pack("build in/a.txt -o my.pack");
    assert_eq!((status, desk.get("my.pack").as_slice()), (2, &b"precious"[..]));
    assert!(error.contains("--force"), "{error}");
    let (status, _, _) = desk.pack("build in/a.txt -o my.pack --force --uf2 --slot 2");
    assert_eq!(status, 0);
    let (pack, uf2) = (desk.get("my.pack"), desk.get("my.uf2"));
    assert_eq!(uf2.len(), 16 * 512, "one sector");
    assert_eq!(uf2[12..16], 0x1011_0000_u32.to_le_bytes());
    assert_eq!(uf2[32..32 + pack.len()], pack);
}

#[test]
fn a_pack_that_is_there_becomes_a_file_for_the_boot_drive() {
    let desk = Desk::new("uf2");
    desk.pack("build in/a.txt -o my.pack --uf2 --slot 29");
    let built = desk.get("my.uf2");
    let (status, out, _) = desk.pack("uf2 my.pack -o last.uf2");
    assert_eq!((status, out.as_str()), (0, "my.pack: slots 29 to 29\nlast.uf2\n"));
    assert_eq!(desk.get("last.uf2"), built);
    let (status, _, error) = desk.pack("uf2 my.pack --slot 3");
    assert!(status == 2 && error.contains("--force"), "{error}");
    assert_eq!(desk.pack("uf2 my.pack --slot 3 --force").0, 0);
    assert_eq!(desk.get("my.uf2")[12..16], 0x1011_8000_u32.to_le_bytes());
    desk.pack("build in/c.txt -o two.pack");
    let (_, out, _) = desk.pack("uf2 my.pack two.pack -o both.uf2");
    assert_eq!(
        out,
        "my.pack: slots 28 to 28\ntwo.pack: slots 29 to 29\nboth.uf2\n"
    );
    let mut bytes = desk.get("my.pack");
    *bytes.last_mut().unwrap() ^= 4;
    desk.put("bad.pack", &bytes);
    let (status, _, error) = desk.pack("uf2 bad.pack");
    assert!(status == 2 && error.contains("bad.pack: "), "{error}");
    assert!(!desk.0.join("bad.uf2").exists());
}

#[test]
fn the_source_that_a_file_names_goes_before_the_name_of_the_file() {
    let desk = Desk::new("source");
    desk.put(
        "in/d.sgf",
        SGF.replace("SZ[9]", "SZ[9]GN[Three]SO[A book]").as_bytes(),
    );
    let (_, out, _) = desk.pack("build in -o my.pack");
    let bytes = desk.get("my.pack");
    let pack = Pack::open(&bytes).unwrap();
    let sources: Vec<&str> = pack.problems().map(|(_, record)| record.source).collect();
    assert_eq!(sources, ["a", "c", "A book"], "{out}");
}

#[test]
fn a_wall_that_is_open_along_the_edge_is_closed_where_the_file_would_be_wrong_otherwise() {
    // Seven stones on the second line: Black kills by coming in from either side. Nobody shows that White's own step to a side is blocked.
    let open = "(;GM[1]SZ[19]AW[fr][gr][hr][ir][jr][kr][lr]AB[er][mr][eq][fq][gq][hq][iq][jq][kq][lq][mq]\
                C[Black to kill](;B[ls]C[RIGHT])(;B[fs]C[RIGHT]))";
    let desk = Desk::new("open");
    desk.put("open.sgf", open.as_bytes());
    let (status, out, _) = desk.pack("build open.sgf -o my.pack --verbose");
    assert_eq!(status, 0, "{out}");
    let told = "open.sgf: the wall around the key stones is open, so Black closes it with stones that are not in the file: E1 N1\n";
    assert!(out.contains(told), "{out}");
    let bytes = desk.get("my.pack");
    let record = Pack::open(&bytes).unwrap().problem(0).unwrap();
    let moves: Vec<String> = record
        .answer
        .unwrap()
        .moves
        .iter()
        .map(|p| p.vertex(19).to_string())
        .collect();
    assert_eq!(moves, ["F1", "M1"]);
    // Bounds that somebody states are not a guess, and nothing is put in.
    let (_, out, _) = desk.pack("doctor open.sgf --bounds E1:N1");
    assert!(!out.contains("closes it") && out.contains("in doubt"), "{out}");
}

#[test]
fn a_move_that_the_file_only_calls_wrong_is_not_accepted_without_a_word() {
    // Straight three in the corner: B9 kills, whatever the file says. It names no right move.
    let wrong = "(;SZ[9]PL[B]AW[ab][bb][cb][db][da]AB[ac][bc][cc][dc][ec][eb][ea];B[ba]C[Wrong])";
    let desk = Desk::new("called-wrong");
    desk.put("wrong.sgf", wrong.as_bytes());
    let (_, out, _) = desk.pack("doctor wrong.sgf");
    assert!(
        out.contains("in doubt") && out.contains("the file calls B9 wrong"),
        "{out}"
    );
    assert!(out.contains("1 problem: 0 to keep"), "{out}");
}

/// A desk with `my.pack`, which has three problems.
fn desk_with_pack(name: &str) -> Desk {
    let desk = Desk::new(name);
    desk.pack("build in -o my.pack");
    desk
}

#[test]
fn packs_are_read_like_other_files() {
    let desk = desk_with_pack("read");
    let (status, out, err) = desk.run("show my.pack");
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.starts_with("my.pack, problem 1: One eye (25k)\n"), "{out}");
    assert!(out.contains("\nmy.pack, problem 3: d\n"), "{out}");
    let (status, out, _) = desk.run("solve --json my.pack");
    assert_eq!((status, out.lines().count()), (0, 3), "{out}");
    assert!(
        out.starts_with(r#"{"file":"my.pack","game":0,"name":"One eye","#),
        "{out}"
    );
    let (status, out, _) = desk.run("check my.pack in/a.txt");
    assert_eq!((status, out.as_str()), (0, "4 problems in 2 files, 0 faults\n"));
    let (status, out, _) = desk.run("convert my.pack");
    assert_eq!((status, out.matches("(;GM[1]").count()), (0, 3), "{out}");
    assert!(out.contains("GN[One eye]SO[a]"), "{out}");
    let (_, out, _) = desk.pack("doctor my.pack");
    assert!(out.contains("3 problems: 3 to keep"), "{out}");
}

#[test]
fn a_folder_stands_for_its_texts_and_games_but_not_for_packs_made_of_them() {
    let desk = desk_with_pack("beside");
    desk.put("in/my.pack", &desk.get("my.pack"));
    assert_eq!(desk.run("check in").1, "4 problems in 4 files, 0 faults\n");
}

#[test]
fn a_pack_is_known_without_its_name() {
    let desk = desk_with_pack("unnamed");
    desk.put("nameless", &desk.get("my.pack"));
    let (status, out, _) = desk.run("show nameless --problem 2");
    assert_eq!(status, 0);
    assert!(out.starts_with("nameless, problem 2: Straight three\n"), "{out}");
}

#[test]
fn one_problem_of_a_file_can_be_chosen() {
    let desk = desk_with_pack("choose");
    let (status, out, _) = desk.run("solve --problem 2 my.pack");
    assert_eq!((status, out.matches(" — ").count()), (0, 1), "{out}");
    assert!(out.starts_with("my.pack, problem 2: Straight three — "), "{out}");
    let (status, out, err) = desk.run("show --problem 4 my.pack in/a.txt none.sgf");
    assert_eq!((status, out.as_str()), (2, ""));
    assert_eq!(
        err,
        "shikatsu: my.pack: there is no problem 4, the file has 3\n\
         shikatsu: in/a.txt: there is no problem 4, the file has only one\n\
         shikatsu: none.sgf: there is no such file or folder\n"
    );
    assert_eq!(desk.run("show --problem 0 my.pack").0, 2);
}

#[test]
fn what_is_wrong_with_a_pack_costs_no_other_problem() {
    let desk = desk_with_pack("wrong");
    let mut bytes = desk.get("my.pack");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    desk.put("my.pack", &bytes);
    let (status, out, err) = desk.run("solve my.pack");
    assert_eq!(
        (status, out.lines().filter(|line| line.contains(" — ")).count()),
        (2, 2)
    );
    assert_eq!(
        err,
        "shikatsu: my.pack: Problem 3 is damaged and was skipped (P12)\n"
    );
    desk.put("cut.pack", &bytes[..100]);
    let (status, _, err) = desk.run("show cut.pack");
    assert_eq!(status, 2);
    assert!(err.ends_with("but only 100 are there (P5)\n"), "{err}");
    desk.put("text.pack", EYE.as_bytes());
    let (status, _, err) = desk.run("show text.pack");
    assert_eq!(
        (status, err.as_str()),
        (2, "shikatsu: text.pack: This is not a pack (P1)\n")
    );
    // The second problem has other stones there.
    let (status, _, err) = desk.run("show my.pack --key G1 --problem 1");
    assert_eq!(status, 2);
    assert!(
        err.starts_with("shikatsu: my.pack: problem 1: G1, of the command line"),
        "{err}"
    );
    let (status, _, err) = desk.run("convert in/a.txt -o new.pack");
    assert_eq!(
        (status, err.as_str()),
        (2, "shikatsu: new.pack: packs are made by 'shikatsu pack build'\n")
    );
}

#[test]
fn a_pack_can_be_listed_shown_and_checked() {
    let desk = Desk::new("show");
    desk.pack("build in/a.txt in/c.txt -o my.pack --name Mine");
    let (status, out, _) = desk.pack("show my.pack");
    assert_eq!(status, 0);
    assert!(out.starts_with("Mine: 2 problems, "), "{out}");
    assert!(
        out.contains("    1  25k  One eye  (Black to kill; E4 or C2: White is dead)\n"),
        "{out}"
    );
    let (_, out, _) = desk.pack("show my.pack 2 --ascii");
    assert!(out.contains("Straight three"), "{out}");
    let (status, _, error) = desk.pack("show my.pack 3");
    assert_eq!(
        (status, error.as_str()),
        (2, "shikatsu: my.pack: There is no problem 3 (P10)\n")
    );
    let (status, out, _) = desk.pack("check my.pack");
    assert!(status == 0 && out.ends_with(", 0 faults\n"), "{out}");
    let mut bytes = desk.get("my.pack");
    *bytes.last_mut().unwrap() ^= 4;
    desk.put("bad.pack", &bytes);
    let (status, out, error) = desk.pack("check bad.pack nothing.pack");
    assert_eq!(status, 2);
    assert!(out.ends_with(", 1 fault\n"), "{out}");
    assert!(
        error.contains("bad.pack: Problem 2 is damaged and was skipped (P12)"),
        "{error}"
    );
    assert!(
        error.contains("nothing.pack: there is no such file or folder"),
        "{error}"
    );
}

#[test]
fn two_editions_are_told_apart() {
    let desk = Desk::new("diff");
    desk.pack("build in/a.txt in/c.txt -o old.pack --name Mine");
    desk.put("in/a.txt", EYE.replace("25k", "20k").as_bytes());
    desk.pack("build in/a.txt in/d.sgf -o new.pack --name Mine --revision 2");
    let (status, out, _) = desk.pack("diff old.pack new.pack");
    assert_eq!(status, 1);
    assert_eq!(
        out,
        "revision: 1 becomes 2\n~ 1 One eye: level\n- 2 Straight three\n+ 2 d\n"
    );
    assert_eq!(
        desk.pack("diff old.pack old.pack"),
        (0, String::new(), String::new())
    );
}

#[test]
fn the_trainer_plays_a_pack_and_skips_what_is_damaged() {
    let desk = Desk::new("sim");
    desk.pack("build in/a.txt in/c.txt -o my.pack --name Mine --id 77");
    let path = desk.0.join("my.pack");
    let gathered = || Shelf::of_files(std::slice::from_ref(&path), &Overrides::default());
    let Gathered { shelf, left_out, .. } = gathered();
    assert_eq!(left_out, Vec::<String>::new());
    assert_eq!((shelf.packs(), shelf.len(0), shelf.pack_id(0)), (1, 2, 77));
    assert_eq!(shelf.pack_name(0), "Mine");
    assert_eq!(shelf.load(0, 1).unwrap().name, "Straight three");
    let mut bytes = desk.get("my.pack");
    *bytes.last_mut().unwrap() ^= 4;
    desk.put("my.pack", &bytes);
    let Gathered { shelf, left_out, .. } = gathered();
    assert_eq!(shelf.len(0), 1);
    assert!(
        left_out[0].ends_with("my.pack: Problem 2 is damaged and was skipped (P12)"),
        "{left_out:?}"
    );
}

/// White's corner lives, and the two stones beside it are cut off. Nobody says which of them it is about.
const CUT: &str = "(;SZ[9]AW[bb][da][db][dc][ad][bd][cd][dd][de][fe][ge]\
    AB[ea][eb][ec][ed][fd][gd][ae][be][ce][he][df][ef][ff][gf]C[Black to play](;B[ee]C[RIGHT])(;B[bc]))";

#[test]
fn a_guess_that_contradicts_the_file_is_followed_by_a_second_look() {
    let desk = Desk::new("again");
    desk.put("cut.sgf", CUT.as_bytes());
    let (status, out, _) =
        desk.pack("build cut.sgf -o my.pack --force --nodes 20000 --open-nodes 0 --verbose");
    assert_eq!(status, 0, "{out}");
    assert!(out.contains("what was worked out is a second guess"), "{out}");
    let key = |bytes: &[u8]| -> Vec<String> {
        let cut = Pack::open(bytes).unwrap().problem(0).unwrap();
        assert_eq!(cut.book, shikatsu::pack::Book::None, "it is proved");
        let key = cut.problem.setup().key;
        key.iter().map(|p| p.vertex(9).to_string()).collect()
    };
    assert_eq!(key(&desk.get("my.pack")), ["F5", "G5"]);
    // Who can read what is open may prove that the other side lives by the same cut, which is as good.
    let (status, out, _) =
        desk.pack("build cut.sgf -o my.pack --force --nodes 20000 --open-nodes 300 --verbose");
    assert_eq!(status, 0, "{out}");
    assert!(!key(&desk.get("my.pack")).is_empty());
    desk.put(
        "wrong.sgf",
        CUT.replace("(;B[ee]C[RIGHT])(;B[bc])", "(;B[ca]C[RIGHT])")
            .as_bytes(),
    );
    let (status, out, _) = desk.pack("doctor wrong.sgf --nodes 20000 --open-nodes 0");
    assert_eq!(status, 0, "its author says what is right");
    assert!(
        out.contains("on the book's word, since it is in doubt: taken with the key stones ")
            && out.contains("but the file gives C9; no other reading fits"),
        "{out}"
    );
}
