//! The values that stand in the SQL of a list: days and times of the request, and who reads.

use chrono::{DateTime, Datelike, Days, Duration, NaiveDate, Utc};
use uuid::Uuid;

use super::RECENT;
use crate::db::QueryBuilder;
use crate::programmes::MAX_CONTACT_WEEKS;
use crate::programmes::detection_rules::WARNED_DAYS;
use crate::{PersonId, Store};

/// From this age on no guardian has to agree.
const ADULT_AGE: i32 = 18;

/// Days from now on that count as soon.
const SOON: u64 = 30;

/// What stands in the SQL of a list for values of the request.
#[derive(Clone, Copy)]
pub(crate) struct Values {
    now: DateTime<Utc>,
    today: NaiveDate,
    reader: PersonId,
}

impl Values {
    pub(crate) fn of(store: &Store, reader: Option<PersonId>) -> Self {
        let now = store.clock.now();
        Self { now, today: now.date_naive(), reader: reader.unwrap_or(PersonId(Uuid::nil())) }
    }

    /// Appends SQL and binds its values.
    pub(crate) fn push(self, query: &mut QueryBuilder<'_>, sql: &'static str) {
        let mut rest = sql;
        while let Some(at) = rest.find('{') {
            query.push(&rest[..at]);
            let (name, next) = rest[at + 1..].split_once('}').unwrap_or_default();
            match name {
                "now" => query.push_bind(self.now),
                "today" => query.push_bind(self.today),
                "soon" => query.push_bind(self.today + Days::new(SOON)),
                "silent_since" => push_by_rhythm(query, |query, weeks| query.push_bind(self.now - weeks)),
                "silent_day" => push_by_rhythm(query, |query, weeks| query.push_bind(self.today - weeks)),
                "recent_since" => query.push_bind(self.now - RECENT),
                "warned_since" => query.push_bind(self.now - Duration::days(WARNED_DAYS)),
                "reader" => query.push_bind(self.reader),
                // `{adult_month}`
                _ => query.push_bind(format!("{:04}-{:02}", self.today.year() - ADULT_AGE, self.today.month())),
            };
            rest = next;
        }
        query.push(rest);
    }
}

/// Appends the value that follows from the rhythm of the programme `g`.
fn push_by_rhythm<'q, 'a>(
    query: &'q mut QueryBuilder<'a>,
    push_value: impl for<'b> Fn(&'b mut QueryBuilder<'a>, Duration) -> &'b mut QueryBuilder<'a>,
) -> &'q mut QueryBuilder<'a> {
    query.push("(CASE g.contact_weeks");
    for weeks in 1..MAX_CONTACT_WEEKS {
        query.push(" WHEN ").push_bind(i64::from(weeks)).push(" THEN ");
        push_value(query, Duration::weeks(weeks.into()));
    }
    query.push(" ELSE ");
    push_value(query, Duration::weeks(MAX_CONTACT_WEEKS.into()));
    query.push(" END)")
}
