//! A call that rings: who is told of it, and who is told that it rings no longer.
//!
//! Pages hear it from their sockets. Devices without a page are pushed to, and a push cannot be taken back: another one
//! follows and takes its place.

use super::{Call, News, RINGING, audience};
use crate::bus::Event;
use crate::db::on;
use crate::push::{self, Note, Outcome};
use crate::{PersonId, Result, Store};

/// Lets a new call ring for all active members but the one who called.
pub async fn ring(store: &Store, call: &Call, from: PersonId, from_name: String) -> Result<()> {
    let mut people = audience(store, call.channel_id).await?;
    people.retain(|person| *person != from);
    let news = News::Rings {
        room: call.room.clone(),
        channel: call.channel_id,
        from,
        from_name,
        expires_at: call.rings_until(),
        people: people.clone(),
    };
    store.bus.publish(vec![Event::Call(news)]);
    let (channel_id, room, rings_until) = (call.channel_id, call.room.clone(), call.rings_until());
    let note = Note::IncomingCall { channel_id, room, rings_until };
    push::enqueue(store, &people, &note, RINGING.to_std().unwrap_or_default()).await?;
    Ok(())
}

/// These people's devices fall silent. After the time of ringing they have done so by themselves.
pub(super) async fn settle(store: &Store, call: &Call, people: &[PersonId], outcome: Outcome) -> Result<()> {
    let left = (call.rings_until() - store.clock.now()).to_std().unwrap_or_default();
    if left.is_zero() {
        return Ok(());
    }
    let note = Note::CallSettled { channel_id: call.channel_id, room: call.room.clone(), outcome };
    push::enqueue(store, people, &note, left).await?;
    Ok(())
}

/// The call is over: whoever did nothing with it has missed it.
pub(super) async fn missed(store: &Store, call: &Call) -> Result<()> {
    if store.clock.now() >= call.rings_until() {
        return Ok(());
    }
    let people: Vec<PersonId> = on!(&store.db, |pool| sqlx::query_scalar(
        "SELECT m.person_id FROM members m JOIN calls c ON c.channel_id = m.channel_id
         WHERE c.id = $1 AND m.status = 'active' AND (c.started_by IS NULL OR m.person_id <> c.started_by)
         AND NOT EXISTS (SELECT 1 FROM call_answers a WHERE a.call_id = c.id AND a.person_id = m.person_id)
         ORDER BY m.joined_at, m.person_id"
    )
    .bind(call.id)
    .fetch_all(pool)
    .await)?;
    settle(store, call, &people, Outcome::Missed).await
}
