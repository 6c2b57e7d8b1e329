//! Public keys, and the lists of what is no longer valid.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use serde_json::Value;
use store::Store;
use store::mentorship::credentials;
use utoipa::ToSchema;
use web::{Result, not_found};

use super::{JWT, claims, key_address, origin_of};
use crate::Settings;

/// Public keys (RFC 7517).
#[derive(Serialize, ToSchema)]
#[schema(as = CredentialKeys)]
pub(super) struct Keys {
    #[schema(value_type = Vec<Object>)]
    keys: Vec<Value>,
}

/// Lists the public keys with which credentials are verified, also older ones.
#[web::operation(
    operation_id = "credential_keys",
    responses((status = 200, description = "The newest first.", body = Keys))
)]
pub(super) async fn list(store: Data<Store>) -> Result<Json<Keys>> {
    Ok(Json(Keys { keys: credentials::public_keys(&store).await? }))
}

/// Returns a public key: the address that credentials name in `kid`.
#[web::operation(
    operation_id = "credential_key",
    params(("key" = String, Path, description = "The thumbprint of the key.")),
    responses(
        (status = 200, description = "A JSON Web Key.", body = Object),
        (status = 404, description = "`not_found`")
    )
)]
pub(super) async fn show(store: Data<Store>, key: Path<String>) -> Result<Json<Value>> {
    let keys = credentials::public_keys(&store).await?;
    keys.into_iter().find(|known| known["kid"] == **key).map(Json).ok_or_else(not_found)
}

/// Returns the status list of a key (Bitstring Status List), signed with it.
#[web::operation(
    operation_id = "credential_status_list",
    params(("key" = String, Path, description = "The thumbprint of the key.")),
    responses(
        (status = 200, description = "A bit is set where a credential is no longer valid.", content_type = "application/vc+jwt", body = String),
        (status = 404, description = "`not_found`")
    )
)]
pub(super) async fn status_list(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    key: Path<String>,
) -> Result<HttpResponse> {
    let (origin, now) = (origin_of(&request, &settings), store.clock.now());
    let address = key_address(&origin, &key);
    let signed = credentials::signed_status_list(&store, &key, &address, |list| {
        claims::of_status_list(&origin, &key, now, &list)
    });
    let token = signed.await?.ok_or_else(not_found)?;
    Ok(HttpResponse::Ok().content_type(JWT).body(token))
}
