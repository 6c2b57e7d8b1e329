//! The colour and the logo of a programme, as its members see them.

use serde::{Deserialize, Serialize};

/// The lightest page behind a colour of a programme, and the contrast that WCAG 2.2 (1.4.3) demands of texts on it.
const PAGE: [f64; 3] = [243.0, 244.0, 238.0];
const READABLE: f64 = 4.5;

/// How the pages of a programme look to its members. Without a value they look like the product.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Appearance {
    /// The colour of buttons and links, such as `#1f5d4a`. The pages derive all others from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    /// The name of a logo that staff have uploaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
}

/// Reads a colour such as `#1f5d4a`: red, green and blue.
pub(super) fn parse(color: &str) -> Option<[u8; 3]> {
    let digits =
        color.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.chars().all(|c| c.is_ascii_hexdigit()))?;
    let part = |start| u8::from_str_radix(digits.get(start..start + 2)?, 16).ok();
    Some([part(0)?, part(2)?, part(4)?])
}

/// Whether texts in this colour can be read on a page, and white ones on it.
pub(super) fn is_readable(color: [u8; 3]) -> bool {
    let (page, color) = (luminance(PAGE), luminance(color.map(f64::from)));
    (page + 0.05) / (color + 0.05) >= READABLE
}

/// The relative luminance of WCAG 2.2.
fn luminance(color: [f64; 3]) -> f64 {
    let [red, green, blue] = color.map(|part| {
        let part = part / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_have_six_digits() {
        assert_eq!(parse("#1f5d4a"), Some([0x1f, 0x5d, 0x4a]));
        for text in ["", "#", "1f5d4a", "#1f5d4", "#1f5d4a0", "#+f5d4a", "#1g5d4a", "red", "#ä5d4a", "url(#x)"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn light_colours_are_not_readable() {
        for (color, expected) in [
            ("#1f5d4a", true),
            ("#000000", true),
            ("#ffffff", false),
            ("#ffd400", false),
            ("#6b6b6b", true),
            ("#747474", false),
        ] {
            assert_eq!(is_readable(parse(color).unwrap()), expected, "{color}");
        }
    }
}
