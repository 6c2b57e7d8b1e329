//! The people of a window.

use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use store::people::Role;
use store::surveys::windows::lists::{self, AskedPerson, AskedState};
use store::{MentorshipId, PersonId, Store, SurveyWindowId};
use utoipa::ToSchema;
use web::{ListParams, ListQuery, Page, Result, Staff};

use super::windows::{NO_SUCH_WINDOW, find};

/// A person who was asked to take a survey.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StaffAskedPerson {
    /// The same as the person's.
    id: PersonId,
    person: AskedName,
    role: Role,
    /// The mentorship that reached the week or ended.
    #[schema(required)]
    mentorship: Option<MentorshipId>,
    asked_at: DateTime<Utc>,
    /// The last day on which they can begin.
    closes_on: NaiveDate,
    state: AskedState,
    #[schema(required)]
    reminded_at: Option<DateTime<Utc>>,
    #[schema(required)]
    sent_at: Option<DateTime<Utc>>,
}

/// A person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AskedName {
    id: PersonId,
    first_name: String,
    last_name: String,
}

impl From<AskedPerson> for StaffAskedPerson {
    fn from(asked: AskedPerson) -> Self {
        let AskedPerson { person_id: id, first_name, last_name, role, mentorship_id: mentorship, .. } = asked;
        let AskedPerson { asked_at, closes_on, state, reminded_at, sent_at, .. } = asked;
        let person = AskedName { id, first_name, last_name };
        Self { id, person, role, mentorship, asked_at, closes_on, state, reminded_at, sent_at }
    }
}

/// Lists the people of a window: who has sent the survey, and who has not.
#[web::operation(
    operation_id = "survey_window_people",
    params(("window" = SurveyWindowId, Path, description = "The window."), ListParams),
    responses(
        (status = 200, body = Page<StaffAskedPerson>),
        (status = 404, description = NO_SUCH_WINDOW),
        (status = 422, description = "`invalid`")
    )
)]
pub(crate) async fn list(
    store: Data<Store>,
    staff: Staff,
    window: Option<Path<SurveyWindowId>>,
    query: ListQuery,
) -> Result<Json<Page<StaffAskedPerson>>> {
    let id = find(&store, &staff, window).await?.id;
    Ok(Json(Page::of(lists::people(&store, &staff.0.scope, id, query.0).await?)))
}
