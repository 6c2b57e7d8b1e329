//! The extractor for people who learn: in the learning hub, or with a partner.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};
use chrono::NaiveDate;
use chrono_tz::Tz;
use store::content::Catalogue;
use store::experiences::Access;
use store::people::Role;
use store::{PersonId, Store};
use web::{Error, SignedIn};

use crate::content::languages;

/// A signed-in person. Which sessions are theirs is decided where sessions are loaded: [`super::own_sessions::OwnSessions`] for the
/// learning hub, [`super::in_mentorship`] for mentorships.
#[derive(Debug)]
pub(crate) struct Learner {
    pub(crate) id: PersonId,
    pub(crate) role: Role,
    /// The language in which they read.
    pub(crate) language: String,
    /// The day in the time zone of their programme.
    pub(crate) today: NaiveDate,
    pub(crate) time_zone: Tz,
    /// The content.
    pub(crate) catalogue: Arc<Catalogue>,
    signed_in: SignedIn,
}

impl FromRequest for Learner {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let signed_in = SignedIn::extract(&request).await?;
            let store = Data::<Store>::extract(&request).await.map_err(|_| Error::unavailable())?;
            Ok(Self::new(&store, &request, signed_in))
        })
    }
}

impl Learner {
    fn new(store: &Store, request: &HttpRequest, signed_in: SignedIn) -> Self {
        let time_zone = signed_in.time_zone();
        let language = languages::of(&signed_in, request);
        let today = store.clock.now().with_timezone(&time_zone).date_naive();
        let (id, role, catalogue) = (signed_in.person.id, signed_in.person.role, signed_in.catalogue.clone());
        Self { id, role, language, today, time_zone, catalogue, signed_in }
    }

    /// The same person as a reader of another role and language, for staff who look at what members see.
    pub(crate) fn reading_as(self, role: Role, language: String) -> Self {
        Self { role, language, ..self }
    }

    /// Refuses people without the experience `session`: 403 `no_learning_hub`.
    pub(super) fn check_learning_hub(&self) -> Result<(), Error> {
        if self.signed_in.experiences().session == Access::Use {
            return Ok(());
        }
        let sentence = "The learning hub is not open to you yet.";
        Err(Error::new(StatusCode::FORBIDDEN, "no_learning_hub", sentence))
    }
}
