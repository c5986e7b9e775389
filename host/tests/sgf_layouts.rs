//! Where the problems of an SGF file stand, and what it says about their moves.

mod common;

use shikatsu::board::{Color, Move};
use shikatsu::problem::Level;
use shikatsu_toolkit::entry::Entry;
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::sgf;

use common::{corner, fault, good, listed, read};

/// The problems of a file by name, with their stones; they are all expected to be good.
fn all(text: &str) -> Vec<Entry> {
    let games = read(text).into_iter();
    games
        .map(|game| game.unwrap_or_else(|error| panic!("{text}: {error}")))
        .collect()
}

fn layout(text: &str) -> Option<sgf::Layout> {
    sgf::read_all(text.as_bytes(), &Overrides::default()).layout
}

#[test]
fn each_variation_of_a_bare_root_is_a_problem() {
    let text = "(;FF[4]GM[1]SZ[9]C[A Book\n\nof 1812](;C[problem 1, white to play]PL[W]AB[ba][bb]AW[aa])\
                (;C[problem 2]DI[5k]PL[B]AB[ba][bb][ca]AW[aa](;B[ab]C[RIGHT])(;B[cc]C[WRONG])))";
    let found = all(text);
    assert_eq!(layout(text), Some(sgf::Layout::Variations));
    assert_eq!(found.len(), 2);
    assert_eq!(
        (found[0].name.as_str(), found[1].name.as_str()),
        ("problem 1", "problem 2")
    );
    assert!(found.iter().all(|entry| entry.source == "A Book"));
    assert_eq!(found[0].problem.to_move(), Color::White);
    assert_eq!(found[0].book.nodes.len(), 0);
    assert_eq!(found[1].level, Level::kyu(5));
    assert_eq!(found[1].book.nodes.len(), 2);
    assert_eq!(listed(&found[1].problem.setup().black), "B9 C9 B8");
}

#[test]
fn titles_sides_and_levels_are_inherited() {
    let text = "(;SZ[9]GN[The Book]DI[3k](;N[Volume 1: White to live]PL[W](;AB[ba][bb]AW[aa])(;AB[ba][bb][cc]AW[aa]))\
                (;N[Volume 2]PL[B]DI[1d](;C[No. 3]AB[ba][bb]AW[aa])(;C[No. 4]AB[ba][bb]AW[aa])))";
    let found = all(text);
    assert_eq!(found.len(), 4);
    assert_eq!(found[0].source, "The Book, Volume 1: White to live");
    assert_eq!(found[2].source, "The Book, Volume 2");
    let sides: Vec<Color> = found.iter().map(|entry| entry.problem.to_move()).collect();
    assert_eq!(sides, [Color::White, Color::White, Color::Black, Color::Black]);
    assert!(
        found[..2]
            .iter()
            .all(|entry| entry.problem.defender() == Color::White)
    );
    assert_eq!((found[1].level, found[2].level), (Level::kyu(3), Level::dan(1)));
}

#[test]
fn nodes_that_clear_the_board_are_problems_even_behind_moves() {
    let text = "(;SZ[9]AB[ba][bb]AW[aa]C[one];B[ab]C[Correct];AE[aa:ii]AB[ee][fe]AW[ef][ff]C[two];W[dd]\
                ;AE[ee][fe][ef][ff][dd]AB[ba][bb][cc]AW[aa][ca]C[three])";
    let found = all(text);
    assert_eq!(layout(text), Some(sgf::Layout::Chain));
    assert_eq!(found.len(), 3);
    let texts: Vec<&str> = found.iter().map(|entry| entry.text.as_str()).collect();
    assert_eq!(texts, ["one", "two", "three"]);
    assert_eq!(listed(&found[1].problem.setup().black), "E5 F5");
    assert_eq!(found[1].problem.to_move(), Color::White);
    assert_eq!(listed(&found[2].problem.setup().white), "A9 C9");
    assert_eq!(found[0].book.nodes.len(), 1);
}

#[test]
fn a_family_differs_by_a_few_stones() {
    let text = "(;SZ[9]AB[ba][bb]AW[aa]C[Black to kill](;B[ab])(;AW[cc]C[And with this stone?];B[ab])(;AB[dd]C[And here?]))";
    let found = all(text);
    assert_eq!(layout(text), Some(sgf::Layout::Family));
    let whites: Vec<String> = found
        .iter()
        .map(|entry| listed(&entry.problem.setup().white))
        .collect();
    assert_eq!(whites, ["A9", "A9 C7", "A9"]);
    assert_eq!(listed(&found[2].problem.setup().black), "B9 B8 D6");
    assert!(
        found.iter().all(|entry| entry.problem.defender() == Color::White),
        "the task is inherited"
    );
    assert_eq!(found[0].book.nodes.len(), 1, "each has its own moves");
}

#[test]
fn a_position_that_is_built_in_steps_is_one_problem() {
    for text in [
        "(;SZ[9]C[Black to kill];AB[ba][bb];AW[aa];B[ab])",
        "(;SZ[9]AB[ba][bb]AW[aa];AB[cc];AB[dd];B[ab])",
    ] {
        assert_eq!(good(text).book.nodes.len(), 1, "{text}");
        assert_eq!(layout(text), Some(sgf::Layout::Single));
    }
}

#[test]
fn a_game_record_has_its_problem_where_its_words_set_a_task() {
    let game = ";B[ba];W[aa];B[bb];W[gg]";
    let text = format!("(;SZ[9]PB[Me]{game}C[Black to kill](;B[ab]C[Correct])(;B[cc]))");
    let entry = good(&text);
    assert_eq!(layout(&text), Some(sgf::Layout::Record));
    assert_eq!(listed(&entry.problem.setup().white), "A9 G3");
    assert_eq!(entry.problem.to_move(), Color::Black);
    assert_eq!(entry.book.nodes.len(), 2);
    // Without words, where the verdicts part.
    let text = format!("(;SZ[9]{game}(;B[ab]C[RIGHT])(;B[cc]C[WRONG]))");
    assert_eq!(listed(&good(&text).problem.setup().black), "B9 B8");
    assert!(fault(&format!("(;SZ[9]{game})")).contains("this is no problem"));
}

#[test]
fn one_bad_problem_costs_only_itself() {
    let found = read("(;SZ[9](;AB[ba][bb]AW[aa])(;AB[zz]AW[aa])(;AB[ba][bb][cc]AW[aa]))");
    let good: Vec<bool> = found.iter().map(Result::is_ok).collect();
    assert_eq!(good, [true, false, true]);
    let family = read("(;SZ[9]AB[ba][bb][zz]AW[aa]C[one](;AB[cc]C[more]))");
    assert!(family.iter().all(Result::is_err));
    assert!(
        family[1]
            .as_ref()
            .unwrap_err()
            .ends_with("stones that are set up above it are at fault")
    );
}

#[test]
fn verdicts_stand_where_they_stand() {
    let right = |tree: &str| -> Vec<String> {
        let entry = good(&corner(&format!("C[Black to kill]{tree}")));
        let moves = entry.book.first_moves(Color::Black).into_iter();
        moves
            .map(|chosen| match chosen {
                Move::Play(point) => point.vertex(9).to_string(),
                Move::Pass => "pass".to_string(),
            })
            .collect()
    };
    // Its own node calls it wrong, though the reply is correct.
    assert_eq!(
        right("(;B[cc]C[This is a mistake];W[ab]C[Correct])(;B[ab]C[good answer])"),
        ["A8"]
    );
    assert_eq!(
        right("(;B[cc];W[ab]C[RIGHT])(;B[ab];W[ac];B[ad]C[RIGHT])"),
        ["A8"]
    );
    assert_eq!(right("(;B[cc]N[失敗圖1];W[ab])(;B[ab]N[正解])"), ["A8"]);
    assert_eq!(
        right("(;B[cc];W[ab]C[失敗1])(;B[ab];W[ac];B[ad];W[ae]C[正解])"),
        ["A8"]
    );
    assert_eq!(
        right("(;B[ab])(;B[cc];W[dd];B[ab]C[It's a ko, but Black can do better.])"),
        ["A8"]
    );
    let nobody: [&str; 0] = [];
    assert_eq!(
        right("(;B[cc];W[ab]C[It's a ko, but Black can do better.])(;B[ab])"),
        nobody
    );
    assert_eq!(right("(;B[cc]BM[1])(;B[dd]DO[])(;B[ab]IT[])"), ["A8"]);
    assert_eq!(
        right("(;B[cc]IT[])(;B[ab]TE[1])"),
        ["A8"],
        "a hint is no verdict where there is one"
    );
    assert_eq!(right("(;B[cc]GW[1])(;B[ab]GB[1])"), ["A8"]);
    assert_eq!(
        right("(;B[ab]C[the move that kills, it saves black])(;B[cc])"),
        ["A8"]
    );
}

#[test]
fn a_problem_without_a_way_has_no_right_move() {
    let entry = good("(;SZ[9]GN[黑棋不死]AB[ba][bb][ab]AW[ca][cb][cc](;W[aa]N[參考圖];B[ac]))");
    assert!(entry.book.nothing_works);
    assert_eq!(entry.problem.to_move(), Color::White);
    assert_eq!(entry.problem.defender(), Color::Black);
    assert_eq!(entry.book.first_moves(Color::White), []);
}
