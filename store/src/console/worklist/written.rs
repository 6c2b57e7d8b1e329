//! Whether staff have written to those who wait.

use chrono::{DateTime, Duration, Utc};

use super::{Item, SHOWN};
use crate::channels::is_silenced;
use crate::db::query_as;
use crate::{PersonId, Result, Store};

/// How long ago staff wrote about the same matter at most: from the first warning about the end of a vetting to that end.
pub(super) const RECENT: Duration = Duration::days(30);

/// Notes when staff last wrote to each of these people. Of a conversation that the reader may not see, they learn nothing.
pub(super) async fn add(store: &Store, reader: PersonId, items: &mut [Item]) -> Result<()> {
    let Some(last) = items.last().map(|item| item.id) else { return Ok(()) };
    let mut ids = items.iter().map(|item| item.id).chain(std::iter::repeat(last));
    let mut found = query_as(concat!(
        "SELECT t.person_id, MAX(x.created_at) FROM team_channels t JOIN team_answers a ON a.channel_id = t.channel_id
         JOIN messages x ON x.channel_id = a.channel_id AND x.seq = a.seq
         WHERE t.person_id IN ($3, $4, $5) AND x.created_at > $2 AND x.deleted_at IS NULL AND NOT ",
        is_silenced!("t.person_id", "$1"),
        " GROUP BY t.person_id"
    ))
    .bind(reader)
    .bind(store.clock.now() - RECENT);
    for _ in 0..SHOWN {
        found = found.bind(PersonId(ids.next().unwrap_or(last)));
    }
    let found: Vec<(PersonId, DateTime<Utc>)> = found.fetch_all(&store.db).await?;
    for item in items {
        item.written_at = found.iter().find(|(person, _)| person.0 == item.id).map(|(_, at)| *at);
    }
    Ok(())
}
