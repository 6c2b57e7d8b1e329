//! `api/v2/chat/blocks/`: whom a person does not want to hear from.

use ::web::{Error, ErrorBody, NotSignedIn, Result, SignedIn, Unavailable, not_found};
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::blocks::{self, Blocked, Outcome};
use store::{PersonId, Store};
use utoipa::ToSchema;

/// Somebody the person blocked.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BlockedPerson {
    user_id: PersonId,
    user_full_name: String,
    created_on: DateTime<Utc>,
}

/// Whom to block.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Block {
    /// Somebody the person shares a channel with, and not staff.
    #[serde(alias = "user_id")]
    user_id: PersonId,
}

/// Whom the person blocked, the last one first. Nobody learns who blocked them.
#[utoipa::path(
    get,
    path = "/api/v2/chat/blocks/",
    operation_id = "blocks",
    tag = "Chat",
    responses((status = 200, description = "Those the person blocked.", body = Vec<BlockedPerson>), NotSignedIn, Unavailable),
    security(("bearer" = []))
)]
pub(super) async fn list(store: Data<Store>, me: SignedIn) -> Result<Json<Vec<BlockedPerson>>> {
    let blocked = blocks::of_person(&store, me.person).await?;
    Ok(Json(blocked.into_iter().map(BlockedPerson::from).collect()))
}

/// Blocks somebody: in a direct channel neither of the two can write any more, and neither is told why.
#[utoipa::path(
    post,
    path = "/api/v2/chat/blocks/",
    operation_id = "block",
    tag = "Chat",
    request_body = Block,
    responses(
        (status = 204, description = "Blocked, now or before."),
        (status = 403, description = "`staff_not_blocked`: staff stay reachable", body = ErrorBody),
        (status = 404, description = "`not_found`: nobody the person shares a channel with", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(super) async fn add(store: Data<Store>, me: SignedIn, body: Json<Block>) -> Result<HttpResponse> {
    match blocks::add(&store, me.person, body.user_id).await? {
        Outcome::Blocked => Ok(HttpResponse::NoContent().finish()),
        Outcome::Unknown => Err(not_found()),
        Outcome::Staff => {
            let sentence = "Staff look after everybody's safety and cannot be blocked.";
            Err(Error::new(StatusCode::FORBIDDEN, "staff_not_blocked", sentence))
        }
    }
}

/// Takes a block back.
#[utoipa::path(
    delete,
    path = "/api/v2/chat/blocks/{person}/",
    operation_id = "unblock",
    tag = "Chat",
    params(("person" = PersonId, Path, description = "Whom.")),
    responses((status = 204, description = "Not blocked, now or before."), NotSignedIn, Unavailable),
    security(("bearer" = []))
)]
pub(super) async fn remove(store: Data<Store>, me: SignedIn, person: Option<Path<PersonId>>) -> Result<HttpResponse> {
    let person = person.ok_or_else(not_found)?.into_inner();
    blocks::remove(&store, me.person, person).await?;
    Ok(HttpResponse::NoContent().finish())
}

impl From<Blocked> for BlockedPerson {
    fn from(blocked: Blocked) -> Self {
        Self {
            user_id: blocked.person_id,
            user_full_name: format!("{} {}", blocked.first_name, blocked.last_name).trim().to_owned(),
            created_on: blocked.created_at,
        }
    }
}
