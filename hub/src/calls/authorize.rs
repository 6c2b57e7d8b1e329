//! Authorisation of calls. Every way into a call passes through here.

use ::web::Error;
use actix_web::http::StatusCode;
use chrono::{DateTime, Utc};
use store::calls::{self, Call};
use store::channels::{self, Kind, Status};
use store::chat_access::ChatAccess;
use store::experiences::Access;
use store::people::{Person, Role};
use store::{ChannelId, PersonId, ProgrammeId, SignedIn};

use super::CallService;
use crate::command_error::CommandError;
use crate::protocol::ErrorCode;

/// Why a person may not start or join a call.
#[derive(Debug)]
pub(crate) enum AccessDenied {
    /// The channel or call does not exist, or the person does not belong to it.
    Unknown,
    /// The person may only read.
    NotActive,
    /// The person's experiences do not include video calls.
    VideoOff,
    /// This kind of channel has no calls.
    NoCallsHere,
    /// One of the two people blocked the other.
    Blocked,
    /// The programme has a blackout until then.
    Blackout(DateTime<Utc>),
    /// The check failed.
    Failed(store::Error),
}

impl From<store::Error> for AccessDenied {
    fn from(error: store::Error) -> Self {
        Self::Failed(error)
    }
}

impl CallService {
    /// Checks that a person may start a call in a channel.
    pub(crate) async fn authorize_start(&self, me: PersonId, channel: ChannelId) -> Result<Person, AccessDenied> {
        let membership = channels::membership(&self.store, channel, me).await?;
        let membership =
            membership.filter(|membership| membership.status != Status::Absent).ok_or(AccessDenied::Unknown)?;
        if membership.kind.is_personal() || membership.kind == Kind::Broadcast {
            return Err(AccessDenied::NoCallsHere);
        }
        if membership.status != Status::Active {
            return Err(AccessDenied::NotActive);
        }
        if membership.is_blocked {
            return Err(AccessDenied::Blocked);
        }
        // With the conditions of the programme: calls are rare, and begin with a request of their own.
        let signed_in = SignedIn::of_person(&self.store, me).await?.ok_or(AccessDenied::Unknown)?;
        let (experiences, person) = (signed_in.experiences(), signed_in.person);
        if !ChatAccess::new(person.role, person.programme_id, &experiences).people {
            return Err(AccessDenied::Unknown);
        }
        if experiences.video != Access::Use {
            return Err(AccessDenied::VideoOff);
        }
        if let Some(until) = self.programmes.calls_refused_until(&membership).await? {
            return Err(AccessDenied::Blackout(until));
        }
        Ok(person)
    }

    /// Checks that a person may join a call. During a blackout participants may stay and return; others may not join.
    pub(crate) async fn authorize_join(&self, me: PersonId, call: &Call) -> Result<Person, AccessDenied> {
        if calls::has_separated(&self.store, call.id, me).await? {
            return Err(AccessDenied::Blocked);
        }
        match self.authorize_start(me, call.channel_id).await {
            Err(AccessDenied::Blackout(until)) => {
                let is_in = call.is_live(self.store.clock.now()) && calls::is_in(&self.store, call.id, me).await?;
                let person = store::people::by_id(&self.store, me).await?.filter(|_| is_in);
                person.ok_or(AccessDenied::Blackout(until))
            }
            result => result,
        }
    }

    /// Returns whether a person moderates a conference: only moderators record. Mentors and staff do, and mentees where the
    /// programme lets them record.
    pub(super) async fn moderates(&self, role: Role, programme: Option<ProgrammeId>) -> store::Result<bool> {
        if role.moderates() {
            return Ok(true);
        }
        let programme = self.programmes.get(programme).await?;
        Ok(programme.is_some_and(|programme| programme.settings.calls.mentees_record))
    }
}

impl From<AccessDenied> for Error {
    fn from(denied: AccessDenied) -> Self {
        let forbidden = |code, sentence| Self::new(StatusCode::FORBIDDEN, code, sentence);
        match denied {
            AccessDenied::Unknown => {
                Self::new(StatusCode::NOT_FOUND, "channel_unknown", "There is no such conversation.")
            }
            AccessDenied::NotActive => {
                forbidden("not_active_member", "You are not an active member of this conversation.")
            }
            AccessDenied::VideoOff => forbidden("video_off", ErrorCode::VideoOff.sentence()),
            AccessDenied::NoCallsHere => {
                Self::new(StatusCode::CONFLICT, "no_calls_here", "This conversation has no calls.")
            }
            AccessDenied::Blocked => forbidden("blocked", "You cannot call each other right now."),
            AccessDenied::Blackout(_) => forbidden("blackout", "Calls are paused at this time."),
            AccessDenied::Failed(error) => error.into(),
        }
    }
}

impl AccessDenied {
    /// Converts the refusal for the socket, where commands name a call.
    pub(crate) fn into_command_error(self, now: DateTime<Utc>) -> CommandError {
        match self {
            Self::Unknown | Self::NoCallsHere => CommandError::new(ErrorCode::CallUnknown),
            Self::NotActive => CommandError::new(ErrorCode::NotActiveMember),
            Self::VideoOff => CommandError::new(ErrorCode::VideoOff),
            Self::Blocked => CommandError::new(ErrorCode::Blocked),
            Self::Blackout(until) => CommandError::blackout(until, now),
            Self::Failed(error) => error.into(),
        }
    }
}
