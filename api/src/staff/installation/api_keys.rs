//! Keys with which programs read reports of outcomes.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use store::api_keys::{self, ApiKey, KeyRefusal, MAX_DAYS, NewApiKey};
use store::{ApiKeyId, ProgrammeId, Store};
use utoipa::ToSchema;
use web::{Error, Result, Staff, not_found};

use super::done;

/// Characters of a name.
const MAX_NAME_CHARS: usize = 80;

/// A key. It is not shown again.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff) struct StaffApiKey {
    id: ApiKeyId,
    name: String,
    scope: KeyScope,
    /// The programmes whose reports it reads.
    programmes: Vec<ProgrammeId>,
    /// Who made it.
    created_by: String,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    /// The last day of its use, in UTC.
    #[schema(required)]
    last_used_on: Option<NaiveDate>,
}

/// What a key may do.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[schema(as = ApiKeyScope)]
enum KeyScope {
    /// Read reports of outcomes.
    #[serde(rename = "outcomes:read")]
    OutcomesRead,
}

impl From<ApiKey> for StaffApiKey {
    fn from(key: ApiKey) -> Self {
        let ApiKey { id, name, programmes, created_by, created_at, expires_at, last_used_on } = key;
        Self { id, name, scope: KeyScope::OutcomesRead, programmes, created_by, created_at, expires_at, last_used_on }
    }
}

/// Lists the keys, 50 at most, by name.
#[web::operation(
    operation_id = "staff_api_keys",
    responses((status = 200, body = Vec<StaffApiKey>))
)]
pub(in crate::staff) async fn list(store: Data<Store>, staff: Staff) -> Result<Json<Vec<StaffApiKey>>> {
    let keys = api_keys::all(&store, &staff.0.scope).await?;
    Ok(Json(keys.into_iter().map(StaffApiKey::from).collect()))
}

/// A key to make.
#[derive(Deserialize, ToSchema)]
pub(in crate::staff) struct ApiKeyRequest {
    /// 1 to 80 characters.
    name: String,
    #[expect(dead_code, reason = "there is only one, and a request names it")]
    scope: KeyScope,
    /// The programmes whose reports it reads; at least one.
    programmes: Vec<ProgrammeId>,
    /// Days until it expires, 1 to 366.
    days: u64,
}

/// A key, which is shown once.
#[derive(Serialize, ToSchema)]
pub(in crate::staff) struct ApiKeyResponse {
    id: ApiKeyId,
    /// `mhk_` and 32 bytes in URL-safe base64.
    key: String,
}

/// Makes a key. Audited.
#[web::operation(
    operation_id = "add_api_key",
    request_body = ApiKeyRequest,
    responses(
        (status = 200, description = "The key, which is shown once.", body = ApiKeyResponse),
        (status = 404, description = "There is no such programme."),
        (status = 409, description = "`too_many_api_keys`"),
        (status = 422, description = "`invalid`: the name, the programmes or the days")
    )
)]
pub(in crate::staff) async fn add(
    store: Data<Store>,
    staff: Staff,
    body: Json<ApiKeyRequest>,
) -> Result<Json<ApiKeyResponse>> {
    let ApiKeyRequest { name, mut programmes, days, .. } = body.into_inner();
    let name = text_fold::clean_line(&name).trim().to_owned();
    if name.is_empty() || name.chars().count() > MAX_NAME_CHARS {
        return Err(Error::invalid("The name is wrong.").field("name", "1 to 80 characters."));
    }
    programmes.sort_unstable();
    programmes.dedup();
    if programmes.is_empty() {
        return Err(Error::invalid("No programme is chosen.").field("programmes", "At least one."));
    }
    match api_keys::add(&store, &staff.0, &NewApiKey { name, programmes, days }).await? {
        Ok((id, key)) => Ok(Json(ApiKeyResponse { id, key })),
        Err(KeyRefusal::Unknown) => Err(not_found()),
        Err(KeyRefusal::Expiry) => {
            Err(Error::invalid("The time is wrong.").field("days", format!("1 to {MAX_DAYS} days.")))
        }
        Err(KeyRefusal::TooMany) => {
            Err(Error::new(StatusCode::CONFLICT, "too_many_api_keys", "An installation has 50 API keys at most."))
        }
    }
}

/// Revokes a key: it reads nothing from now on. Audited.
#[web::operation(
    operation_id = "revoke_api_key",
    params(("key" = ApiKeyId, Path, description = "The key.")),
    responses((status = 204, description = "It is revoked."), (status = 404, description = "There is no such key."))
)]
pub(in crate::staff) async fn revoke(
    store: Data<Store>,
    staff: Staff,
    key: Option<Path<ApiKeyId>>,
) -> Result<HttpResponse> {
    done(api_keys::revoke(&store, &staff.0, key.ok_or_else(not_found)?.into_inner()).await?)
}
