//! The extractor for people who have the learning hub.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};
use chrono::NaiveDate;
use chrono_tz::Tz;
use store::conditions;
use store::experiences::Access;
use store::people::{self, Role};
use store::programmes::{self, Programme};
use store::{PersonId, Store};
use web::{Caller, Error};

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
}

impl FromRequest for Learner {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let caller = Caller::extract(&request).await?;
            let store = Data::<Store>::extract(&request).await.map_err(|_| Error::unavailable())?;
            Self::load(&store, &request, caller.person).await
        })
    }
}

impl Learner {
    async fn load(store: &Store, request: &HttpRequest, person: PersonId) -> Result<Self, Error> {
        let person = people::by_id(store, person).await?.ok_or_else(Error::not_signed_in)?;
        let programme = match person.programme_id {
            Some(id) => programmes::by_id(store, id).await?,
            None => None,
        };
        let settings = programme.as_ref().map(|programme| &*programme.settings);
        if conditions::opened(store, &person, settings).await?.experiences.session != Access::Use {
            let sentence = "The learning hub is not open to you yet.";
            return Err(Error::new(StatusCode::FORBIDDEN, "no_learning_hub", sentence));
        }
        let time_zone = programme.as_ref().map_or(Tz::UTC, Programme::tz);
        let language = languages::accepted(store, request).await?;
        let today = store.clock.now().with_timezone(&time_zone).date_naive();
        Ok(Self { id: person.id, role: person.role, language, today, time_zone })
    }
}
