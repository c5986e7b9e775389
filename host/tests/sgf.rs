//! SGF files as the format prescribes and as people write them, and what is made of them.

mod common;

use shikatsu::board::{Color, Move};
use shikatsu::problem::{Answer, Level};
use shikatsu_toolkit::entry::Inferred;
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::sgf;

use common::{corner, fault, good, listed, read};

#[test]
fn stones_names_and_texts_are_read() {
    let entry = good(
        "(;GM[1]FF[4]SZ[9]PL[W]AB[ba]AB[bb]AW[aa][ac:bc]MA[ac][bc]GN[Corner]DI[12k]\n\
         DD[da:ii]C[Answer: dead A8\nTwo \\[kinds\\] of \\\nlines.])",
    );
    let setup = entry.problem.setup();
    assert_eq!(setup.size, 9);
    assert_eq!(listed(&setup.black), "B9 B8");
    assert_eq!(listed(&setup.white), "A9 A7 B7");
    assert_eq!(listed(&setup.key), "A7 B7");
    assert_eq!(setup.outside.len(), 6 * 9);
    assert_eq!(setup.to_move, Color::White);
    assert_eq!(entry.name, "Corner");
    assert_eq!(entry.level, Level::kyu(12));
    assert_eq!(entry.answer, Answer::read("dead A8", 9));
    assert_eq!(entry.text, "Two [kinds] of lines.");
    assert_eq!(entry.inferred, []);
}

#[test]
fn the_board_has_19_lines_if_the_file_does_not_say() {
    assert_eq!(good("(;AB[ba][bb]AW[aa])").problem.size(), 19);
    assert_eq!(good("(;SZ[9:9]AB[ba][bb]AW[aa])").problem.size(), 9);
}

#[test]
fn sizes_that_no_board_has_are_faults() {
    for size in [
        "4",
        "20",
        "0",
        "-9",
        "nine",
        "99999999999999999999",
        "9:x",
        "255",
        "256",
    ] {
        let fault = fault(&format!("(;SZ[{size}]AB[aa])"));
        assert!(
            fault.contains("SZ[") && fault.ends_with("a board has 5 to 19 lines"),
            "{fault}"
        );
    }
    assert!(fault("(;SZ[9:13])").ends_with("the board is not square"));
    assert!(fault("(;GM[2]SZ[9])").contains("GM[2] (line 1, column 6): this is not a game of Go"));
}

#[test]
fn faults_name_game_node_and_property() {
    let games = read("(;SZ[9]AB[ba][bb]AW[aa])\n(;SZ[9];\nAB[zz]AW[aa])");
    assert!(games[0].is_ok());
    let expected = "game 2, node 2, AB[zz] (line 3, column 4): there is no such point on the board";
    assert_eq!(games[1], Err(expected.to_string()));
}

#[test]
fn every_fault_of_a_game_is_found_in_order() {
    let all = |text: &str| -> Vec<String> {
        let faults = sgf::read(text.as_bytes(), &Overrides::default()).remove(0);
        faults.unwrap_err().iter().map(ToString::to_string).collect()
    };
    assert_eq!(
        all("(;SZ[9]AB[zz][aa][aa]AW[xx]PL[red];B[jj];W[bb](;B[kk])(;B[ab]))"),
        [
            "game 1, node 1, AB[zz] (line 1, column 11): there is no such point on the board",
            "game 1, node 1, AB[aa] (line 1, column 19): duplicate stones: A9 is set twice",
            "game 1, node 1, AW[xx] (line 1, column 25): there is no such point on the board",
            "game 1, node 1, PL[red] (line 1, column 31): the side to move is B or W",
            "game 1, node 2, B[jj] (line 1, column 38): there is no such point on the board",
            "game 1, node 4, B[kk] (line 1, column 51): there is no such point on the board",
        ]
    );
    assert_eq!(
        all("(;GM[2]SZ[3]AB[zz])"),
        [
            "game 1, node 1, GM[2] (line 1, column 6): this is not a game of Go",
            "game 1, node 1, SZ[3] (line 1, column 11): a board has 5 to 19 lines",
        ],
        "without a board no point can be judged"
    );
}

#[test]
fn marks_on_both_colours_are_not_used_and_that_is_said() {
    let entry = good(&corner("TR[aa][ba]SQ[aa]"));
    assert_eq!(listed(&entry.problem.setup().key), "A9");
    assert_eq!(
        entry.remarks,
        ["TR marks stones of both colours, so it does not tell the key stones"]
    );
    assert!(good(&corner("MA[aa]TR[aa][ba]")).remarks.is_empty());
}

#[test]
fn an_impossible_answer_is_found_at_its_comment() {
    assert_eq!(
        good(&corner("\n;C[Answer: dead A9 A8\nWell.]")).flaws,
        [
            "game 1, node 2, C[Answer: dead A9 A8 W…] (line 2, column 4): the stated answer A9: a stone is already there"
        ]
    );
    assert!(good(&corner("C[Answer: dead A8]")).flaws.is_empty());
}

#[test]
fn duplicate_stones_are_faults() {
    for text in ["AB[aa]AW[aa]", "AB[aa][aa]", "AB[aa:bb]AW[bb]", "AB[aa]AE[aa]"] {
        let fault = fault(&format!("(;SZ[9]{text})"));
        assert!(fault.contains("duplicate stones"), "{fault}");
    }
    // A later node of the setup replaces what an earlier one says.
    let entry = good("(;SZ[9]AB[ba][bb][cc]AW[aa];AE[cc];AW[ab]AB[ad])");
    assert_eq!(listed(&entry.problem.setup().white), "A9 A8");
    assert_eq!(listed(&entry.problem.setup().black), "B9 B8 A6");
}

#[test]
fn impossible_positions_are_traced_to_their_property() {
    let fault = fault("(;SZ[9]AB[ba]\n[ab]AW[aa])");
    let expected = "game 1, node 1, AW[aa] (line 2, column 8): A9: the chain of this stone has no liberty";
    assert_eq!(fault, expected);
}

#[test]
fn rectangles_may_name_any_two_opposite_corners() {
    for rectangle in ["aa:bc", "bc:aa", "ba:ac", "ac:ba"] {
        let entry = good(&format!("(;SZ[9]AW[{rectangle}]AB[da])"));
        assert_eq!(entry.problem.setup().white.len(), 6, "{rectangle}");
    }
}

#[test]
fn key_stones_are_marked_by_crosses_or_else_by_other_marks_of_one_colour() {
    let key = |more: &str| {
        let entry = good(&corner(more));
        (
            listed(&entry.problem.setup().key),
            entry.inferred.contains(&Inferred::Key),
        )
    };
    assert_eq!(key("MA[aa]TR[ba]"), ("A9".to_string(), false));
    assert_eq!(key("TR[ba]SQ[aa]"), ("B9".to_string(), false));
    assert_eq!(key("TR[ba][aa]SQ[aa]"), ("A9".to_string(), false));
    assert_eq!(key("CR[bb]"), ("B8".to_string(), false));
    assert_eq!(key("TR[ba][aa]"), ("A9".to_string(), true));
    let entry = good(&corner("MA[cc][aa]"));
    assert_eq!(listed(&entry.problem.setup().key), "A9");
    assert_eq!(entry.remarks, ["MA marks points without a stone: C7"]);
    let fault = fault(&corner("MA[aa][ba]"));
    assert!(
        fault.contains("MA[ba]") && fault.ends_with("B9: the key stones are not all of one colour"),
        "{fault}"
    );
}

#[test]
fn outside_points_are_dimmed_or_out_of_view() {
    let outside = |more: &str| {
        let entry = good(&corner(more));
        (
            entry.problem.setup().outside.len(),
            entry.inferred.contains(&Inferred::Bounds),
        )
    };
    assert_eq!(outside("DD[da:ia]"), (6, false));
    assert_eq!(outside("VW[aa:cc]"), (72, false));
    assert_eq!(outside("VW[aa:cc]DD[ii]"), (1, false));
    assert_eq!(outside("DD[]"), (0, false));
    assert_eq!(outside("VW[]"), (0, false));
    assert!(outside("").1);
}

#[test]
fn the_side_to_move_is_said_played_written_or_black() {
    let side = |more: &str| {
        let entry = good(&corner(more));
        (
            entry.problem.to_move(),
            entry.inferred.contains(&Inferred::ToMove),
        )
    };
    assert_eq!(side("PL[W];B[ab]"), (Color::White, false));
    assert_eq!(side("PL[white]"), (Color::White, false));
    assert_eq!(side("C[Black to play];W[ab]"), (Color::White, false));
    assert_eq!(side("C[White to live]"), (Color::White, true));
    assert_eq!(side("GN[white to kill]"), (Color::White, true));
    assert_eq!(side(""), (Color::Black, true));
    assert!(fault(&corner("PL[red]")).ends_with("the side to move is B or W"));
    assert_eq!(side("PL[]"), (Color::Black, true));
    assert_eq!(good(&corner("PL[W];B[ab]")).remarks.len(), 1);
}

#[test]
fn old_files_are_read() {
    // FF3 spells names out, and the point after the last one is a pass.
    let entry = good(
        "mail header :-( (see below)\n\n( ;GaMe[1]SiZe[9]AddBlack[ba][bb]AddWhite[aa]PLayer[Black];Black[tt];White[ab])",
    );
    assert_eq!(entry.problem.to_move(), Color::Black);
    assert_eq!(entry.book.nodes[0].played, Move::Pass);
    assert_eq!(entry.book.nodes[1].color, Color::White);
}

#[test]
fn line_ends_of_every_kind_are_one() {
    for end in ["\n", "\r\n", "\r", "\n\r"] {
        let text = corner(&format!("C[one{end}two\\{end}three{end}{end}four]"));
        assert_eq!(good(&text).text, "one\ntwothree\n\nfour", "{end:?}");
        let fault = fault(&format!("(;SZ[9]{end}AB[zz])"));
        assert!(end == "\n\r" || fault.contains("line 2, column 4"), "{fault}");
    }
}

#[test]
fn the_book_keeps_moves_comments_and_marks() {
    let entry = good(&corner(
        "C[Black to kill](;B[ab]C[Correct!];W[])(;B[cc]BM[1];W[ab]C[fails];C[more])(;B[dd];W[dc]TE[1])(;B[ee];W[dc];B[cd]TE[1])",
    ));
    let size = entry.problem.size();
    let named = |chosen: Move| match chosen {
        Move::Play(point) => point.vertex(size).to_string(),
        Move::Pass => "pass".to_string(),
    };
    let right: Vec<String> = entry
        .book
        .first_moves(Color::Black)
        .into_iter()
        .map(named)
        .collect();
    assert_eq!(right, ["A8", "E5"], "a mark on a reply speaks of the reply");
    let parents: Vec<Option<usize>> = entry.book.nodes.iter().map(|node| node.parent).collect();
    assert_eq!(
        parents,
        [
            None,
            Some(0),
            None,
            Some(2),
            None,
            Some(4),
            None,
            Some(6),
            Some(7)
        ]
    );
    assert_eq!(entry.book.nodes[1].played, Move::Pass);
    assert_eq!(entry.book.nodes[3].comment, "fails\nmore");
    let without_marks = good(&corner("(;B[cc];W[ab])(;B[ab])"));
    let right: Vec<String> = without_marks
        .book
        .first_moves(Color::Black)
        .into_iter()
        .map(named)
        .collect();
    assert_eq!(right, ["C7"]);
}

#[test]
fn stones_set_up_after_a_move_are_ignored_and_reported() {
    let entry = good(&corner("(;B[ab];AW[hh];W[hg])(;B[cc];AE[aa])"));
    assert_eq!(entry.book.nodes.len(), 2);
    let remark = "node 3 and 1 more: stones set up after the first move are ignored, with what follows them";
    assert_eq!(entry.remarks, [remark]);
    assert!(
        !entry
            .problem
            .setup()
            .white
            .contains(entry.problem.point("H2").unwrap())
    );
}

#[test]
fn a_level_that_is_none_is_reported() {
    assert_eq!(
        good(&corner("DI[hard]")).remarks,
        ["DI[hard] is not a level such as 12k or 3d"]
    );
}

#[test]
fn the_first_source_that_is_named_counts() {
    let entry = good(&corner("SO[ ]US[Me];SO[A book,\nvolume 2];SO[Another]"));
    assert_eq!(entry.source, "A book, volume 2");
    assert_eq!(
        entry.remarks,
        ["properties without a place here are left out: SO US"]
    );
}

#[test]
fn properties_that_have_no_place_are_named_once() {
    let left_out = |text: &str| good(&corner(text)).remarks;
    assert_eq!(
        left_out("SO[A book]CP[Somebody]AN[ ]SO[Another]XY[1];AN[Me]"),
        ["properties without a place here are left out: AN CP SO XY"]
    );
    let unmissed = "GM[1]FF[4]CA[UTF-8]AP[x:1]ST[2]KM[6.5]RU[Japanese]HA[0]LB[aa:1]DD[ii]MA[aa]N[x]";
    assert_eq!(left_out(unmissed), [""; 0]);
}

#[test]
fn a_semicolon_in_front_of_an_answer_says_that_it_is_none() {
    let text = |comment: &str| {
        let entry = good(&corner(&format!("C[{comment}]")));
        (entry.answer.is_some(), entry.text)
    };
    assert_eq!(text("Answer: dead A8\nSo."), (true, "So.".to_string()));
    assert_eq!(
        text("; Answer: dead A8\nSo."),
        (false, "Answer: dead A8\nSo.".to_string())
    );
    assert_eq!(
        text("; Answer: who knows"),
        (false, "; Answer: who knows".to_string())
    );
    assert_eq!(text(";-) Hard"), (false, ";-) Hard".to_string()));
}

#[test]
fn a_game_without_stones_is_a_fault() {
    for empty in ["(;SZ[9])", "(;SZ[9]MA[aa])", "(;SZ[9];B[ee])"] {
        assert!(fault(empty).contains("no stone stands on the board before the first move"));
    }
    assert!(fault("(;SZ[9]AB[ee]C[White to live])").ends_with("no surrounded group was found"));
}

#[test]
fn what_the_command_line_says_goes_before_the_file() {
    use clap::Parser;
    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        overruling: shikatsu_host::commands::Overruling,
    }
    let with = |words: &[&str]| {
        let line = Line::try_parse_from([&["test"], words].concat()).unwrap();
        let text = corner("MA[aa]DD[ii]PL[B]");
        sgf::read(text.as_bytes(), &line.overruling.overrides())
            .remove(0)
            .map_err(|error| error.to_string())
    };
    let setup = |words: &[&str]| with(words).unwrap().problem.setup();
    assert_eq!(listed(&setup(&["--key", "b9,B8"]).key), "B9 B8");
    assert_eq!(setup(&["--to-move", "white"]).to_move, Color::White);
    assert_eq!(setup(&["--bounds", "A1:J5,A9"]).outside.len(), 81 - 45 - 3);
    assert!(
        with(&["--key", "T19"])
            .unwrap_err()
            .ends_with("T19, of the command line: there is no such point on the board")
    );
    assert!(
        with(&["--key", "C5"])
            .unwrap_err()
            .ends_with("C5: a key stone is marked where no stone stands")
    );
    assert!(Line::try_parse_from(["test", "--key", "I5"]).is_err());
}
