//! `shikatsu solve` as people and programs meet it: answers, limits, disagreements, and how it stops.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

const BANK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../problems");
const FIELDS: &str = "file game name to_move goal outcome seki best moves complete line nodes depth ms inferred guess zone rests_on any_outside proof";
/// Bent three in the corner of a small board: the middle point decides.
const TEXT: &str = "-----\nxxxx-\nooox-\n--ox-\n-oox-\nB1 x\nName: Three; Answer: dead A2;\n";
const SGF: &str = "(;GM[1]SZ[9]GN[Two eyes or one]AB[ca][cb][bc][ac]AW[ba][bb][ab]C[Black to kill]\
                   (;B[aa]C[RIGHT])(;B[dd]))";
/// The whole board is open: nobody can say within a few nodes.
const HARD: &str = "---------\n---------\n---------\n---xxx---\n---xox---\n----o----\n---------\n---------\n---------\nE5 o\n\n";

struct Run {
    status: Option<i32>,
    out: String,
    err: String,
}

impl Run {
    fn of(output: Output) -> Run {
        Run {
            status: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// The objects that were written, one a line.
    fn objects(&self) -> Vec<Value> {
        self.out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

/// A folder of its own for a test, gone afterwards, to run the command in.
struct Desk(PathBuf);

impl Desk {
    fn new(name: &str) -> Desk {
        let path = std::env::temp_dir().join(format!("shikatsu-solve-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        let desk = Desk(path);
        desk.put("a.txt", TEXT);
        desk.put("b.sgf", SGF);
        desk.put("hard.txt", HARD);
        desk
    }

    fn put(&self, name: &str, content: &str) {
        fs::write(self.0.join(name), content).unwrap();
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shikatsu"));
        let arguments = format!("solve {arguments}");
        command.current_dir(&self.0).args(arguments.split_whitespace());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn solve(&self, arguments: &str) -> Run {
        Run::of(self.command(arguments).output().unwrap())
    }

    /// What people read, without the milliseconds.
    fn read(&self, arguments: &str) -> String {
        let run = self.solve(arguments);
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
        let timeless = run.out.lines().map(|line| match line.rsplit_once(" (") {
            Some((answer, cost)) if cost.ends_with(" ms)") => answer.to_string(),
            _ => line.to_string(),
        });
        timeless.collect::<Vec<_>>().join("\n")
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn bank(name: &str) -> String {
    format!("{BANK}/{name}.txt")
}

/// The fields of an object in the order of the text.
fn fields(line: &str) -> String {
    let at = |field: &str| line.find(&format!("\"{field}\":")).unwrap_or(usize::MAX);
    let mut fields: Vec<&str> = FIELDS.split(' ').collect();
    fields.sort_by_key(|field| at(field));
    fields.join(" ")
}

/// Some fields of an object.
fn pick(object: &Value, fields: &str) -> Value {
    fields.split(' ').map(|field| object[field].clone()).collect()
}

#[test]
fn an_answer_is_one_object_on_a_line_with_its_fields_in_order() {
    let desk = Desk::new("json");
    let run = desk.solve("--json a.txt b.sgf");
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    for line in run.out.lines() {
        assert_eq!(fields(line), FIELDS, "{line}");
    }
    let objects = run.objects();
    assert_eq!(objects.len(), 2);
    for object in &objects {
        assert_eq!(object.as_object().unwrap().len(), FIELDS.split(' ').count());
        for number in ["nodes", "depth", "ms", "game"] {
            assert!(object[number].is_u64(), "{number}: {object}");
        }
    }
    let known = "file game name to_move goal outcome seki best moves inferred";
    assert_eq!(
        pick(&objects[0], known),
        json!([
            "a.txt",
            0,
            "Three",
            "black",
            "kill",
            "dead",
            false,
            "A2",
            ["A2"],
            []
        ])
    );
    let (name, inferred) = ("Two eyes or one", ["key", "bounds"]);
    assert_eq!(
        pick(&objects[1], known),
        json!([
            "b.sgf",
            0,
            name,
            "black",
            "kill",
            "dead",
            false,
            "A9",
            ["A9"],
            inferred
        ])
    );
    assert_eq!(objects[1]["line"], json!(["A9"]), "the capture is the end");
}

#[test]
fn the_line_begins_with_the_best_move_and_is_played_by_the_rules() {
    use shikatsu::board::{Game, Move};
    use shikatsu_host::files::load;
    use shikatsu_toolkit::overrides::Overrides;
    let desk = Desk::new("line");
    for folder in ["first-steps", "ko", "seki"] {
        let paths = [PathBuf::from(format!("{BANK}/{folder}"))];
        let run = desk.solve(&format!("--json {BANK}/{folder}"));
        for (loaded, object) in load(&paths, &Overrides::default()).iter().zip(run.objects()) {
            let problem = &loaded.entry.as_ref().unwrap().problem;
            let line = object["line"].as_array().unwrap();
            assert_eq!(line.first(), Some(&object["best"]), "{object}");
            assert!(line.len() <= 20, "{object}");
            let mut game = Game::new(&problem.setup());
            for chosen in line {
                let chosen = chosen.as_str().unwrap();
                let chosen = problem.point(chosen).map_or(Move::Pass, Move::Play);
                assert_eq!(game.make(chosen), Ok(()), "{object}");
            }
        }
    }
}

#[test]
fn all_lists_every_correct_first_move() {
    let desk = Desk::new("all");
    let path = bank("shapes/bulky-five-on-the-side");
    let moves = |options: &str| desk.solve(&format!("{options} {path}")).objects()[0]["moves"].clone();
    let all = moves("--json --all");
    let names: Vec<&str> = all
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap())
        .collect();
    assert_eq!(names, ["A6", "A5", "B5"]);
    let best = moves("--json");
    assert_eq!(best.as_array().unwrap().len(), 1);
    assert!(names.contains(&best[0].as_str().unwrap()));
    assert!(
        desk.read(&format!("--all {path}"))
            .ends_with("White lives with A6 or A5 or B5"),
        "people read them too"
    );
}

#[test]
fn where_nothing_helps_there_is_no_correct_move() {
    let desk = Desk::new("lost");
    for (name, outcome) in [
        ("first-steps/033-nothing-to-be-done", "alive"),
        ("first-steps/029-four-in-a-square", "dead"),
    ] {
        let object = desk
            .solve(&format!("--json --all {}", bank(name)))
            .objects()
            .remove(0);
        assert_eq!(object["outcome"], outcome);
        assert_eq!(object["moves"], json!([]));
        assert!(object["best"].is_string(), "{object}");
    }
}

#[test]
fn a_limit_makes_the_answer_unknown() {
    let desk = Desk::new("limits");
    for limit in [
        "--nodes 5",
        "--depth 1",
        "--breadth 1",
        "--nodes 5 --memory device",
    ] {
        let path = bank("shapes/rabbity-six-in-the-centre");
        let run = desk.solve(&format!("--json --all {limit} {path}"));
        assert_eq!(run.status, Some(0), "{limit}");
        let object = &run.objects()[0];
        let said = pick(object, "outcome seki best moves complete line depth");
        assert_eq!(said, json!(["unknown", false, null, [], false, [], 0]), "{limit}");
        assert!(object["guess"]["best"].is_string() && object["guess"]["value"].is_i64());
    }
    assert_eq!(
        desk.read("--nodes 5 hard.txt"),
        "hard.txt — unknown: the limit of 5 nodes was not enough; a guess: White cannot live, and E3 looks best"
    );
    assert_eq!(
        desk.read("--depth 1 hard.txt"),
        "hard.txt — unknown: the depth or the breadth allowed was not enough; a guess: White cannot live, and E3 looks best"
    );
}

#[test]
fn the_handheld_gives_the_same_answers_and_refuses_what_it_cannot_hold() {
    let desk = Desk::new("device");
    let answers = |options: &str| -> Vec<Value> {
        let run = desk.solve(&format!("--json --all {options} {BANK}/ko {BANK}/seki"));
        let objects = run.objects();
        let answers = objects
            .iter()
            .map(|object| pick(object, "file outcome seki moves"));
        answers.collect()
    };
    let device = answers("--memory device");
    assert!(device.len() > 20 && device.iter().all(|answer| answer[1] != "unknown"));
    assert_eq!(device, answers(""));
    assert_eq!(device, answers("--table-kb 1 --nodes 0"));

    let mut board = "-------------------\n".repeat(18);
    board.push_str("ox-----------------\nA1 x\n\n");
    desk.put("huge.txt", &board);
    assert_eq!(
        desk.read("--memory device huge.txt"),
        "huge.txt — unknown: there is more room to play than the handheld can hold"
    );
    assert_eq!(
        desk.solve("--memory device --table-kb 5 a.txt").status,
        Some(2),
        "exactly the handheld's"
    );
}

#[test]
fn a_proof_is_checked_and_written_and_says_what_it_rests_on() {
    let desk = Desk::new("proof");
    let object = desk
        .solve("--json --all --proof a.proof a.txt")
        .objects()
        .remove(0);
    assert_eq!(
        pick(&object, "outcome moves proof"),
        json!(["dead", ["A2"], "a.proof"])
    );
    assert!(
        object["zone"].as_array().unwrap().contains(&json!("A2")),
        "{object}"
    );
    assert!(object["rests_on"].is_array() && object["any_outside"].is_boolean());
    let bytes = fs::read(desk.0.join("a.proof")).unwrap();
    assert!(bytes.starts_with(b"shikatsu proof"));
    let text = shikatsu_proof::read(&bytes).unwrap();
    shikatsu_proof::check(&text).unwrap();
    desk.solve("--proof a.bin a.txt");
    let bytes = fs::read(desk.0.join("a.bin")).unwrap();
    assert_eq!((bytes[0], shikatsu_proof::read(&bytes).unwrap()), (0, text));

    let refused = desk.solve("--proof a.proof a.txt b.sgf");
    assert_eq!(refused.status, Some(2));
    assert!(refused.err.contains("name a folder"), "{}", refused.err);
    assert_eq!(desk.solve("--proof all a.txt b.sgf").status, Some(0));
    assert!(desk.0.join("all/001-a.proof").is_file() && desk.0.join("all/002-b.proof").is_file());
    let ko = desk.solve(&format!(
        "--proof ko.proof {}",
        bank("ko/bent-four-in-the-corner")
    ));
    assert_eq!(ko.status, Some(1));
    assert!(ko.err.contains("there is none for a ko"), "{}", ko.err);
}

#[test]
fn time_is_a_limit_and_threads_change_nothing() {
    let desk = Desk::new("threads");
    let object = desk
        .solve("--json --nodes 0 --time 0.3 hard.txt")
        .objects()
        .remove(0);
    assert_eq!(object["outcome"], "unknown");
    assert!(
        desk.read("--nodes 0 --time 0.1 hard.txt")
            .starts_with("hard.txt — unknown: the time allowed was not enough")
    );
    let answers = |arguments: &str| -> Vec<Value> {
        let run = desk.solve(arguments);
        let timeless = |mut object: Value| {
            object["ms"] = Value::Null;
            object
        };
        run.objects().into_iter().map(timeless).collect()
    };
    // One problem with all solvers at once, and several problems.
    for what in [
        "--nodes 300000 hard.txt",
        "--all --proof p a.txt b.sgf",
        &format!("--all {BANK}/ko"),
    ] {
        let [one, two] = ["1", "2"].map(|n| answers(&format!("--json --threads {n} {what}")));
        assert!(!one.is_empty());
        assert_eq!(one, two, "{what}");
    }
}

#[test]
fn one_bad_file_does_not_stop_the_others() {
    let desk = Desk::new("bad");
    let run = desk.solve("--json missing.txt a.txt");
    assert_eq!(run.status, Some(2));
    assert_eq!(
        run.out.lines().next(),
        Some(r#"{"file":"missing.txt","error":"there is no such file or folder"}"#)
    );
    assert_eq!(run.objects()[1]["outcome"], "dead");
    let run = desk.solve("missing.txt a.txt");
    assert_eq!(run.status, Some(2));
    assert_eq!(
        run.err,
        "shikatsu: missing.txt: there is no such file or folder\n"
    );
    assert!(
        run.out
            .starts_with("a.txt: Three — White is dead: Black kills with A2 ("),
        "{}",
        run.out
    );
}

#[test]
fn a_problem_comes_through_standard_input() {
    let desk = Desk::new("stdin");
    let mut child = desk.command("--json -").stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(TEXT.as_bytes()).unwrap();
    let run = Run::of(child.wait_with_output().unwrap());
    assert_eq!(run.status, Some(0));
    assert_eq!(pick(&run.objects()[0], "file best"), json!(["-", "A2"]));
}

#[test]
fn people_read_who_lives_or_dies_and_how() {
    let desk = Desk::new("words");
    for line in "\
first-steps/033-nothing-to-be-done: Nothing to be done — Black is alive already: nothing kills
first-steps/029-four-in-a-square: Square four — White is dead already: nothing helps; D6 resists longest
first-steps/052-bent-three-in-the-centre-live: Bent three in the centre — White lives with D5
seki/two-stones-with-a-gap: Two stones with a gap — White lives in seki with B5
seki/seven-in-the-corner: Seven in the corner — White is alive in seki already: nothing kills; B7 resists longest
ko/bent-four-in-the-corner: Bent four in the corner — ko+: Black gets a ko with A2, and wins it if nobody has a threat
ko/answering-the-bent-four: Answering the bent four — ko+: Black gets a ko with G1, but White wins it if nobody has a threat"
        .lines()
    {
        let (name, answer) = line.split_once(": ").unwrap();
        let path = bank(name);
        let read = desk.read(&path);
        assert_eq!(read.lines().next(), Some(&*format!("{path}: {answer}")));
    }
    let rests = desk.read(&bank("first-steps/033-nothing-to-be-done"));
    assert_eq!(
        rests.lines().nth(1),
        Some("  Rests on 8 points, with these stones taken as safe: D3 E3 F3 G3 C2 C1.")
    );
    assert_eq!(
        desk.read("b.sgf"),
        "b.sgf: Two eyes or one — White is dead: Black kills with A9\n\
         \x20 Worked out, since the file does not say: the key stones, where one may play.\n\
         \x20 Rests on 4 points, with these stones taken as safe: C9 C8 A7 B7."
    );
}

#[test]
fn a_ko_that_the_file_speaks_of_and_that_is_none_is_told() {
    let desk = Desk::new("no-ko");
    desk.put(
        "a.sgf",
        "(;SZ[9]AB[ca][cb][bc][ac]AW[ba][bb][ab]MA[ab]DD[]C[黑先劫])",
    );
    let said = desk.read("a.sgf");
    assert!(said.contains("White is dead: Black kills with A9"), "{said}");
    assert!(said.ends_with("The file says that it is a ko."), "{said}");
}

#[test]
fn where_there_is_nothing_to_find_a_guess_is_not_trusted() {
    let desk = Desk::new("nothing");
    let four_in_a_row = "(;SZ[9]PL[B]AW[ea][ab][bb][cb][db][eb]AB[fa][fb][ac][bc][cc][dc][ec][fc])";
    desk.put("a.sgf", four_in_a_row);
    let said = desk.read("a.sgf");
    assert!(
        said.starts_with("a.sgf — White is alive already: nothing kills"),
        "{said}"
    );
    assert!(
        said.ends_with(
            "There is nothing to find. Most likely the problem is about other stones, or needs more room."
        ),
        "{said}"
    );
    desk.put("b.sgf", &four_in_a_row.replace("PL[B]", "PL[B]MA[ab]DD[]"));
    let said = desk.read("b.sgf");
    assert!(
        said.starts_with("b.sgf — White is alive already: nothing kills"),
        "{said}"
    );
    assert!(!said.contains("nothing to find"), "{said}");
}

#[test]
fn a_file_that_thinks_otherwise_is_told_so() {
    let desk = Desk::new("disagree");
    let said = |answer: &str| {
        desk.put("c.txt", &TEXT.replace("dead A2", answer));
        desk.read("c.txt")
            .lines()
            .skip(1)
            .map(str::trim)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(said("dead A2"), "");
    assert_eq!(
        said("dead A1"),
        "The file says A1, which fails. The file does not say A2, which also works."
    );
    assert_eq!(said("ko+ A2"), "The file says ko+, but it is dead.");

    let solution = |moves: &str| {
        desk.put("d.sgf", &SGF.replace("(;B[aa]C[RIGHT])(;B[dd])", moves));
        desk.read("d.sgf").lines().last().unwrap().trim().to_string()
    };
    assert_eq!(
        solution("(;B[dd]C[RIGHT])"),
        "The file says D6, which also works."
    );
    assert_eq!(solution("(;W[dd]C[RIGHT])"), "The file says D6, which fails.");

    // Another side to move is another problem; what the file states is not about it.
    desk.put("c.txt", &TEXT.replace("dead A2", "dead A1"));
    assert_eq!(
        desk.read("--to-move white c.txt"),
        "c.txt: Three — White lives with A2"
    );
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_solved_and_reports_the_running_problem_as_unknown() {
    use std::io::{BufRead, BufReader, Read};
    use std::time::Duration;

    let desk = Desk::new("interrupt");
    let arguments = "--json --threads 1 --nodes 0 a.txt hard.txt a.txt";
    let mut child = desk.command(arguments).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    assert!(first.contains("\"outcome\":\"dead\""), "{first}");
    // The second, which takes for ever, has to be under way.
    std::thread::sleep(Duration::from_millis(500));
    let id = child.id().to_string();
    let interrupted = Command::new("kill").args(["-INT", &id]).status();
    assert!(interrupted.unwrap().success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let rest: Vec<&str> = rest.lines().collect();
    assert_eq!(rest.len(), 1, "the third is not begun: {rest:?}");
    assert!(
        rest[0].contains("\"file\":\"hard.txt\"") && rest[0].contains("\"outcome\":\"unknown\""),
        "{rest:?}"
    );
}
