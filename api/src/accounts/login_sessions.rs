//! The login sessions of the signed-in person.

use actix_web::HttpResponse;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::{LoginSessionId, Store, login_sessions};
use utoipa::ToSchema;
use web::{Caller, Result, not_found};

use super::browser_name;

/// A login session.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LoginSession {
    /// The id.
    id: LoginSessionId,
    /// The browser, if it is known.
    #[schema(required)]
    browser: Option<&'static str>,
    /// The operating system, if it is known.
    #[schema(required)]
    system: Option<&'static str>,
    /// The time of the sign-in.
    signed_in_at: DateTime<Utc>,
    /// The time of the last use, to a quarter of an hour.
    last_used_at: DateTime<Utc>,
    /// Whether the request belongs to it.
    is_current: bool,
}

/// Lists the login sessions of the person, the last used first.
#[web::operation(
    operation_id = "sessions",
    responses((status = 200, description = "The login sessions.", body = Vec<LoginSession>))
)]
pub(super) async fn list(store: Data<Store>, caller: Caller) -> Result<Json<Vec<LoginSession>>> {
    let listed = login_sessions::of_person(&store, caller.person).await?.into_iter().map(|session| {
        let name = browser_name::parse(&session.user_agent);
        LoginSession {
            id: session.id,
            browser: name.browser,
            system: name.system,
            signed_in_at: session.created_at,
            last_used_at: session.refreshed_at,
            is_current: session.id == caller.login_session,
        }
    });
    Ok(Json(listed.collect()))
}

/// Ends one login session of the person.
#[web::operation(
    operation_id = "end_session",
    params(("id" = LoginSessionId, Path, description = "The login session.")),
    responses(
        (status = 204, description = "Ended."),
        (status = 404, description = "`not_found`: already ended, or another person's")
    )
)]
pub(super) async fn end(store: Data<Store>, caller: Caller, id: Option<Path<LoginSessionId>>) -> Result<HttpResponse> {
    let id = id.ok_or_else(not_found)?.into_inner();
    if login_sessions::owner_of(&store, id).await? != Some(caller.person) {
        return Err(not_found());
    }
    login_sessions::end(&store, id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Ends all other login sessions of the person.
#[web::operation(
    operation_id = "end_other_sessions",
    responses((status = 204, description = "The others have ended."))
)]
pub(super) async fn end_others(store: Data<Store>, caller: Caller) -> Result<HttpResponse> {
    login_sessions::end_others_of(&store, caller.person, Some(caller.login_session)).await?;
    Ok(HttpResponse::NoContent().finish())
}
