//! Mention markup: `@[Name](person id)`.

use std::borrow::Cow;

use crate::PersonId;

/// The people mentioned in a text, each once, at most [`MOST`]. Markup that is not exact is plain text.
pub fn people_in(body: &str) -> Vec<PersonId> {
    let mut people = Vec::new();
    let mut rest = body;
    while let Some(start) = rest.find("@[") {
        rest = &rest[start + 2..];
        let Some((_, person, _)) = parse(rest) else { continue };
        if !people.contains(&person) && people.len() < MOST {
            people.push(person);
        }
    }
    people
}

/// The text with each mention as `@Name`, as people read it.
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

/// The text with another name in each mention of this person.
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

/// People that one message can call.
pub const MOST: usize = 50;

/// `Name](person id)…`, what follows `@[`: the name, the person, and what follows.
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
    fn finds_each_person_once_in_order() {
        let body = format!("Hi @[Tom Rivera]({TOM}) and @[Ana]({ANA}), @[Tom]({TOM})!");
        assert_eq!(people_in(&body), vec![TOM.parse().unwrap(), ANA.parse().unwrap()]);
    }

    #[test]
    fn one_person_is_renamed_and_nothing_else_is() {
        let body = format!("@[Tom]({TOM}), @[x] @[Ana]({ANA}) and @[Tom R.]({TOM})!");
        let renamed = renamed(&body, TOM.parse().unwrap(), "Former member");
        assert_eq!(renamed, format!("@[Former member]({TOM}), @[x] @[Ana]({ANA}) and @[Former member]({TOM})!"));
    }

    #[test]
    fn what_only_looks_like_a_mention_is_text() {
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
    fn is_read_as_a_name() {
        let body = format!("Hi @[Tom Rivera]({TOM}), @[@[Ana]({ANA})] and @[nobody](x)");
        assert_eq!(plain(&body), "Hi @Tom Rivera, @[@Ana] and @[nobody](x)");
    }

    proptest! {
        #[test]
        fn no_text_breaks_it(body in "(@\\[|\\]\\(|\\)|ü|[0-9a-f-]{0,40}|.){0,40}") {
            people_in(&body);
            plain(&body);
        }
    }
}
