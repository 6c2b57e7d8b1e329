//! Direct channels by their two people.

use super::Kind;
use crate::bus::Event;
use crate::db::{query, query_scalar};
use crate::{ChannelId, PersonId, ProgrammeId, Result, Store};

/// Returns the direct channel in which two people are active and alone. Creates it if there is none.
pub async fn open_direct(
    store: &Store,
    one: PersonId,
    other: PersonId,
    programme: Option<ProgrammeId>,
) -> Result<ChannelId> {
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    // A lock: two requests at once must not create two channels.
    query("UPDATE people SET role = role WHERE id = $1").bind(one.min(other)).execute(&mut tx).await?;
    let known: Option<ChannelId> = query_scalar(
        "SELECT c.id FROM channels c
         JOIN members a ON a.channel_id = c.id AND a.person_id = $1 AND a.status = 'active'
         JOIN members b ON b.channel_id = c.id AND b.person_id = $2 AND b.status = 'active'
         WHERE c.kind = 'direct' AND NOT EXISTS (SELECT 1 FROM members o
             WHERE o.channel_id = c.id AND o.person_id <> $1 AND o.person_id <> $2 AND o.status <> 'absent')
         ORDER BY c.head_at DESC, c.id LIMIT 1",
    )
    .bind(one)
    .bind(other)
    .fetch_optional(&mut tx)
    .await?;
    if let Some(known) = known {
        return Ok(known);
    }
    let id: ChannelId = store.clock.id();
    query(
        "INSERT INTO channels (id, kind, name, programme_id, head_seq, head_at, created_at)
         VALUES ($1, $2, '', $3, 0, $4, $4)",
    )
    .bind(id)
    .bind(Kind::Direct)
    .bind(programme)
    .bind(now)
    .execute(&mut tx)
    .await?;
    for person in [one, other] {
        query(
            "INSERT INTO members (channel_id, person_id, status, is_pair_manager, last_seen_seq, own_unseen, joined_at)
             VALUES ($1, $2, 'active', FALSE, 0, 0, $3)",
        )
        .bind(id)
        .bind(person)
        .bind(now)
        .execute(&mut tx)
        .await?;
    }
    tx.commit().await?;
    store.bus.publish(vec![Event::ChannelsChanged { people: vec![one, other] }]);
    Ok(id)
}
