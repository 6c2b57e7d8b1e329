//! Changes biography, phone number and picture.

use actix_web::HttpRequest;
use actix_web::web::{Data, Json, Payload};
use store::Store;
use store::details::{self, Details, Picture};
use utoipa::ToSchema;
use web::{Caller, Error, Form, FormField, FormProblem, Result};

use super::{ProfileResponse, response};
use crate::decoding::{PICTURE_BYTES, form_error, form_picture};
use crate::validation;

/// The longer edge of a stored picture: twice the largest one that is shown.
const PICTURE_EDGE: u32 = 512;

/// Characters of a biography.
const BIO_CHARS: usize = 1000;

/// Bytes of a text field: a character takes up to four.
const TEXT_BYTES: usize = BIO_CHARS * 4;

/// The form, for the OpenAPI document. Missing fields stay unchanged.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its description is used")]
pub(in crate::accounts) struct EditProfileRequest {
    /// Ignored: only staff change names.
    full_name: Option<String>,
    /// At most 1000 characters.
    bio: Option<String>,
    /// Digits; empty for none.
    phone_number: Option<String>,
    /// A JPEG, PNG, WebP or GIF file of at most 2 MB; an empty field removes the picture.
    #[schema(value_type = Option<String>, format = Binary)]
    picture: Option<Vec<u8>>,
}

/// Changes biography, phone number and picture of the signed-in person.
#[web::operation(
    operation_id = "edit_profile",
    request_body(content = EditProfileRequest, content_type = "multipart/form-data"),
    responses(
        (status = 200, description = "The changed profile.", body = ProfileResponse),
        (status = 400, description = "`malformed`: not a form"),
        (status = 413, description = "`picture_too_large`: more than 2 MB"),
        (status = 422, description = "`picture_broken`; `invalid`, with the fields")
    )
)]
pub(in crate::accounts) async fn edit(
    store: Data<Store>,
    caller: Caller,
    request: HttpRequest,
    payload: Payload,
) -> Result<Json<ProfileResponse>> {
    let changes = read(&request, payload).await?;
    let picture = match changes.picture {
        Some(Picture::Set(bytes)) => Some(Picture::Set(form_picture(bytes, PICTURE_EDGE).await?)),
        other => other,
    };
    details::edit(&store, caller.person, Details { picture, ..changes }).await?;
    response(&store, caller.person).await
}

/// Reads and validates a form.
async fn read(request: &HttpRequest, payload: Payload) -> Result<Details> {
    let mut changes = Details::default();
    let mut form = Form::open(request, payload, PICTURE_BYTES).map_err(form_error)?;
    while let Some(field) = form.next().await.map_err(form_error)? {
        match field.name() {
            "bio" => changes.bio = Some(bio(field).await?),
            "phone_number" | "phoneNumber" => changes.phone_number = Some(phone_number(field).await?),
            "picture" => {
                let bytes = field.bytes(PICTURE_BYTES).await.map_err(form_error)?;
                changes.picture = Some(if bytes.is_empty() { Picture::Remove } else { Picture::Set(bytes) });
            }
            // Names are read-only, and unknown fields are ignored.
            _ => {}
        }
    }
    Ok(changes)
}

async fn bio(field: FormField) -> Result<String> {
    let too_long = || Error::invalid("That is too long.").field("bio", "Please use 1000 characters at most.");
    let text = field.text(TEXT_BYTES).await.map_err(|problem| match problem {
        FormProblem::TooLarge => too_long(),
        problem => form_error(problem),
    })?;
    let text = text_fold::clean_text(&text).trim().to_owned();
    if text.chars().count() > BIO_CHARS { Err(too_long()) } else { Ok(text) }
}

async fn phone_number(field: FormField) -> Result<String> {
    let sentence = "Please enter your phone number, in digits.";
    let wrong = || Error::invalid(sentence).field("phoneNumber", sentence);
    let text = field.text(200).await.map_err(|_| wrong())?;
    if text.trim().is_empty() { Ok(String::new()) } else { validation::phone_number(&text).ok_or_else(wrong) }
}
