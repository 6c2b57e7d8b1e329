//! Dates as people write them in the language of a mail.

use chrono::{Locale, NaiveDate, NaiveDateTime};

/// Locale, day, and what stands between day and time. English where a language has no mails.
const STYLES: [(&str, Locale, &str, &str); 3] = [
    ("en", Locale::en_GB, "%A, %-d %B %Y", " at %H:%M"),
    ("de", Locale::de_DE, "%A, %-d. %B %Y", " um %H:%M Uhr"),
    ("ar", Locale::ar_EG, "%A، %-d %B %Y", "، %H:%M"),
];

/// Writes a day (`2026-03-16`) or a time (`2026-03-05 18:00`) in full. Other texts stay as they are.
pub(super) fn in_full(text: &str, language: &str) -> String {
    let [english, ..] = STYLES;
    let (_, locale, day, time) = STYLES.into_iter().find(|(code, ..)| *code == language).unwrap_or(english);
    if let Ok(moment) = NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M") {
        return format!("{}{}", moment.date().format_localized(day, locale), moment.format(time));
    }
    match NaiveDate::parse_from_str(text, "%Y-%m-%d") {
        Ok(date) => date.format_localized(day, locale).to_string(),
        Err(_) => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::in_full;

    #[test]
    fn dates_are_written_as_in_the_language() {
        for (text, language, expected) in [
            ("2026-03-05 18:00", "en", "Thursday, 5 March 2026 at 18:00"),
            ("2026-03-05 18:00", "de", "Donnerstag, 5. März 2026 um 18:00 Uhr"),
            ("2026-03-05 08:05", "ar", "الخميس، 5 مارس 2026، 08:05"),
            ("2026-03-16", "en", "Monday, 16 March 2026"),
            ("2026-03-16", "de", "Montag, 16. März 2026"),
            ("2026-03-16", "tlh", "Monday, 16 March 2026"),
            ("soon", "en", "soon"),
        ] {
            assert_eq!(in_full(text, language), expected);
        }
    }
}
