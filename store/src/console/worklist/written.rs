//! Whether staff have written to those who wait.

use chrono::{DateTime, Duration, Utc};
use uuid::Uuid;

use super::{Item, SHOWN};
use crate::channels::is_silenced;
use crate::db::query_as;
use crate::{PersonId, Result, Store};

/// How long ago staff wrote about the same matter at most: from the first warning about the end of a vetting to that end.
pub(super) const RECENT: Duration = Duration::days(30);

/// Whom staff write to about a row that waits.
#[derive(Clone, Copy)]
pub(super) enum Addressees {
    /// The person of the row.
    Person,
    /// The members of the mentorship of the row.
    Members,
}

macro_rules! last_answers {
    ($key:literal, $joined:literal) => {
        concat!(
            "SELECT ",
            $key,
            ", MAX(x.created_at) FROM team_channels t ",
            $joined,
            " JOIN team_answers a ON a.channel_id = t.channel_id
             JOIN messages x ON x.channel_id = a.channel_id AND x.seq = a.seq
             WHERE ",
            $key,
            " IN ($3, $4, $5) AND x.created_at > $2 AND x.deleted_at IS NULL AND NOT ",
            is_silenced!("t.person_id", "$1"),
            " GROUP BY ",
            $key
        )
    };
}

impl Addressees {
    fn statement(self) -> &'static str {
        match self {
            Self::Person => last_answers!("t.person_id", ""),
            Self::Members => last_answers!(
                "m.mentorship_id",
                "JOIN mentorship_members m ON m.person_id = t.person_id AND m.left_at IS NULL"
            ),
        }
    }
}

/// Notes when staff last wrote about each of these rows. Of a conversation that the reader may not see, they learn nothing.
pub(super) async fn add(store: &Store, reader: PersonId, to: Addressees, items: &mut [Item]) -> Result<()> {
    let Some(last) = items.last().map(|item| item.id) else { return Ok(()) };
    let mut ids = items.iter().map(|item| item.id).chain(std::iter::repeat(last));
    let mut found = query_as(to.statement()).bind(reader).bind(store.clock.now() - RECENT);
    for _ in 0..SHOWN {
        found = found.bind(ids.next().unwrap_or(last));
    }
    let found: Vec<(Uuid, DateTime<Utc>)> = found.fetch_all(&store.db).await?;
    for item in items {
        item.written_at = found.iter().find(|(id, _)| *id == item.id).map(|(_, at)| *at);
    }
    Ok(())
}
