//! Names and chat: what people write, with a bound on each, and shown as text and nothing else.

/// The longest name, in characters.
pub const NAME_MOST: usize = 32;
/// The longest line of chat, in characters.
pub const CHAT_MOST: usize = 500;

/// A name as it is kept: one line of visible text. Markup stays, since it is only shown as text. `None` if nothing is left.
pub fn name(raw: &str) -> Option<String> {
    one_line(raw, NAME_MOST)
}

/// A line of chat as it is kept. `None` if nothing is left.
pub fn chat(raw: &str) -> Option<String> {
    one_line(raw, CHAT_MOST)
}

/// Visible characters, single blanks between words, and no more than `most` characters.
fn one_line(raw: &str, most: usize) -> Option<String> {
    // Nobody has to look at more than this to find the first few characters that count.
    let start = raw.chars().take(8 * CHAT_MOST);
    let visible: String = start
        .map(|letter| if letter.is_whitespace() { ' ' } else { letter })
        .filter(|&letter| !is_hidden(letter))
        .collect();
    let words: Vec<&str> = visible.split_whitespace().collect();
    let line: String = words.join(" ").chars().take(most).collect();
    let line = line.trim_end();
    (!line.is_empty()).then(|| line.to_string())
}

/// Control characters, and those that are not seen but turn or hide what is around them.
fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// `wanted`, or the same with a number behind it if somebody is called so already.
pub fn unused(wanted: &str, is_used: impl Fn(&str) -> bool) -> String {
    if !is_used(wanted) {
        return wanted.to_string();
    }
    (2..10_000)
        .map(|number| {
            let number = format!(" {number}");
            let room = NAME_MOST - number.chars().count();
            let short: String = wanted.chars().take(room).collect();
            format!("{}{number}", short.trim_end())
        })
        .find(|name| !is_used(name))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_stays_and_control_characters_go() {
        for (raw, kept) in [
            ("Ann", Some("Ann")),
            ("<b onclick=x>Ann</b>", Some("<b onclick=x>Ann</b>")),
            ("  Ann\r\n\tLee ", Some("Ann Lee")),
            ("\x1b[31mred\x07", Some("[31mred")),
            ("a\u{202e}b\u{200b}c", Some("abc")),
            ("死活 太郎", Some("死活 太郎")),
            ("", None),
            (" \u{0} \u{feff}\n", None),
        ] {
            assert_eq!(name(raw).as_deref(), kept, "{raw:?}");
        }
    }

    #[test]
    fn everything_has_a_bound() {
        let long = "ab ".repeat(100_000);
        assert_eq!(name(&long).unwrap().chars().count(), NAME_MOST);
        assert!(chat(&long).unwrap().chars().count() <= CHAT_MOST);
        assert_eq!(name(&"é".repeat(99)).unwrap().chars().count(), NAME_MOST);
        assert_eq!(name(&"\n".repeat(1 << 20)), None);
    }

    #[test]
    fn two_of_a_name_are_told_apart() {
        let mut used = Vec::new();
        for _ in 0..12 {
            let name = unused(&"x".repeat(NAME_MOST), |name| {
                used.iter().any(|other| other == name)
            });
            assert!(
                name.chars().count() <= NAME_MOST && !used.contains(&name),
                "{name}"
            );
            used.push(name);
        }
        assert_eq!(unused("Ann", |name| name == "Ann"), "Ann 2");
        assert_eq!(unused("Ann", |_| false), "Ann");
    }
}
