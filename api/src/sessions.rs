//! Where a person is signed in, and how they end that.

use actix_web::HttpResponse;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::{SessionId, Store, sessions};
use utoipa::ToSchema;
use web::{ErrorBody, NotSignedIn, Result, SignedIn, Unavailable, not_found};

use crate::browser_name;

/// One place where the person is signed in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListedSession {
    /// Names it.
    id: SessionId,
    /// The browser by its name, if we know it.
    #[schema(required)]
    browser: Option<&'static str>,
    /// What it runs on, if we know it.
    #[schema(required)]
    system: Option<&'static str>,
    /// When the person signed in there.
    signed_in_at: DateTime<Utc>,
    /// When it was last used, to a quarter of an hour.
    last_used_at: DateTime<Utc>,
    /// Whether it is the one that asks.
    is_current: bool,
}

/// Everywhere the person is signed in, the place used last first.
#[utoipa::path(
    get,
    path = "/api/v2/users/sessions/",
    operation_id = "sessions",
    tag = "Session",
    responses((status = 200, description = "The sessions.", body = Vec<ListedSession>), NotSignedIn, Unavailable),
    security(("bearer" = []))
)]
pub(crate) async fn list(store: Data<Store>, who: SignedIn) -> Result<Json<Vec<ListedSession>>> {
    let listed = sessions::of_person(&store, who.person).await?.into_iter().map(|session| {
        let name = browser_name::of(&session.user_agent);
        ListedSession {
            id: session.id,
            browser: name.browser,
            system: name.system,
            signed_in_at: session.created_at,
            last_used_at: session.refreshed_at,
            is_current: session.id == who.session,
        }
    });
    Ok(Json(listed.collect()))
}

/// Signs the person out in one place.
#[utoipa::path(
    delete,
    path = "/api/v2/users/sessions/{id}/",
    operation_id = "end_session",
    tag = "Session",
    params(("id" = SessionId, Path, description = "The session.")),
    responses(
        (status = 204, description = "It has ended."),
        (status = 404, description = "`not_found`: ended before, or another person's", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(crate) async fn end(store: Data<Store>, who: SignedIn, id: Option<Path<SessionId>>) -> Result<HttpResponse> {
    let id = id.ok_or_else(not_found)?.into_inner();
    if sessions::owner_of(&store, id).await? != Some(who.person) {
        return Err(not_found());
    }
    sessions::end(&store, id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Signs the person out everywhere but here.
#[utoipa::path(
    post,
    path = "/api/v2/users/sessions/end-others/",
    operation_id = "end_other_sessions",
    tag = "Session",
    responses((status = 204, description = "The others have ended."), NotSignedIn, Unavailable),
    security(("bearer" = []))
)]
pub(crate) async fn end_others(store: Data<Store>, who: SignedIn) -> Result<HttpResponse> {
    sessions::end_others_of(&store, who.person, Some(who.session)).await?;
    Ok(HttpResponse::NoContent().finish())
}
