//! How the asker belongs to the channel of a call.

use ::web::{Error, Result};
use actix_web::http::StatusCode;
use actix_web::web::Path;
use store::channels::{self, Membership, Status};
use store::{ChannelId, PersonId, Store};

/// The membership of a person who may see the channel. A channel that is none of their business is not told apart from
/// one that does not exist.
pub(super) async fn member_of(store: &Store, channel: Option<Path<ChannelId>>, me: PersonId) -> Result<Membership> {
    let unknown = || Error::new(StatusCode::NOT_FOUND, "channel_unknown", "There is no such conversation.");
    let channel = channel.ok_or_else(unknown)?;
    let membership = channels::membership(store, *channel, me).await?;
    membership.filter(|membership| membership.status != Status::Absent).ok_or_else(unknown)
}

/// The same, for what only active members may do.
pub(super) async fn active_member_of(
    store: &Store,
    channel: Option<Path<ChannelId>>,
    me: PersonId,
) -> Result<Membership> {
    let membership = member_of(store, channel, me).await?;
    if membership.status != Status::Active {
        let sentence = "You are not an active member of this conversation.";
        return Err(Error::new(StatusCode::FORBIDDEN, "not_active_member", sentence));
    }
    Ok(membership)
}

/// Refuses a call that speaks for somebody else.
pub(super) fn only_for_oneself(named: Option<PersonId>, me: PersonId) -> Result<()> {
    match named {
        Some(person) if person != me => {
            Err(Error::new(StatusCode::FORBIDDEN, "forbidden", "You can do this only for yourself."))
        }
        _ => Ok(()),
    }
}
