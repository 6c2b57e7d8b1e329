//! Any text can be read, also one that was written to cost time.

use std::sync::LazyLock;

use detection::{Detector, Kind};
use proptest::prelude::*;

static DETECTOR: LazyLock<Detector> = LazyLock::new(Detector::built_in);

proptest! {
    #[test]
    fn any_text_can_be_read(text in any::<String>()) {
        let _ = DETECTOR.find(&text);
    }

    #[test]
    fn any_mix_of_marks_digits_and_words_can_be_read(parts in prop::collection::vec(prop::sample::select(vec![
        "snap", "@", "@lenny_", "0", "05 ", ".", "-", "'", "\"", "„", "👻", "\u{200b}", "\u{301}", "سناب", "ال", " ", "\n", "https://", "t.me/", "a ", "null ", "_", "$", "+", "٠",
    ]), 0..60)) {
        let _ = DETECTOR.find(&parts.concat());
    }
}

#[test]
fn built_in_lists_find_each_kind() {
    for (text, kind) in
        [("add me on snap", Kind::Contact), ("sag das niemandem", Kind::Secrecy), ("يا غبي", Kind::Abuse)]
    {
        assert_eq!(DETECTOR.find(text).iter().collect::<Vec<_>>(), [kind], "{text}");
    }
    assert!(DETECTOR.find("10:30 0151 23456789").contains(Kind::Contact));
    assert!(DETECTOR.find("See you tomorrow at 16:30 in room 204").is_empty());
}
