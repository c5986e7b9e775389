//! Bars, as small SVG files.

use std::fmt::Write as _;

const BAR: usize = 18;
const LABEL: usize = 190;
const LONGEST: usize = 360;
const MARGIN: usize = 12;
const HEAD: usize = 30;

/// A chart of horizontal bars, each with its number.
pub fn bars(title: &str, rows: &[(String, usize)]) -> String {
    let most = rows.iter().map(|row| row.1).max().unwrap_or(0).max(1);
    let width = LABEL + LONGEST + 60;
    let height = HEAD + rows.len() * BAR + MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text x=\"{MARGIN}\" y=\"19\" font-size=\"14\" font-weight=\"bold\">{title}</text>\n"
    );
    for (place, (label, count)) in rows.iter().enumerate() {
        let top = HEAD + place * BAR;
        let (long, line) = (count * LONGEST / most, top + 13);
        writeln!(
            svg,
            "<text x=\"{}\" y=\"{line}\" text-anchor=\"end\">{label}</text>\
             <rect x=\"{LABEL}\" y=\"{}\" width=\"{long}\" height=\"{}\" fill=\"#0b5cad\"/>\
             <text x=\"{}\" y=\"{line}\">{count}</text>",
            LABEL - 6,
            top + 2,
            BAR - 4,
            LABEL + long + 5
        )
        .expect("a String takes everything");
    }
    svg += "</svg>\n";
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_bar_fills_the_width_and_the_others_follow_it() {
        let svg = bars(
            "Sides",
            &[("corner".into(), 40), ("side".into(), 10), ("none".into(), 0)],
        );
        let widths: Vec<&str> = svg
            .split("width=\"")
            .skip(3)
            .map(|rest| rest.split('"').next().unwrap())
            .collect();
        assert_eq!(widths, ["360", "90", "0"]);
    }
}
