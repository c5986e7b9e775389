//! Settings by name, for scripts.

use shikatsu::language::Code;
use shikatsu::record::Settings;
use shikatsu::session::picture::Value;
use shikatsu::session::settings::{ALL, Setting};
use shikatsu::tsumego::Rule;

/// More values than any setting has.
const MOST_VALUES: usize = 16;

/// The names that scripts use; they stay when the words on the screen change.
const fn name(setting: Setting) -> &'static str {
    match setting {
        Setting::Brightness => "brightness",
        Setting::Theme => "theme",
        Setting::Coordinates => "coordinates",
        Setting::Crop => "crop",
        Setting::TellAtOnce => "mistakes",
        Setting::Transforms => "transforms",
        Setting::Sound => "sound",
        Setting::Opponent => "opponent",
        Setting::Mode => "mode",
        Setting::Language => "language",
        Setting::Nodes => "nodes",
        Setting::Depth => "depth",
        Setting::Breadth => "breadth",
        Setting::Rule(rule) => Rule::name(rule),
        Setting::Natural => "natural",
    }
}

/// Sets what is called `wanted` to `value`, or says what is wrong with that.
pub(super) fn set(settings: &mut Settings, wanted: &str, value: &str) -> Result<(), String> {
    let Some(setting) = ALL.into_iter().find(|&setting| name(setting) == wanted) else {
        let names: Vec<_> = ALL.into_iter().map(name).collect();
        return Err(format!(
            "'{wanted}' is not a setting; there are {}",
            names.join(", ")
        ));
    };
    if setting == Setting::Language {
        // Where its pack is missing, it is English.
        let code = Code::new(value).ok_or_else(|| format!("'{value}' is no language; 'de' is one"))?;
        settings.language = code;
        return Ok(());
    }
    let mut values = Vec::new();
    // Some lists go round, others end: from the lower end every value is met.
    for forwards in [false, true] {
        for _ in 0..MOST_VALUES {
            let now = shown(settings, setting);
            if now == value {
                return Ok(());
            }
            if forwards && !values.contains(&now) {
                values.push(now);
            }
            settings.change(setting, forwards);
        }
    }
    Err(format!(
        "'{wanted}' cannot be '{value}'; it can be {}",
        values.join(", ")
    ))
}

fn shown(settings: &Settings, setting: Setting) -> String {
    match settings.value(setting) {
        Value::Switch(true) => "on".to_string(),
        Value::Switch(false) => "off".to_string(),
        Value::Word(word) | Value::Note(word) => word.to_string(),
        Value::None | Value::Progress { .. } => String::new(),
    }
}
