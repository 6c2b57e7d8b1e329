//! Selects the items of the feed that one person sees, newest first. Pure.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;

use crate::blackout::appears_at;
use crate::content::{FeedEvent, FeedItem};
use crate::role::Role;

/// A person who reads the feed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader {
    pub(super) role: Role,
    /// The zone of the programme, in which days begin.
    pub(super) zone: Tz,
    pub(super) now: DateTime<Utc>,
}

/// What a person wants to see of the feed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter {
    /// The type; None for all.
    pub event: Option<FeedEvent>,
    /// The first day of publication.
    pub from: Option<NaiveDate>,
    /// The last day of publication.
    pub to: Option<NaiveDate>,
}

/// The items for a filter, cut at a time.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Selection<'a> {
    /// What had appeared by then: the newest day first, and of one day what the content has last.
    pub(super) items: Vec<&'a Arc<FeedItem>>,
    /// How many have appeared since.
    pub(super) new_count: usize,
}

impl Filter {
    fn matches(&self, item: &FeedItem) -> bool {
        self.event.is_none_or(|event| item.event == event)
            && self.from.is_none_or(|from| item.published_on >= from)
            && self.to.is_none_or(|to| item.published_on <= to)
    }
}

impl Reader {
    /// Whether the person sees an item now. `added_at` is the time of its first import.
    pub(super) fn sees(&self, item: &FeedItem, added_at: Option<DateTime<Utc>>) -> bool {
        (item.roles.is_empty() || item.roles.contains(&self.role)) && self.appeared_at(item, added_at) <= self.now
    }

    fn appeared_at(&self, item: &FeedItem, added_at: Option<DateTime<Utc>>) -> DateTime<Utc> {
        appears_at(item.published_on, added_at, self.zone)
    }

    /// Selects from the whole feed. An item that appears after `as_of` is only counted, so that it moves no other one to
    /// another page.
    pub(super) fn select<'a>(
        &self,
        feed: &'a [Arc<FeedItem>],
        added: &BTreeMap<String, DateTime<Utc>>,
        filter: &Filter,
        as_of: DateTime<Utc>,
    ) -> Selection<'a> {
        let mut selection = Selection::default();
        for item in feed.iter().rev() {
            let added_at = added.get(&item.key).copied();
            if !filter.matches(item) || !self.sees(item, added_at) {
                continue;
            }
            if self.appeared_at(item, added_at) <= as_of {
                selection.items.push(item);
            } else {
                selection.new_count += 1;
            }
        }
        // Stable: items of one day stay in reverse order of the content.
        selection.items.sort_by_key(|item| Reverse(item.published_on));
        selection
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{Days, TimeDelta};
    use proptest::prelude::*;

    fn item(key: &str, day: &str) -> Arc<FeedItem> {
        for_roles(key, day, &[])
    }

    fn for_roles(key: &str, day: &str, roles: &[Role]) -> Arc<FeedItem> {
        let body = serde_json::json!({"key": key, "event": "post", "published_on": day, "roles": roles});
        Arc::new(serde_json::from_value(body).unwrap())
    }

    fn reader(now: &str) -> Reader {
        Reader { role: Role::Mentee, zone: chrono_tz::Europe::Berlin, now: now.parse().unwrap() }
    }

    fn keys(selection: &Selection<'_>) -> Vec<String> {
        selection.items.iter().map(|item| item.key.clone()).collect()
    }

    #[test]
    fn item_appears_on_its_day_in_the_zone() {
        let feed = [item("a", "2026-03-01"), item("b", "2026-03-02"), item("c", "2026-03-02")];
        let see = |now| {
            let reader = reader(now);
            keys(&reader.select(&feed, &BTreeMap::new(), &Filter::default(), reader.now))
        };
        assert_eq!(see("2026-03-01T22:59:59Z"), ["a"]);
        assert_eq!(see("2026-03-01T23:00:00Z"), ["c", "b", "a"], "the last of a day first");
    }

    #[test]
    fn item_of_another_role_is_hidden() {
        let feed = [for_roles("a", "2026-03-01", &[Role::Mentor]), item("b", "2026-03-01")];
        let reader = reader("2026-03-05T12:00:00Z");
        let selection = reader.select(&feed, &BTreeMap::new(), &Filter::default(), reader.now);
        assert_eq!(keys(&selection), ["b"]);
    }

    #[test]
    fn filter_includes_its_first_and_last_day() {
        let feed = [item("a", "2026-03-01"), item("b", "2026-03-02"), item("c", "2026-03-03")];
        let reader = reader("2026-03-05T12:00:00Z");
        let select = |filter: Filter| keys(&reader.select(&feed, &BTreeMap::new(), &filter, reader.now));
        let day = |text: &str| Some(text.parse().unwrap());
        assert_eq!(select(Filter { from: day("2026-03-02"), to: day("2026-03-02"), ..Filter::default() }), ["b"]);
        assert_eq!(select(Filter { event: Some(FeedEvent::Quote), ..Filter::default() }), Vec::<String>::new());
    }

    proptest! {
        /// Reads pages while items of any day are imported and published in between.
        #[test]
        fn pages_neither_double_nor_skip(
            arrivals in prop::collection::vec((0_u64..40, 0_i64..40, any::<bool>()), 0..40),
            size in 1_usize..7,
        ) {
            let start = reader("2026-03-01T12:00:00Z");
            let first = start.now.date_naive() - Days::new(20);
            let mut feed = Vec::new();
            let mut added = BTreeMap::new();
            for (number, (day, hours, is_last)) in arrivals.iter().enumerate() {
                let item = item(&number.to_string(), &(first + Days::new(*day)).to_string());
                added.insert(item.key.clone(), start.now + TimeDelta::hours(hours - 20));
                if *is_last { feed.push(item) } else { feed.insert(0, item) }
            }
            // A page sees what was imported by its time.
            let imported = |now: DateTime<Utc>| -> Vec<Arc<FeedItem>> {
                feed.iter().filter(|item| added[&item.key] <= now).cloned().collect()
            };
            let known = imported(start.now);
            let expected = keys(&start.select(&known, &added, &Filter::default(), start.now));
            let mut read = Vec::new();
            for page in 0..=expected.len() / size {
                let later = Reader { now: start.now + TimeDelta::hours(3 * i64::try_from(page).unwrap()), ..start };
                let known = imported(later.now);
                let selection = later.select(&known, &added, &Filter::default(), start.now);
                let all = later.select(&known, &added, &Filter::default(), later.now).items.len();
                prop_assert_eq!(selection.items.len() + selection.new_count, all);
                read.extend(keys(&selection).into_iter().skip(page * size).take(size));
            }
            prop_assert_eq!(read, expected);
        }
    }
}
