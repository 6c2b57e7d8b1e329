//! Messages of the assistant and their stored form. The stored form is readable text, for search, notifications and exports;
//! sources and helplines are its last lines, each after a mark.

use crate::Helpline;

const SOURCE: &str = "📖 ";
const HELPLINE: &str = "☎ ";
const SEPARATOR: &str = " · ";

/// A message of the assistant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// The text.
    pub text: String,
    /// The sources of the text.
    pub sources: Vec<String>,
    /// Helplines.
    pub helplines: Vec<Helpline>,
}

impl Reply {
    /// Returns the stored form.
    pub fn body(&self) -> String {
        let plain = |line: &str| line.replace(['\n', '\r'], " ");
        // Marks are removed, so that the text cannot imitate a source or helpline.
        let marks = [SOURCE.trim_end(), HELPLINE.trim_end()];
        let mut body = marks.iter().fold(self.text.clone(), |text, mark| text.replace(mark, "")).trim().to_owned();
        let sources = self.sources.iter().map(|source| format!("{SOURCE}{}", plain(source)));
        let helplines = self.helplines.iter().map(|line| {
            let parts: Vec<String> = [&line.name, &line.phone, &line.url]
                .into_iter()
                .map(|part| plain(part).replace(SEPARATOR, " "))
                .collect();
            format!("{HELPLINE}{}", parts.join(SEPARATOR))
        });
        let lines: Vec<String> = sources.chain(helplines).collect();
        if !lines.is_empty() {
            body.push_str("\n\n");
            body.push_str(&lines.join("\n"));
        }
        body
    }

    /// Parses the stored form.
    pub fn parse(body: &str) -> Self {
        let mut reply = Self::default();
        let mut lines: Vec<&str> = body.split('\n').collect();
        while let Some(last) = lines.last() {
            if let Some(source) = last.strip_prefix(SOURCE) {
                reply.sources.insert(0, source.to_owned());
            } else if let Some(line) = last.strip_prefix(HELPLINE) {
                let mut parts = line.splitn(3, SEPARATOR).map(str::to_owned);
                let mut part = || parts.next().unwrap_or_default();
                reply.helplines.insert(0, Helpline { name: part(), phone: part(), url: part() });
            } else {
                break;
            }
            lines.pop();
        }
        reply.text = lines.join("\n").trim_end().to_owned();
        reply
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn stored_form_is_readable_text() {
        let helpline = Helpline { name: "Childline".into(), phone: "0800 1111".into(), url: String::new() };
        let reply = Reply { text: "Call.".into(), sources: vec!["FAQ: Help".into()], helplines: vec![helpline] };
        assert_eq!(reply.body(), "Call.\n\n📖 FAQ: Help\n☎ Childline · 0800 1111 · ");
        assert_eq!(Reply::parse(&reply.body()), reply);
    }

    proptest! {
        #[test]
        fn stored_form_parses_to_same_reply(text in "[a-z\\n📖☎ ]{0,40}", sources in prop::collection::vec("[a-z]{1,9}", 0..3), phones in prop::collection::vec("[0-9]{1,9}", 0..3)) {
            let helplines = phones.into_iter().map(|phone| Helpline { name: "n".into(), phone, url: "u".into() });
            let reply = Reply { text, sources, helplines: helplines.collect() };
            let parsed = Reply::parse(&reply.body());
            prop_assert_eq!(&parsed.sources, &reply.sources);
            prop_assert_eq!(&parsed.helplines, &reply.helplines);
            prop_assert_eq!(Reply::parse(&parsed.body()), parsed);
        }
    }
}
