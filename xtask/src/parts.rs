//! What takes the firmware's room: symbols, counted by the module or library that they belong to.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result};
use object::{Object, ObjectSection, ObjectSymbol, SectionKind};
use rustc_demangle::demangle;

use crate::budget::Sizes;

/// Parts smaller than this are counted together.
const SMALL: u64 = 2048;
/// Where the values of the chip's RAM begin.
const RAM_START: u64 = 0x2000_0000;

/// A table of bytes of flash and RAM by part, the largest first. Data without a name, such as fonts, texts and packs, is the rest of the
/// image.
pub(crate) fn table(image: &Path, sizes: &Sizes) -> Result<String> {
    let data = std::fs::read(image).with_context(|| format!("cannot read {}", image.display()))?;
    let elf = object::File::parse(&*data).context("the image is no ELF file")?;
    let mut parts = BTreeMap::<String, (u64, u64)>::new();
    for symbol in elf.symbols().filter(|symbol| symbol.size() > 0) {
        let Some(section) = symbol.section_index() else {
            continue;
        };
        let kind = elf.section_by_index(section)?.kind();
        let sum = parts.entry(part(symbol.name()?)).or_default();
        let in_ram = symbol.address() >= RAM_START;
        // The initial value of a variable is kept in flash.
        let in_flash = !in_ram || kind == SectionKind::Data;
        sum.0 += if in_flash { symbol.size() } else { 0 };
        sum.1 += if in_ram { symbol.size() } else { 0 };
    }
    let mut rows: Vec<_> = parts.into_iter().collect();
    rows.sort_by_key(|(name, (flash, ram))| (std::cmp::Reverse(flash + ram), name.clone()));
    let (large, small): (Vec<_>, Vec<_>) = rows
        .into_iter()
        .partition(|(_, (flash, ram))| flash + ram >= SMALL);
    let rest = small
        .iter()
        .fold((0, 0), |sum, (_, (flash, ram))| (sum.0 + flash, sum.1 + ram));
    let named = large
        .iter()
        .fold(rest, |sum, (_, (flash, ram))| (sum.0 + flash, sum.1 + ram));
    let nameless = (
        sizes.flash.saturating_sub(named.0),
        sizes.ram.saturating_sub(named.1),
    );
    let mut table = format!("  {:28} {:>8} {:>8}\n", "part", "flash", "RAM");
    let ends = [
        ("small parts".into(), rest),
        ("fonts, texts, packs, values".into(), nameless),
    ];
    for (name, (flash, ram)) in large.iter().chain(&ends) {
        writeln!(table, "  {name:28} {flash:>8} {ram:>8}")?;
    }
    Ok(table)
}

/// The part that a symbol belongs to: a module of ours, or a library.
fn part(symbol: &str) -> String {
    let name = format!("{:#}", demangle(symbol));
    // `<shikatsu::a::B as core::c>::d` and `core::c<shikatsu::a::B>` are about us.
    let ours = name
        .find("shikatsu_firmware::")
        .or_else(|| name.find("shikatsu::"))
        .or_else(|| name.find("shikatsu_go::"))
        .map(|at| &name[at..]);
    let path = ours.unwrap_or(name.trim_start_matches(['<', '&', '*', '_', ' ']));
    let mut steps = path.split("::");
    let first = steps.next().unwrap_or_default();
    let first = first.split([' ', '<', '>']).next().unwrap_or_default();
    match (ours, steps.next()) {
        (Some(_), Some(module)) => {
            let module = module.split(['<', '>', ',', ' ', '{']).next().unwrap_or_default();
            let third = steps.next().unwrap_or_default();
            let third = third.split(['<', '>', ',', ' ', '{']).next().unwrap_or_default();
            match (first, module) {
                ("shikatsu_firmware", "hw") => format!("src/hw/{third}"),
                ("shikatsu_firmware", _) => "src/main.rs".into(),
                ("shikatsu_go", module) => format!("go/src/{module}"),
                (_, module) => format!("src/{module}"),
            }
        }
        (_, Some(_)) => first.into(),
        (_, None) => "without a path".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::part;

    #[test]
    fn symbols_belong_to_modules_and_libraries() {
        assert_eq!(part("shikatsu_firmware::hw::panel::PICTURES"), "src/hw/panel");
        assert_eq!(
            part("<shikatsu_go::tsumego::game::Tsumego<_> as shikatsu_go::search::Game>::evaluate"),
            "go/src/tsumego"
        );
        assert_eq!(part("core::fmt::write"), "core");
        assert_eq!(part("memcpy"), "without a path");
    }
}
