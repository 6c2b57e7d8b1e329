//! One socket's conversation: who speaks, whether they may, and what they want.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use store::tokens::{self, Bearer, Refusal};
use store::{ChannelId, MessageId, channels, sessions};
use tokio::time::Instant;

use crate::Hub;
use crate::commands::{self, Problem};
use crate::incoming;
use crate::outlet::Outlet;
use crate::protocol::{ErrorCode, ServerFrame, close};

/// One read position per channel and second is written; what comes between is kept for the next.
pub(crate) const SEEN_INTERVAL: Duration = Duration::from_secs(1);

/// The state of one socket.
pub(crate) struct Conversation {
    pub(crate) hub: Arc<Hub>,
    pub(crate) outlet: Arc<Outlet>,
    trust: Trust,
    /// What the pages of each channel are cut against.
    pub(crate) anchors: HashMap<ChannelId, i64>,
    pub(crate) typed_at: HashMap<ChannelId, Instant>,
    pub(crate) seen: HashMap<ChannelId, Seen>,
    pub(crate) calls: commands::call::Calls,
}

/// Who is at the other end.
enum Trust {
    /// Nobody knows; until then.
    Stranger { until: Instant },
    /// A person, by this token.
    Person { token: String, bearer: Bearer, renew_until: Option<Instant> },
}

/// The read position of a channel as far as this socket told it.
pub(crate) struct Seen {
    pub(crate) written_at: Instant,
    pub(crate) waiting: Option<(MessageId, i64)>,
}

impl Conversation {
    pub(crate) fn new(hub: Arc<Hub>, outlet: Arc<Outlet>) -> Self {
        let trust = Trust::Stranger { until: Instant::now() + hub.limits.sign_in_timeout };
        let (anchors, typed_at, seen) = Default::default();
        Self { hub, outlet, trust, anchors, typed_at, seen, calls: commands::call::Calls::default() }
    }

    pub(crate) fn is_trusted(&self) -> bool {
        matches!(self.trust, Trust::Person { .. })
    }

    /// When [`Conversation::wake`] is due.
    pub(crate) fn wakes_at(&self) -> Option<Instant> {
        let trust = match self.trust {
            Trust::Stranger { until } => Some(until),
            Trust::Person { renew_until, .. } => renew_until,
        };
        let seen = self.seen.values().filter(|s| s.waiting.is_some()).map(|s| s.written_at + SEEN_INTERVAL).min();
        trust.into_iter().chain(seen).min()
    }

    /// Something is due: a read position to write, or a sign-in that did not come.
    pub(crate) async fn wake(&mut self) {
        let now = Instant::now();
        match self.trust {
            Trust::Stranger { until } | Trust::Person { renew_until: Some(until), .. } if until <= now => {
                self.outlet.end(close::SIGNED_OUT);
            }
            _ => commands::seen::flush(self, now).await,
        }
    }

    /// A frame came.
    pub(crate) async fn hear(&mut self, text: &str) {
        let Some(incoming) = incoming::read(text) else { return self.not_understood() };
        let result = match self.identify(incoming.token.as_deref()).await {
            Ok(bearer) => match incoming.command {
                Ok(command) => commands::run(self, bearer, command).await,
                Err(code) => Err(Problem::new(code)),
            },
            Err(Some(problem)) => Err(problem),
            Err(None) => return,
        };
        if let Err(problem) = result {
            let about = About { channel: incoming.channel, room: incoming.room, temp_id: incoming.temp_id };
            self.outlet.answer(&problem.frame(incoming.name, about));
        }
    }

    /// Something came that is no frame of ours.
    pub(crate) fn not_understood(&self) {
        self.outlet.answer(&Problem::new(ErrorCode::BadFrame).frame(None, About::default()));
    }

    /// The socket ended: writes what waits and leaves everything. `silent_since` says since when it may not have heard
    /// what it was told, if it did not end of itself.
    pub(crate) async fn end(&mut self, silent_since: Option<DateTime<Utc>>) {
        commands::seen::flush_all(self).await;
        commands::call::detach(self).await;
        let person = self.outlet.person();
        for channel in self.hub.registry.release(&self.outlet) {
            self.hub.rooms.leave(channel, self.outlet.id).await;
        }
        if let Some(person) = person {
            self.hub.absent.went(person, silent_since);
        }
    }

    /// Whom the token speaks for. `Err(None)` says that the socket is being closed.
    async fn identify(&mut self, token: Option<&str>) -> Result<Bearer, Option<Problem>> {
        let token = token.ok_or(Some(Problem::new(ErrorCode::TokenInvalid)))?;
        if let Trust::Person { token: known, bearer, renew_until } = &mut self.trust
            && known == token
        {
            if bearer.expires_at > self.hub.store.clock.now() {
                return Ok(*bearer);
            }
            renew_until.get_or_insert(Instant::now() + self.hub.limits.renewal_timeout);
            return Err(Some(Problem::new(ErrorCode::TokenExpired)));
        }
        let bearer = match tokens::verify(&self.hub.store, token) {
            Ok(bearer) => bearer,
            Err(Refusal::Invalid) => return Err(Some(Problem::new(ErrorCode::TokenInvalid))),
            Err(Refusal::Expired) => {
                if let Trust::Person { renew_until, .. } = &mut self.trust {
                    renew_until.get_or_insert(Instant::now() + self.hub.limits.renewal_timeout);
                }
                return Err(Some(Problem::new(ErrorCode::TokenExpired)));
            }
        };
        match &self.trust {
            Trust::Person { bearer: known, .. } if known.person != bearer.person => {
                self.outlet.end(close::OTHER_PERSON);
                return Err(None);
            }
            _ => self.trust(token, bearer).await?,
        }
        Ok(bearer)
    }

    /// A token that was not seen here before: its session must live, and a new socket is registered.
    async fn trust(&mut self, token: &str, bearer: Bearer) -> Result<(), Option<Problem>> {
        let hub = self.hub.clone();
        if self.is_trusted() {
            self.check_alive(bearer).await?;
            self.outlet.set_bearer(bearer);
            // From here on the news of a sign-out finds the socket; before, it may have come and gone.
            self.check_alive(bearer).await?;
        } else {
            if hub.is_draining() {
                return Err(self.end_with(close::RESTART));
            }
            if !hub.registry.bind(&self.outlet, bearer, hub.limits.sockets_per_person, hub.limits.sends) {
                return Err(self.end_with(close::TOO_MANY));
            }
            let look = hub.registry.next_look();
            let active = match channels::of_session(&hub.store, bearer.session).await {
                Ok(Some(active)) => active,
                Ok(None) => return Err(self.end_with(close::SIGNED_OUT)),
                // Half a sign-in is none: the client comes back and tries again.
                Err(_) => return Err(self.end_with(close::RESTART)),
            };
            hub.registry.set_channels(&self.outlet, &active, look);
            for ring in hub.calls.ringing.heard_by(bearer.person, &active, hub.store.clock.now()) {
                self.outlet.send(ring);
            }
            hub.absent.came(bearer.person);
        }
        self.trust = Trust::Person { token: token.to_owned(), bearer, renew_until: None };
        Ok(())
    }

    async fn check_alive(&self, bearer: Bearer) -> Result<(), Option<Problem>> {
        match sessions::is_alive(&self.hub.store, bearer.session).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(self.end_with(close::SIGNED_OUT)),
            Err(error) => Err(Some(error.into())),
        }
    }

    /// Ends the socket; there is nothing to answer then.
    fn end_with(&self, code: u16) -> Option<Problem> {
        self.outlet.end(code);
        None
    }
}

/// What a refused frame named.
#[derive(Default)]
struct About {
    channel: Option<ChannelId>,
    room: Option<String>,
    temp_id: Option<String>,
}

impl Problem {
    fn frame(self, in_reply_to: Option<String>, about: About) -> ServerFrame {
        let About { channel, room, temp_id } = about;
        ServerFrame::Error {
            code: self.code,
            message: self.code.sentence().to_owned(),
            channel,
            room,
            temp_id,
            in_reply_to,
            retry_after_ms: self.retry_after_ms,
        }
    }
}
