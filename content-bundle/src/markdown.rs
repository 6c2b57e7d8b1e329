//! Parses the Markdown subset of content into blocks.
//!
//! Content has headings, paragraphs, lists, emphasis and links. Blocks instead of HTML are sent to pages: they contain nothing
//! executable, so no sanitiser is needed, and a page can highlight words and use its own links.

use std::collections::{BTreeMap, BTreeSet};

use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use serde::Serialize;
use utoipa::ToSchema;

/// A block of a text, in reading order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[schema(as = TextBlock)]
pub enum Block {
    /// A heading.
    Heading {
        /// Anchor, unique in the text.
        id: String,
        /// Level, 1 is the largest.
        level: u8,
        /// Text.
        spans: Vec<Span>,
    },
    /// A paragraph.
    Paragraph {
        /// Text.
        spans: Vec<Span>,
    },
    /// A list.
    List {
        /// Numbered or bulleted.
        #[serde(rename = "isOrdered")]
        is_ordered: bool,
        /// Text of each item.
        items: Vec<Vec<Span>>,
    },
}

/// A run of text with one format.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TextSpan)]
pub struct Span {
    /// Text.
    pub text: String,
    /// Strong emphasis.
    #[serde(skip_serializing_if = "is_not")]
    #[schema(required = false)]
    pub is_strong: bool,
    /// Emphasis.
    #[serde(skip_serializing_if = "is_not")]
    #[schema(required = false)]
    pub is_emphasised: bool,
    /// Link target: an own page ("/moreinfo/faq"), an https or a mailto address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
}

const fn is_not(value: &bool) -> bool {
    !*value
}

/// Returns whether content may link to this target.
pub fn is_link(href: &str) -> bool {
    let is_page = href.starts_with('/') && !href.starts_with("//") && !href.contains('\\');
    let is_plain = !href.chars().any(|c| c.is_control() || c.is_whitespace());
    is_plain && (is_page || href.starts_with("https://") || href.starts_with("mailto:"))
}

/// Returns the blocks of a text. Unsupported markup becomes plain text.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut drawing = Drawing::default();
    for event in Parser::new(text) {
        drawing.take(event);
    }
    drawing.flush();
    drawing.blocks
}

/// Returns the blocks of a text that people type: each line is a paragraph of its own, and an https address is a link.
pub fn blocks_of_lines(text: &str) -> Vec<Block> {
    let linked = |spans: Vec<Span>| spans.into_iter().flat_map(linked).collect();
    let with_links = |block| match block {
        Block::Heading { id, level, spans } => Block::Heading { id, level, spans: linked(spans) },
        Block::Paragraph { spans } => Block::Paragraph { spans: linked(spans) },
        Block::List { is_ordered, items } => Block::List { is_ordered, items: items.into_iter().map(linked).collect() },
    };
    blocks(&text.replace('\n', "\n\n")).into_iter().map(with_links).collect()
}

/// Splits a span at the addresses in its text. A sign at the end of an address belongs to the sentence.
fn linked(span: Span) -> Vec<Span> {
    const SCHEME: &str = "https://";
    let mut pieces = Vec::new();
    if span.href.is_some() {
        return vec![span];
    }
    let mut rest = span.text.as_str();
    while let Some(start) = rest.find(SCHEME) {
        let end = rest[start..].find(char::is_whitespace).map_or(rest.len(), |length| start + length);
        let address =
            rest[start..end].trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '"', '\'', '»', '“', '”', '،', '؟']);
        let is_address = address.len() > SCHEME.len() && is_link(address);
        let end = start + if is_address { address.len() } else { SCHEME.len() };
        let from = if is_address { start } else { end };
        pieces.push(Span { text: rest[..from].to_owned(), ..span.clone() });
        if is_address {
            pieces.push(Span { text: address.to_owned(), href: Some(address.to_owned()), ..span.clone() });
        }
        rest = &rest[end..];
    }
    pieces.push(Span { text: rest.to_owned(), ..span.clone() });
    pieces.retain(|piece| !piece.text.is_empty());
    pieces
}

/// Returns the unsupported markup of a text, for its author.
pub fn unsupported(text: &str) -> Vec<String> {
    let mut found = BTreeSet::new();
    for event in Parser::new(text) {
        let markup = match &event {
            Event::Html(_) | Event::InlineHtml(_) => Some("HTML is not allowed in texts".to_owned()),
            Event::Start(Tag::Image { .. }) => Some("pictures are not allowed in texts".to_owned()),
            Event::Start(Tag::CodeBlock(_)) => {
                Some("a line begins with four spaces or a fence, which is code".to_owned())
            }
            Event::Start(Tag::Link { dest_url, .. }) if !is_link(dest_url) => {
                Some(format!("a link leads to {:?}; it must begin with https://, mailto: or /", &**dest_url))
            }
            _ => None,
        };
        found.extend(markup);
    }
    found.into_iter().collect()
}

#[derive(Default)]
struct Drawing {
    blocks: Vec<Block>,
    spans: Vec<Span>,
    ids: BTreeSet<String>,
    /// The number with which the search for a free id of an equal heading goes on.
    numbers: BTreeMap<String, usize>,
    strong: usize,
    emphasised: usize,
    href: Option<String>,
    /// The current list and its items; a nested list continues the items.
    list: Option<(bool, Vec<Vec<Span>>)>,
    depth: usize,
}

impl Drawing {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(Tag::List(first)) => {
                self.flush();
                if self.depth == 0 {
                    self.list = Some((first.is_some(), Vec::new()));
                }
                self.depth += 1;
            }
            Event::End(TagEnd::List(_)) => {
                self.flush();
                self.depth -= 1;
                if let (0, Some((is_ordered, items))) = (self.depth, &mut self.list) {
                    let (is_ordered, items) = (*is_ordered, std::mem::take(items));
                    self.list = None;
                    self.blocks.push(Block::List { is_ordered, items });
                }
            }
            Event::Start(Tag::Item | Tag::Paragraph) => {
                if self.depth == 0 {
                    self.flush();
                } else if !self.spans.is_empty() {
                    self.say(" ");
                }
            }
            Event::End(TagEnd::Item) => self.flush(),
            Event::End(TagEnd::Paragraph) if self.depth == 0 => self.flush(),
            Event::End(TagEnd::Heading(level)) => {
                let spans = std::mem::take(&mut self.spans);
                let id = self.id_of(&words(&spans));
                self.blocks.push(Block::Heading { id, level: level as u8, spans });
            }
            Event::Start(Tag::Strong) => self.strong += 1,
            Event::End(TagEnd::Strong) => self.strong -= 1,
            Event::Start(Tag::Emphasis) => self.emphasised += 1,
            Event::End(TagEnd::Emphasis) => self.emphasised -= 1,
            Event::Start(Tag::Link { dest_url, .. }) => {
                self.href = Some(dest_url.into_string()).filter(|href| is_link(href));
            }
            Event::End(TagEnd::Link) => self.href = None,
            Event::Text(text) | Event::Code(text) | Event::Html(text) | Event::InlineHtml(text) => self.say(&text),
            Event::SoftBreak | Event::HardBreak => self.say(" "),
            _ => {}
        }
    }

    fn say(&mut self, text: &str) {
        let (is_strong, is_emphasised) = (self.strong > 0, self.emphasised > 0);
        let span = Span { text: text.to_owned(), is_strong, is_emphasised, href: self.href.clone() };
        match self.spans.last_mut() {
            Some(last)
                if (last.is_strong, last.is_emphasised, &last.href) == (is_strong, is_emphasised, &span.href) =>
            {
                last.text.push_str(text);
            }
            _ => self.spans.push(span),
        }
    }

    fn flush(&mut self) {
        let spans = std::mem::take(&mut self.spans);
        if words(&spans).trim().is_empty() {
            return;
        }
        match &mut self.list {
            Some((_, items)) => items.push(spans),
            None => self.blocks.push(Block::Paragraph { spans }),
        }
    }

    /// "What we keep" becomes "what-we-keep", the second time "what-we-keep-2".
    fn id_of(&mut self, heading: &str) -> String {
        let lower = heading.to_lowercase();
        let parts = lower.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
        let base = parts.collect::<Vec<_>>().join("-");
        let base = if base.is_empty() { "section".to_owned() } else { base };
        let next = self.numbers.entry(base.clone()).or_insert(1);
        let id = loop {
            let id = if *next == 1 { base.clone() } else { format!("{base}-{next}") };
            *next += 1;
            if !self.ids.contains(&id) {
                break id;
            }
        };
        self.ids.insert(id.clone());
        id
    }
}

/// Returns the text without formats.
pub fn words(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Span {
        Span { text: text.to_owned(), ..Span::default() }
    }

    #[test]
    fn markdown_becomes_blocks() {
        let text = "## What we *keep*\n\nYour **name**\nand [questions](/moreinfo/faq).\n\n1. one\n2. two\n\n## What we keep\n";
        let strong = Span { is_strong: true, ..plain("name") };
        let link = Span { href: Some("/moreinfo/faq".to_owned()), ..plain("questions") };
        let emphasised = Span { is_emphasised: true, ..plain("keep") };
        let expected = [
            Block::Heading { id: "what-we-keep".to_owned(), level: 2, spans: vec![plain("What we "), emphasised] },
            Block::Paragraph { spans: vec![plain("Your "), strong, plain(" and "), link, plain(".")] },
            Block::List { is_ordered: true, items: vec![vec![plain("one")], vec![plain("two")]] },
            Block::Heading { id: "what-we-keep-2".to_owned(), level: 2, spans: vec![plain("What we keep")] },
        ];
        assert_eq!(blocks(text), expected);
    }

    #[test]
    fn ids_of_headings_are_unique() {
        let ids = |text: &str| -> Vec<String> {
            let id = |block| match block {
                Block::Heading { id, .. } => id,
                other => panic!("{other:?}"),
            };
            blocks(text).into_iter().map(id).collect()
        };
        assert_eq!(
            ids("# a\n# a 3\n# A\n# a\n# a 2\n# a 3\n#\n# section\n# a"),
            ["a", "a-3", "a-2", "a-4", "a-2-2", "a-3-2", "section", "section-2", "a-5"]
        );
        const HEADINGS: usize = 25_000;
        let many = ids(&"#\n".repeat(HEADINGS));
        assert_eq!(many.last(), Some(&format!("section-{HEADINGS}")));
        assert_eq!(many.into_iter().collect::<BTreeSet<_>>().len(), HEADINGS);
    }

    #[test]
    fn dangerous_markup_becomes_plain_text() {
        for hostile in ["<script>alert(1)</script>", "a <img src=x onerror=alert(1)> b", "<!-- x -->"] {
            assert!(!unsupported(hostile).is_empty(), "{hostile}");
            let spans = blocks(hostile).into_iter().map(|block| match block {
                Block::Paragraph { spans } => spans,
                other => panic!("{other:?}"),
            });
            assert!(spans.flatten().all(|span| span.href.is_none()), "{hostile}");
        }
        for link in ["javascript:alert(1)", "http://x.example", "//x.example", "data:text/html,x", "/\\x.example"] {
            assert!(!is_link(link), "{link}");
            assert_eq!(unsupported(&format!("[here]({link})")).len(), 1, "{link}");
            assert_eq!(blocks(&format!("[here]({link})")), [Block::Paragraph { spans: vec![plain("here")] }], "{link}");
        }
        assert_eq!(unsupported("[mail](mailto:a@b.example) and [us](https://b.example/x?y=1)"), Vec::<String>::new());
    }

    #[test]
    fn typed_lines_are_paragraphs_with_links() {
        let link = |address: &str| Span { href: Some(address.to_owned()), ..plain(address) };
        let expected = [
            Block::Paragraph { spans: vec![plain("Hello,")] },
            Block::Paragraph { spans: vec![plain("see "), link("https://a.example/x_y_z"), plain(".")] },
            Block::List { is_ordered: false, items: vec![vec![plain("tea")], vec![plain("cake")]] },
        ];
        assert_eq!(blocks_of_lines("Hello,\nsee https://a.example/x_y_z.\n- tea\n- cake\n"), expected);
        for hostile in ["https:// alone", "https://a.example/<script>alert(1)</script>", "[x](javascript:https://a)"] {
            for block in blocks_of_lines(hostile) {
                let Block::Paragraph { spans } = block else { panic!("{block:?}") };
                assert!(spans.iter().filter_map(|span| span.href.as_deref()).all(is_link), "{spans:?}");
                assert!(!words(&spans).is_empty());
            }
        }
    }

    #[test]
    fn nested_list_keeps_its_text() {
        let items = ["a", "b", "c", "d"].map(|text| vec![plain(text)]).to_vec();
        assert_eq!(blocks("- a\n  - b\n    - c\n- d"), [Block::List { is_ordered: false, items }]);
        let items = vec![vec![plain("one two")]];
        assert_eq!(blocks("- one\n\n  two"), [Block::List { is_ordered: false, items }]);
        assert_eq!(blocks("## 😀 \n").len(), 1);
    }
}
