//! The curated list: sessions that follow what a person has completed, then the newest ones.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use store::content::Session;

/// Entries of the list.
const LENGTH: usize = 10;

/// Why a session is in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The person completed sessions with this tag.
    Tag(String),
    /// It is new.
    Newest,
}

/// Chooses from the sessions that were not begun: those that share most tags with completed ones, then the newest. The same
/// input gives the same list, so that it changes only with what the person does and what is published.
pub(super) fn curated<'s>(
    completed: impl Iterator<Item = &'s Session>,
    candidates: impl Iterator<Item = &'s Session>,
) -> Vec<(&'s Session, Reason)> {
    let mut weights: BTreeMap<&str, usize> = BTreeMap::new();
    for tag in completed.flat_map(|session| &session.tags) {
        *weights.entry(tag).or_default() += 1;
    }
    let weight = |tag: &String| weights.get(tag.as_str()).copied().unwrap_or_default();
    let mut chosen: Vec<_> = candidates
        .map(|session| {
            let strongest = session.tags.iter().rev().max_by_key(|tag| weight(tag)).filter(|tag| weight(tag) > 0);
            let reason = strongest.map_or(Reason::Newest, |tag| Reason::Tag(tag.clone()));
            (session.tags.iter().map(weight).sum::<usize>(), session, reason)
        })
        .collect();
    chosen.sort_by_key(|(overlap, session, _)| (Reverse(*overlap), Reverse(session.published_on), session.key.clone()));
    chosen.into_iter().take(LENGTH).map(|(_, session, reason)| (session, reason)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn session(key: &str, published_on: &str, tags: &[&str]) -> Session {
        serde_json::from_value(json!({
            "key": key, "title": {"en": key}, "overview": {"en": key}, "banner": "b.svg", "color": "red",
            "audience": "learning_hub", "roles": ["mentee"], "published_on": published_on, "tags": tags, "steps": [],
        }))
        .unwrap()
    }

    fn tag(key: &str) -> Reason {
        Reason::Tag(key.to_owned())
    }

    #[test]
    fn sessions_with_known_tags_come_first_then_the_newest() {
        let completed = [session("a", "2026-01-01", &["money", "work"]), session("b", "2026-01-01", &["work"])];
        let candidates = [
            session("old", "2026-01-01", &["health"]),
            session("new", "2026-03-01", &[]),
            session("money", "2026-01-01", &["money"]),
            session("work", "2026-01-01", &["work"]),
            session("both", "2026-01-01", &["money", "work"]),
        ];
        let list: Vec<_> =
            curated(completed.iter(), candidates.iter()).into_iter().map(|(s, r)| (&*s.key, r)).collect();
        let expected = [
            ("both", tag("work")),
            ("work", tag("work")),
            ("money", tag("money")),
            ("new", Reason::Newest),
            ("old", Reason::Newest),
        ];
        assert_eq!(list, expected);
    }

    #[test]
    fn reason_is_the_tag_that_was_completed_most() {
        let completed: [&[&str]; 4] = [&["money", "work"], &["work"], &["health", "money"], &["work"]];
        let completed = completed.map(|tags| session("done", "2026-01-01", tags));
        for (tags, expected) in [
            (&[][..], Reason::Newest),
            (&["golf"], Reason::Newest),
            (&["money"], tag("money")),
            (&["money", "work"], tag("work")),
            (&["work", "money"], tag("work")),
            (&["golf", "health"], tag("health")),
        ] {
            let candidate = [session("next", "2026-01-01", tags)];
            assert_eq!(curated(completed.iter(), candidate.iter())[0].1, expected, "{tags:?}");
            assert_eq!(
                curated([].iter(), candidate.iter())[0].1,
                Reason::Newest,
                "{tags:?} without a completed session"
            );
        }
    }

    #[test]
    fn list_is_short_and_does_not_depend_on_the_order() {
        let candidates: Vec<_> = (10..30).map(|n| session(&format!("s{n}"), "2026-01-01", &[])).collect();
        let keys = |list: Vec<(&Session, Reason)>| list.into_iter().map(|(s, _)| s.key.clone()).collect::<Vec<_>>();
        let list = keys(curated([].iter(), candidates.iter()));
        assert_eq!(list.len(), LENGTH);
        assert_eq!(list, keys(curated([].iter(), candidates.iter().rev())));
    }
}
