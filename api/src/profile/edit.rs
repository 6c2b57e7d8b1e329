//! What a person may change about themselves: what they say, how they are called, and their picture.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Payload};
use store::{Store, people, pictures};
use tokio::sync::Semaphore;
use utoipa::ToSchema;
use web::{Error, ErrorBody, Form, FormField, FormProblem, NotSignedIn, Result, SignedIn, Unavailable};

use super::{Profile, of};
use crate::{Settings, accounts, rates};

/// The largest picture that is taken: 2 MB.
const PICTURE_BYTES: usize = 2 * 1024 * 1024;

/// The edge of a picture as it is kept: twice the largest one that is shown.
const PICTURE_EDGE: u32 = 512;

/// What somebody says of themselves.
const BIO_CHARS: usize = 1000;

/// Bytes of a text field: every character may take four.
const TEXT_BYTES: usize = BIO_CHARS * 4;

/// Pictures decoded at the same moment: a large one takes 200 MB.
static DECODERS: Semaphore = Semaphore::const_new(2);

/// The form, for its description. What is left out stays as it is.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its description is used")]
pub(crate) struct ProfileForm {
    /// Only read: a name is changed by staff.
    full_name: Option<String>,
    /// At most 1000 characters.
    bio: Option<String>,
    /// Digits; empty for none.
    phone_number: Option<String>,
    /// A JPEG, PNG, WebP or GIF file of at most 2 MB; an empty text takes the picture away.
    #[schema(value_type = Option<String>, format = Binary)]
    picture: Option<Vec<u8>>,
}

/// Changes what the person says of themselves, their phone number and their picture.
#[utoipa::path(
    put,
    path = "/api/v2/users/profile/",
    operation_id = "edit_profile",
    tag = "Account",
    request_body(content = ProfileForm, content_type = "multipart/form-data"),
    responses(
        (status = 200, description = "The person as they are now.", body = Profile),
        (status = 400, description = "`malformed`: not a form", body = ErrorBody),
        (status = 413, description = "`picture_too_large`: more than 2 MB", body = ErrorBody),
        (status = 422, description = "`picture_broken`; `invalid`, with the fields", body = ErrorBody),
        (status = 429, description = "`rate_limited`, with `Retry-After`", body = ErrorBody),
        NotSignedIn,
        Unavailable
    ),
    security(("bearer" = []))
)]
pub(crate) async fn edit(
    store: Data<Store>,
    settings: Data<Settings>,
    who: SignedIn,
    request: HttpRequest,
    payload: Payload,
) -> Result<Json<Profile>> {
    rates::check_person(&settings.changes_by_person, who.person)?;
    let wanted = Wanted::read(&request, payload).await?;
    let picture = match wanted.picture {
        Some(Picture::New(bytes)) => Some(Some(decoded(bytes).await?)),
        Some(Picture::None) => Some(None),
        None => None,
    };
    people::set_details(&store, who.person, wanted.bio.as_deref(), wanted.phone_number.as_deref()).await?;
    match picture {
        // Of two changes at the same moment one is the last, and both have succeeded.
        Some(Some(bytes)) => drop(pictures::set(&store, who.person, bytes).await?),
        Some(None) => pictures::remove(&store, who.person).await?,
        None => {}
    }
    of(&store, who.person).await
}

/// What is to become of a picture.
enum Picture {
    New(Vec<u8>),
    None,
}

/// What a form asks for.
#[derive(Default)]
struct Wanted {
    bio: Option<String>,
    phone_number: Option<String>,
    picture: Option<Picture>,
}

impl Wanted {
    /// Reads and checks a form; nothing of it is kept if anything is wrong.
    async fn read(request: &HttpRequest, payload: Payload) -> Result<Self> {
        let mut wanted = Self::default();
        let mut form = Form::open(request, payload, PICTURE_BYTES).map_err(told)?;
        while let Some(field) = form.next().await.map_err(told)? {
            match field.name() {
                "bio" => wanted.bio = Some(bio(field).await?),
                "phone_number" | "phoneNumber" => wanted.phone_number = Some(phone_number(field).await?),
                "picture" => {
                    let bytes = field.bytes(PICTURE_BYTES).await.map_err(told)?;
                    wanted.picture = Some(if bytes.is_empty() { Picture::None } else { Picture::New(bytes) });
                }
                // A name is read-only, and what we do not know is nobody's mistake.
                _ => {}
            }
        }
        Ok(wanted)
    }
}

async fn bio(field: FormField) -> Result<String> {
    let too_long = || Error::invalid("That is too long.").field("bio", "Please use 1000 characters at most.");
    let text = field.text(TEXT_BYTES).await.map_err(|problem| match problem {
        FormProblem::TooLarge => too_long(),
        problem => told(problem),
    })?;
    let text = text.trim().replace("\r\n", "\n");
    if text.chars().count() > BIO_CHARS { Err(too_long()) } else { Ok(text) }
}

async fn phone_number(field: FormField) -> Result<String> {
    let sentence = "Please enter your phone number, in digits.";
    let wrong = || Error::invalid(sentence).field("phoneNumber", sentence);
    let text = field.text(200).await.map_err(|_| wrong())?;
    if text.trim().is_empty() { Ok(String::new()) } else { accounts::phone_number(&text).ok_or_else(wrong) }
}

/// The picture from its pixels alone.
async fn decoded(bytes: Vec<u8>) -> Result<Vec<u8>> {
    let _place = DECODERS.acquire().await.map_err(|_| Error::unavailable())?;
    let picture = tokio::task::spawn_blocking(move || media::picture(&bytes, PICTURE_EDGE)).await;
    // A decoder that gives up in its own way has met a broken picture, too.
    picture.ok().and_then(Result::ok).map(|picture| picture.bytes).ok_or_else(|| {
        let sentence = "File selected is a not an image file. Please upload a jpeg or png file.";
        Error::invalid(sentence).with_code("picture_broken").field("picture", sentence)
    })
}

fn told(problem: FormProblem) -> Error {
    match problem {
        FormProblem::TooLarge => {
            let sentence = "Please choose a picture of 2 MB at most.";
            Error::new(StatusCode::PAYLOAD_TOO_LARGE, "picture_too_large", sentence).field("picture", sentence)
        }
        FormProblem::Malformed => Error::new(StatusCode::BAD_REQUEST, "malformed", "The request is not a whole form."),
    }
}
