//! The learning hub: sessions, their steps and quizzes, bookmarks and feedback.

use web::{Access, Policy, RouteTable, route};

use crate::Settings;

pub(crate) mod card;
mod curated;
pub(crate) mod detail;
mod drawn_order;
pub(crate) mod in_mentorship;
pub(crate) mod learner;
mod list;
pub(crate) mod own_sessions;
pub(crate) mod progress;
mod quiz;
mod save_answer;

pub(crate) use own_sessions::has_new_session;
pub(crate) use quiz::WireQuiz;

/// The routes of this area. Handlers take a [`learner::Learner`].
pub(crate) fn routes(settings: &Settings) -> RouteTable {
    let signed_in = || Policy::new(Access::SignedIn);
    let submit_quiz = signed_in().limit(&settings.limits.quiz_attempts);
    let routes = vec![
        route!(GET, "/api/v2/learninghub/sessions/", signed_in(), list::sessions),
        route!(GET, "/api/v2/learninghub/mysessions/", signed_in(), list::own),
        route!(GET, "/api/v2/learninghub/sessions/{id}/", signed_in(), detail::show),
        route!(GET, "/api/v2/learninghub/mysessions/{id}/", signed_in(), detail::show_own),
        route!(POST, "/api/v2/learninghub/session-start/", signed_in(), progress::start),
        route!(POST, "/api/v2/learninghub/step-complete/", signed_in(), progress::complete_step),
        route!(POST, "/api/v2/learninghub/session/bookmark/", signed_in(), progress::bookmark),
        route!(POST, "/api/v2/learninghub/session/feedback/", signed_in(), progress::feedback),
        route!(GET, "/api/v2/learninghub/quiz/{session}/{step}/{quiz}/", signed_in(), quiz::show),
        route!(POST, "/api/v3/learninghub/quiz/save-answer/", submit_quiz, save_answer::save),
    ];
    RouteTable::new("Learning", "Sessions of the learning hub.", routes)
}
