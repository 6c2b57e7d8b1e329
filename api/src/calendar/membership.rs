//! The extractor for active members of the mentorship in the path.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};
use store::mentorship::{self, Mentorship};
use store::{MentorshipId, PersonId, Store};
use web::{Error, not_found};

use crate::learning::in_mentorship;
use crate::learning::learner::Learner;
use crate::learning::own_sessions::OwnSession;

/// An active member of the mentorship in the path. Others get 404.
#[derive(Debug)]
pub(super) struct Membership {
    pub(super) mentorship: Mentorship,
    pub(super) learner: Learner,
    /// All active members.
    pub(super) people: Vec<PersonId>,
}

impl FromRequest for Membership {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let learner = Learner::extract(&request).await?;
            let store = Data::<Store>::extract(&request).await.map_err(|_| Error::unavailable())?;
            let id: Option<MentorshipId> = request.match_info().get("id").and_then(|id| id.parse().ok());
            let active = mentorship::active(&store, id.ok_or_else(not_found)?).await?;
            let (mentorship, people) = active.ok_or_else(not_found)?;
            if people.contains(&learner.id) { Ok(Self { mentorship, learner, people }) } else { Err(not_found()) }
        })
    }
}

impl Membership {
    /// The sessions of the mentorship.
    pub(super) async fn sessions(&self, store: &Store) -> Result<Vec<OwnSession>, Error> {
        in_mentorship::of_members(store, &self.learner, self.mentorship.id, &self.people).await
    }
}
