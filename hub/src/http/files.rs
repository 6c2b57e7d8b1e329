//! `GET api/v2/chat/files/{id}/` and `…/thumbnail/`: a file, for whoever was given its address less than ten minutes ago.
//!
//! The bytes go through the server wherever they are kept: pages load them from their own origin, the store needs no
//! door to the world, and the headers below hold for every file.

use ::web::{ErrorBody, Result, Unavailable, not_found};
use actix_web::HttpResponse;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, Charset, ContentDisposition, DispositionParam,
    DispositionType, ExtendedValue, X_CONTENT_TYPE_OPTIONS,
};
use actix_web::web::{Data, Path, Query};
use serde::Deserialize;
use store::{AttachmentId, Store, attachments};
use utoipa::IntoParams;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Signed {
    /// Seconds since 1970.
    pub(super) expires: i64,
    /// Over the file and the time.
    pub(super) signature: String,
}

/// An attachment, for whoever was given its address less than ten minutes ago.
#[utoipa::path(
    get,
    path = "/api/v2/chat/files/{id}/",
    operation_id = "file",
    tag = "Chat",
    params(("id" = AttachmentId, Path, description = "The file."), Signed),
    responses(
        (status = 200, description = "Its bytes."),
        (status = 404, description = "`not_found`: no such file, or its address is too old", body = ErrorBody),
        Unavailable
    )
)]
pub(super) async fn download(
    store: Data<Store>,
    id: Option<Path<AttachmentId>>,
    signed: Option<Query<Signed>>,
) -> Result<HttpResponse> {
    let id = allowed(&store, id, signed, false)?;
    let (file, bytes) = attachments::open(&store, id).await?.ok_or_else(not_found)?;
    Ok(answer(&file.media_type, file.name, bytes))
}

/// The small picture of an attachment, for whoever was given its address less than ten minutes ago.
#[utoipa::path(
    get,
    path = "/api/v2/chat/files/{id}/thumbnail/",
    operation_id = "thumbnail",
    tag = "Chat",
    params(("id" = AttachmentId, Path, description = "The file."), Signed),
    responses(
        (status = 200, description = "A WebP picture."),
        (status = 404, description = "`not_found`: no such picture, or its address is too old", body = ErrorBody),
        Unavailable
    )
)]
pub(super) async fn thumbnail(
    store: Data<Store>,
    id: Option<Path<AttachmentId>>,
    signed: Option<Query<Signed>>,
) -> Result<HttpResponse> {
    let id = allowed(&store, id, signed, true)?;
    let bytes = attachments::open_thumbnail(&store, id).await?.ok_or_else(not_found)?;
    Ok(answer(media::THUMBNAIL_TYPE, "thumbnail.webp".to_owned(), bytes))
}

fn allowed(
    store: &Store,
    id: Option<Path<AttachmentId>>,
    signed: Option<Query<Signed>>,
    is_thumbnail: bool,
) -> Result<AttachmentId> {
    let (Some(id), Some(signed)) = (id, signed) else { return Err(not_found()) };
    let holds = attachments::link_holds(store, *id, is_thumbnail, signed.expires, &signed.signature);
    holds.then_some(*id).ok_or_else(not_found)
}

fn answer(media_type: &str, name: String, bytes: Vec<u8>) -> HttpResponse {
    // Only pictures that the server wrote itself are shown where they are; everything else is saved. Browsers draw PDF
    // files with more rights than the sandbox below leaves them, so they are saved, too.
    let is_picture = ["image/jpeg", "image/png", "image/gif", "image/webp"].contains(&media_type);
    let disposition = if is_picture { DispositionType::Inline } else { DispositionType::Attachment };
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, media_type))
        .insert_header(ContentDisposition { disposition, parameters: file_name(name) })
        // Whatever the file is, it runs nothing and is taken for nothing else.
        .insert_header((CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"))
        .insert_header((X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header((CACHE_CONTROL, "private, max-age=600"))
        .body(bytes)
}

/// Old clients read ASCII alone; the others prefer the second form, which says everything.
fn file_name(name: String) -> Vec<DispositionParam> {
    if name.is_ascii() {
        return vec![DispositionParam::Filename(name)];
    }
    let ascii = name.chars().map(|c| if c.is_ascii() { c } else { '_' }).collect();
    let full =
        ExtendedValue { charset: Charset::Ext("UTF-8".to_owned()), language_tag: None, value: name.into_bytes() };
    vec![DispositionParam::Filename(ascii), DispositionParam::FilenameExt(full)]
}
