//! Who may call, and who may be in a call. There is no other way in than through here.

use ::web::Error;
use actix_web::http::StatusCode;
use chrono::{DateTime, Utc};
use store::calls::{self, Call};
use store::channels::{self, Kind, Status};
use store::experiences::Access;
use store::people::Person;
use store::{ChannelId, PersonId};

use crate::commands::Problem;
use crate::protocol::ErrorCode;
use crate::{Hub, quiet};

/// Why somebody is not let in.
#[derive(Debug)]
pub(crate) enum Barred {
    /// There is no such channel or call, or none of theirs.
    Unknown,
    /// They may only read.
    NotActive,
    /// They have no video calls.
    VideoOff,
    /// In this kind of channel nobody calls.
    NoCallsHere,
    /// One of two blocked the other.
    Blocked,
    /// The programme is quiet until then.
    Blackout(DateTime<Utc>),
    /// Nobody knows at the moment.
    Failed(store::Error),
}

impl From<store::Error> for Barred {
    fn from(error: store::Error) -> Self {
        Self::Failed(error)
    }
}

/// A person who may call in a channel.
pub(crate) async fn to_channel(hub: &Hub, me: PersonId, channel: ChannelId) -> Result<Person, Barred> {
    let membership = channels::membership(&hub.store, channel, me).await?;
    let membership = membership.filter(|membership| membership.status != Status::Absent).ok_or(Barred::Unknown)?;
    if matches!(membership.kind, Kind::Assistant | Kind::Broadcast) {
        return Err(Barred::NoCallsHere);
    }
    if membership.status != Status::Active {
        return Err(Barred::NotActive);
    }
    if membership.is_blocked {
        return Err(Barred::Blocked);
    }
    let (person, sections) = hub.sections_of(me).await?.ok_or(Barred::Unknown)?;
    if sections.video != Access::Use {
        return Err(Barred::VideoOff);
    }
    let programme = hub.programmes.get(&hub.store, membership.programme_id).await?;
    if let Some(until) = programme.and_then(|programme| quiet::ends_at(&programme, hub.store.clock.now())) {
        return Err(Barred::Blackout(until));
    }
    Ok(person)
}

/// A person who may be in a call. When the programme becomes quiet, whoever is in a call may go on; nobody else comes in.
pub(crate) async fn to_call(hub: &Hub, me: PersonId, call: &Call) -> Result<Person, Barred> {
    match to_channel(hub, me, call.channel_id).await {
        Err(Barred::Blackout(until)) => {
            let is_in = call.is_live(hub.store.clock.now()) && calls::is_in(&hub.store, call.id, me).await?;
            let person = store::people::by_id(&hub.store, me).await?.filter(|_| is_in);
            person.ok_or(Barred::Blackout(until))
        }
        answer => answer,
    }
}

impl From<Barred> for Error {
    fn from(barred: Barred) -> Self {
        let forbidden = |code, sentence| Self::new(StatusCode::FORBIDDEN, code, sentence);
        match barred {
            Barred::Unknown => Self::new(StatusCode::NOT_FOUND, "channel_unknown", "There is no such conversation."),
            Barred::NotActive => forbidden("not_active_member", "You are not an active member of this conversation."),
            Barred::VideoOff => forbidden("video_off", ErrorCode::VideoOff.sentence()),
            Barred::NoCallsHere => {
                Self::new(StatusCode::CONFLICT, "no_calls_here", "Nobody can be called in this conversation.")
            }
            Barred::Blocked => forbidden("blocked", "You cannot call each other right now."),
            Barred::Blackout(_) => forbidden("blackout", "Calls are paused at this time."),
            Barred::Failed(error) => error.into(),
        }
    }
}

impl Barred {
    /// The same over the socket, where commands name a call.
    pub(crate) fn problem(self, now: DateTime<Utc>) -> Problem {
        match self {
            Self::Unknown | Self::NoCallsHere => Problem::new(ErrorCode::CallUnknown),
            Self::NotActive => Problem::new(ErrorCode::NotActiveMember),
            Self::VideoOff => Problem::new(ErrorCode::VideoOff),
            Self::Blocked => Problem::new(ErrorCode::Blocked),
            Self::Blackout(until) => Problem {
                code: ErrorCode::Blackout,
                retry_after_ms: u64::try_from((until - now).num_milliseconds()).ok(),
            },
            Self::Failed(error) => error.into(),
        }
    }
}
