//! Checks that several commands share.

use store::channels::{self, Kind, Membership, Status};
use store::{ChannelId, PersonId, people};

use super::state::ConnectionState;
use crate::command_error::{CommandError, CommandResult};
use crate::protocol::ErrorCode;

/// Checks the person's send rate and experiences, and the programme's blackout. Returns the kind of the channel; None for
/// an unknown one, which the write refuses.
pub(super) async fn check_may_send(
    state: &ConnectionState,
    me: PersonId,
    channel: ChannelId,
) -> CommandResult<Option<Kind>> {
    let hub = &state.hub;
    let kind = check_may_change(state, me, channel).await?;
    if let Some(until) = hub.programmes.sending_refused_until(channel, me).await? {
        return Err(CommandError::blackout(until, hub.store.clock.now()));
    }
    Ok(kind)
}

/// Checks the person's send rate and experiences: a message can be withdrawn also during a blackout. Returns the kind of the
/// channel; None for an unknown one, which the write refuses.
pub(super) async fn check_may_change(
    state: &ConnectionState,
    me: PersonId,
    channel: ChannelId,
) -> CommandResult<Option<Kind>> {
    let hub = &state.hub;
    hub.registry.count_send(me).map_err(CommandError::rate_limited)?;
    let kind = hub.channel_kinds.get(channel).await?;
    if let Some(kind) = kind
        && !hub.entitlements.may_use(me, kind).await?
    {
        return Err(CommandError::new(ErrorCode::ChannelUnknown));
    }
    Ok(kind)
}

/// Checks that the person may write messages in channels of this kind.
pub(super) async fn check_may_write(state: &ConnectionState, me: PersonId, kind: Option<Kind>) -> CommandResult {
    if kind == Some(Kind::Broadcast) && state.hub.entitlements.chat_access(me).await?.is_read_only(Kind::Broadcast) {
        return Err(CommandError::new(ErrorCode::StaffOnly));
    }
    Ok(())
}

/// Returns whether a text signals a crisis of a person who writes to people. Staff are those who are alerted, and the assistant
/// answers in its own channel.
pub(super) async fn is_crisis(
    state: &ConnectionState,
    me: PersonId,
    kind: Option<Kind>,
    body: &str,
) -> store::Result<bool> {
    let hub = &state.hub;
    Ok(matches!(kind, Some(Kind::Direct | Kind::Group | Kind::Team))
        && hub.crisis_content.is_crisis(body)
        && !hub.entitlements.chat_access(me).await?.is_staff)
}

/// Checks that `from` of a message, an address or id, names the person whose token it has.
pub(super) async fn check_sender(state: &ConnectionState, me: PersonId, from: &str) -> CommandResult {
    let is_own_id = from.parse() == Ok(me);
    if is_own_id || people::by_email(&state.hub.store, from).await?.is_some_and(|person| person.id == me) {
        return Ok(());
    }
    Err(CommandError::new(ErrorCode::SenderWrong))
}

/// Checks the length of a message.
pub(super) fn check_length(state: &ConnectionState, body: &str) -> CommandResult {
    if body.chars().count() > state.hub.limits.message_chars {
        return Err(CommandError::new(ErrorCode::MessageTooLong));
    }
    Ok(())
}

/// Returns the person's membership of a channel that they may read. Others get the error of an unknown channel.
pub(super) async fn readable(state: &ConnectionState, me: PersonId, channel: ChannelId) -> CommandResult<Membership> {
    let membership = channels::membership(&state.hub.store, channel, me).await?;
    let membership = membership.ok_or(CommandError::new(ErrorCode::ChannelUnknown))?;
    check_readable(state, me, &membership).await?;
    Ok(membership)
}

/// Checks that a member may read the channel.
pub(super) async fn check_readable(state: &ConnectionState, me: PersonId, membership: &Membership) -> CommandResult {
    if membership.status == Status::Absent {
        return Err(CommandError::new(ErrorCode::NotAMember));
    }
    if !state.hub.entitlements.may_use(me, membership.kind).await? {
        return Err(CommandError::new(ErrorCode::ChannelUnknown));
    }
    Ok(())
}
