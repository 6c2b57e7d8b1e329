//! Cards: a picture, a few words, a way on.

use actix_web::http::header;
use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use store::Store;
use store::content::{self, CardPlace, FALLBACK, text_in};
use utoipa::{IntoParams, ToSchema};
use web::{Error, ErrorBody, NotSignedIn, Result, SignedIn, Unavailable, not_found};

use super::InLanguage;

/// Pictures change with an import; an hour later everybody has the new one.
const PICTURE_LIFETIME: &str = "public, max-age=3600";

/// A drawing may be opened by itself, where nothing but drawing is allowed to it.
const PICTURE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// Which cards are asked for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Which {
    /// `Internship` (also spelled `Intership`) or `Mentorship`.
    #[serde(alias = "expType")]
    exp_type: String,
}

/// A picture, a few words and a way on.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Card {
    key: String,
    /// The address of its picture.
    #[schema(required)]
    image: Option<String>,
    /// What the picture shows.
    image_alt: String,
    /// Where it leads: a page of ours, an https or mailto address, or nothing.
    link: String,
    /// What it says, in English.
    text: String,
    /// What it says in the language that was asked for.
    locale_text: String,
}

/// The cards of a page.
#[utoipa::path(
    get,
    path = "/api/v2/card/",
    operation_id = "cards",
    tag = "Content",
    params(Which, InLanguage),
    responses(
        (status = 200, description = "In the order of the programme.", body = Vec<Card>),
        (status = 422, description = "`invalid`: there are no such cards", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(crate) async fn all(
    request: HttpRequest,
    store: Data<Store>,
    _who: SignedIn,
    which: Query<Which>,
    wanted: Query<InLanguage>,
) -> Result<Json<Vec<Card>>> {
    let place = match which.exp_type.to_lowercase().as_str() {
        "internship" | "intership" => CardPlace::Internship,
        "mentorship" => CardPlace::Mentorship,
        _ => {
            let sentence = "There are cards for Internship and Mentorship.";
            return Err(Error::invalid(sentence).field("expType", sentence));
        }
    };
    let language = wanted.resolve(&store, &request).await?;
    let cards = content::all::<content::Card>(&store).await?.into_iter().filter(|card| card.place == place);
    let told = cards.map(|card| Card {
        key: card.key,
        image: card.picture.map(|name| format!("/api/v2/card/picture/{name}/")),
        image_alt: text_in(&card.alt, &language).to_owned(),
        link: card.link,
        text: text_in(&card.text, FALLBACK).to_owned(),
        locale_text: text_in(&card.text, &language).to_owned(),
    });
    Ok(Json(told.collect()))
}

/// The picture of a card. Public, because pages load it without a token; there is nothing private in content.
#[utoipa::path(
    get,
    path = "/api/v2/card/picture/{name}/",
    operation_id = "card_picture",
    tag = "Content",
    params(("name" = String, Path, description = "Its name, as a card tells it.")),
    responses(
        (status = 200, description = "PNG, JPEG, WebP or SVG."),
        (status = 404, description = "`not_found`", body = ErrorBody),
        Unavailable
    )
)]
pub(crate) async fn picture(store: Data<Store>, name: Path<String>) -> Result<HttpResponse> {
    let picture = content::picture(&store, &name).await?.ok_or_else(not_found)?;
    Ok(HttpResponse::Ok()
        .content_type(picture.media_type)
        .insert_header((header::CACHE_CONTROL, PICTURE_LIFETIME))
        .insert_header((header::CONTENT_SECURITY_POLICY, PICTURE_POLICY))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .body(picture.bytes))
}
