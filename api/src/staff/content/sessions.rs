//! The learning sessions of the installation: who uses them, and how many people began and completed them.

use std::collections::BTreeMap;

use actix_web::HttpRequest;
use actix_web::web::{Data, Json};
use chrono::NaiveDate;
use serde::Serialize;
use store::Store;
use store::content::{self, Audience, Catalogue, Session, Versioned, text_in};
use store::learning::results;
use store::people::Role;
use store::programmes::Programme;
use store::staff::Scope;
use utoipa::ToSchema;
use web::{Result, Staff};

use crate::content::languages;
use crate::staff::StaffProgramme;

pub(in crate::staff) mod answer_key;
pub(in crate::staff) mod detail;

/// The sessions of the content, in its order.
#[derive(Serialize, ToSchema)]
pub(in crate::staff) struct StaffSessionsResponse {
    sessions: Vec<StaffSession>,
}

/// A session.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff) struct StaffSession {
    key: String,
    /// In the language of the caller.
    title: String,
    /// The newest version, which people begin.
    version: i64,
    audience: StaffSessionAudience,
    roles: Vec<Role>,
    /// The day from which it is offered.
    published_on: NaiveDate,
    /// The caller's programmes with it in the curriculum of their mentorships, or among their recommended sessions.
    used_by: Vec<StaffProgramme>,
    /// People in the caller's programmes who began it.
    begun: i64,
    /// Those of them who completed it.
    completed: i64,
    quizzes: usize,
}

/// Where a session is offered.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum StaffSessionAudience {
    /// In the learning hub.
    LearningHub,
    /// In mentorships.
    Mentorship,
}

/// Lists the sessions that people can begin.
#[web::operation(operation_id = "staff_sessions", responses((status = 200, body = StaffSessionsResponse)))]
pub(in crate::staff) async fn list(
    store: Data<Store>,
    staff: Staff,
    request: HttpRequest,
) -> Result<Json<StaffSessionsResponse>> {
    let catalogue = content::catalogue(&store).await?;
    let language = languages::accepted(&store, &request).await?;
    let reached = results::reached(&store, &staff.0.scope).await?;
    let session = |one: &_| StaffSession::new(one, &catalogue, &staff.0.scope, &reached, &language);
    let sessions = catalogue.sessions.offered().map(|one| session(one.as_ref())).collect();
    Ok(Json(StaffSessionsResponse { sessions }))
}

impl StaffSession {
    fn new(
        session: &Versioned<Session>,
        catalogue: &Catalogue,
        scope: &Scope,
        reached: &BTreeMap<String, (i64, i64)>,
        language: &str,
    ) -> Self {
        let Versioned { version, definition, .. } = session;
        let key = &definition.key;
        let (begun, completed) = reached.get(key).copied().unwrap_or_default();
        let mut used_by: Vec<_> = catalogue.programmes.values().filter(|one| scope.includes(Some(one.id))).collect();
        used_by.retain(|one| {
            let rules = &one.settings;
            rules.pinned_sessions.contains(key) || rules.curriculum.iter().any(|named| named.session == *key)
        });
        used_by.sort_by(|one, other| one.name.cmp(&other.name));
        let programme = |one: &Programme| StaffProgramme { id: one.id, key: one.key.clone(), title: one.name.clone() };
        Self {
            key: key.clone(),
            title: text_in(&definition.title, language).to_owned(),
            version: *version,
            audience: match definition.audience {
                Audience::LearningHub => StaffSessionAudience::LearningHub,
                Audience::Mentorship => StaffSessionAudience::Mentorship,
            },
            roles: definition.roles.clone(),
            published_on: definition.published_on,
            used_by: used_by.into_iter().map(|one| programme(one)).collect(),
            begun,
            completed,
            quizzes: definition.steps.iter().flat_map(content::session_progress::quizzes).count(),
        }
    }
}
