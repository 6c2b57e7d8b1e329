//! The curated list: sessions that follow what a person has completed, then the newest ones.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use store::content::Session;

/// Entries of the list.
const LENGTH: usize = 10;

/// Why a session is in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The programme recommends it.
    Pinned,
    /// The person completed sessions with this tag.
    Tag(String),
    /// The person chose this tag in a survey.
    Interest(String),
    /// It is new.
    Newest,
}

/// What a curated list follows.
#[derive(Debug, Default)]
pub(super) struct Taste<'s> {
    /// The sessions that the programme recommends, in order.
    pub(super) pinned: &'s [String],
    /// The tags of completed sessions, with their numbers.
    pub(super) completed: BTreeMap<String, usize>,
    /// The tags of answers to surveys, with their numbers.
    pub(super) interests: BTreeMap<String, usize>,
}

impl<'s> Taste<'s> {
    /// The taste of a person who completed these sessions.
    pub(super) fn new(
        pinned: &'s [String],
        completed: impl Iterator<Item = &'s Session>,
        interests: BTreeMap<String, usize>,
    ) -> Self {
        let mut tags = BTreeMap::new();
        for tag in completed.flat_map(|session| &session.tags) {
            *tags.entry(tag.clone()).or_default() += 1;
        }
        Self { pinned, completed: tags, interests }
    }

    fn weight(&self, tag: &str) -> usize {
        [&self.completed, &self.interests].into_iter().filter_map(|tags| tags.get(tag)).sum()
    }

    /// The tag that weighs most says why.
    fn reason(&self, session: &Session) -> Reason {
        let strongest = session.tags.iter().rev().max_by_key(|tag| self.weight(tag));
        match strongest.filter(|tag| self.weight(tag) > 0) {
            Some(tag) if self.completed.contains_key(tag) => Reason::Tag(tag.clone()),
            Some(tag) => Reason::Interest(tag.clone()),
            None => Reason::Newest,
        }
    }
}

/// Chooses from the sessions that were not begun: those that the programme recommends, those that share most tags with what
/// the person completed and answered, then the newest. The same input gives the same list, so that it changes only with what
/// the person does and what is published.
pub(super) fn curated<'s>(
    taste: &Taste<'_>,
    candidates: impl Iterator<Item = &'s Session>,
) -> Vec<(&'s Session, Reason)> {
    let rank = |session: &Session| taste.pinned.iter().position(|key| *key == session.key);
    let mut chosen: Vec<_> = candidates.collect();
    chosen.sort_by_cached_key(|session| {
        let overlap: usize = session.tags.iter().map(|tag| taste.weight(tag)).sum();
        // Sessions without a rank come last.
        let rank = rank(session).unwrap_or(usize::MAX);
        (rank, Reverse(overlap), Reverse(session.published_on), session.key.clone())
    });
    let reason = |session| if rank(session).is_some() { Reason::Pinned } else { taste.reason(session) };
    chosen.into_iter().take(LENGTH).map(|session| (session, reason(session))).collect()
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
        let list: Vec<_> = curated(&Taste::new(&[], completed.iter(), BTreeMap::new()), candidates.iter())
            .into_iter()
            .map(|(s, r)| (&*s.key, r))
            .collect();
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
            assert_eq!(
                curated(&Taste::new(&[], completed.iter(), BTreeMap::new()), candidate.iter())[0].1,
                expected,
                "{tags:?}"
            );
            assert_eq!(
                curated(&Taste::default(), candidate.iter())[0].1,
                Reason::Newest,
                "{tags:?} without a completed session"
            );
        }
    }

    #[test]
    fn list_is_short_and_does_not_depend_on_the_order() {
        let candidates: Vec<_> = (10..30).map(|n| session(&format!("s{n}"), "2026-01-01", &[])).collect();
        let keys = |list: Vec<(&Session, Reason)>| list.into_iter().map(|(s, _)| s.key.clone()).collect::<Vec<_>>();
        let list = keys(curated(&Taste::default(), candidates.iter()));
        assert_eq!(list.len(), LENGTH);
        assert_eq!(list, keys(curated(&Taste::default(), candidates.iter().rev())));
    }

    #[test]
    fn recommended_sessions_come_first_and_answers_count_like_sessions() {
        let completed = [session("done", "2026-01-01", &["money"])];
        let interests = BTreeMap::from([("work".to_owned(), 2), ("health".to_owned(), 1)]);
        let pinned = ["second".to_owned(), "gone".to_owned(), "first".to_owned()];
        let candidates = [
            session("first", "2026-01-01", &["work"]),
            session("money", "2026-01-01", &["money"]),
            session("health", "2026-03-01", &["health"]),
            session("work", "2026-01-01", &["work"]),
            session("second", "2026-01-01", &[]),
            session("none", "2026-04-01", &[]),
        ];
        let taste = Taste::new(&pinned, completed.iter(), interests);
        let list: Vec<_> = curated(&taste, candidates.iter()).into_iter().map(|(s, r)| (&*s.key, r)).collect();
        let interest = |key: &str| Reason::Interest(key.to_owned());
        let expected = [
            ("second", Reason::Pinned),
            ("first", Reason::Pinned),
            ("work", interest("work")),
            ("health", interest("health")),
            ("money", tag("money")),
            ("none", Reason::Newest),
        ];
        assert_eq!(list, expected);
    }
}
