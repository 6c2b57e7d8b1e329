//! Attachments and their thumbnails, behind signed addresses that expire after ten minutes.
//!
//! The server also passes on the bytes of an object store. Pages load them from their own origin, the object store can stay
//! private, and every file has the headers below.

use ::web::{Result, SignatureQuery, not_found};
use actix_web::HttpResponse;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, Charset, ContentDisposition, DispositionParam,
    DispositionType, ExtendedValue, X_CONTENT_TYPE_OPTIONS,
};
use actix_web::web::{Data, Path, Query};
use store::{AttachmentId, Store, attachments};

/// Returns an attachment. Addresses expire after ten minutes.
#[web::operation(
    operation_id = "file",
    params(("id" = AttachmentId, Path, description = "The file."), SignatureQuery),
    responses(
        (status = 200, description = "The file."),
        (status = 404, description = "`not_found`: no such file, or an expired address")
    )
)]
pub(super) async fn download(
    store: Data<Store>,
    id: Option<Path<AttachmentId>>,
    signature: Option<Query<SignatureQuery>>,
) -> Result<HttpResponse> {
    let id = verify(&store, id, signature, false).await?;
    let (file, bytes) = attachments::open(&store, id).await?.ok_or_else(not_found)?;
    Ok(response(&file.media_type, file.name, bytes))
}

/// Returns the thumbnail of an attachment. Addresses expire after ten minutes.
#[web::operation(
    operation_id = "thumbnail",
    params(("id" = AttachmentId, Path, description = "The file."), SignatureQuery),
    responses(
        (status = 200, description = "A WebP picture."),
        (status = 404, description = "`not_found`: no such picture, or an expired address")
    )
)]
pub(super) async fn thumbnail(
    store: Data<Store>,
    id: Option<Path<AttachmentId>>,
    signature: Option<Query<SignatureQuery>>,
) -> Result<HttpResponse> {
    let id = verify(&store, id, signature, true).await?;
    let bytes = attachments::open_thumbnail(&store, id).await?.ok_or_else(not_found)?;
    Ok(response(media::THUMBNAIL_TYPE, "thumbnail.webp".to_owned(), bytes))
}

/// Members get no files of deleted messages, also with a link from before; staff do.
async fn verify(
    store: &Store,
    id: Option<Path<AttachmentId>>,
    signature: Option<Query<SignatureQuery>>,
    is_thumbnail: bool,
) -> Result<AttachmentId> {
    let (Some(id), Some(signature)) = (id, signature) else { return Err(not_found()) };
    let SignatureQuery { expires, signature } = signature.into_inner();
    let is_for_members = attachments::verify_link(store, *id, is_thumbnail, expires, &signature);
    let is_allowed = if is_for_members {
        !attachments::is_withdrawn(store, *id).await?
    } else {
        attachments::verify_staff_link(store, *id, is_thumbnail, expires, &signature)
    };
    is_allowed.then_some(*id).ok_or_else(not_found)
}

fn response(media_type: &str, name: String, bytes: Vec<u8>) -> HttpResponse {
    // Only pictures that the server encoded itself are shown inline. Browsers need more rights for PDF files than the
    // sandbox below leaves them, so they are downloaded, too.
    let is_picture = ["image/jpeg", "image/png", "image/gif", "image/webp"].contains(&media_type);
    let disposition = if is_picture { DispositionType::Inline } else { DispositionType::Attachment };
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, media_type))
        .insert_header(ContentDisposition { disposition, parameters: file_name(name) })
        // Browsers must neither run the file nor guess another type.
        .insert_header((CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"))
        .insert_header((X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header((CACHE_CONTROL, "private, max-age=600"))
        .body(bytes)
}

/// Old clients read the ASCII form; others prefer the second form, which is complete.
fn file_name(name: String) -> Vec<DispositionParam> {
    if name.is_ascii() {
        return vec![DispositionParam::Filename(name)];
    }
    let ascii = name.chars().map(|c| if c.is_ascii() { c } else { '_' }).collect();
    let full =
        ExtendedValue { charset: Charset::Ext("UTF-8".to_owned()), language_tag: None, value: name.into_bytes() };
    vec![DispositionParam::Filename(ascii), DispositionParam::FilenameExt(full)]
}
