//! The extractor for people who have the learning hub.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};
use chrono::NaiveDate;
use chrono_tz::Tz;
use store::conditions;
use store::content::Catalogue;
use store::experiences::Access;
use store::people::Role;
use store::{PersonId, Store};
use web::{Error, SignedIn};

use crate::content::languages;

/// A signed-in person with the experience `session`; 403 `no_learning_hub` for others.
#[derive(Debug)]
pub(super) struct Learner {
    pub(super) id: PersonId,
    pub(super) role: Role,
    /// The language in which they read.
    pub(super) language: String,
    /// The day in the time zone of their programme.
    pub(super) today: NaiveDate,
    pub(super) time_zone: Tz,
    /// The content.
    pub(super) catalogue: Arc<Catalogue>,
}

impl FromRequest for Learner {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let signed_in = SignedIn::extract(&request).await?;
            let store = Data::<Store>::extract(&request).await.map_err(|_| Error::unavailable())?;
            Self::load(&store, &request, signed_in).await
        })
    }
}

impl Learner {
    async fn load(store: &Store, request: &HttpRequest, signed_in: SignedIn) -> Result<Self, Error> {
        if conditions::opened(store, &signed_in).await?.experiences.session != Access::Use {
            let sentence = "The learning hub is not open to you yet.";
            return Err(Error::new(StatusCode::FORBIDDEN, "no_learning_hub", sentence));
        }
        let time_zone = signed_in.time_zone();
        let language = languages::accepted_of(&signed_in.catalogue, request);
        let today = store.clock.now().with_timezone(&time_zone).date_naive();
        let (id, role, catalogue) = (signed_in.person.id, signed_in.person.role, signed_in.catalogue.clone());
        Ok(Self { id, role, language, today, time_zone, catalogue })
    }
}
