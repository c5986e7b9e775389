//! What the emulator reports about a run.

use std::collections::BTreeMap;

use anyhow::{Result, bail, ensure};
use serde::Deserialize;

/// At most one in this many bytes of the stack may ever be used: later versions need room too.
const STACK_SHARE: u64 = 2;

/// A key has to be answered this soon, whatever the trainer is doing, in milliseconds of the device's time.
const KEY_MS: f64 = 50.0;

/// A run of an image.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Run {
    pub(crate) device_ms: f64,
    pub(crate) instructions: u64,
    pub(crate) first_picture_ms: Option<f64>,
    pub(crate) stack_used: u64,
    pub(crate) stack_room: u64,
    halted: Option<Halt>,
    /// Each time the firmware started again.
    #[serde(default)]
    pub(crate) restarts: Vec<Restart>,
    /// The warnings, and how often each came.
    pub(crate) warnings: BTreeMap<String, u64>,
    /// What happened in each step of a script.
    #[serde(default)]
    pub(crate) steps: Vec<Step>,
    /// Why the script did not run to its end.
    #[serde(default)]
    script_error: Option<String>,
}

/// Why the firmware started again, and when.
#[derive(Debug, Deserialize)]
pub(crate) struct Restart {
    pub(crate) cause: String,
    pub(crate) ms: f64,
}

/// Why the firmware could not go on.
#[derive(Deserialize)]
struct Halt {
    reason: String,
    /// The function that was being run, if the firmware has one there.
    #[serde(rename = "where")]
    place: Option<String>,
}

/// A step of a script.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Step {
    /// As it is written.
    #[serde(rename = "step")]
    words: String,
    /// When it began.
    pub(crate) at_ms: f64,
    /// How long it took, and how much of that the chip was awake.
    pub(crate) ms: f64,
    pub(crate) busy_ms: f64,
    pub(crate) instructions: u64,
    /// How bright the lamp was at its end, from 0 to 1.
    pub(crate) light: f64,
    /// Of the keys it pressed, the one that was answered last.
    latency: Option<Latency>,
}

#[derive(Deserialize)]
struct Latency {
    /// `None` if nothing changed.
    ms: Option<f64>,
}

impl Step {
    /// How long the player waited for an answer. Long presses do not count: they are answered when they have lasted long
    /// enough.
    fn wait(&self) -> Option<f64> {
        let is_long = self.words.starts_with("hold");
        self.latency.as_ref()?.ms.filter(|_| !is_long)
    }
}

impl Run {
    /// An error if the firmware did not survive, or did not do what the script expects.
    pub(crate) fn check(&self) -> Result<()> {
        match &self.halted {
            Some(Halt {
                reason,
                place: Some(place),
            }) => bail!("the firmware halted in {place}: {reason}"),
            Some(Halt { reason, place: None }) => {
                bail!("the firmware halted outside the firmware's functions: {reason}")
            }
            None => {}
        }
        match &self.script_error {
            Some(error) => bail!("{error}"),
            None => Ok(()),
        }
    }

    /// An error if anything happened that never should: warnings, a deep stack, a slow answer.
    pub(crate) fn check_health(&self) -> Result<()> {
        ensure!(
            self.warnings.is_empty(),
            "the emulator warns: {:?}",
            self.warnings
        );
        let (used, room) = (self.stack_used, self.stack_room);
        ensure!(
            used * STACK_SHARE <= room,
            "{used} of {room} bytes of stack were used, more than 1 in {STACK_SHARE}"
        );
        let slowest = self.slowest_key();
        ensure!(
            slowest.is_none_or(|ms| ms <= KEY_MS),
            "a key was answered after {:.0} ms",
            slowest.unwrap_or_default()
        );
        Ok(())
    }

    /// The longest time until a key was answered.
    pub(crate) fn slowest_key(&self) -> Option<f64> {
        self.steps.iter().filter_map(Step::wait).max_by(f64::total_cmp)
    }

    /// The share of the stack that was used, in percent.
    pub(crate) fn stack_percent(&self) -> f64 {
        self.stack_used as f64 * 100.0 / self.stack_room as f64
    }

    /// The first step that begins with these words.
    pub(crate) fn step(&self, words: &str) -> Result<&Step> {
        let found = self.steps.iter().find(|step| step.words.starts_with(words));
        found.ok_or_else(|| anyhow::anyhow!("the script has no step \"{words}\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run with these fields, in which everything else is well.
    fn run(told: &str) -> Run {
        let json = format!(
            r#"{{"deviceMs":1,"instructions":1,"firstPictureMs":null,"stackRoom":100,"warnings":{{}},"halted":null{told}}}"#
        );
        serde_json::from_str(&json).unwrap()
    }

    #[test]
    fn a_halt_is_told_with_or_without_its_function() {
        let told = |place: &str| {
            let halted = format!(
                r#","stackUsed":0,"halted":{{"reason":"a panic","pc":"0","lr":"0","where":{place}}}"#
            );
            let json = format!(
                r#"{{"deviceMs":1,"instructions":1,"firstPictureMs":null,"stackRoom":0,"warnings":{{}}{halted}}}"#
            );
            let run: Run = serde_json::from_str(&json).unwrap();
            run.check().unwrap_err().to_string()
        };
        assert_eq!(told(r#""main""#), "the firmware halted in main: a panic");
        assert_eq!(
            told("null"),
            "the firmware halted outside the firmware's functions: a panic"
        );
    }

    #[test]
    fn a_script_that_failed_is_an_error() {
        assert!(run(r#","stackUsed":0,"scriptError":null"#).check().is_ok());
        let failed = run(r#","stackUsed":0,"scriptError":"a.shk:1: no""#);
        assert_eq!(failed.check().unwrap_err().to_string(), "a.shk:1: no");
    }

    #[test]
    fn a_deep_stack_and_a_slow_key_are_noticed() {
        let step = |step: &str, ms: &str| {
            format!(
                r#","stackUsed":50,"steps":[{{"step":"{step}","atMs":0,"ms":0,"busyMs":0,"instructions":0,"light":1,"latency":{{"ms":{ms}}}}}]"#
            )
        };
        assert!(run(r#","stackUsed":51"#).check_health().is_err());
        assert!(run(&step("press a", "50")).check_health().is_ok());
        assert!(run(&step("press a", "51")).check_health().is_err());
        assert!(run(&step("hold a", "600")).check_health().is_ok());
        assert!(run(&step("press a", "null")).check_health().is_ok());
    }
}
