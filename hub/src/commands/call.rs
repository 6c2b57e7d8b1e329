//! `call_*`: answering a ringing call, and signalling between the peers of a built-in call.

use serde_json::Value;
use store::PersonId;
use store::bus::Event;
use store::calls::{self, Call, CallEvent, Joined, Media, Peer, Provider};

use super::state::ConnectionState;
use crate::command_error::{CommandError, CommandResult};
use crate::protocol::ErrorCode;

/// Bytes of one signal.
const MAX_SIGNAL_BYTES: usize = 64 * 1024;

pub(super) async fn answer(state: &mut ConnectionState, me: PersonId, call_room: &str, accept: bool) -> CommandResult {
    state.calls.count_frame()?;
    let call = authorized_call(state, me, call_room).await?;
    Ok(calls::answer(&state.hub.store, &call, me, accept).await?)
}

pub(super) async fn join(state: &mut ConnectionState, me: PersonId, call_room: String, name: String) -> CommandResult {
    state.calls.count_frame()?;
    if !is_name(&name) {
        return Err(CommandError::new(ErrorCode::BadFrame));
    }
    let call = authorized_call(state, me, &call_room).await?;
    if call.provider != Provider::Builtin {
        return Err(CommandError::new(ErrorCode::CallUnknown));
    }
    let hub = state.hub.clone();
    if calls::consent_of(&hub.store, call.id, me).await?.is_none() {
        return Err(CommandError::new(ErrorCode::ConsentFirst));
    }
    // A tab that renames itself receives no `call_ended` under its old name.
    if let Some(before) = state.calls.tabs.remove(&call_room).filter(|before| before.name != name) {
        hub.calls.peers.remove_from(&before, &state.handle);
    }
    match calls::join(&hub.store, &call, me, &name).await? {
        Joined::In => {}
        Joined::Full => return Err(CommandError::new(ErrorCode::CallFull)),
        Joined::Over => return Err(CommandError::new(ErrorCode::CallUnknown)),
        Joined::Apart => return Err(CommandError::new(ErrorCode::Blocked)),
        Joined::NameTaken => return Err(CommandError::new(ErrorCode::BadFrame)),
    }
    let peer = Peer { call: call.id, name };
    hub.calls.peers.attach(peer.clone(), me, call_room.clone(), state.handle.clone());
    state.calls.tabs.insert(call_room, peer);
    // Sends the new peer the list of the others; later changes reach it as an attached peer.
    hub.calls.notify_change(call.id);
    Ok(())
}

pub(super) fn signal(state: &mut ConnectionState, call_room: &str, to_peer: String, data: Value) -> CommandResult {
    state.calls.count_frame()?;
    if !is_signal(&data) {
        return Err(CommandError::new(ErrorCode::BadFrame));
    }
    let Peer { call, name: from_peer } = tab(state, call_room)?.clone();
    state.hub.store.bus.publish(vec![Event::Call(CallEvent::Signal { call, to_peer, from_peer, data })]);
    Ok(())
}

pub(super) async fn leave(state: &mut ConnectionState, me: PersonId, call_room: &str, name: &str) -> CommandResult {
    let peer = tab(state, call_room)?.clone();
    if peer.name != name {
        return Err(CommandError::new(ErrorCode::CallUnknown));
    }
    state.calls.tabs.remove(call_room);
    state.hub.calls.peers.remove(&peer);
    calls::leave(&state.hub.store, peer.call, me, &peer.name).await?;
    Ok(())
}

pub(super) async fn set_media(state: &mut ConnectionState, call_room: &str, name: &str, media: Media) -> CommandResult {
    state.calls.count_frame()?;
    let peer = tab(state, call_room)?.clone();
    if peer.name != name {
        return Err(CommandError::new(ErrorCode::CallUnknown));
    }
    Ok(calls::set_media(&state.hub.store, &peer, media).await?)
}

/// Detaches the peers of a connection that ended. They may return with another one within a grace period.
pub(crate) async fn detach(state: &mut ConnectionState) {
    for (_, peer) in state.calls.tabs.drain() {
        let hub = &state.hub;
        if let Err(error) = hub.calls.peers.detach(&hub.store, &peer, &state.handle).await {
            tracing::warn!(%error, "cannot detach a peer from its call");
        }
    }
}

/// Returns the call of a room that the person may join.
async fn authorized_call(state: &ConnectionState, me: PersonId, call_room: &str) -> CommandResult<Call> {
    let hub = &state.hub;
    let now = hub.store.clock.now();
    let call = calls::by_room(&hub.store, call_room).await?;
    let call = call.ok_or(CommandError::new(ErrorCode::CallUnknown))?;
    hub.calls.authorize_join(me, &call).await.map_err(|denied| denied.into_command_error(now))?;
    if call.is_live(now) { Ok(call) } else { Err(CommandError::new(ErrorCode::CallUnknown)) }
}

/// Returns the peer of this connection in a call.
fn tab<'c>(state: &'c ConnectionState, call_room: &str) -> CommandResult<&'c Peer> {
    let peer = state.calls.tabs.get(call_room);
    let peer = peer.filter(|peer| state.hub.calls.peers.uses(peer, &state.handle));
    peer.ok_or(CommandError::new(ErrorCode::CallUnknown))
}

fn is_name(name: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    (1..=64).contains(&name.len()) && name.chars().all(is_plain)
}

/// Returns whether data is WebRTC signalling. Other data is refused: it would bypass the rules of chat.
fn is_signal(data: &Value) -> bool {
    let Some(fields) = data.as_object() else { return false };
    let is_known = |name: &String| matches!(name.as_str(), "description" | "candidate");
    fields.len() == 1 && fields.keys().all(is_known) && data.to_string().len() <= MAX_SIGNAL_BYTES
}
