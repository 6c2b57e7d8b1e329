//! Calls over the socket: taking one that rings, and introducing the tabs of a built-in call to each other.

use std::collections::HashMap;
use std::time::Instant;

use serde_json::Value;
use store::PersonId;
use store::bus::Event;
use store::calls::{self, Call, Joined, Media, News, Peer, Provider};

use super::{Outcome, Problem};
use crate::calls::admit;
use crate::limits::{Bucket, Rate};
use crate::protocol::ErrorCode;
use crate::session::Conversation;

/// What one tab may say in calls: a connection to three others begins with some dozens of frames.
const FRAMES: Rate = Rate { per_second: 30, burst: 300 };

/// Bytes of what one tab tells another one.
const SIGNAL_BYTES: usize = 64 * 1024;

/// The built-in calls that a socket is in.
#[derive(Debug)]
pub(crate) struct Calls {
    /// By room.
    tabs: HashMap<String, Peer>,
    allowance: Bucket,
}

impl Default for Calls {
    fn default() -> Self {
        Self { tabs: HashMap::new(), allowance: Bucket::full(FRAMES, Instant::now()) }
    }
}

pub(super) async fn answer(conversation: &mut Conversation, me: PersonId, room: &str, accept: bool) -> Outcome {
    take(conversation)?;
    let call = admitted(conversation, me, room).await?;
    Ok(calls::answer(&conversation.hub.store, &call, me, accept).await?)
}

pub(super) async fn join(conversation: &mut Conversation, me: PersonId, room: String, name: String) -> Outcome {
    take(conversation)?;
    if !is_name(&name) {
        return Err(Problem::new(ErrorCode::BadFrame));
    }
    let call = admitted(conversation, me, &room).await?;
    if call.provider != Provider::Builtin {
        return Err(Problem::new(ErrorCode::CallUnknown));
    }
    let hub = conversation.hub.clone();
    if calls::consent_of(&hub.store, call.id, me).await?.is_none() {
        return Err(Problem::new(ErrorCode::ConsentFirst));
    }
    // The same tab under another name is not told that it has gone elsewhere.
    if let Some(before) = conversation.calls.tabs.remove(&room).filter(|before| before.name != name) {
        hub.calls.seats.left_by(&before, &conversation.outlet);
    }
    match calls::join(&hub.store, &call, me, &name).await? {
        Joined::In => {}
        Joined::Full => return Err(Problem::new(ErrorCode::CallFull)),
        Joined::Over => return Err(Problem::new(ErrorCode::CallUnknown)),
        Joined::NameTaken => return Err(Problem::new(ErrorCode::BadFrame)),
    }
    let peer = Peer { call: call.id, name };
    hub.calls.seats.take(peer.clone(), me, room.clone(), conversation.outlet.clone());
    conversation.calls.tabs.insert(room, peer);
    // From here on it is introduced to whoever comes; those who are there it is told now.
    hub.calls.changed(call.id);
    Ok(())
}

pub(super) fn signal(conversation: &mut Conversation, room: &str, to_peer: String, data: Value) -> Outcome {
    take(conversation)?;
    if !is_signal(&data) {
        return Err(Problem::new(ErrorCode::BadFrame));
    }
    let Peer { call, name: from_peer } = seat(conversation, room)?.clone();
    conversation.hub.store.bus.publish(vec![Event::Call(News::Signal { call, to_peer, from_peer, data })]);
    Ok(())
}

pub(super) async fn leave(conversation: &mut Conversation, me: PersonId, room: String, name: String) -> Outcome {
    let peer = seat(conversation, &room)?.clone();
    if peer.name != name {
        return Err(Problem::new(ErrorCode::CallUnknown));
    }
    conversation.calls.tabs.remove(&room);
    conversation.hub.calls.seats.leave(&peer);
    calls::leave(&conversation.hub.store, peer.call, me, &peer.name).await?;
    Ok(())
}

pub(super) async fn tell(conversation: &mut Conversation, room: String, name: String, media: Media) -> Outcome {
    take(conversation)?;
    let peer = seat(conversation, &room)?.clone();
    if peer.name != name {
        return Err(Problem::new(ErrorCode::CallUnknown));
    }
    Ok(calls::set_media(&conversation.hub.store, &peer, media).await?)
}

/// The socket ended. Its tabs have a while to come back with another one.
pub(crate) async fn detach(conversation: &mut Conversation) {
    for (_, peer) in conversation.calls.tabs.drain() {
        if conversation.hub.calls.seats.left_by(&peer, &conversation.outlet)
            && let Err(error) = calls::detach(&conversation.hub.store, &peer).await
        {
            tracing::warn!(%error, "the end of a socket in a call could not be noted");
        }
    }
}

/// The call of a room, for whoever may be in it.
async fn admitted(conversation: &Conversation, me: PersonId, room: &str) -> Outcome<Call> {
    let hub = &conversation.hub;
    let now = hub.store.clock.now();
    let call = calls::by_room(&hub.store, room).await?;
    let call = call.ok_or(Problem::new(ErrorCode::CallUnknown))?;
    admit::to_call(hub, me, &call).await.map_err(|barred| barred.problem(now))?;
    if call.is_live(now) { Ok(call) } else { Err(Problem::new(ErrorCode::CallUnknown)) }
}

/// The tab of this socket in a call, as long as it is in it.
fn seat<'c>(conversation: &'c Conversation, room: &str) -> Outcome<&'c Peer> {
    let peer = conversation.calls.tabs.get(room);
    let peer = peer.filter(|peer| conversation.hub.calls.seats.is_taken_by(peer, &conversation.outlet));
    peer.ok_or(Problem::new(ErrorCode::CallUnknown))
}

fn take(conversation: &mut Conversation) -> Outcome {
    let taken = conversation.calls.allowance.take(Instant::now());
    taken.map_err(|wait| Problem { code: ErrorCode::RateLimited, retry_after_ms: Some(wait) })
}

fn is_name(name: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    (1..=64).contains(&name.len()) && name.chars().all(is_plain)
}

/// What browsers exchange, and nothing else: this is no way to pass notes around the rules of chat.
fn is_signal(data: &Value) -> bool {
    let Some(fields) = data.as_object() else { return false };
    let is_known = |name: &String| matches!(name.as_str(), "description" | "candidate");
    fields.len() == 1 && fields.keys().all(is_known) && data.to_string().len() <= SIGNAL_BYTES
}
