//! What strangers see of a published badge. They know its address, which its owner gave them.

use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse, Responder, http::header};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::Store;
use store::content::{self, FALLBACK};
use store::mentorship::badges::Tier;
use store::mentorship::credentials::{self, Credential};
use utoipa::ToSchema;
use web::{Result, not_found};

use super::medals::medal;
use super::{JWT, ROBOTS, claims};
use crate::content::LanguageQuery;

/// Under which keyword Open Badges 3.0 looks for a credential in a picture.
const KEYWORD: &str = "openbadgecredential";

/// A published badge.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PublicCredential {
    /// `Gold`, `Silver` or `Bronze`.
    badge_type: Tier,
    session_title: String,
    locale_session_title: String,
    programme_name: String,
    /// When the person completed the session.
    earned_on: DateTime<Utc>,
    /// Null unless the person wants it to be seen.
    #[schema(required)]
    name: Option<String>,
    /// False if the programme took the badge back.
    is_valid: bool,
}

/// Shows a published badge, and whether it is valid.
#[web::operation(
    operation_id = "credential",
    params(("id" = String, Path, description = "From the address of its page."), LanguageQuery),
    responses(
        (status = 200, body = PublicCredential),
        (status = 404, description = "`not_found`: unknown or withdrawn")
    )
)]
pub(super) async fn show(
    request: HttpRequest,
    store: Data<Store>,
    id: Path<String>,
    language: Query<LanguageQuery>,
) -> Result<impl Responder> {
    let found = find(&store, &id).await?;
    let language = language.resolve(&store, &request).await?;
    let catalogue = content::catalogue(&store).await?;
    let title = |language: &str| claims::title(&catalogue, &found.session_key, found.version, language);
    let answer = PublicCredential {
        badge_type: found.tier,
        session_title: title(FALLBACK),
        locale_session_title: title(&language),
        name: found.has_name.then(|| format!("{} {}", found.first_name, found.last_name)),
        programme_name: found.programme,
        earned_on: found.earned_at,
        is_valid: found.revoked_at.is_none(),
    };
    Ok(Json(answer).customize().insert_header(ROBOTS))
}

/// Returns the signed credential. It stays readable when the badge was taken back: its status list says that.
#[web::operation(
    operation_id = "credential_token",
    params(("id" = String, Path, description = "From the address of its page.")),
    responses(
        (status = 200, description = "A JSON Web Token.", content_type = "application/vc+jwt", body = String),
        (status = 404, description = "`not_found`: unknown or withdrawn")
    )
)]
pub(super) async fn token(store: Data<Store>, id: Path<String>) -> Result<HttpResponse> {
    let found = find(&store, &id).await?;
    Ok(HttpResponse::Ok().content_type(JWT).insert_header(ROBOTS).body(found.token))
}

/// Returns the picture of the badge, which contains the credential.
#[web::operation(
    operation_id = "credential_picture",
    params(("id" = String, Path, description = "From the address of its page.")),
    responses(
        (status = 200, description = "A PNG file with the token in an iTXt chunk.", content_type = "image/png", body = Vec<u8>),
        (status = 404, description = "`not_found`: unknown or withdrawn")
    )
)]
pub(super) async fn picture(store: Data<Store>, id: Path<String>) -> Result<HttpResponse> {
    let found = find(&store, &id).await?;
    let picture = media::with_png_text(medal(found.tier), KEYWORD, &found.token).ok_or_else(not_found)?;
    let name = format!("attachment; filename=\"{}-badge.png\"", found.tier.name().to_lowercase());
    let headers = (header::CONTENT_DISPOSITION, name);
    Ok(HttpResponse::Ok().content_type("image/png").insert_header(ROBOTS).insert_header(headers).body(picture))
}

async fn find(store: &Store, id: &str) -> Result<Credential> {
    credentials::by_public_id(store, id).await?.ok_or_else(not_found)
}
