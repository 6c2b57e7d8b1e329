//! The profile of the signed-in person, with the experiences they may use.

use crate::content::logos;
use crate::learning::has_new_session;
use crate::surveys::OwnSurveys;
use actix_web::web::{Data, Json};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::applications::{self, State};
use store::conditions::{Condition, Section};
use store::content::{FALLBACK, Texts, text_in, texts};
use store::experiences::{self, Access};
use store::matching::{self, MatchingStatus};
use store::mentorship::{Kind, Mentorship};
use store::people::Provider;
use store::programmes::appearance;
use store::programmes::matching_rules::Rules;
use store::{MentorshipId, PersonId, Store, pictures};
use utoipa::ToSchema;
use web::{Error, Result, Role, SignedIn};

pub(super) mod edit;
pub(super) mod picture;

/// Returns the profile of the signed-in person, with the experiences they may use.
#[web::operation(
    operation_id = "profile",
    responses((status = 200, description = "The signed-in person.", body = ProfileResponse))
)]
pub(super) async fn show(store: Data<Store>, signed_in: SignedIn) -> Result<Json<ProfileResponse>> {
    response_of(&store, &signed_in).await
}

/// Returns the profile as after a change.
async fn response(store: &Store, person: PersonId) -> Result<Json<ProfileResponse>> {
    let signed_in = store::SignedIn::of_person(store, person).await?.ok_or_else(Error::not_signed_in)?;
    response_of(store, &signed_in).await
}

async fn response_of(store: &Store, signed_in: &store::SignedIn) -> Result<Json<ProfileResponse>> {
    let experiences = signed_in.experiences();
    let surveys = OwnSurveys::of(store, signed_in).await?;
    let person = &signed_in.person;
    let curriculum = signed_in
        .settings()
        .and_then(|rules| rules.conditions.get(&person.role))
        .and_then(|sections| sections.get(&Section::Curriculum));
    let status = ConditionStatus::new(curriculum, &experiences, signed_in).reviewed(review(signed_in, &experiences));
    let own = if signed_in.has_mentorship {
        matching::views::own_mentorships(store, person.id, person.role).await?
    } else {
        Vec::new()
    };
    let has_congratulations = own.iter().any(|one| one.has_congratulation);
    let mentorships: Vec<Mentorship> = own.into_iter().map(|one| one.mentorship).collect();
    let mut response = ProfileResponse::new(store, signed_in, &surveys, &mentorships, &experiences, status);
    if response.status.experiences.session == Access::Use {
        response.status.new_session_available = has_new_session(store, signed_in).await?;
    }
    response.status.matching.has_congratulations = has_congratulations;
    if !response.has_agreed_terms {
        response.terms_revision = Some(texts::revision_of_documents(store).await?);
    }
    if signed_in.is_applying() {
        response.status.application = applications::of_person(store, person.id).await?.map(Application::from);
    }
    Ok(Json(response))
}

/// A person as they see themselves. Fields without a feature behind them are empty or hidden, as for a new person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProfileResponse {
    id: store::PersonId,
    first_name: String,
    last_name: String,
    full_name: String,
    display_name: String,
    email: String,
    bio: String,
    #[schema(required)]
    picture: Option<String>,
    phone_number: String,
    role: Role,
    user_type: Role,
    provider: Provider,
    #[schema(required)]
    institution_code: Option<String>,
    #[schema(required)]
    program: Option<String>,
    #[schema(required)]
    program_name: Option<String>,
    appearance: Appearance,
    new_primary_language: String,
    declaration: bool,
    has_agreed_terms: bool,
    /// What `agreement` sends back; null once they have agreed.
    #[schema(required)]
    terms_revision: Option<String>,
    /// Whether the person is known to be of age, or is staff.
    is_of_age: bool,
    /// The group in which they are; the first one begun, if there are several.
    #[schema(required)]
    mentor_group: Option<MentorshipId>,
    /// Their mentorships, the oldest first.
    mentorships: Vec<MentorshipId>,
    status: ProfileStatus,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProfileStatus {
    surveys: Vec<SurveyEntry>,
    new_session_available: bool,
    matching: Matching,
    /// Null for people who take part.
    #[schema(required)]
    application: Option<Application>,
    experiences: Experiences,
}

/// How the pages of the programme look; null for how the product looks.
#[derive(Debug, Default, Serialize, ToSchema)]
struct Appearance {
    /// Such as `#1f5d4a`.
    #[schema(required)]
    color: Option<String>,
    /// The address of a logo.
    #[schema(required)]
    logo: Option<String>,
}

/// A survey for the person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SurveyEntry {
    survey_id: String,
    /// Whether it may be taken.
    exp_permission: Access,
    /// `NOT_STARTED`, `ONGOING` or `COMPLETED`.
    survey_status: &'static str,
}

/// The application of a person who does not take part yet, or will not.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Application {
    state: State,
    /// What staff wrote with a refusal.
    note: String,
    /// When the account is erased after a refusal or withdrawal.
    #[schema(required)]
    erase_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Matching {
    #[schema(required)]
    matching_status: Option<MatchingStatus>,
    /// Whether a match began that the person has not seen yet.
    has_congratulations: bool,
    /// The names of the kinds of vetting that a mentor lacks, in their language. Empty where the programme names no kinds.
    missing_vettings: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Experiences {
    curriculum: Access,
    session: Access,
    video: Access,
    internship: Access,
    survey: Access,
    chattype: Access,
    chat_status: ChatStatus,
    matchingflow: Access,
    #[serde(rename = "matchingflowStatus")]
    matching_flow_status: MatchingFlowStatus,
    mentorship_session_status: SessionCounts,
    rule_message: RuleMessages,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ChatStatus {
    mentorship_chat: Access,
    ai_chat: Access,
    help_center: Access,
}

#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MatchingFlowStatus {
    application_review: Access,
}

#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SessionCounts {
    completed_sessions: u32,
    remaining_sessions: u32,
}

#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RuleMessages {
    application_review: String,
    locale_application_review: String,
    curriculum: String,
    locale_curriculum: String,
}

impl ProfileResponse {
    fn new(
        store: &Store,
        signed_in: &store::SignedIn,
        surveys: &OwnSurveys,
        mentorships: &[Mentorship],
        granted: &experiences::Experiences,
        status: ConditionStatus,
    ) -> Self {
        let person = signed_in.person.clone();
        let programme = signed_in.programme.as_ref();
        let (program, program_name) = programme.map(|p| (p.key.clone(), p.name.clone())).unzip();
        Self {
            id: person.id,
            full_name: person.full_name(),
            first_name: person.first_name,
            last_name: person.last_name,
            display_name: person.display_name,
            email: person.email,
            bio: person.bio,
            picture: person.picture_id.map(|id| pictures::address(store, id)),
            phone_number: person.phone_number,
            role: person.role.into(),
            user_type: person.role.into(),
            provider: person.provider,
            institution_code: person.institution_code,
            program,
            program_name,
            appearance: programme.map_or_else(Default::default, |one| Appearance::from(&one.settings.appearance)),
            new_primary_language: person.language,
            declaration: person.declared_at.is_some(),
            has_agreed_terms: person.agreed_terms_at.is_some(),
            terms_revision: None,
            is_of_age: signed_in.is_of_age(),
            mentor_group: mentorships.iter().find(|one| one.kind == Kind::Group).map(|one| one.id),
            mentorships: mentorships.iter().map(|one| one.id).collect(),
            status: ProfileStatus {
                surveys: surveys.profile_entries().map(SurveyEntry::from).collect(),
                new_session_available: false,
                matching: Matching {
                    matching_status: signed_in.matching_status,
                    has_congratulations: false,
                    missing_vettings: missing_vettings(signed_in),
                },
                application: None,
                experiences: Experiences::new(granted, status),
            },
        }
    }
}

impl From<&appearance::Appearance> for Appearance {
    fn from(appearance::Appearance { color, logo }: &appearance::Appearance) -> Self {
        Self { color: color.clone(), logo: logo.as_deref().map(logos::address) }
    }
}

fn missing_vettings(signed_in: &store::SignedIn) -> Vec<String> {
    let Some(settings) = signed_in.settings() else { return Vec::new() };
    let kinds = settings.matching.vetting_kinds.iter().filter(|kind| signed_in.missing_vettings.contains(&kind.key));
    kinds.map(|kind| text_in(&kind.label, &signed_in.person.language).to_owned()).collect()
}

impl From<applications::Application> for Application {
    fn from(applications::Application { state, note, erase_at, .. }: applications::Application) -> Self {
        Self { state, note, erase_at }
    }
}

impl From<(String, Access, &'static str)> for SurveyEntry {
    fn from((survey_id, exp_permission, survey_status): (String, Access, &'static str)) -> Self {
        Self { survey_id, exp_permission, survey_status }
    }
}

/// How far the application of a person for the matching is, and what they read about it.
#[derive(Default)]
struct Review {
    access: Access,
    texts: Texts,
}

/// Staff review an application when only what they decide is missing: their approval, the vetting, or that they recorded a guardian's
/// consent. There is no review where none of it is asked for, and after it.
fn review(signed_in: &store::SignedIn, experiences: &experiences::Experiences) -> Review {
    if let Some(state) = signed_in.application.filter(|_| signed_in.is_applying()) {
        return match (state, signed_in.has_applied()) {
            (State::Open, false) => Review { access: Access::Show, ..Review::default() },
            (State::Open, true) => Review::of(signed_in.settings().map(|settings| &settings.matching)),
            _ => Review::default(),
        };
    }
    let rules = signed_in.settings().map(|rules| &rules.matching).filter(|rules| !rules.is_off());
    let facts = rules.and_then(|rules| rules.enter_after.get(&signed_in.person.role));
    let (Some(rules), Some(facts)) = (rules, facts) else { return Review::default() };
    let asks_staff = facts.vetted || facts.guardian_consent;
    if experiences.matchingflow != Access::Show || !asks_staff || facts.are_met(&signed_in.done) {
        return Review::default();
    }
    if facts.by_the_person().are_met(&signed_in.done) {
        return Review::of(Some(rules));
    }
    Review { access: Access::Show, ..Review::default() }
}

impl Review {
    /// The review that goes on, in the words of the programme.
    fn of(rules: Option<&Rules>) -> Self {
        Self { access: Access::Use, texts: rules.map(|rules| rules.review_message.clone()).unwrap_or_default() }
    }
}

/// What a person reads about the condition of the mentorship.
#[derive(Default)]
struct ConditionStatus {
    sessions: SessionCounts,
    messages: RuleMessages,
    review: Review,
    language: String,
}

impl ConditionStatus {
    fn reviewed(mut self, review: Review) -> Self {
        self.messages.application_review = text_in(&review.texts, FALLBACK).to_owned();
        self.messages.locale_application_review = text_in(&review.texts, &self.language).to_owned();
        self.review = review;
        self
    }

    fn new(condition: Option<&Condition>, experiences: &experiences::Experiences, signed_in: &store::SignedIn) -> Self {
        let (language, done) = (signed_in.person.language.clone(), &signed_in.done);
        let Some(condition) = condition else { return Self { language, ..Self::default() } };
        let sessions = SessionCounts {
            completed_sessions: done.learning_sessions,
            remaining_sessions: condition.use_after.learning_sessions.saturating_sub(done.learning_sessions),
        };
        // A mentorship opens it, too.
        if experiences.curriculum == Access::Use || condition.use_after.are_met(done) {
            return Self { sessions, language, ..Self::default() };
        }
        let text = |language: &str| {
            let text = condition.message.get(language).or_else(|| condition.message.get(FALLBACK));
            text.map(|text| text.replace("{remaining}", &sessions.remaining_sessions.to_string())).unwrap_or_default()
        };
        let messages =
            RuleMessages { curriculum: text(FALLBACK), locale_curriculum: text(&language), ..RuleMessages::default() };
        Self { sessions, messages, language, ..Self::default() }
    }
}

impl Experiences {
    fn new(granted: &experiences::Experiences, status: ConditionStatus) -> Self {
        Self {
            curriculum: granted.curriculum,
            session: granted.session,
            video: granted.video,
            internship: granted.internship,
            survey: granted.survey,
            chattype: granted.chattype,
            chat_status: ChatStatus {
                mentorship_chat: granted.mentorship_chat,
                ai_chat: granted.ai_chat,
                help_center: granted.help_center,
            },
            matchingflow: granted.matchingflow,
            matching_flow_status: MatchingFlowStatus { application_review: status.review.access },
            mentorship_session_status: status.sessions,
            rule_message: status.messages,
        }
    }
}
