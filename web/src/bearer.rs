//! Who is asking.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest, web};
use store::tokens::Bearer;
use store::{PersonId, SessionId, Store, sessions, switches, tokens};

use crate::Error;

/// Extracted from `Authorization: Bearer …`: a handler that names it runs only for people who are signed in.
/// The session is looked up each time, so a sign-out counts at once, and so does maintenance.
#[derive(Clone, Copy, Debug)]
pub struct SignedIn {
    /// Who asks.
    pub person: PersonId,
    /// From which session.
    pub session: SessionId,
}

impl FromRequest for SignedIn {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let store = request.app_data::<web::Data<Store>>().map(|data| Arc::clone(data));
        let token = request
            .headers()
            .get(header::AUTHORIZATION)
            .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer ").map(str::to_owned));
        Box::pin(async move {
            let (Some(store), Some(token)) = (store, token) else { return Err(Error::not_signed_in()) };
            let Ok(Bearer { person, session, .. }) = tokens::verify(&store, &token) else {
                return Err(Error::not_signed_in());
            };
            if !sessions::is_alive(&store, session).await? {
                return Err(Error::not_signed_in());
            }
            if switches::is_on(&store, switches::MAINTENANCE).await? {
                return Err(Error::under_maintenance());
            }
            Ok(Self { person, session })
        })
    }
}
