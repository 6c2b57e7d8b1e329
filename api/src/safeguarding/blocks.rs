//! Blocks between people.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::blocks::{self, Blocked, Outcome};
use store::{PersonId, Store};
use utoipa::ToSchema;
use web::{Caller, Error, Result, not_found};

/// A person whom the caller blocked.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BlockedPerson {
    user_id: PersonId,
    user_full_name: String,
    created_on: DateTime<Utc>,
}

/// A person to block.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BlockRequest {
    /// A person who shares a channel with the caller and is not staff.
    #[serde(alias = "user_id")]
    user_id: PersonId,
}

/// Lists the people whom the caller blocked, the last one first. Blocked people cannot see who blocked them.
#[web::operation(
    operation_id = "blocks",
    responses((status = 200, description = "The blocked people.", body = Vec<BlockedPerson>))
)]
pub(super) async fn list(store: Data<Store>, caller: Caller) -> Result<Json<Vec<BlockedPerson>>> {
    let blocked = blocks::of_person(&store, caller.person).await?;
    Ok(Json(blocked.into_iter().map(BlockedPerson::from).collect()))
}

/// Lists the people whom the caller reported, and with whom that stopped contact until staff allow it again. The others cannot see who
/// reported them.
#[web::operation(
    operation_id = "stopped_contacts",
    responses((status = 200, description = "The ids of the people.", body = Vec<PersonId>))
)]
pub(super) async fn stopped(store: Data<Store>, caller: Caller) -> Result<Json<Vec<PersonId>>> {
    Ok(Json(blocks::stopped_contacts(&store, caller.person).await?))
}

/// Blocks a person: neither of the two can send in their direct channel, and the refusal does not say why.
#[web::operation(
    operation_id = "block",
    request_body = BlockRequest,
    responses(
        (status = 204, description = "Blocked, now or before."),
        (status = 403, description = "`staff_not_blocked`: staff cannot be blocked"),
        (status = 404, description = "`not_found`: no person who shares a channel with the caller")
    )
)]
pub(super) async fn add(store: Data<Store>, caller: Caller, body: Json<BlockRequest>) -> Result<HttpResponse> {
    match blocks::add(&store, caller.person, body.user_id).await? {
        Outcome::Blocked => Ok(HttpResponse::NoContent().finish()),
        Outcome::Unknown => Err(not_found()),
        Outcome::Staff => {
            let sentence = "Staff are responsible for safety and cannot be blocked.";
            Err(Error::new(StatusCode::FORBIDDEN, "staff_not_blocked", sentence))
        }
    }
}

/// Removes a block.
#[web::operation(
    operation_id = "unblock",
    params(("person" = PersonId, Path, description = "The blocked person.")),
    responses(
        (status = 204, description = "Not blocked, now or before."),
        (status = 404, description = "`not_found`: not the id of a person")
    )
)]
pub(super) async fn remove(store: Data<Store>, caller: Caller, person: Option<Path<PersonId>>) -> Result<HttpResponse> {
    let person = person.ok_or_else(not_found)?.into_inner();
    blocks::remove(&store, caller.person, person).await?;
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
