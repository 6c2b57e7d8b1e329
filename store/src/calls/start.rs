//! Start of calls: in a new room, or again in a room that is still open.

use super::{Call, End, INVITATION_LIFETIME, LIFETIME, Provider, SELECT_CALL, end, unended};
use crate::db::{query, query_as, query_scalar};
use crate::{CallId, ChannelId, PersonId, Result, Store};

/// The room of a new call.
#[derive(Clone, Copy, Default)]
struct Room {
    /// The first call of an open room; None for a new room.
    first: Option<CallId>,
    /// The call whose invitation is used; None for a call that rings.
    invited_by: Option<CallId>,
}

/// Returns the live call of a channel, or starts one; and whether it is new. Concurrent requests get the same call. While
/// the channel's last room is open, the new call takes place in it.
pub async fn start(store: &Store, channel: ChannelId, person: PersonId, provider: Provider) -> Result<(Call, bool)> {
    let first: Option<CallId> = query_scalar([
        "SELECT COALESCE(c.room_of, c.id) FROM calls c LEFT JOIN calls i ON i.id = c.invited_by ",
        "WHERE c.channel_id = $1 AND COALESCE(i.started_at, c.started_at) > $2 ORDER BY c.started_at DESC, c.id DESC LIMIT 1",
    ])
    .bind(channel)
    .bind(store.clock.now() - INVITATION_LIFETIME)
    .fetch_optional(&store.db)
    .await?;
    begin(store, channel, person, provider, Room { first, invited_by: None }).await
}

/// Returns the live call of the channel of an ended call, or starts one in the same room, without ringing.
pub async fn reopen(store: &Store, ended: &Call, person: PersonId, provider: Provider) -> Result<Call> {
    let room = Room { first: Some(ended.first), invited_by: Some(ended.invited_by) };
    Ok(begin(store, ended.channel_id, person, provider, room).await?.0)
}

async fn begin(
    store: &Store,
    channel: ChannelId,
    person: PersonId,
    provider: Provider,
    room: Room,
) -> Result<(Call, bool)> {
    let now = store.clock.now();
    if let Some(call) = unended(store, channel).await?
        && !call.is_live(now)
    {
        end(store, &call, End::Expired).await?;
    }
    let id: CallId = store.clock.id();
    // Repeated only if another call ended between the two statements.
    loop {
        let mut tx = store.db.begin().await?;
        query(
            "INSERT INTO calls (id, channel_id, room, provider, started_by, started_at, expires_at, room_of, invited_by)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
        )
        .bind(id)
        .bind(channel)
        .bind(room_name(rand::random()))
        .bind(provider)
        .bind(person)
        .bind(now)
        .bind(now + LIFETIME)
        .bind(room.first)
        .bind(room.invited_by)
        .execute(&mut tx)
        .await?;
        let live: Option<Call> = query_as([SELECT_CALL, "WHERE c.channel_id = $1 AND c.ended_at IS NULL"])
            .bind(channel)
            .fetch_optional(&mut tx)
            .await?;
        tx.commit().await?;
        if let Some(call) = live {
            let is_new = call.id == id;
            return Ok((call, is_new));
        }
    }
}

/// Encodes 128 bits as 26 lower-case letters and digits: conference servers ignore the case of room names, and nothing
/// in it needs escaping.
fn room_name(mut bits: u128) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    let mut name = String::with_capacity(26);
    for _ in 0..26 {
        name.push(char::from(LETTERS[(bits & 31) as usize]));
        bits >>= 5;
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn room_name_keeps_all_bits(one: u128, other: u128) {
            prop_assert_eq!(room_name(one) == room_name(other), one == other);
            prop_assert_eq!(room_name(one).len(), 26);
        }
    }
}
