//! The pages of guardians, who have no account: the link in a mail is all that they need.

use std::sync::LazyLock;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json};
use chrono::{DateTime, Utc};
use content_bundle::markdown::{self, Block};
use serde::{Deserialize, Serialize};
use store::content::FALLBACK;
use store::{Store, consents, digest_text};
use utoipa::ToSchema;
use web::{Access, Error, Policy, Result, RouteTable, route};

use crate::Settings;

/// The routes of this area. None says whether a link ever worked.
pub(crate) fn routes(settings: &Settings) -> RouteTable {
    let public = || Policy::new(Access::Public).limit(&settings.limits.sign_up);
    let routes = vec![
        route!(POST, "/api/v2/guardian-consent/", public(), show),
        route!(POST, "/api/v2/guardian-consent/answer/", public(), answer),
        route!(POST, "/api/v2/guardian-consent/standing/", public(), standing),
        route!(POST, "/api/v2/guardian-consent/withdrawal/", public(), withdraw),
    ];
    RouteTable::new("Guardians", "Consent of guardians, by the links in their mails.", routes)
}

/// A text that guardians agree to.
struct ConsentText {
    language: &'static str,
    markdown: &'static str,
    /// Follows from the text: any change is another version.
    version: String,
}

static TEXTS: LazyLock<Vec<ConsentText>> = LazyLock::new(|| {
    let texts = [
        ("en", include_str!("../../content/consent/en.md")),
        ("de", include_str!("../../content/consent/de.md")),
        ("ar", include_str!("../../content/consent/ar.md")),
    ];
    let versioned = texts.into_iter().map(|(language, markdown)| ConsentText {
        language,
        markdown,
        version: digest_text(markdown).chars().take(8).collect(),
    });
    versioned.collect()
});

/// Returns the text in a language, or in English.
fn text_in(language: &str) -> Option<&'static ConsentText> {
    let find = |wanted: &str| TEXTS.iter().find(|text| text.language == wanted);
    find(language).or_else(|| find(FALLBACK))
}

/// Whether there is a text for guardians in a language.
pub(crate) fn has_text(language: &str) -> bool {
    TEXTS.iter().any(|text| text.language == language)
}

/// What the link of a mail carries.
#[derive(Deserialize, ToSchema)]
pub(crate) struct GuardianLink {
    token: String,
    /// The code of a language; without it, that in which the guardian was asked.
    #[serde(default)]
    language: Option<String>,
}

/// What a guardian reads before they answer. Without the name of the mentee, which stands in the mail.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GuardianConsent {
    programme: String,
    /// The language of the text.
    language: String,
    version: String,
    blocks: Vec<Block>,
}

/// Shows what a guardian is asked.
#[web::operation(
    operation_id = "guardian_consent",
    request_body = GuardianLink,
    responses(
        (status = 200, body = GuardianConsent),
        (status = 404, description = "`link_over`: invalid, answered, expired or replaced")
    )
)]
async fn show(store: Data<Store>, body: Json<GuardianLink>) -> Result<Json<GuardianConsent>> {
    let asked = consents::asked(&store, &body.token).await?.ok_or_else(over)?;
    let text = text_in(body.language.as_deref().unwrap_or(&asked.language)).ok_or_else(over)?;
    Ok(Json(GuardianConsent {
        programme: asked.programme_name,
        language: text.language.to_owned(),
        version: text.version.clone(),
        blocks: markdown::blocks(text.markdown),
    }))
}

/// The answer of a guardian.
#[derive(Deserialize, ToSchema)]
pub(crate) struct GuardianAnswer {
    token: String,
    agrees: bool,
    /// Of the text that they read.
    version: String,
}

/// Stores the answer of a guardian, once. Contact and matching follow at once; after a Yes they get a mail with a link that withdraws it.
#[web::operation(
    operation_id = "answer_guardian_consent",
    request_body = GuardianAnswer,
    responses(
        (status = 204, description = "Stored."),
        (status = 404, description = "`link_over`: invalid, answered, expired or replaced"),
        (status = 409, description = "`text_changed`: there is a newer text to read first")
    )
)]
async fn answer(store: Data<Store>, body: Json<GuardianAnswer>) -> Result<HttpResponse> {
    let asked = consents::asked(&store, &body.token).await?.ok_or_else(over)?;
    let text = TEXTS.iter().find(|text| text.version == body.version).ok_or_else(|| {
        let message = "The text has changed. Please read it again.";
        Error::new(StatusCode::CONFLICT, "text_changed", message)
    })?;
    match consents::answer(&store, &asked, body.agrees, &text.version, text.markdown).await? {
        true => Ok(HttpResponse::NoContent().finish()),
        false => Err(over()),
    }
}

/// A consent that stands, without names.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StandingConsent {
    version: String,
    given_at: DateTime<Utc>,
    /// In which the guardian was asked.
    language: String,
}

/// Shows the consent that a link withdraws.
#[web::operation(
    operation_id = "standing_consent",
    request_body = GuardianLink,
    responses(
        (status = 200, body = StandingConsent),
        (status = 404, description = "`link_over`: invalid, or no consent stands any more")
    )
)]
async fn standing(store: Data<Store>, body: Json<GuardianLink>) -> Result<Json<StandingConsent>> {
    let standing = consents::standing(&store, &body.token).await?.ok_or_else(over)?;
    let consents::Standing { version, answered_at: given_at, language, .. } = standing;
    Ok(Json(StandingConsent { version, given_at, language }))
}

/// Withdraws the consent: contact and matching close at once.
#[web::operation(
    operation_id = "withdraw_consent",
    request_body = GuardianLink,
    responses(
        (status = 204, description = "Withdrawn."),
        (status = 404, description = "`link_over`: invalid, or no consent stands any more")
    )
)]
async fn withdraw(store: Data<Store>, body: Json<GuardianLink>) -> Result<HttpResponse> {
    let standing = consents::standing(&store, &body.token).await?.ok_or_else(over)?;
    match consents::withdraw(&store, &standing).await? {
        true => Ok(HttpResponse::NoContent().finish()),
        false => Err(over()),
    }
}

/// The sentence does not say why.
fn over() -> Error {
    let message = "This link does not work any more. If you have a question, please ask the programme team.";
    Error::new(StatusCode::NOT_FOUND, "link_over", message)
}
