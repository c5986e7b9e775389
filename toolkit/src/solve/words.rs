//! An answer for people: what becomes of the stones, by which moves, and where the file thinks otherwise.

use std::time::Duration;

use shikatsu::board::{Color, Move, Point, PointSet};
use shikatsu::problem::{Answer, Goal, Outcome, Problem};
use shikatsu::search::Limits;
use shikatsu::tsumego::{Guess, Solution};

use super::{Attempt, Found, Why};
use crate::book::Mark;
use crate::entry::Entry;

/// The answer in one sentence, with what it cost: `White is dead: Black kills with C3 (1,234 nodes, 3 ms)`.
pub fn answer(problem: &Problem, attempt: &Attempt, limits: &Limits, all: bool, time: Duration) -> String {
    let sentence = match &attempt.found {
        Found::Proved(solution) => solved(problem, solution, all),
        Found::Nothing(why) => unsolved(problem, attempt, *why, limits),
    };
    let unit = if attempt.nodes == 1 { "node" } else { "nodes" };
    let (nodes, ms) = (grouped(attempt.nodes), grouped(time.as_millis() as u64));
    format!("{sentence} ({nodes} {unit}, {ms} ms)")
}

fn solved(problem: &Problem, solution: &Solution, all: bool) -> String {
    let (mover, defender) = (problem.to_move(), problem.defender());
    let Answer { outcome, seki, moves } = solution.answer;
    let size = problem.size();
    let with = match (all && !moves.is_empty(), solution.best) {
        (true, _) => format!("with {}", either(&moves, size)),
        (false, Some(point)) => format!("with {}", point.vertex(size)),
        (false, None) => "by passing".to_string(),
    };
    // Of a move that every answer refutes at once there is nothing to say.
    let resists = solution.best.map_or(String::new(), |point| {
        format!("; {} resists longest", point.vertex(size))
    });
    let in_seki = if seki { " in seki" } else { "" };
    match (problem.goal(), outcome) {
        (Goal::Kill, Outcome::Dead) => format!("{defender} is dead: {mover} kills {with}"),
        (Goal::Kill, Outcome::Alive) => {
            format!("{defender} is alive{in_seki} already: nothing kills{resists}")
        }
        (Goal::Live, Outcome::Alive) if moves.is_empty() => {
            format!("{mover} is alive{in_seki} already: no move is needed, and every move would spoil it")
        }
        (Goal::Live, Outcome::Alive) => format!("{mover} lives{in_seki} {with}"),
        (Goal::Live, Outcome::Dead) => format!("{mover} is dead already: nothing helps{resists}"),
        (_, Outcome::KoAttacker) => ko(outcome, mover, &with, defender.opponent()),
        (_, Outcome::KoDefender) => ko(outcome, mover, &with, defender),
    }
}

fn ko(outcome: Outcome, mover: Color, with: &str, winner: Color) -> String {
    let wins = if mover == winner {
        "and".to_string()
    } else {
        format!("but {winner}")
    };
    format!("{outcome}: {mover} gets a ko {with}, {wins} wins it if nobody has a threat")
}

fn unsolved(problem: &Problem, attempt: &Attempt, why: Why, limits: &Limits) -> String {
    let reason = reason(why, limits);
    let defender = problem.defender();
    if let Some(so_far) = attempt.so_far.filter(|so_far| !so_far.answer.moves.is_empty()) {
        let sentence = solved(problem, &so_far, true);
        return format!("{sentence}; not every other move was judged: {reason}");
    }
    let known = match attempt.so_far.map(|so_far| so_far.answer.outcome) {
        None => looks(problem, attempt.guess),
        Some(Outcome::Alive) => format!("; {defender} is alive, but the moves were not all judged"),
        Some(Outcome::Dead) => format!("; {defender} is dead, but the moves were not all judged"),
        Some(ko) => format!("; it is {ko}, but the moves were not all judged"),
    };
    format!("unknown: {reason}{known}")
}

/// Why there is no answer, as the end of a sentence.
pub fn reason(why: Why, limits: &Limits) -> String {
    match why {
        Why::Nodes => format!("the limit of {} nodes was not enough", grouped(limits.nodes)),
        Why::Shape => "the depth or the breadth allowed was not enough".to_string(),
        Why::TooLarge => "there is more room to play than the handheld can hold".to_string(),
        Why::Stopped => "stopped".to_string(),
        Why::Time => "the time allowed was not enough".to_string(),
        Why::Contradiction => {
            "INTERNAL ERROR: the solvers contradict each other here; please report this problem".to_string()
        }
    }
}

/// An opinion, said as one.
fn looks(problem: &Problem, guess: Option<Guess>) -> String {
    let Some(guess) = guess else {
        return String::new();
    };
    let (mover, goal) = (problem.to_move(), problem.goal());
    let hope = if guess.value > 0 { "can" } else { "cannot" };
    let with = match guess.best {
        Some(point) => format!("{} looks best", point.vertex(problem.size())),
        None => "no move looks good".to_string(),
    };
    format!("; a guess: {mover} {hope} {goal}, and {with}")
}

/// On what the outcome rests, in a sentence; `None` if that is not known.
pub fn rests(problem: &Problem, attempt: &Attempt) -> Option<String> {
    let rests = attempt.rests?;
    let (size, points) = (problem.size(), rests.zone.len());
    let names =
        |points: &PointSet| -> Vec<String> { points.iter().map(|p| p.vertex(size).to_string()).collect() };
    Some(match (rests.any_outside, rests.walls.is_empty()) {
        (true, _) => format!("Rests on {points} points and holds for any outside."),
        (false, true) => format!("Rests on {points} points, and on nobody playing outside."),
        (false, false) => {
            let walls = names(&rests.walls).join(" ");
            format!("Rests on {points} points, with these stones taken as safe: {walls}.")
        }
    })
}

/// Where the file's own answer is another one, a sentence each.
///
/// `stated` is whether what the file states in words is about this very problem, which the command line may have changed.
pub fn disagreements(entry: &Entry, solution: &Solution, all: bool, stated: bool) -> Vec<String> {
    let size = entry.problem.size();
    let correct = solution.answer.moves;
    let mut found = Vec::new();
    let mut named = PointSet::EMPTY;
    let told = entry.answer.filter(|_| stated);
    if let Some(told) = told {
        let (told, proved) = (word(&told), word(&solution.answer));
        if told != proved {
            found.push(format!("The file says {told}, but it is {proved}."));
        }
        named = named.union(&entry.answer.map_or(PointSet::EMPTY, |answer| answer.moves));
    }
    for chosen in entry.book.first_moves(entry.problem.to_move()) {
        if let Move::Play(point) = chosen {
            named.insert(point);
        }
    }
    let names_ours = all || solution.best.is_some_and(|best| named.contains(best));
    for point in named.iter() {
        let vertex = point.vertex(size);
        if !correct.contains(point) {
            found.push(format!("The file says {vertex}, which fails."));
        } else if !names_ours {
            found.push(format!("The file says {vertex}, which also works."));
        }
    }
    let wrong = entry.book.called(entry.problem.to_move(), Mark::Wrong);
    for chosen in wrong {
        if let Move::Play(point) = chosen
            && correct.contains(point)
        {
            found.push(format!(
                "The file calls {} wrong, which works.",
                point.vertex(size)
            ));
        }
    }
    if entry.book.nothing_works && !correct.is_empty() {
        found.push("The file says that nothing works.".to_string());
    }
    if stated && entry.is_missing_ko(solution.answer.outcome) {
        found.push("The file says that it is a ko.".to_string());
    }
    let is_silent = stated && entry.answer.is_none() && named.is_empty() && !entry.book.nothing_works;
    if is_silent && correct.is_empty() && entry.is_guess() {
        found.push(
            "There is nothing to find. Most likely the problem is about other stones, or needs more room."
                .to_string(),
        );
    }
    // Only an answer in words claims to name every correct move.
    if told.is_some() {
        for point in correct.minus(&named).iter() {
            let vertex = point.vertex(size);
            found.push(format!("The file does not say {vertex}, which also works."));
        }
    }
    let differs = found
        .iter()
        .any(|sentence| !sentence.ends_with("which also works."));
    if differs && entry.is_guess() {
        // Before the differences, so that nobody takes them for mistakes of the file.
        let taken = entry.taken();
        found.insert(0, format!("As it was understood here, with {taken}:"));
    }
    found
}

const fn word(answer: &Answer) -> &'static str {
    if answer.seki {
        "seki"
    } else {
        answer.outcome.word()
    }
}

fn either(moves: &PointSet, size: u8) -> String {
    let names: Vec<String> = moves.iter().map(|p| p.vertex(size).to_string()).collect();
    names.join(" or ")
}

/// A move by its name.
pub fn move_name(chosen: Move, size: u8) -> String {
    match chosen {
        Move::Play(point) => point.vertex(size).to_string(),
        Move::Pass => "pass".to_string(),
    }
}

/// A number with commas between the thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The move that a solver's best stands for.
pub fn best(point: Option<Point>) -> Move {
    point.map_or(Move::Pass, Move::Play)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (12_345_678, "12,345,678"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }
}
