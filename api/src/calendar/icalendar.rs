//! Writes iCalendar (RFC 5545): what Apple, Google, Outlook and Thunderbird subscribe to.
//!
//! All times are UTC, and a weekly event is one entry per occurrence: the rules of daylight saving stay here.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use chrono::{DateTime, Days, NaiveDate, Utc};
use serde::Deserialize;
use store::calendar::Event;
use store::mentorship::progress::Own;
use store::mentorship::record::MentorshipSession;
use store::people::Person;

/// What a feed contains.
pub(super) struct Entries {
    pub(super) events: Vec<Event>,
    pub(super) cancelled: Vec<Event>,
    pub(super) sessions: Vec<MentorshipSession>,
}

/// The words of a language.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    name: String,
    call: String,
    event: String,
    deadline: String,
}

/// A test parses them.
static WORDS: LazyLock<BTreeMap<String, Words>> =
    LazyLock::new(|| serde_yaml_ng::from_str(include_str!("words.yaml")).unwrap_or_default());

/// Lines are folded at this many bytes.
const LINE: usize = 75;

const TIME: &str = "%Y%m%dT%H%M%SZ";

/// Returns the calendar of a person. Its titles say nothing of people and plans, because calendars are shown to others.
pub(super) fn write(entries: &Entries, person: &Person) -> String {
    let mut out = Calendar::default();
    let Some(words) = WORDS.get(person.language.as_str()).or_else(|| WORDS.get("en")) else { return out.0 };
    out.line("BEGIN", "VCALENDAR");
    out.line("VERSION", "2.0");
    out.line("PRODID", "-//Mentor Hub//Calendar//EN");
    out.line("CALSCALE", "GREGORIAN");
    out.line("METHOD", "PUBLISH");
    out.line("NAME", &escape(&words.name));
    out.line("X-WR-CALNAME", &escape(&words.name));
    out.line("REFRESH-INTERVAL;VALUE=DURATION", "PT1H");
    out.line("X-PUBLISHED-TTL", "PT1H");
    for event in &entries.events {
        out.event(event, words, "CONFIRMED");
    }
    for event in &entries.cancelled {
        out.event(event, words, "CANCELLED");
    }
    for session in entries.sessions.iter().filter(|session| session.own(person.id) != Own::Finished) {
        out.deadline(&session.session_id, session.due_on, words);
    }
    out.line("END", "VCALENDAR");
    out.0
}

#[derive(Default)]
struct Calendar(String);

impl Calendar {
    fn event(&mut self, event: &Event, words: &Words, status: &str) {
        let title = if event.is_mentoring_call { &words.call } else { &words.event };
        for (number, start) in event.occurrences().into_iter().enumerate() {
            self.line("BEGIN", "VEVENT");
            self.line("UID", &format!("{}-{number}@mentor-hub", event.id));
            self.stamps(event.updated_at);
            self.line("SEQUENCE", &event.sequence.to_string());
            self.line("DTSTART", &start.format(TIME).to_string());
            self.line("DURATION", "PT1H");
            self.line("SUMMARY", &escape(title));
            self.line("STATUS", status);
            self.line("CLASS", "PRIVATE");
            self.line("END", "VEVENT");
        }
    }

    fn deadline(&mut self, session_id: &str, due_on: NaiveDate, words: &Words) {
        let day = |day: NaiveDate| day.format("%Y%m%d").to_string();
        self.line("BEGIN", "VEVENT");
        self.line("UID", &format!("{session_id}@mentor-hub"));
        // A deadline has no time of its last change: its day stands for it, so that a feed without changes stays the same.
        self.stamps(due_on.and_time(chrono::NaiveTime::MIN).and_utc());
        self.line("DTSTART;VALUE=DATE", &day(due_on));
        self.line("DTEND;VALUE=DATE", &day(due_on + Days::new(1)));
        self.line("SUMMARY", &escape(&words.deadline));
        self.line("TRANSP", "TRANSPARENT");
        self.line("CLASS", "PRIVATE");
        self.line("END", "VEVENT");
    }

    fn stamps(&mut self, at: DateTime<Utc>) {
        let at = at.format(TIME).to_string();
        self.line("DTSTAMP", &at);
        self.line("LAST-MODIFIED", &at);
    }

    /// Adds a line, folded between characters.
    fn line(&mut self, name: &str, value: &str) {
        let mut used = 0;
        for char in format!("{name}:{value}").chars() {
            if used + char.len_utf8() > LINE {
                self.0.push_str("\r\n ");
                used = 1;
            }
            self.0.push(char);
            used += char.len_utf8();
        }
        self.0.push_str("\r\n");
    }
}

/// Escapes a text value.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_all_words() {
        assert_eq!(WORDS.keys().collect::<Vec<_>>(), ["ar", "de", "en"]);
    }

    #[test]
    fn long_lines_are_folded_between_characters() {
        let mut calendar = Calendar::default();
        let title = "جلسة, ".repeat(30);
        calendar.line("SUMMARY", &escape(&title));
        assert!(calendar.0.split("\r\n").all(|line| line.len() <= LINE), "{}", calendar.0);
        let unfolded = calendar.0.replace("\r\n ", "");
        assert_eq!(unfolded.trim_end(), format!("SUMMARY:{}", title.trim_end().replace(',', "\\,")));
    }
}
