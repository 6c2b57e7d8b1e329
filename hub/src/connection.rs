//! One connection: authenticates its frames and runs their commands.

use std::sync::Arc;

use ::web::ConnectionPermit;
use chrono::{DateTime, Utc};
use store::channels::{self, Kind};
use store::tokens::{self, Bearer, Rejection};
use store::{ChannelId, PersonId, login_sessions};
use tokio::time::Instant;

use crate::blackout_watch;
use crate::command_error::{CommandError, ErrorContext};
use crate::commands::{self, ConnectionState};
use crate::connection_handle::ConnectionHandle;
use crate::decode::decode;
use crate::hub::Hub;
use crate::protocol::{ErrorCode, close};

/// A connection and its authentication.
pub(crate) struct Connection {
    state: ConnectionState,
    authentication: Authentication,
}

enum Authentication {
    /// No valid token yet; the connection closes at the deadline, and counts towards the limit of its network address.
    Pending { deadline: Instant, _permit: Option<ConnectionPermit> },
    /// Authenticated by this token, with the generation of the keys that verified it. The renewal deadline runs once the token
    /// has expired.
    Authenticated { token: String, bearer: Bearer, keys: usize, renewal_deadline: Option<Instant> },
}

/// Why a frame is not processed.
enum Refused {
    /// The client gets an error.
    Error(CommandError),
    /// The connection is closing.
    Closing,
}

impl From<ErrorCode> for Refused {
    fn from(code: ErrorCode) -> Self {
        Self::Error(CommandError::new(code))
    }
}

impl From<store::Error> for Refused {
    fn from(error: store::Error) -> Self {
        Self::Error(error.into())
    }
}

impl Connection {
    pub(crate) fn new(hub: Arc<Hub>, handle: Arc<ConnectionHandle>, permit: Option<ConnectionPermit>) -> Self {
        let deadline = Instant::now() + hub.limits.sign_in_timeout;
        let authentication = Authentication::Pending { deadline, _permit: permit };
        Self { state: ConnectionState::new(hub, handle), authentication }
    }

    pub(crate) fn is_authenticated(&self) -> bool {
        matches!(self.authentication, Authentication::Authenticated { .. })
    }

    /// Returns when [`Connection::on_timer`] is due.
    pub(crate) fn next_timer(&self) -> Option<Instant> {
        self.deadline().into_iter().chain(self.state.next_flush()).min()
    }

    /// Closes a connection that missed its deadline, or writes pending read positions.
    pub(crate) async fn on_timer(&mut self) {
        let now = Instant::now();
        if self.deadline().is_some_and(|deadline| deadline <= now) {
            self.state.handle.queue.close(close::SIGNED_OUT);
        } else {
            commands::seen::flush(&mut self.state, now).await;
        }
    }

    fn deadline(&self) -> Option<Instant> {
        match self.authentication {
            Authentication::Pending { deadline, .. } => Some(deadline),
            Authentication::Authenticated { renewal_deadline, .. } => renewal_deadline,
        }
    }

    /// Processes a text frame.
    pub(crate) async fn on_text(&mut self, text: &str) {
        let Some(frame) = decode(text) else { return self.send_bad_frame() };
        let result = match self.authenticate(frame.token.as_deref()).await {
            Ok(bearer) => match frame.command {
                Ok(command) => commands::run(&mut self.state, bearer, command).await,
                Err(code) => Err(CommandError::new(code)),
            },
            Err(Refused::Error(error)) => Err(error),
            Err(Refused::Closing) => return,
        };
        if let Err(error) = result {
            self.state.handle.queue.send_frame(&error.frame(frame.context));
        }
    }

    /// Responds to a frame that cannot be decoded.
    pub(crate) fn send_bad_frame(&self) {
        let error = CommandError::new(ErrorCode::BadFrame);
        self.state.handle.queue.send_frame(&error.frame(ErrorContext::default()));
    }

    /// Ends the connection: writes pending read positions and leaves calls, channels and the registry. `silent_since` is set
    /// if the peer stopped responding: it may have missed everything sent since.
    pub(crate) async fn end(&mut self, silent_since: Option<DateTime<Utc>>) {
        let state = &mut self.state;
        commands::seen::flush_all(state).await;
        commands::call::detach(state).await;
        let person = state.handle.person();
        for channel in state.hub.registry.unregister(&state.handle) {
            state.hub.rooms.unsubscribe(channel, state.handle.id).await;
        }
        if let Some(person) = person {
            state.hub.offline_notifications.disconnected(person, silent_since);
        }
    }

    /// Returns the bearer of a frame's token.
    async fn authenticate(&mut self, token: Option<&str>) -> Result<Bearer, Refused> {
        let token = token.ok_or(ErrorCode::TokenInvalid)?;
        let now = self.state.hub.store.clock.now();
        let keys = tokens::key_generation(&self.state.hub.store);
        if let Authentication::Authenticated { token: known, bearer, keys: of_known, .. } = &self.authentication
            && known == token
            && *of_known == keys
        {
            return if bearer.expires_at > now { Ok(*bearer) } else { Err(self.expired()) };
        }
        let bearer = match tokens::verify(&self.state.hub.store, token) {
            Ok(bearer) => bearer,
            Err(Rejection::Invalid) => return Err(ErrorCode::TokenInvalid.into()),
            Err(Rejection::Expired) => return Err(self.expired()),
        };
        match &self.authentication {
            Authentication::Authenticated { bearer: known, .. } if known.person != bearer.person => {
                return Err(self.close(close::OTHER_PERSON));
            }
            Authentication::Authenticated { .. } => self.renew(bearer).await?,
            Authentication::Pending { .. } => self.register(bearer).await?,
        }
        self.authentication =
            Authentication::Authenticated { token: token.to_owned(), bearer, keys, renewal_deadline: None };
        Ok(bearer)
    }

    /// Starts the renewal deadline of an authenticated connection.
    fn expired(&mut self) -> Refused {
        if let Authentication::Authenticated { renewal_deadline, .. } = &mut self.authentication {
            renewal_deadline.get_or_insert(Instant::now() + self.state.hub.limits.renewal_timeout);
        }
        ErrorCode::TokenExpired.into()
    }

    /// Accepts a new token of the same person.
    async fn renew(&self, bearer: Bearer) -> Result<(), Refused> {
        self.check_login_session(bearer).await?;
        self.state.handle.set_bearer(bearer);
        // A sign-out before `set_bearer` did not find this connection; check again.
        self.check_login_session(bearer).await
    }

    /// Registers a connection with its first valid token.
    async fn register(&self, bearer: Bearer) -> Result<(), Refused> {
        let (hub, handle) = (&self.state.hub, &self.state.handle);
        if hub.is_draining() {
            return Err(self.close(close::RESTART));
        }
        if !hub.registry.register(handle, bearer, hub.limits.connections_per_person, hub.limits.sends) {
            return Err(self.close(close::TOO_MANY));
        }
        let version = hub.registry.next_membership_version();
        let active = match channels::of_session(&hub.store, bearer.session).await {
            Ok(Some(connecting)) if connecting.has_agreed_terms => {
                // Without it, the next question reads the database.
                let _ = hub.entitlements.cache_chat_access(bearer.person, &connecting).await;
                connecting.active
            }
            Ok(Some(_)) => {
                let error = CommandError::new(ErrorCode::TermsRequired);
                handle.queue.send_frame(&error.frame(ErrorContext::default()));
                return Err(self.close(close::TERMS_REQUIRED));
            }
            Ok(None) => return Err(self.close(close::SIGNED_OUT)),
            // The connection is registered without its channels: the client must reconnect.
            Err(_) => return Err(self.close(close::RESTART)),
        };
        let active = match usable(hub, bearer.person, active).await {
            Ok(active) => active,
            Err(_) => return Err(self.close(close::RESTART)),
        };
        hub.registry.set_channels(handle, &active, version);
        for ring in hub.calls.ringing.for_person(bearer.person, &active, hub.store.clock.now()) {
            handle.queue.send(ring);
        }
        blackout_watch::send_current(&hub.programmes, handle).await;
        hub.offline_notifications.connected(bearer.person);
        Ok(())
    }

    async fn check_login_session(&self, bearer: Bearer) -> Result<(), Refused> {
        if login_sessions::is_alive(&self.state.hub.store, bearer.session).await? {
            Ok(())
        } else {
            Err(self.close(close::SIGNED_OUT))
        }
    }

    fn close(&self, code: u16) -> Refused {
        self.state.handle.queue.close(code);
        Refused::Closing
    }
}

/// Returns those of the person's active channels that they may use.
async fn usable(hub: &Hub, person: PersonId, active: Vec<ChannelId>) -> store::Result<Vec<ChannelId>> {
    // The usual case takes no query for the kinds: all clients reconnect at once when a node restarts.
    if hub.entitlements.chat_access(person).await?.people {
        return Ok(active);
    }
    let mut usable = Vec::new();
    for channel in active {
        if hub.channel_kinds.get(channel).await?.is_some_and(Kind::is_personal) {
            usable.push(channel);
        }
    }
    Ok(usable)
}
