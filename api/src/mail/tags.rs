//! The placeholders and links of the text of a mail.

/// What links of a mail begin with.
const ADDRESS: &str = "{{ public_url }}";

/// The characters of links, besides their values.
const OF_LINKS: &str = "/?=&#._-~";

/// A part of a text that is not only words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    /// A value, such as `{{ day | in_full }}`.
    Value(String),
    /// The begin, middle or end of a block, such as `{% endif %}`.
    Block(String),
    /// A link into the product with its values, such as `{{ public_url }}/invitation#{{ token }}`.
    Link(String),
    /// What looks like a tag and is none.
    Broken(String),
}

/// Returns the tags of a text in their order, with the spaces that the built-in texts have.
pub(super) fn tags(text: &str) -> Vec<Tag> {
    let mut found = Vec::new();
    let mut link: Option<String> = None;
    let mut rest = text;
    while !rest.is_empty() {
        let Some(start) = ["{{", "{%", "{#"].iter().filter_map(|open| rest.find(open)).min() else {
            follow(&mut link, rest, &mut found);
            break;
        };
        follow(&mut link, &rest[..start], &mut found);
        let tag = &rest[start..];
        let close = match &tag[..2] {
            "{{" => tag.find("}}"),
            "{%" => tag.find("%}"),
            _ => None,
        };
        let Some(close) = close else {
            end(&mut link, &mut found);
            found.push(Tag::Broken(tag.chars().take(30).collect()));
            break;
        };
        let written = normal(&tag[..2], &tag[2..close], &tag[close..close + 2]);
        match &mut link {
            Some(link) if tag.starts_with("{{") && written != ADDRESS => link.push_str(&written),
            _ => {
                end(&mut link, &mut found);
                match written == ADDRESS {
                    true => link = Some(written),
                    false if tag.starts_with("{{") => found.push(Tag::Value(written)),
                    false => found.push(Tag::Block(written)),
                }
            }
        }
        rest = &tag[close + 2..];
    }
    end(&mut link, &mut found);
    found
}

/// Continues a link with the words behind it.
fn follow(link: &mut Option<String>, text: &str, found: &mut Vec<Tag>) {
    let Some(begun) = link else { return };
    let is_of_link = |c: char| c.is_ascii_alphanumeric() || OF_LINKS.contains(c);
    let length = text.find(|c| !is_of_link(c)).unwrap_or(text.len());
    begun.push_str(&text[..length]);
    if length < text.len() {
        end(link, found);
    }
}

fn end(link: &mut Option<String>, found: &mut Vec<Tag>) {
    if let Some(link) = link.take() {
        // The end of a sentence is none of the link.
        found.push(Tag::Link(link.trim_end_matches(['.', '?']).to_owned()));
    }
}

fn normal(open: &str, inner: &str, close: &str) -> String {
    let spaced = inner.replace('|', " | ").replace("==", " == ").replace("!=", " != ");
    format!("{open} {} {close}", spaced.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_links_and_blocks_are_found() {
        let text =
            "Hi {{name}}, {% if kind==\"access\" %}see {{ public_url }}/a#{{ token }}. {%endif%}{{ day|in_full }}";
        let value = |text: &str| Tag::Value(text.to_owned());
        let block = |text: &str| Tag::Block(text.to_owned());
        let expected = [
            value("{{ name }}"),
            block("{% if kind == \"access\" %}"),
            Tag::Link("{{ public_url }}/a#{{ token }}".to_owned()),
            block("{% endif %}"),
            value("{{ day | in_full }}"),
        ];
        assert_eq!(tags(text), expected);
        assert_eq!(tags("{{ public_url }}/x?y=z؟"), [Tag::Link("{{ public_url }}/x?y=z".to_owned())]);
        assert_eq!(tags("{{ public_url }}/a {{ public_url }}").len(), 2);
        for broken in ["a {{ name", "{# secret #}", "{% if", "{{ public_url }}{{"] {
            assert!(matches!(tags(broken).last(), Some(Tag::Broken(_))), "{broken}");
        }
        assert_eq!(tags("nothing } here }}"), []);
    }
}
