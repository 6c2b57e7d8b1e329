//! A call that rings: who is told of it, and who is told that it rings no longer.
//!
//! Pages hear it from their sockets. Devices without a page are pushed to, and a push cannot be taken back: another one
//! follows and takes its place.

use sqlx::types::Json;

use super::{Call, News, RINGING};
use crate::bus::Event;
use crate::db::on;
use crate::experiences::{Access, Overrides, experiences_of};
use crate::people::Role;
use crate::programmes;
use crate::push::{self, Note, Outcome};
use crate::{CallId, ChannelId, PersonId, ProgrammeId, Result, Store};

/// A member, and what decides whether they have video calls.
#[derive(sqlx::FromRow)]
struct Member {
    id: PersonId,
    role: Role,
    programme_id: Option<ProgrammeId>,
    experience_overrides: Json<Overrides>,
}

/// Whom a call rings for: the active members who have video calls, but the one who called. Nobody else could take it.
async fn called(store: &Store, call: &Call) -> Result<Vec<PersonId>> {
    let members: Vec<Member> = on!(&store.db, |pool| sqlx::query_as(
        "SELECT p.id, p.role, p.programme_id, p.experience_overrides
         FROM members m JOIN people p ON p.id = m.person_id
         WHERE m.channel_id = $1 AND m.status = 'active' ORDER BY m.joined_at, m.person_id"
    )
    .bind(call.channel_id)
    .fetch_all(pool)
    .await)?;
    let programmes = programmes::all(store).await?;
    let has_video = |member: &Member| {
        let programme = programmes.iter().find(|programme| Some(programme.id) == member.programme_id);
        let rules = programme.map(|programme| &programme.settings.experiences);
        experiences_of(rules, member.role, &member.experience_overrides).video == Access::Use
    };
    let others = members.iter().filter(|member| call.started_by != Some(member.id));
    Ok(others.filter(|member| has_video(member)).map(|member| member.id).collect())
}

/// What the caller's message is named that invites to a call: whoever tells of messages knows it by that.
pub fn invitation_name(call: CallId) -> String {
    format!("call-{call}")
}

/// Those whom the newest message of a channel has been ringing for, if it is the invitation to a call: they need no
/// second word of it.
pub(crate) async fn rung_by_newest(store: &Store, channel: ChannelId) -> Result<Vec<PersonId>> {
    let newest: Option<(String, PersonId)> = on!(&store.db, |pool| {
        sqlx::query_as(
        "SELECT x.temp_id, x.sender_id FROM messages x JOIN channels c ON c.id = x.channel_id AND c.head_seq = x.seq
         WHERE c.id = $1 AND x.temp_id LIKE 'call-%'"
    )
    .bind(channel)
    .fetch_optional(pool)
    .await
    })?;
    let Some((name, sender)) = newest else { return Ok(Vec::new()) };
    let Some(id) = name.strip_prefix("call-").and_then(|id| id.parse().ok()) else { return Ok(Vec::new()) };
    match super::by_id(store, id).await? {
        // Anybody may name a message like that; only the caller's own is the invitation.
        Some(call) if call.channel_id == channel && call.started_by == Some(sender) => called(store, &call).await,
        _ => Ok(Vec::new()),
    }
}

/// Lets a new call ring for all who can take it.
pub async fn ring(store: &Store, call: &Call, from: PersonId, from_name: String) -> Result<()> {
    let people = called(store, call).await?;
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
    let answered: Vec<PersonId> =
        on!(&store.db, |pool| sqlx::query_scalar("SELECT person_id FROM call_answers WHERE call_id = $1")
            .bind(call.id)
            .fetch_all(pool)
            .await)?;
    let mut people = called(store, call).await?;
    people.retain(|person| !answered.contains(person));
    settle(store, call, &people, Outcome::Missed).await
}
