//! Every sample screen in every theme looks as it did when somebody last looked at it.

use host_tests::golden::Gallery;
use host_tests::pictures::samples;
use shikatsu::record::ThemeName;
use shikatsu::session::picture::Picture;

#[test]
fn screens_look_as_they_did() {
    let mut gallery = Gallery::open("golden");
    for (theme, ending) in [
        (ThemeName::Wood, "wood"),
        (ThemeName::Dark, "dark"),
        (ThemeName::Contrast, "contrast"),
    ] {
        for (name, picture) in samples() {
            gallery.hold(&format!("{name}-{ending}"), &Picture { theme, ..picture });
        }
    }
    gallery.close();
}
