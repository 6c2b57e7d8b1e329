//! The surveys of the caller's programmes: who takes them and when, and what people answered.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json};
use chrono::NaiveDate;
use serde::Serialize;
use store::answer_exports::results::{self, Taken};
use store::content::{self, Survey, text_in};
use store::people::Role;
use store::programmes::Programme;
use store::surveys::windows::{members, takes_surveys};
use store::{ProgrammeId, Store};
use utoipa::ToSchema;
use web::{Result, Staff};

use crate::content::languages;

pub(super) mod asked_people;
pub(super) mod changes;
pub(super) mod export;
pub(super) mod new_window;
pub(super) mod results_page;
pub(super) mod texts;
pub(super) mod windows;

const ROLES: [Role; 2] = [Role::Mentor, Role::Mentee];

/// A survey, in the language of the caller.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct StaffSurveyName {
    key: String,
    name: String,
}

impl StaffSurveyName {
    fn new(survey: &Survey, language: &str) -> Self {
        Self { key: survey.key.clone(), name: text_in(&survey.name, language).to_owned() }
    }
}

/// The surveys of each programme of the caller.
#[derive(Serialize, ToSchema)]
pub(crate) struct StaffSurveysResponse {
    programmes: Vec<ProgrammeSurveys>,
}

/// The surveys that staff of a programme can ask people to take.
#[derive(Serialize, ToSchema)]
struct ProgrammeSurveys {
    id: ProgrammeId,
    key: String,
    title: String,
    /// In its time zone.
    today: NaiveDate,
    surveys: Vec<StaffSurvey>,
}

/// A survey in a programme.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StaffSurvey {
    #[serde(flatten)]
    survey: StaffSurveyName,
    stages: usize,
    questions: usize,
    /// The roles that may take it at any time, once the programme's conditions are met.
    open_to: Vec<Role>,
    /// The roles that may take surveys.
    can_take: Vec<Role>,
    mentors: SurveyTaken,
    mentees: SurveyTaken,
}

/// People of one role.
#[derive(Serialize, ToSchema)]
struct SurveyTaken {
    /// Those who take part.
    people: i64,
    /// Those who have begun the survey and not sent it.
    begun: i64,
    /// Those who have sent it.
    sent: i64,
}

/// Lists the surveys of the content for each programme of the caller.
#[web::operation(
    operation_id = "staff_surveys",
    responses((status = 200, body = StaffSurveysResponse))
)]
pub(crate) async fn list(store: Data<Store>, staff: Staff, request: HttpRequest) -> Result<Json<StaffSurveysResponse>> {
    let catalogue = content::catalogue(&store).await?;
    let language = languages::accepted(&store, &request).await?;
    let (members, taken) = (members(&store).await?, results::taken(&store).await?);
    let now = store.clock.now();
    let mut programmes: Vec<&Programme> = catalogue.programmes.values().map(AsRef::as_ref).collect();
    programmes.retain(|programme| staff.0.scope.includes(Some(programme.id)));
    programmes.sort_by(|one, other| one.name.cmp(&other.name));
    let surveys_of = |programme: &Programme| {
        let can_take: Vec<Role> = ROLES.into_iter().filter(|role| takes_surveys(programme, *role)).collect();
        let survey = |survey: &Survey| {
            let named = programme.settings.surveys.iter().filter(|named| named.survey == survey.key);
            let open_to: Vec<Role> = named.flat_map(|named| named.roles.iter().copied()).collect();
            let of = |role| SurveyTaken::new(programme.id, &survey.key, role, &members, &taken);
            StaffSurvey {
                survey: StaffSurveyName::new(survey, &language),
                stages: survey.stages.len(),
                questions: survey.questions().count(),
                open_to: can_take.iter().copied().filter(|role| open_to.contains(role)).collect(),
                can_take: can_take.clone(),
                mentors: of(Role::Mentor),
                mentees: of(Role::Mentee),
            }
        };
        catalogue.surveys.offered().map(|offered| survey(&offered.definition)).collect()
    };
    let programmes = programmes.into_iter().map(|programme| ProgrammeSurveys {
        id: programme.id,
        key: programme.key.clone(),
        title: programme.name.clone(),
        today: now.with_timezone(&programme.tz()).date_naive(),
        surveys: surveys_of(programme),
    });
    Ok(Json(StaffSurveysResponse { programmes: programmes.collect() }))
}

impl SurveyTaken {
    fn new(
        programme: ProgrammeId,
        key: &str,
        role: Role,
        members: &[(ProgrammeId, Role, i64)],
        taken: &[Taken],
    ) -> Self {
        let people = members.iter().find(|(id, of, _)| (*id, *of) == (programme, role)).map_or(0, |(.., count)| *count);
        let is_of = |taken: &&Taken| taken.programme_id == programme && taken.role == role && taken.survey_key == key;
        let taken = taken.iter().find(is_of);
        Self { people, begun: taken.map_or(0, |taken| taken.begun), sent: taken.map_or(0, |taken| taken.sent) }
    }
}
