//! The token for a conference, for whoever may be in it and answered whether they may be recorded.

use chrono::{DateTime, Duration, Utc};
use store::calls::{Call, Provider};
use store::channels;
use store::people::Person;

use super::jitsi::Guest;
use crate::{Hub, quiet};

/// How exactly the beginning of a quiet time is found.
const STEP: Duration = Duration::minutes(1);

/// A token; None for built-in calls, after the end, and before an answer.
pub(crate) async fn token(hub: &Hub, call: &Call, me: &Person, consent: Option<bool>) -> store::Result<Option<String>> {
    let now = hub.store.clock.now();
    let (Some(jitsi), Some(_), true) = (&hub.calls.settings.jitsi, consent, call.is_live(now)) else {
        return Ok(None);
    };
    if call.provider != Provider::Jitsi {
        return Ok(None);
    }
    let guest = Guest {
        room: &call.room,
        person: me.id,
        name: me.full_name(),
        is_moderator: me.role.moderates(),
        until: quiet_from(hub, call, me, now).await?.min(call.expires_at),
    };
    match jitsi.token(guest, now) {
        Ok(token) => Ok(Some(token)),
        Err(error) => {
            // The key was tried at the start; the page says that the conference cannot be reached.
            tracing::error!(%error, "a token for the conference server could not be signed");
            Ok(None)
        }
    }
}

/// When the programme becomes quiet within the next minutes: a token must not let anybody in after that. Whoever is in the
/// call already may come back into it.
async fn quiet_from(hub: &Hub, call: &Call, me: &Person, now: DateTime<Utc>) -> store::Result<DateTime<Utc>> {
    let membership = channels::membership(&hub.store, call.channel_id, me.id).await?;
    let programme = hub.programmes.get(&hub.store, membership.and_then(|member| member.programme_id)).await?;
    let steps = (1..=15).map(|number| now + STEP * number);
    let quiet = programme.and_then(|programme| {
        let is_quiet_now = quiet::ends_at(&programme, now).is_some();
        steps.into_iter().find(|at| !is_quiet_now && quiet::ends_at(&programme, *at).is_some())
    });
    Ok(quiet.map_or(call.expires_at, |at| at - STEP))
}
