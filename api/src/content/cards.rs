//! Cards: a picture, a short text and a link.

use actix_web::http::header;
use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use store::Store;
use store::content::{self, CardPlace, FALLBACK, text_in};
use utoipa::{IntoParams, ToSchema};
use web::{Error, Result, not_found};

use super::LanguageQuery;

/// An import can change pictures; caches show the new one after an hour.
const PICTURE_LIFETIME: &str = "public, max-age=3600";

/// An SVG can be opened as a page; the policy disables its scripts.
const PICTURE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// The place of the cards.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct CardQuery {
    /// `Internship` (also spelled `Intership`) or `Mentorship`.
    #[serde(alias = "expType")]
    exp_type: String,
    /// Where the pictures are shown; `web` is the only value.
    #[serde(default, rename = "image_type")]
    #[param(rename = "image_type", value_type = String, required = false, nullable = false)]
    _image_type: IgnoredAny,
}

/// A picture, a short text and a link.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Card {
    key: String,
    /// The address of its picture.
    #[schema(required)]
    image: Option<String>,
    /// What the picture shows.
    image_alt: String,
    /// A page of this installation, an https or mailto address, or empty.
    link: String,
    /// The text in English.
    text: String,
    /// The text in the requested language.
    locale_text: String,
}

/// Lists the cards of a place.
#[web::operation(
    operation_id = "cards",
    params(CardQuery, LanguageQuery),
    responses(
        (status = 200, description = "In the order of the programme.", body = Vec<Card>),
        (status = 422, description = "`invalid`: unknown place")
    )
)]
pub(super) async fn list(
    request: HttpRequest,
    store: Data<Store>,
    query: Query<CardQuery>,
    language: Query<LanguageQuery>,
) -> Result<Json<Vec<Card>>> {
    let place = match query.exp_type.to_lowercase().as_str() {
        "internship" | "intership" => CardPlace::Internship,
        "mentorship" => CardPlace::Mentorship,
        _ => {
            let sentence = "There are cards for Internship and Mentorship.";
            return Err(Error::invalid(sentence).field("expType", sentence));
        }
    };
    let language = language.resolve(&store, &request).await?;
    let cards = content::all::<content::Card>(&store).await?.into_iter().filter(|card| card.place == place);
    let response = cards.map(|card| Card {
        key: card.key,
        image: card.picture.map(|name| format!("/api/v2/card/picture/{name}/")),
        image_alt: text_in(&card.alt, &language).to_owned(),
        link: card.link,
        text: text_in(&card.text, FALLBACK).to_owned(),
        locale_text: text_in(&card.text, &language).to_owned(),
    });
    Ok(Json(response.collect()))
}

/// Returns the picture of a card. Public, because browsers load it without a token, and content is not private.
#[web::operation(
    operation_id = "card_picture",
    params(("name" = String, Path, description = "Its name, from `image` of a card.")),
    responses((status = 200, description = "PNG, JPEG, WebP or SVG."), (status = 404, description = "`not_found`"))
)]
pub(super) async fn picture(store: Data<Store>, name: Path<String>) -> Result<HttpResponse> {
    let picture = content::picture(&store, &name).await?.ok_or_else(not_found)?;
    Ok(HttpResponse::Ok()
        .content_type(picture.media_type)
        .insert_header((header::CACHE_CONTROL, PICTURE_LIFETIME))
        .insert_header((header::CONTENT_SECURITY_POLICY, PICTURE_POLICY))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .body(picture.bytes))
}
