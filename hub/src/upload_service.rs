//! Uploads: the inspection of files and the rendering of their pages on a few threads.

use std::sync::Arc;

use media::{Checked, RenderedPage, Tools};
use store::attachments::{self, Attachment, NewFile};
use store::{AttachmentId, ChannelId, PersonId, Store};
use tokio::sync::Semaphore;

use crate::protocol::ErrorCode;

/// Files inspected at the same time: a large photo takes 300 MB and a second.
const MAX_INSPECTIONS: usize = 2;

/// Inspects uploaded files, and renders their pages.
#[derive(Debug)]
pub(crate) struct UploadService {
    tools: Arc<Tools>,
    inspections: Arc<Semaphore>,
}

impl UploadService {
    pub(crate) fn new(tools: Tools) -> Self {
        let inspections = Arc::new(Semaphore::new(MAX_INSPECTIONS));
        Self { tools: Arc::new(tools), inspections }
    }

    /// Determines the type of a file and makes its thumbnail.
    pub(crate) async fn inspect(&self, name: String, bytes: Vec<u8>) -> Result<Checked, ErrorCode> {
        self.run(move |tools| media::inspect(&name, bytes, tools)).await?.map_err(ErrorCode::from)
    }

    /// Renders a page of a PDF, counted from 1; None if it cannot be rendered.
    pub(crate) async fn page(&self, pdf: Vec<u8>, number: u32) -> Result<Option<RenderedPage>, ErrorCode> {
        self.run(move |tools| media::page(&pdf, number, tools)).await
    }

    /// Converts an Office file to PDF; None without a converter, or if it fails.
    pub(crate) async fn office_to_pdf(&self, name: String, bytes: Vec<u8>) -> Result<Option<Vec<u8>>, ErrorCode> {
        self.run(move |tools| media::office_to_pdf(&name, &bytes, tools)).await
    }

    async fn run<T: Send + 'static>(
        &self,
        inspection: impl FnOnce(&Tools) -> T + Send + 'static,
    ) -> Result<T, ErrorCode> {
        let permit = self.inspections.clone().acquire_owned().await.map_err(|_| ErrorCode::Unavailable)?;
        let tools = self.tools.clone();
        let inspection = tokio::task::spawn_blocking(move || {
            // Held until the thread is done, even if the request was cancelled.
            let _permit = permit;
            inspection(&tools)
        });
        inspection.await.map_err(|error| {
            tracing::warn!(%error, "a decoder panicked");
            ErrorCode::AttachmentBroken
        })
    }
}

impl From<media::Problem> for ErrorCode {
    fn from(problem: media::Problem) -> Self {
        match problem {
            media::Problem::Type => Self::AttachmentType,
            media::Problem::TooLarge => Self::AttachmentTooLarge,
            media::Problem::Broken => Self::AttachmentBroken,
        }
    }
}

/// Stores an inspected file, unless too many files of the person wait for a message. Returns None then.
pub(crate) async fn store_file(
    store: &Store,
    channel: ChannelId,
    owner: PersonId,
    checked: Checked,
) -> store::Result<Option<Attachment>> {
    let file = NewFile {
        name: checked.name,
        media_type: checked.media_type.to_owned(),
        bytes: checked.bytes,
        dimensions: checked.size.map(|size| (size.width, size.height)),
        thumbnail: checked.thumbnail,
    };
    attachments::add(store, channel, owner, file).await
}

/// Returns the address by which a message refers to an uploaded file.
pub(crate) fn address(channel: ChannelId, id: AttachmentId) -> String {
    format!("{}{id}/", address_prefix(channel))
}

/// Returns the prefix of the addresses of a channel's files.
pub(crate) fn address_prefix(channel: ChannelId) -> String {
    format!("/api/v2/chat/{channel}/attachments/")
}
