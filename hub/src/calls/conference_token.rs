//! Tokens for the conference server. A participant gets one after answering whether the call may be recorded.

use chrono::{DateTime, Duration, Utc};
use store::calls::{Call, Provider};
use store::channels;
use store::people::Person;

use super::CallService;
use super::jitsi::TokenRequest;

/// The resolution at which the start of a blackout is searched.
const STEP: Duration = Duration::minutes(1);

impl CallService {
    /// Issues a token; None for a peer-to-peer call, after the end, and before the answer about recording.
    pub(crate) async fn conference_token(
        &self,
        call: &Call,
        me: &Person,
        consent: Option<bool>,
    ) -> store::Result<Option<String>> {
        let now = self.store.clock.now();
        let (Some(jitsi), Some(_), true) = (&self.settings.jitsi, consent, call.is_live(now)) else {
            return Ok(None);
        };
        if call.provider != Provider::Jitsi {
            return Ok(None);
        }
        let request = TokenRequest {
            room: &call.room,
            person: me.id,
            name: me.full_name(),
            is_moderator: self.moderates(me.role, me.programme_id).await?,
            expires_at: self.blackout_start(call, me, now).await?.min(call.expires_at),
        };
        match jitsi.sign(request, now) {
            Ok(token) => Ok(Some(token)),
            Err(error) => {
                // The key was verified at start-up; the page shows that the conference cannot be reached.
                tracing::error!(%error, "cannot sign a token for the conference server");
                Ok(None)
            }
        }
    }

    /// Returns the latest expiry of a token: the start of the next blackout, or the end of the call. A blackout that has begun
    /// does not shorten the token, because participants may return during it.
    async fn blackout_start(&self, call: &Call, me: &Person, now: DateTime<Utc>) -> store::Result<DateTime<Utc>> {
        let membership = channels::membership(&self.store, call.channel_id, me.id).await?;
        let programme = self.programmes.get(membership.and_then(|member| member.programme_id)).await?;
        let mut steps = (1..=15).map(|number| now + STEP * number);
        let first_blackout = programme.and_then(|programme| {
            let has_begun = programme.blackout_ends_at(now).is_some();
            steps.find(|at| !has_begun && programme.blackout_ends_at(*at).is_some())
        });
        Ok(first_blackout.map_or(call.expires_at, |at| at - STEP))
    }
}
