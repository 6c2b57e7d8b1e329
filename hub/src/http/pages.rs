//! Pages of documents in conversations, rendered when they are looked at.

use ::web::{Caller, Member, Result, not_found};
use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use actix_web::web::{Data, Path};
use store::attachments::{self, Attachment};
use store::{AttachmentId, ChannelId};

use super::attachments::readable;
use super::upload_error::refused;
use crate::hub::Hub;

/// Says how many pages the document has.
const PAGE_COUNT: &str = "x-page-count";

/// Returns a page of a PDF or, where LibreOffice is installed, of an Office file.
#[web::operation(
    operation_id = "attachment_page",
    params(
        ("channel" = ChannelId, Path, description = "The channel."),
        ("id" = AttachmentId, Path, description = "The file."),
        ("page" = u32, Path, description = "From 1.")
    ),
    responses(
        (status = 200, description = "A WebP picture with a longer edge of at most 1600 pixels.", headers(("X-Page-Count" = u32, description = "The number of pages."))),
        (status = 404, description = "`channel_unknown`, `not_found`: no such file or page, or it cannot be rendered"),
        (status = 429, description = "`rate_limited`")
    )
)]
pub(super) async fn show(
    hub: Data<Hub>,
    caller: Caller,
    Member(membership): Member,
    path: Path<(String, String, String)>,
) -> Result<HttpResponse> {
    let (_, id, number) = path.into_inner();
    let number = number.parse().map_err(|_| not_found())?;
    let found = readable(&hub.store, &caller, &membership, &id).await?;
    let pdf = as_pdf(&hub, found.attachment).await?.ok_or_else(not_found)?;
    let page = hub.uploads.page(pdf, number).await.map_err(refused)?.ok_or_else(not_found)?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, media::THUMBNAIL_TYPE))
        .insert_header((PAGE_COUNT, page.pages.to_string()))
        .insert_header((CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"))
        .insert_header((X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header((CACHE_CONTROL, "private, max-age=600"))
        .body(page.bytes))
}

/// Returns a PDF, or an Office file as PDF, which is converted once; None for other files.
async fn as_pdf(hub: &Hub, attachment: Attachment) -> Result<Option<Vec<u8>>> {
    let Attachment { id, name, media_type, .. } = attachment;
    if media_type == "application/pdf" {
        return Ok(attachments::open(&hub.store, id).await?.map(|(_, bytes)| bytes));
    }
    if !media::is_office(&name) {
        return Ok(None);
    }
    if let Some(pdf) = attachments::open_pdf(&hub.store, id).await? {
        return Ok(Some(pdf));
    }
    let Some((_, bytes)) = attachments::open(&hub.store, id).await? else { return Ok(None) };
    let Some(pdf) = hub.uploads.office_to_pdf(name, bytes).await.map_err(refused)? else { return Ok(None) };
    attachments::add_pdf(&hub.store, id, pdf.clone()).await?;
    Ok(Some(pdf))
}
