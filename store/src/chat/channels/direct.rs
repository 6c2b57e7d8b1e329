//! Direct channels by their two people.

use super::{Kind, create_in, join_in};
use crate::db::{Tx, query, query_scalar};
use crate::{ChannelId, PersonId, ProgrammeId, Result, Store};

/// Returns the direct channel in which two people are active and alone. Creates it if there is
/// none. The caller publishes the change.
pub(crate) async fn open_direct_in(
    tx: &mut Tx,
    store: &Store,
    one: PersonId,
    other: PersonId,
    programme: Option<ProgrammeId>,
) -> Result<ChannelId> {
    // A lock: two requests at once must not create two channels.
    query("UPDATE people SET role = role WHERE id = $1").bind(one.min(other)).execute(&mut *tx).await?;
    let known: Option<ChannelId> = query_scalar(
        "SELECT c.id FROM channels c
         JOIN members a ON a.channel_id = c.id AND a.person_id = $1 AND COALESCE(a.paused_status, a.status) = 'active'
         JOIN members b ON b.channel_id = c.id AND b.person_id = $2 AND COALESCE(b.paused_status, b.status) = 'active'
         WHERE c.kind = 'direct' AND NOT EXISTS (SELECT 1 FROM members o
             WHERE o.channel_id = c.id AND o.person_id <> $1 AND o.person_id <> $2 AND o.status <> 'absent')
         ORDER BY c.head_at DESC, c.id LIMIT 1",
    )
    .bind(one)
    .bind(other)
    .fetch_optional(&mut *tx)
    .await?;
    if let Some(known) = known {
        return Ok(known);
    }
    let id = create_in(tx, store, Kind::Direct, "", programme).await?;
    join_in(tx, store, id, &[one, other]).await?;
    Ok(id)
}

/// Makes two people active in the newest direct channel of theirs, which may have ended; creates it if there is none. The
/// caller has locked both people, and publishes the change.
pub(crate) async fn reopen_direct_in(
    tx: &mut Tx,
    store: &Store,
    one: PersonId,
    other: PersonId,
    programme: ProgrammeId,
) -> Result<ChannelId> {
    let known: Option<ChannelId> = query_scalar(
        "SELECT c.id FROM channels c
         JOIN members a ON a.channel_id = c.id AND a.person_id = $1
         JOIN members b ON b.channel_id = c.id AND b.person_id = $2
         WHERE c.kind = 'direct' AND NOT EXISTS (SELECT 1 FROM members o
             WHERE o.channel_id = c.id AND o.person_id <> $1 AND o.person_id <> $2 AND o.status <> 'absent')
         ORDER BY c.head_at DESC, c.id LIMIT 1",
    )
    .bind(one)
    .bind(other)
    .fetch_optional(&mut *tx)
    .await?;
    let channel = match known {
        Some(known) => known,
        None => create_in(tx, store, Kind::Direct, "", Some(programme)).await?,
    };
    join_in(tx, store, channel, &[one, other]).await?;
    Ok(channel)
}
