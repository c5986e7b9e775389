//! What a release brings, from CHANGELOG.md.

use std::fs;

use anyhow::{Context, Result};

use crate::shell::root;

/// The section of a version; as long as there is none, that of what is not released yet.
pub(super) fn of_version(version: &str) -> Result<String> {
    let text = fs::read_to_string(root().join("CHANGELOG.md")).context("cannot read CHANGELOG.md")?;
    section(&text, version)
        .or_else(|| section(&text, "Unreleased"))
        .with_context(|| format!("CHANGELOG.md says nothing about {version}"))
}

/// What stands below the heading that begins with this word.
fn section(text: &str, heading: &str) -> Option<String> {
    let mut lines = text.lines().skip_while(|line| {
        let title = line
            .strip_prefix("## ")
            .and_then(|title| title.split_whitespace().next());
        title != Some(heading)
    });
    lines.next()?;
    let body: Vec<&str> = lines.take_while(|line| !line.starts_with("## ")).collect();
    Some(body.join("\n").trim().to_string() + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Changelog\n\n## Unreleased\n\n- new\n\n## 0.2.0 (2026-11-20)\n\n- packs\n- books\n\n## 0.1.0\n\n- first\n";

    #[test]
    fn a_version_has_its_own_section_and_nothing_of_the_next() {
        assert_eq!(section(TEXT, "0.2.0").as_deref(), Some("- packs\n- books\n"));
        assert_eq!(section(TEXT, "0.1.0").as_deref(), Some("- first\n"));
        assert_eq!(section(TEXT, "Unreleased").as_deref(), Some("- new\n"));
        assert_eq!(section(TEXT, "0.3.0"), None);
    }
}
