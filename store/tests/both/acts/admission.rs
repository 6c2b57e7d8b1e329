//! Performs the acts about who may take part: applications, and the consent of guardians.

use store::PersonId;
use store::administration::{self, ApplicationStep};
use store::cohorts;
use store::consents::{self, NewConsentRequest};
use store::data_requests::{self, Kind, NewRequest, Outcome};
use store::people::Role;
use store::programmes::Programme;
use store::staff::Actor;
use store::staff::audit::Act;
use test_kit::operator;

use super::world::World;

/// Performs an act about the application of a new person, and returns them.
pub(super) async fn about_application(world: &World, act: Act, actor: &Actor) -> PersonId {
    let (store, id) = (&*world.app.store, world.applicant().await);
    let decline = ApplicationStep::Decline { note: "no place" };
    let step = match act {
        Act::ReadApplication => {
            administration::read_application(store, actor, id).await.unwrap();
            return id;
        }
        Act::ApproveApplication => ApplicationStep::Approve,
        Act::WithdrawApplication => ApplicationStep::Withdraw,
        Act::ReopenApplication => {
            administration::decide_application(store, &operator(), id, decline).await.unwrap().unwrap();
            ApplicationStep::Reopen
        }
        _ => decline,
    };
    let _ = administration::decide_application(store, actor, id, step).await.unwrap();
    id
}

/// Performs an act about the guardian of a new mentee, and returns the mentee. The programme asks guardians meanwhile.
pub(super) async fn of_guardian(world: &World, act: Act, actor: &Actor) -> PersonId {
    let (store, by) = (&*world.app.store, &operator());
    let id = world.person(Role::Mentee).await;
    let Programme { key, name, time_zone, settings, .. } = &world.programme;
    let mut asking = settings.0.clone();
    asking.matching.needs_guardian_consent = true;
    administration::put_programme(store, by, key, name, time_zone, &asking).await.unwrap();
    let new = NewConsentRequest { person: id, email: "mother@home.example", language: "en", reference: "Form" };
    if act == Act::RequestConsent {
        let _ = consents::request(store, actor, new).await.unwrap();
    } else {
        consents::request(store, by, new).await.unwrap().unwrap();
        consents::cancel(store, actor, id).await.unwrap();
    }
    administration::put_programme(store, by, key, name, time_zone, settings).await.unwrap();
    id
}

/// Performs an act about what a new mentee demands of their record, and returns the mentee.
pub(super) async fn of_data_request(world: &World, act: Act, actor: &Actor) -> PersonId {
    let (store, by) = (&*world.app.store, &operator());
    let id = world.person(Role::Mentee).await;
    let new = NewRequest { kind: Kind::Access, words: "", received_on: None };
    if act == Act::EnterDataRequest {
        let _ = data_requests::ask(store, actor, id, new).await.unwrap();
        return id;
    }
    let request = data_requests::ask(store, by, id, new).await.unwrap().unwrap();
    if act == Act::ExtendDataRequest {
        let _ = data_requests::extend(store, actor, id, request, "The archive is far away").await.unwrap();
    } else {
        let _ = data_requests::close(store, actor, id, request, Outcome::Done, "").await.unwrap();
    }
    id
}

/// Performs an act about a new cohort of the programme.
pub(super) async fn about_cohort(world: &World, act: Act, actor: &Actor) {
    let (store, programme, name) = (&*world.app.store, world.programme.id, test_kit::fresh_name());
    if act == Act::CreateCohort {
        let _ = cohorts::create(store, actor, programme, &name).await.unwrap();
        return;
    }
    let id = cohorts::create(store, &operator(), programme, &name).await.unwrap().unwrap();
    if act == Act::RenameCohort {
        let _ = cohorts::rename(store, actor, id, &name, &test_kit::fresh_name()).await.unwrap();
    } else {
        let _ = cohorts::remove(store, actor, id).await.unwrap();
    }
}

/// Puts a new mentee into a new cohort, and returns them.
pub(super) async fn into_cohort(world: &World, actor: &Actor) -> PersonId {
    let store = &*world.app.store;
    let id = world.person(Role::Mentee).await;
    let cohort = cohorts::create(store, &operator(), world.programme.id, &test_kit::fresh_name()).await;
    let _ = cohorts::put(store, actor, &[id], Some(cohort.unwrap().unwrap())).await.unwrap();
    id
}
