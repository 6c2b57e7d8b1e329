//! The help desk: who a person is to it, proven by us.

use actix_web::web::{Data, Json};
use hmac::{Hmac, Mac};
use serde::Serialize;
use sha2::Sha256;
use utoipa::ToSchema;
use web::{ErrorBody, NotSignedIn, Result, SignedIn, Unavailable, not_found};

use crate::Settings;

/// A Chatwoot server, or one that behaves like it.
#[derive(Clone)]
pub struct HelpDesk {
    /// Its origin.
    pub base_url: String,
    /// Names our desk among the others of that server; every browser learns it.
    pub website_token: String,
    /// Proves to it that a browser speaks for a person. Empty: the desk takes browsers at their word.
    pub identity_key: String,
}

impl std::fmt::Debug for HelpDesk {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Never the key.
        out.write_str(&self.base_url)
    }
}

/// Who a person is to the help desk.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HelpDeskIdentity {
    /// The id of the person.
    identifier: String,
    /// Over the identifier, in hexadecimal digits. None if the desk asks for none.
    #[schema(required)]
    identifier_hash: Option<String>,
}

/// Who the signed-in person is to the help desk, so that nobody can write there in another person's name.
#[utoipa::path(
    get,
    path = "/api/v2/users/help-desk-identity/",
    operation_id = "help_desk_identity",
    tag = "Installation",
    responses(
        (status = 200, description = "Identifier and proof.", body = HelpDeskIdentity),
        (status = 404, description = "`not_found`: there is no help desk", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(crate) async fn identity(settings: Data<Settings>, who: SignedIn) -> Result<Json<HelpDeskIdentity>> {
    let desk = settings.help_desk.as_ref().ok_or_else(not_found)?;
    let identifier = who.person.to_string();
    let is_keyed = !desk.identity_key.is_empty();
    let identifier_hash = is_keyed.then(|| proof(&desk.identity_key, &identifier));
    Ok(Json(HelpDeskIdentity { identifier, identifier_hash }))
}

/// HMAC-SHA256, as the help desk computes it.
fn proof(key: &str, identifier: &str) -> String {
    #[expect(clippy::expect_used, reason = "HMAC takes keys of any length")]
    let mut seal = Hmac::<Sha256>::new_from_slice(key.as_bytes()).expect("any length will do");
    seal.update(identifier.as_bytes());
    seal.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_proof_is_the_one_of_rfc_4231() {
        let expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(proof("Jefe", "what do ya want for nothing?"), expected);
    }
}
