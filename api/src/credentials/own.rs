//! What the owner of a badge does: publish it, with or without the name, and withdraw it.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use store::mentorship::credentials::{self, OwnBadge};
use store::{BadgeId, PersonId, Store, person_facts};
use utoipa::ToSchema;
use web::{Error, Result, SignedIn, not_found};

use super::claims::{self, Owner};
use super::origin_of;
use crate::Settings;
use crate::learning::learner::Learner;

/// Whether a badge is published.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OwnCredential {
    /// Whether the credential may name the person: adults only.
    may_name: bool,
    /// Null if it is not published.
    #[schema(required)]
    published: Option<PublishedCredential>,
}

/// A published badge.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PublishedCredential {
    id: String,
    /// The page that shows it to everyone with the address.
    page: String,
    /// The credential as a JSON Web Token.
    token: String,
    /// A picture that contains it.
    picture: String,
    has_name: bool,
}

/// How a badge is published.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PublishRequest {
    /// Whether the credential names the person. Omitted for people who are not of age.
    #[serde(default, alias = "with_name")]
    with_name: bool,
}

/// Shows whether a badge of the signed-in person is published.
#[web::operation(
    operation_id = "badge_credential",
    params(("id" = String, Path, description = "The badge.")),
    responses((status = 200, body = OwnCredential), (status = 404, description = "`not_found`"))
)]
pub(super) async fn show(store: Data<Store>, learner: Learner, id: Path<String>) -> Result<Json<OwnCredential>> {
    let (badge, may_name) = find(&store, &learner, badge_id(&id)?).await?;
    Ok(Json(OwnCredential::of(badge, may_name)))
}

/// Publishes a badge as an Open Badges 3.0 credential. Publishing it with another choice ends the former credential.
#[web::operation(
    operation_id = "publish_badge",
    params(("id" = String, Path, description = "The badge.")),
    request_body = PublishRequest,
    responses(
        (status = 200, body = OwnCredential),
        (status = 404, description = "`not_found`"),
        (status = 422, description = "`invalid`: a name, of a person who is not of age")
    )
)]
pub(super) async fn publish(
    request: HttpRequest,
    store: Data<Store>,
    settings: Data<Settings>,
    signed_in: SignedIn,
    learner: Learner,
    id: Path<String>,
    body: Json<PublishRequest>,
) -> Result<Json<OwnCredential>> {
    let (id, with_name) = (badge_id(&id)?, body.with_name);
    let (badge, may_name) = find(&store, &learner, id).await?;
    if with_name && !may_name {
        let sentence = "Only adults can publish a badge with their name.";
        return Err(Error::invalid(sentence).field("withName", sentence));
    }
    if badge.has_name == Some(with_name) {
        return Ok(Json(OwnCredential::of(badge, may_name)));
    }
    let origin = origin_of(&request, &settings);
    let person = &signed_in.person;
    let owner = Owner {
        name: with_name.then(|| format!("{} {}", person.first_name, person.last_name)),
        language: learner.language.clone(),
        subject: format!("urn:uuid:{}", store.clock.id::<PersonId>()),
    };
    let key = claims::key_of(&origin);
    let claims =
        |issuance: &credentials::Issuance| claims::of_badge(&origin, &badge, &learner.catalogue, &owner, issuance);
    if !credentials::publish(&store, id, learner.id, with_name, key, claims).await? {
        return Err(not_found());
    }
    let (badge, may_name) = find(&store, &learner, id).await?;
    Ok(Json(OwnCredential::of(badge, may_name)))
}

/// Withdraws the credential of a badge: its address ends, and its status list says so.
#[web::operation(
    operation_id = "withdraw_badge",
    params(("id" = String, Path, description = "The badge.")),
    responses((status = 204, description = "It is not published."), (status = 404, description = "`not_found`"))
)]
pub(super) async fn withdraw(store: Data<Store>, learner: Learner, id: Path<String>) -> Result<HttpResponse> {
    let id = badge_id(&id)?;
    // A badge that was taken back can be withdrawn, too.
    if !credentials::withdraw(&store, id, learner.id).await? {
        find(&store, &learner, id).await?;
    }
    Ok(HttpResponse::NoContent().finish())
}

fn badge_id(id: &str) -> Result<BadgeId> {
    id.parse().map_err(|_| not_found())
}

/// Returns a badge of the learner, and whether its credential may name them.
async fn find(store: &Store, learner: &Learner, id: BadgeId) -> Result<(OwnBadge, bool)> {
    let badge = credentials::own_badge(store, id, learner.id).await?.ok_or_else(not_found)?;
    let facts = person_facts::of_person(store, learner.id).await?;
    Ok((badge, facts.is_adult(learner.today)))
}

impl OwnCredential {
    fn of(badge: OwnBadge, may_name: bool) -> Self {
        let published = badge.public_id.zip(badge.has_name).map(|(id, has_name)| PublishedCredential {
            page: format!("/badge/{id}"),
            token: format!("/api/v2/credentials/{id}/badge.jwt"),
            picture: format!("/api/v2/credentials/{id}/badge.png"),
            has_name,
            id,
        });
        Self { may_name, published }
    }
}
