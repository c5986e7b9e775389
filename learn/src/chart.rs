//! Curves as a picture.

use std::fmt::Write as _;

use crate::measure::{Rank, curve};
use crate::model::Exercise;

const SIZE: f64 = 320.0;
const MARGIN: f64 = 40.0;
const COLOURS: [&str; 3] = ["#1b6ca8", "#2e8b57", "#b8561e"];

/// The points of an order's curve, the moves of all positions together.
pub fn curve_of(exercises: &[&Exercise], rank: &Rank<'_>) -> Vec<(f64, f64)> {
    let moves = exercises.iter().flat_map(|exercise| {
        exercise
            .moves
            .iter()
            .map(move |shown| (rank(exercise, shown), shown.is_right))
    });
    curve(&moves.collect::<Vec<_>>())
}

/// Draws curves in pairs: each pair has a colour, and the second of it is dashed.
pub fn draw(curves: &[(String, Vec<(f64, f64)>)]) -> String {
    let (width, height) = (SIZE + 2.0 * MARGIN + 170.0, SIZE + 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{SIZE}\" height=\"{SIZE}\" fill=\"none\" stroke=\"#999\"/>\n\
         <text x=\"{MARGIN}\" y=\"{}\">wrong moves that come before it</text>\n\
         <text x=\"{MARGIN}\" y=\"{}\">right moves that come before it</text>\n",
        SIZE + MARGIN + 18.0,
        MARGIN - 8.0
    );
    for (number, (name, points)) in curves.iter().enumerate() {
        let colour = COLOURS[number / 2 % COLOURS.len()];
        let dashes = if number % 2 == 0 {
            ""
        } else {
            " stroke-dasharray=\"4 3\""
        };
        // A few hundred points are as many as can be seen.
        let step = points.len().div_ceil(200);
        let shown = points.iter().step_by(step).chain(points.last());
        let line: Vec<String> = shown
            .map(|(wrong, right)| {
                format!(
                    "{:.1},{:.1}",
                    MARGIN + wrong * SIZE,
                    MARGIN + (1.0 - right) * SIZE
                )
            })
            .collect();
        let y = MARGIN + 20.0 * (number as f64 + 1.0);
        let x = SIZE + MARGIN + 12.0;
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\"{dashes}/>\n\
             <line x1=\"{x}\" x2=\"{}\" y1=\"{y}\" y2=\"{y}\" stroke=\"{colour}\"{dashes}/>\n\
             <text x=\"{}\" y=\"{}\">{name}</text>",
            line.join(" "),
            x + 20.0,
            x + 26.0,
            y + 4.0
        );
    }
    svg + "</svg>\n"
}
