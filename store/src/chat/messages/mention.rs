//! Mention markup: `@[Name](person id)`.

use std::borrow::Cow;

use crate::PersonId;

/// Returns the people mentioned in a text, each once, at most [`MAX_MENTIONS`]. Inexact markup is plain text.
pub fn people_in(body: &str) -> Vec<PersonId> {
    let mut people = Vec::new();
    let mut rest = body;
    while let Some(start) = rest.find("@[") {
        rest = &rest[start + 2..];
        let Some((_, person, _)) = parse(rest) else { continue };
        if !people.contains(&person) && people.len() < MAX_MENTIONS {
            people.push(person);
        }
    }
    people
}

/// Returns the text with each mention as `@Name`.
pub fn plain(body: &str) -> Cow<'_, str> {
    let mut plain = String::new();
    let mut rest = body;
    while let Some(start) = rest.find("@[") {
        let (before, markup) = rest.split_at(start + 2);
        match parse(markup) {
            Some((name, _, after)) => {
                plain.push_str(&before[..before.len() - 1]);
                plain.push_str(name);
                rest = after;
            }
            None => {
                plain.push_str(before);
                rest = markup;
            }
        }
    }
    if plain.is_empty() {
        return Cow::Borrowed(body);
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// Returns the text with another name in each mention of this person.
pub(crate) fn renamed(body: &str, person: PersonId, name: &str) -> String {
    let (mut out, mut rest) = (String::new(), body);
    while let Some(start) = rest.find("@[") {
        let (before, markup) = rest.split_at(start + 2);
        out.push_str(before);
        rest = markup;
        if let Some((known, who, after)) = parse(markup) {
            let name = if who == person { name } else { known };
            out.push_str(&format!("{name}]({who})"));
            rest = after;
        }
    }
    out + rest
}

/// People that one message can mention.
pub const MAX_MENTIONS: usize = 50;

/// Parses `Name](person id)…` after `@[` into the name, the person, and the rest.
fn parse(text: &str) -> Option<(&str, PersonId, &str)> {
    let (name, id) = text.split_at(text.find(['[', ']', '\n'])?);
    let (id, rest) = id.strip_prefix("](")?.split_once(')')?;
    let person = (!name.is_empty() && id.len() == 36).then(|| id.parse().ok()).flatten()?;
    Some((name, person, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TOM: &str = "018f3c2e-0000-7000-8000-000000000001";
    const ANA: &str = "018f3c2e-0000-7000-8000-000000000002";

    #[test]
    fn people_are_found_once_in_order() {
        let body = format!("Hi @[Tom Rivera]({TOM}) and @[Ana]({ANA}), @[Tom]({TOM})!");
        assert_eq!(people_in(&body), vec![TOM.parse().unwrap(), ANA.parse().unwrap()]);
    }

    #[test]
    fn renamed_changes_one_person_only() {
        let body = format!("@[Tom]({TOM}), @[x] @[Ana]({ANA}) and @[Tom R.]({TOM})!");
        let renamed = renamed(&body, TOM.parse().unwrap(), "Former member");
        assert_eq!(renamed, format!("@[Former member]({TOM}), @[x] @[Ana]({ANA}) and @[Former member]({TOM})!"));
    }

    #[test]
    fn inexact_markup_is_text() {
        for body in [
            "@[Tom](nobody)".to_owned(),
            format!("@[]({TOM})"),
            format!("@Tom({TOM})"),
            format!("@[Tom] ({TOM})"),
            format!("@[Tom]({TOM}"),
            format!("@[To\nm]({TOM})"),
        ] {
            assert_eq!(people_in(&body), vec![], "{body}");
        }
        assert_eq!(people_in(&format!("@[@[Tom]({TOM})")), vec![TOM.parse().unwrap()]);
    }

    #[test]
    fn plain_text_shows_names() {
        let body = format!("Hi @[Tom Rivera]({TOM}), @[@[Ana]({ANA})] and @[nobody](x)");
        assert_eq!(plain(&body), "Hi @Tom Rivera, @[@Ana] and @[nobody](x)");
    }

    proptest! {
        #[test]
        fn parser_accepts_any_text(body in "(@\\[|\\]\\(|\\)|ü|[0-9a-f-]{0,40}|.){0,40}") {
            people_in(&body);
            plain(&body);
        }
    }
}
