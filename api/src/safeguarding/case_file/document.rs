//! The document of a case: HTML to print, without scripts, links and pictures. Every text is escaped, and stands isolated from the
//! direction of its surroundings.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde_json::Value;
use store::PersonId;
use store::cases::legal_holds::SealedMessage;
use store::cases::{Case, Happened, Involved};
use store::messages::mention;

use super::Made;
use super::evidence::Filed;
use super::words::{Language, Words, word_for};
use crate::safeguarding::conversation::displayed_text;

/// What a browser may do with the document: nothing but its own style.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const STYLE: &str = "body{font:11pt/1.45 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#111}\
h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2rem;border-bottom:1px solid #999}dl{display:grid;grid-template-columns:max-content 1fr;\
gap:.2rem 1rem}dt{color:#555}dd{margin:0;overflow-wrap:anywhere}bdi,blockquote,code{unicode-bidi:isolate}blockquote{margin:.3rem 0;\
padding:.4rem .8rem;border:1px solid #bbb;white-space:pre-wrap;overflow-wrap:anywhere}article,li{break-inside:avoid;margin-bottom:.8rem}\
p{margin:.3rem 0;overflow-wrap:anywhere}strong{font-weight:600}@media print{body{margin:0;max-width:none}}";

/// The document as far as it is written.
pub(super) struct Document<'a> {
    html: String,
    language: Language,
    words: &'static Words,
    zone: Tz,
    case: &'a Case,
}

impl<'a> Document<'a> {
    /// Begins with what the case is.
    pub(super) fn new(case: &'a Case, made: &Made, language: Language, zone: Tz) -> Self {
        let mut document = Self { html: String::new(), language, words: language.words(), zone, case };
        document.head(made);
        document.case(made);
        document
    }

    /// Returns what was written since the last call.
    pub(super) fn take(&mut self) -> String {
        std::mem::take(&mut self.html)
    }

    fn head(&mut self, made: &Made) {
        let words = self.words;
        let (title, language, direction) = (escaped(&words.title), self.language.code(), self.language.direction());
        let _ = write!(
            self.html,
            "<!doctype html>\n<html lang=\"{language}\" dir=\"{direction}\"><head><meta charset=\"utf-8\">\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\"><meta name=\"referrer\" content=\"no-referrer\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style></head>\n<body><h1>{title}</h1>"
        );
        let at = self.plain_time(made.at);
        self.list(&[
            (&words.number, self.case.listed.id.to_string()),
            (&words.programme, self.case.listed.programme_name.clone().unwrap_or_default()),
            (&words.made_at, at),
            (&words.made_by, made.by_name.clone()),
        ]);
        self.paragraph(&words.time_zone.replace("{zone}", self.zone.name()));
        self.paragraph(if made.has_notes { &words.with_notes } else { &words.without_notes });
    }

    fn case(&mut self, made: &Made) {
        let (words, case) = (self.words, self.case);
        let listed = &case.listed;
        self.section(&words.the_case);
        let status = if listed.resolved_at.is_some() { String::new() } else { words.open.clone() };
        let outcome = match (listed.resolved_at, listed.outcome) {
            (None, _) => String::new(),
            (_, Some(outcome)) => word_for(&words.outcomes, outcome),
            (_, None) => word_for(&words.outcomes, "not_recorded"),
        };
        let closed_at = listed.resolved_at.map(|at| self.plain_time(at)).unwrap_or_default();
        let closed_by = if listed.resolved_at.is_some() { listed.resolved_by_name.clone() } else { String::new() };
        self.list(&[
            (&words.kind, word_for(&words.kinds, listed.kind)),
            (&words.reason, word_for(&words.reasons, listed.reason)),
            (&words.conversation, word_for(&words.conversations, listed.channel_kind)),
            (&words.conversation, listed.channel_name.clone()),
            (&words.created_at, self.plain_time(listed.created_at)),
            (&words.status, status),
            (&words.closed_at, closed_at),
            (&words.closed_by, closed_by),
            (&words.outcome, outcome),
        ]);
        for (title, text) in [
            (&words.note, case.resolution.as_deref().filter(|_| made.has_notes)),
            (&words.details, Some(&*case.details)),
            (&words.reported_message, case.message_body.as_deref()),
        ] {
            if let Some(text) = text.filter(|text| !text.is_empty()) {
                let _ = write!(self.html, "<h3>{}</h3>", escaped(title));
                self.quote(&mention::plain(text));
            }
        }
    }

    /// Who is involved.
    pub(super) fn people(&mut self, people: &[Involved]) {
        let words = self.words;
        self.section(&words.people);
        for person in people {
            let part = if Some(person.id) == self.case.listed.about_id {
                &words.is_about
            } else if Some(person.id) == self.case.listed.reporter_id {
                &words.is_reporter
            } else {
                &words.is_writer
            };
            let known = person.known.as_ref();
            let now = known.map(|known| known.name.clone()).filter(|name| *name != person.name);
            let name = if person.name.is_empty() { words.unknown_person.clone() } else { person.name.clone() };
            self.list(&[
                (&words.name, name),
                (&words.name_now, now.unwrap_or_default()),
                (&words.part, part.clone()),
                (&words.role, known.map(|known| word_for(&words.roles, known.role)).unwrap_or_default()),
                (&words.email, known.map(|known| known.email.clone()).unwrap_or_default()),
                (&words.birth_month, known.and_then(|known| known.birth_month.clone()).unwrap_or_default()),
                (&words.id, person.id.to_string()),
            ]);
        }
    }

    /// Begins the sealed messages.
    pub(super) fn messages(&mut self, has_any: bool) {
        self.section(&self.words.messages);
        self.paragraph(if has_any { &self.words.messages_text } else { &self.words.no_messages });
    }

    /// A sealed message.
    pub(super) fn message(&mut self, message: &SealedMessage, files: &BTreeMap<store::AttachmentId, Filed>) {
        let words = self.words;
        self.html.push_str("<article>");
        let name = if message.sender_name.trim().is_empty() { &words.unknown_person } else { &message.sender_name };
        let _ = write!(
            self.html,
            "<p><strong><bdi>{}</bdi></strong> · {}</p>",
            escaped(name),
            self.time(message.created_at)
        );
        if Some(message.message_id) == self.case.message_id {
            let _ = write!(self.html, "<p><strong>{}</strong></p>", escaped(&words.is_subject));
        }
        if let Some(at) = message.edited_at {
            self.paragraph(&format!("{} {}", words.edited_at, self.plain_time(at)));
        }
        if let Some(at) = message.deleted_at {
            self.paragraph(&format!("{} {}", words.deleted_at, self.plain_time(at)));
        }
        let text = displayed_text(message.sender_id, &message.body);
        let text = mention::plain(&text);
        self.quote(if text.trim().is_empty() { &words.no_text } else { &text });
        for file in message.attachments.iter() {
            self.html.push_str("<p>");
            let _ = write!(self.html, "{}: <bdi>{}</bdi>", escaped(&words.file), escaped(&file.name));
            self.place_of(files.get(&file.id));
            self.html.push_str("</p>");
        }
        self.html.push_str("</article>\n");
    }

    /// The files, with what their senders called them.
    pub(super) fn files<'f>(&mut self, files: impl ExactSizeIterator<Item = &'f Filed>) {
        let words = self.words;
        self.section(&words.files);
        if files.len() == 0 {
            return self.paragraph(&words.no_files);
        }
        self.html.push_str("<ul>");
        for file in files {
            let _ = write!(self.html, "<li>{}: <bdi>{}</bdi>", escaped(&words.file_name), escaped(&file.name));
            self.place_of(Some(file));
            if let Some(hash) = &file.sha256 {
                let _ = write!(self.html, "<br><code dir=\"ltr\">{hash}</code>");
            }
            self.html.push_str("</li>");
        }
        self.html.push_str("</ul>\n");
    }

    fn place_of(&mut self, file: Option<&Filed>) {
        let words = self.words;
        let _ = match file.and_then(|file| file.path.as_deref()) {
            Some(path) => {
                write!(self.html, " · {}: <code dir=\"ltr\">{}</code>", escaped(&words.in_archive), escaped(path))
            }
            None => write!(self.html, " · {}", escaped(&words.is_missing)),
        };
    }

    /// Begins what happened.
    pub(super) fn events(&mut self) {
        self.section(&self.words.events);
        self.html.push_str("<ol>");
    }

    /// Something that happened; `name_of` knows to whom a case was given.
    pub(super) fn event(&mut self, event: &Happened, has_notes: bool, name_of: impl Fn(PersonId) -> String) {
        let words = self.words;
        let act = if event.act == "notify" { words.notified.clone() } else { word_for(&words.acts, &event.act) };
        let _ =
            write!(self.html, "<li>{} · <bdi>{}</bdi> · {}", self.time(event.at), escaped(&event.name), escaped(&act));
        let values: Value =
            event.new_values.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        if let Some(outcome) = values["outcome"].as_str() {
            let _ = write!(self.html, ": {}", escaped(&word_for(&words.outcomes, outcome)));
        }
        if let Ok(to) = serde_json::from_value::<PersonId>(values["assignedTo"].clone()) {
            let _ = write!(self.html, " · {}: <bdi>{}</bdi>", escaped(&words.to), escaped(&name_of(to)));
        }
        if let Some(hash) = values["sha256"].as_str() {
            let _ = write!(self.html, "<br><code dir=\"ltr\">{}</code>", escaped(hash));
        }
        if let Some(reason) = event.reason.as_deref().filter(|reason| has_notes && !reason.is_empty()) {
            let _ = write!(self.html, "<br>{}:", escaped(&words.why));
            self.quote(reason);
        }
        self.html.push_str("</li>\n");
    }

    /// Ends with how the copy is proved.
    pub(super) fn end(&mut self) {
        self.html.push_str("</ol>");
        self.section(&self.words.check);
        self.paragraph(&self.words.check_text);
        self.html.push_str("</body></html>\n");
    }

    fn section(&mut self, title: &str) {
        let _ = writeln!(self.html, "<h2>{}</h2>", escaped(title));
    }

    fn paragraph(&mut self, text: &str) {
        let _ = writeln!(self.html, "<p>{}</p>", escaped(text));
    }

    fn quote(&mut self, text: &str) {
        let _ = writeln!(self.html, "<blockquote dir=\"auto\">{}</blockquote>", escaped(text));
    }

    /// Terms with their values; empty ones are left out.
    fn list(&mut self, rows: &[(&String, String)]) {
        self.html.push_str("<dl>");
        for (term, value) in rows.iter().filter(|(_, value)| !value.is_empty()) {
            let _ = write!(self.html, "<dt>{}</dt><dd><bdi>{}</bdi></dd>", escaped(term), escaped(value));
        }
        self.html.push_str("</dl>\n");
    }

    fn time(&self, at: DateTime<Utc>) -> String {
        format!("<time dir=\"ltr\">{}</time>", self.plain_time(at))
    }

    fn plain_time(&self, at: DateTime<Utc>) -> String {
        at.with_timezone(&self.zone).format("%Y-%m-%d %H:%M:%S %:z").to_string()
    }
}

/// Escapes a text for HTML, also within quotes. Control characters become visible.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(letter),
            letter if letter.is_control() => safe.push(char::REPLACEMENT_CHARACTER),
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn escaped_text_is_inert() {
        let text = escaped("<script>a('b')&\"c\"</script>\u{0}\n");
        assert_eq!(text, "&lt;script&gt;a(&#39;b&#39;)&amp;&quot;c&quot;&lt;/script&gt;\u{fffd}\n");
    }
}
