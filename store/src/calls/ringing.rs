//! Ringing: who is notified of a new call, and who is notified that it stopped ringing.
//!
//! Pages receive bus events. Devices without a page receive a push notification, which cannot be withdrawn: another one
//! replaces it.

use sqlx::types::Json;

use super::{Call, CallEvent, RINGING};
use crate::bus::Event;
use crate::channels::is_separated;
use crate::chat_access::ChatAccess;
use crate::db::{Executor, Tx, query_as, query_scalar};
use crate::experiences::{Access, Overrides, experiences_of};
use crate::programmes::{self, Programme};
use crate::push::{self, Notification, Outcome};
use crate::role::Role;
use crate::{CallId, ChannelId, PersonId, ProgrammeId, Result, Store};

/// A member with the data that decides about video calls.
#[derive(sqlx::FromRow)]
struct Member {
    id: PersonId,
    role: Role,
    programme_id: Option<ProgrammeId>,
    experience_overrides: Json<Overrides>,
}

/// Returns the people a call rings for: active members who may use the channel and video calls, except the caller.
async fn called(store: &Store, call: &Call) -> Result<Vec<PersonId>> {
    Ok(who_may_answer(call, &members(&store.db, call).await?, &programmes::all(store).await?))
}

/// The active members of the channel of a call, without those who are kept apart from its caller.
async fn members(db: impl Executor, call: &Call) -> Result<Vec<Member>> {
    query_as([
        "SELECT p.id, p.role, p.programme_id, p.experience_overrides
         FROM members m JOIN people p ON p.id = m.person_id
         WHERE m.channel_id = $1 AND m.status = 'active' AND NOT ",
        is_separated!("m.person_id", "$2"),
        " ORDER BY m.joined_at, m.person_id",
    ])
    .bind(call.channel_id)
    .bind(call.started_by)
    .fetch_all(db)
    .await
}

fn who_may_answer(call: &Call, members: &[Member], programmes: &[Programme]) -> Vec<PersonId> {
    let may_answer = |member: &Member| {
        let programme = programmes.iter().find(|programme| Some(programme.id) == member.programme_id);
        let rules = programme.map(|programme| &programme.settings.experiences);
        let experiences = experiences_of(rules, member.role, &member.experience_overrides);
        experiences.video == Access::Use
            && ChatAccess::new(member.role, member.programme_id, &experiences).allows(call.kind)
    };
    let others = members.iter().filter(|member| call.started_by != Some(member.id));
    others.filter(|member| may_answer(member)).map(|member| member.id).collect()
}

/// Returns the `temp_id` of the message that invites to a call; notifications recognise it.
pub fn invitation_name(call: CallId) -> String {
    format!("call-{call}")
}

/// Returns the people for whom the newest message of a channel rings, if it is an invitation to a call: they need no
/// further notification.
pub(crate) async fn rung_by_newest(store: &Store, channel: ChannelId) -> Result<Vec<PersonId>> {
    let newest: Option<(String, PersonId)> = query_as(
        "SELECT x.temp_id, x.sender_id FROM messages x JOIN channels c ON c.id = x.channel_id AND c.head_seq = x.seq
         WHERE c.id = $1 AND x.temp_id LIKE 'call-%'",
    )
    .bind(channel)
    .fetch_optional(&store.db)
    .await?;
    let Some((name, sender)) = newest else { return Ok(Vec::new()) };
    let Some(id) = name.strip_prefix("call-").and_then(|id| id.parse().ok()) else { return Ok(Vec::new()) };
    match super::by_id(store, id).await? {
        // Any member can use such a `temp_id`; only the caller's message is the invitation.
        Some(call) if call.channel_id == channel && call.started_by == Some(sender) => called(store, &call).await,
        _ => Ok(Vec::new()),
    }
}

/// Rings for everybody who can answer the call.
pub async fn ring(store: &Store, call: &Call, from: PersonId, from_name: String) -> Result<()> {
    let people = called(store, call).await?;
    let news = CallEvent::Rings {
        call: call.id,
        room: call.room.clone(),
        channel: call.channel_id,
        from,
        from_name,
        expires_at: call.rings_until(),
        people: people.clone(),
    };
    store.bus.publish(vec![Event::Call(news)]);
    let (channel_id, room, rings_until) = (call.channel_id, call.room.clone(), call.rings_until());
    let notification = Notification::IncomingCall { channel_id, room, from: Some(from), rings_until };
    push::enqueue(store, &people, &notification, RINGING.to_std().unwrap_or_default()).await?;
    Ok(())
}

/// Stops these people's devices from ringing, in the transaction that ends it. After the ringing time they have stopped on their own.
pub(super) async fn stop_ringing(
    tx: &mut Tx,
    store: &Store,
    call: &Call,
    people: &[PersonId],
    outcome: Outcome,
) -> Result<()> {
    let left = (call.rings_until() - store.clock.now()).to_std().unwrap_or_default();
    if left.is_zero() || !call.has_rung() {
        return Ok(());
    }
    let notification = Notification::CallSettled { channel_id: call.channel_id, room: call.room.clone(), outcome };
    for person in people {
        push::enqueue_in(tx, store, *person, &notification, left).await?;
    }
    Ok(())
}

/// Reports the ended call as missed to people who did not answer.
pub(super) async fn missed(tx: &mut Tx, store: &Store, call: &Call) -> Result<()> {
    if store.clock.now() >= call.rings_until() {
        return Ok(());
    }
    let answered: Vec<PersonId> =
        query_scalar("SELECT person_id FROM call_answers WHERE call_id = $1").bind(call.id).fetch_all(&mut *tx).await?;
    let (members, programmes) = (members(&mut *tx, call).await?, programmes::all_in(&mut *tx).await?);
    let mut people = who_may_answer(call, &members, &programmes);
    people.retain(|person| !answered.contains(person));
    stop_ringing(tx, store, call, &people, Outcome::Missed).await
}
