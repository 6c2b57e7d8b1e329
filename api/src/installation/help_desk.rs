//! The help desk, and the signed identity of a person for it.

use actix_web::web::{Data, Json};
use hmac::{Hmac, Mac};
use serde::Serialize;
use sha2::Sha256;
use utoipa::ToSchema;
use web::{Caller, Result, not_found};

use crate::Settings;

/// A Chatwoot server, or a compatible one.
#[derive(Clone)]
pub struct HelpDesk {
    /// The origin.
    pub base_url: String,
    /// The id of our desk on that server; not a secret.
    pub website_token: String,
    /// The key that signs identities. Empty: the help desk does not verify identities.
    pub identity_key: String,
}

impl std::fmt::Debug for HelpDesk {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Without the key.
        out.write_str(&self.base_url)
    }
}

/// The identity of a person for the help desk.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct HelpDeskIdentityResponse {
    /// The id of the person.
    identifier: String,
    /// HMAC-SHA256 of the identifier, in hexadecimal. Null if the help desk does not verify identities.
    #[schema(required)]
    identifier_hash: Option<String>,
}

/// Returns the signed identity of the person for the help desk.
#[web::operation(
    operation_id = "help_desk_identity",
    responses(
        (status = 200, description = "Identifier and signature.", body = HelpDeskIdentityResponse),
        (status = 404, description = "`not_found`: no help desk is configured")
    )
)]
pub(super) async fn identity(settings: Data<Settings>, caller: Caller) -> Result<Json<HelpDeskIdentityResponse>> {
    let desk = settings.help_desk.as_ref().ok_or_else(not_found)?;
    let identifier = caller.person.to_string();
    let is_keyed = !desk.identity_key.is_empty();
    let identifier_hash = is_keyed.then(|| sign(&desk.identity_key, &identifier));
    Ok(Json(HelpDeskIdentityResponse { identifier, identifier_hash }))
}

/// HMAC-SHA256 in hexadecimal.
fn sign(key: &str, identifier: &str) -> String {
    #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
    let mut hmac = Hmac::<Sha256>::new_from_slice(key.as_bytes()).expect("any key length is valid");
    hmac.update(identifier.as_bytes());
    hmac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signature_matches_rfc_4231() {
        let expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(sign("Jefe", "what do ya want for nothing?"), expected);
    }
}
