//! Progress, badges and streak of a member.

use actix_web::HttpResponse;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::content::session_progress;
use store::content::{FALLBACK, text_in};
use store::learning::streak::{self, Streak};
use store::mentorship::badges::{Badge, Tier};
use store::mentorship::progress::Status;
use store::{BadgeId, MentorshipId, Store};
use utoipa::ToSchema;
use web::{Result, SignedIn, not_found};

use crate::learning::in_mentorship;
use crate::learning::learner::Learner;
use crate::learning::own_sessions::OwnSession;
use crate::questions::picture_address;

/// How far a member is in a mentorship.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MentorshipProgress {
    /// Quizzes that the member submitted.
    completed_quiz: usize,
    total_quiz: usize,
    /// The sessions that all members completed.
    completed_sessions: Vec<String>,
    total_sessions: usize,
    badges: Vec<WireBadge>,
}

/// A badge.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Badge)]
struct WireBadge {
    id: BadgeId,
    /// `Gold`, `Silver` or `Bronze`.
    badge_type: Tier,
    session_id: String,
    session_title: String,
    locale_session_title: String,
    /// When the person completed the session.
    earned_on: DateTime<Utc>,
}

/// Where the member stopped.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LastSession {
    session_id: String,
    step_id: String,
    session_title: String,
    locale_session_title: String,
    /// The address of its picture.
    banner: String,
}

/// The progress with the streak.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProgressWithStreak {
    #[serde(flatten)]
    progress: MentorshipProgress,
    /// The weeks with three quizzes, the oldest first.
    quiz_streaks: Vec<QuizStreak>,
    /// How many of them follow each other, up to this week or the last. Holidays and pauses between them are left out.
    streak_weeks: u32,
    /// Quizzes of this week, which begins on Monday in the time zone of the person. Three make it count.
    quizzes_this_week: u32,
    /// `shown`; `hidden`: the person does not want to see it; `off`: the programme has none. The list is empty then.
    streak: &'static str,
}

/// A week with three quizzes.
#[derive(Serialize, ToSchema)]
struct QuizStreak {
    /// When the third one was submitted.
    timestamp: DateTime<Utc>,
}

impl MentorshipProgress {
    pub(super) fn new(sessions: &[OwnSession], language: &str) -> Self {
        let quizzes = |own: &OwnSession| {
            own.session
                .definition
                .steps
                .iter()
                .flat_map(session_progress::quizzes)
                .map(|quiz| quiz.key.clone())
                .collect::<Vec<_>>()
        };
        let is_submitted = |own: &OwnSession| quizzes(own).iter().filter(|key| own.done.quizzes.contains(*key)).count();
        let completed = sessions.iter().filter(|own| own.status() == Status::Completed);
        let badges = sessions.iter().filter_map(|own| Some((own, own.shared.as_ref()?.badge.as_ref()?)));
        Self {
            completed_quiz: sessions.iter().map(is_submitted).sum(),
            total_quiz: sessions.iter().map(|own| quizzes(own).len()).sum(),
            completed_sessions: completed.map(|own| own.id.clone()).collect(),
            total_sessions: sessions.len(),
            badges: badges.map(|(own, badge)| WireBadge::new(own, badge, language)).collect(),
        }
    }
}

impl WireBadge {
    fn new(own: &OwnSession, badge: &Badge, language: &str) -> Self {
        let title = &own.session.definition.title;
        Self {
            id: badge.id,
            badge_type: badge.tier,
            session_id: own.id.clone(),
            session_title: text_in(title, FALLBACK).to_owned(),
            locale_session_title: text_in(title, language).to_owned(),
            earned_on: badge.earned_at,
        }
    }
}

impl LastSession {
    /// The session that the member has begun and not completed, and opened last.
    pub(super) fn of(sessions: &[OwnSession], language: &str) -> Option<Self> {
        let visits = sessions.iter().filter(|own| own.is_ongoing()).filter_map(|own| {
            let (step, at) = own.shared.as_ref()?.last_visit()?;
            Some((at, own, step))
        });
        let (_, own, step) = visits.max_by_key(|(at, ..)| *at)?;
        let session = &own.session.definition;
        Some(Self {
            session_id: own.id.clone(),
            step_id: step.to_owned(),
            session_title: text_in(&session.title, FALLBACK).to_owned(),
            locale_session_title: text_in(&session.title, language).to_owned(),
            banner: picture_address(&session.banner),
        })
    }
}

/// Returns the progress of the signed-in person in a mentorship, with their streak.
#[web::operation(
    operation_id = "mentorship_progress",
    params(("id" = String, Path, description = "The mentorship.")),
    responses(
        (status = 200, description = "Quizzes of the learning hub count for the streak too.", body = ProgressWithStreak),
        (status = 404, description = "`not_found`: not an active mentorship of this person")
    )
)]
pub(super) async fn show(
    store: Data<Store>,
    signed_in: SignedIn,
    learner: Learner,
    id: Path<String>,
) -> Result<Json<ProgressWithStreak>> {
    let id: MentorshipId = id.parse().map_err(|_| not_found())?;
    let sessions = in_mentorship::of_mentorship(&store, &learner, id).await?;
    let rules = signed_in.settings().map(|settings| settings.streak.clone()).unwrap_or_default();
    let (state, streak) = if rules.is_off {
        ("off", None)
    } else {
        match streak::of_person(&store, learner.id, learner.time_zone, &rules.holidays).await? {
            None => ("hidden", None),
            shown => ("shown", shown),
        }
    };
    let Streak { reached, weeks, this_week } = streak.unwrap_or_default();
    Ok(Json(ProgressWithStreak {
        progress: MentorshipProgress::new(&sessions, &learner.language),
        quiz_streaks: reached.into_iter().map(|timestamp| QuizStreak { timestamp }).collect(),
        streak_weeks: weeks,
        quizzes_this_week: this_week,
        streak: state,
    }))
}

/// Whether a streak is shown.
#[derive(Deserialize, ToSchema)]
pub(super) struct ShowStreakRequest {
    shown: bool,
}

/// Shows or hides the streak of the signed-in person, for themselves.
#[web::operation(
    operation_id = "show_streak",
    request_body = ShowStreakRequest,
    responses((status = 204, description = "It is stored."))
)]
pub(super) async fn show_streak(
    store: Data<Store>,
    learner: Learner,
    request: Json<ShowStreakRequest>,
) -> Result<HttpResponse> {
    streak::set_shown(&store, learner.id, request.shown).await?;
    Ok(HttpResponse::NoContent().finish())
}
