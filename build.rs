//! Makes the pins of the chosen board out of `boards.json`. Only the firmware needs them.

fn main() {
    println!("cargo::rerun-if-changed=boards.json");
    #[cfg(feature = "firmware")]
    firmware::write_board();
}

#[cfg(feature = "firmware")]
mod firmware {
    use std::fmt::Write as _;
    use std::path::PathBuf;
    use std::{env, fs};

    use serde_json::Value;

    /// Writes what `src/hw/boards.rs` includes: what the board is called, and a macro that takes its parts from the chip's pins.
    pub(super) fn write_board() {
        let text = fs::read_to_string("boards.json").expect("boards.json is beside this file");
        let boards: Vec<Value> = serde_json::from_str(&text).expect("boards.json is a list in JSON");
        let is_chosen = |board: &&Value| {
            let feature = board["name"].as_str().unwrap_or_default();
            let variable = feature.to_uppercase().replace('-', "_");
            env::var_os(format!("CARGO_FEATURE_{variable}")).is_some()
        };
        let chosen: Vec<&Value> = boards.iter().filter(is_chosen).collect();
        let [board] = chosen[..] else {
            let names: Vec<&str> = boards.iter().filter_map(|board| board["name"].as_str()).collect();
            println!(
                "cargo::error=the firmware is for one board: choose one of the features {}",
                names.join(", ")
            );
            return;
        };
        let path = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where")).join("board.rs");
        fs::write(&path, source(board)).expect("cargo's own folder can be written to");
    }

    fn source(board: &Value) -> String {
        let screen = &board["screen"];
        let number = |value: &Value| value.as_u64().expect("boards.json has a number there");
        let pin = |value: &Value| format!("$pins.PIN_{}", number(value));
        // Two pins share a slice, and each has its half.
        let slice = |value: &Value| format!("$pins.PWM_SLICE{}", number(value) / 2 % 8);
        let half = |value: &Value| if number(value) % 2 == 0 { "a" } else { "b" };
        let turn = match number(&screen["rotation"]) {
            0 => String::new(),
            degrees => format!(".rotate(lcd_async::options::Rotation::Deg{degrees})"),
        };
        let keys = board["keys"].as_array().expect("boards.json has a list of keys");
        let keys = keys.iter().map(|key| {
            let button = match key["key"].as_str() {
                Some("up") => "Up",
                Some("down") => "Down",
                Some("left") => "Left",
                Some("right") => "Right",
                // A joystick that can be pressed.
                Some("a" | "press") => "A",
                Some("b") => "B",
                Some("x") => "X",
                Some("y") => "Y",
                other => panic!("boards.json has a key {other:?}, which the trainer does not know"),
            };
            format!("(Button::{button}, {}.into())", pin(&key["pin"]))
        });
        let supply = &board["supply"];
        let battery = match supply["is_battery"].as_bool() {
            Some(true) => format!(
                "Some(Battery {{ adc: adc::Adc::new($pins.ADC, Irqs, adc::Config::default()), pin: adc::Channel::new_pin({}, embassy_rp::gpio::Pull::None) }})",
                pin(&supply["pin"])
            ),
            _ => "None".to_string(),
        };
        let speaker = match &board["speaker"]["pin"] {
            Value::Null => "None".to_string(),
            value => format!(
                "Some(Speaker {{ pwm: embassy_rp::pwm::Pwm::new_output_{}({}, {}, embassy_rp::pwm::Config::default()) }})",
                half(value),
                slice(value),
                pin(value)
            ),
        };
        let light = &screen["light"];
        let parts = [
            ("bus", format!("$pins.SPI{}", number(&screen["spi"]))),
            ("clock", pin(&screen["clock"])),
            ("data", pin(&screen["data"])),
            ("data_or_command", pin(&screen["data_command"])),
            ("select", pin(&screen["select"])),
            ("reset", pin(&screen["reset"])),
            ("orientation", format!("Orientation::new(){turn}")),
            (
                "light",
                format!("Light::on_{}({}, {})", half(light), slice(light), pin(light)),
            ),
            ("keys", format!("[{}]", keys.collect::<Vec<_>>().join(", "))),
            ("battery", battery),
            ("speaker", speaker),
        ];
        let mut text = String::new();
        let mut line = |line: String| writeln!(text, "{line}").expect("a String takes everything");
        line("/// What the board is called.".to_string());
        line(format!("pub(crate) const NAME: &str = {};", board["model"]));
        line("/// Its flash.".to_string());
        line(format!(
            "pub(crate) const FLASH_KIB: usize = {};",
            number(&board["flash_kib"])
        ));
        line("/// The columns and rows of its screen.".to_string());
        let (width, height) = (number(&screen["width"]), number(&screen["height"]));
        line(format!("const SCREEN_SIZE: (u16, u16) = ({width}, {height});"));
        line("/// The bus that its screen hangs on.".to_string());
        line(format!(
            "pub(crate) type PanelBus = embassy_rp::peripherals::SPI{};",
            number(&screen["spi"])
        ));
        line("macro_rules! part {".to_string());
        for (name, code) in parts {
            line(format!("    ($pins:ident, {name}) => {{ {code} }};"));
        }
        line("}".to_string());
        text
    }
}
