use shikatsu::board::{Move, Point, PointSet};
use shikatsu_toolkit::book::Mark;
use shikatsu_toolkit::entry::names;
use shikatsu_toolkit::files::{Bytes, read};
use shikatsu_toolkit::overrides::Overrides;
use shikatsu_toolkit::sgf::{Room, readings};
use std::path::Path;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args[0].as_str() {
        "books" => books(&args[1]),
        "open" => open(&args[1]),
        "marks" => marks(&args[1..]),
        _ => panic!(),
    }
}
fn load(p: &str) -> Vec<shikatsu_toolkit::files::Loaded> {
    read(
        Path::new(p),
        &Bytes::from(std::fs::read(p).unwrap()),
        &Overrides::default(),
    )
}
fn inside(s: &shikatsu::board::Setup) -> PointSet {
    let all: PointSet = Point::all(s.size).collect();
    all.minus(&s.outside).minus(&s.black).minus(&s.white)
}
fn books(dir: &str) {
    let (mut n, mut usual, mut any, mut ge, mut multi) = (0, 0, 0, 0, 0);
    let mut sizes = vec![];
    let mut gsizes = vec![];
    for line in std::fs::read_to_string(format!("{dir}/answers.jsonl"))
        .unwrap()
        .lines()
    {
        let v: serde_json::Value = serde_json::from_str(line).unwrap();
        let f = v["file"].as_str().unwrap();
        let l = load(&format!("{dir}/{f}"));
        let e = l[0].entry.as_ref().unwrap();
        let s = e.problem.setup();
        let moves: PointSet = v["first_moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| Point::from_vertex(m.as_str().unwrap(), s.size).unwrap())
            .collect();
        n += 1;
        let has = |s: &shikatsu::board::Setup| !moves.intersection(&inside(s)).is_empty();
        sizes.push(inside(&s).len());
        let u = has(&s);
        usual += u as usize;
        let rs = readings(e, &Room::ALL);
        multi += rs.len();
        let a = rs.iter().any(|r| has(&r.problem.setup()));
        any += (a | u) as usize;
        let g0 = rs.iter().filter(|r| r.room == Room::Generous && r.group == 0);
        let mut g = true;
        for r in g0 {
            g &= has(&r.problem.setup());
            gsizes.push(inside(&r.problem.setup()).len());
        }
        ge += g as usize;
        if !u || !g {
            println!(
                "{f}: usual {u} generous {g} moves {} key {}",
                names(&moves, s.size),
                names(&s.key, s.size)
            );
        }
    }
    sizes.sort();
    gsizes.sort();
    println!(
        "{n}: usual {usual}, generous(both goals, likeliest group) {ge}, any {any}, readings {multi}, size median {} max {}, generous {} max {}",
        sizes[n / 2],
        sizes[n - 1],
        gsizes[gsizes.len() / 2],
        gsizes[gsizes.len() - 1]
    );
}
fn open(dir: &str) {
    let (mut n, mut side, mut def, mut ans, mut key) = (0, 0, 0, 0, 0);
    for line in std::fs::read_to_string(format!("{dir}/index.jsonl"))
        .unwrap()
        .lines()
    {
        let v: serde_json::Value = serde_json::from_str(line).unwrap();
        let id = v["id"].as_str().unwrap();
        let l = load(&format!("{dir}/raw/{id}.sgf"));
        let e = l[0].entry.as_ref().unwrap();
        let s = e.problem.setup();
        // The index is turned by 180 degrees.
        let known = shikatsu_toolkit::entry::Entry::from_text(v["text"].as_str().unwrap()).unwrap();
        let ks = known.problem.setup();
        let turn = |p: Point| Point::new(18 - p.column(), 18 - p.row());
        let kkey: PointSet = ks.key.iter().map(turn).collect();
        let firsts: Vec<Point> = v["first_moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| turn(Point::from_vertex(m.as_str().unwrap(), 19).unwrap()))
            .collect();
        n += 1;
        let a = s.to_move == known.problem.to_move();
        side += a as usize;
        let b = e.problem.defender() == known.problem.defender();
        def += b as usize;
        let c = kkey.minus(&s.key).is_empty();
        key += c as usize;
        let got: Vec<Point> = e
            .book
            .first_moves(s.to_move)
            .iter()
            .filter_map(|m| if let Move::Play(p) = m { Some(*p) } else { None })
            .collect();
        let d = firsts.iter().all(|p| got.contains(p)) && firsts.is_empty() == got.is_empty();
        ans += d as usize;
        if !(a && b && c && d) {
            println!(
                "{id}: side {a} defender {b} key {c} answer {d}: {:?} vs {:?}; key {} vs {}",
                got.iter().map(|p| p.vertex(19).to_string()).collect::<Vec<_>>(),
                firsts
                    .iter()
                    .map(|p| p.vertex(19).to_string())
                    .collect::<Vec<_>>(),
                names(&s.key, 19),
                names(&kkey, 19)
            );
        }
    }
    println!("{n}: side {side}, defender {def}, key {key}, answer {ans}");
}
fn marks(files: &[String]) {
    let (mut n, mut marked, mut fallback, mut none) = (0, 0, 0, 0);
    for f in files {
        for l in load(f) {
            let Ok(e) = &l.entry else { continue };
            n += 1;
            let side = e.problem.to_move();
            let r = e.book.called(side, Mark::Right);
            if !r.is_empty() {
                marked += 1
            } else if !e.book.first_moves(side).is_empty() {
                fallback += 1;
                let has = e.book.nodes.iter().any(|n| n.mark.is_some());
                if has {
                    println!("fallback with marks: {f}");
                }
            } else {
                none += 1;
                if !e.book.nodes.is_empty() {
                    println!("none: {f}");
                }
            }
        }
    }
    println!("{n}: right by mark {marked}, first variation {fallback}, none {none}");
}
