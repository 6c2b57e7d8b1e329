//! The mails of a demonstration, which are written to a folder instead of being sent. Only with `--demo`.

use std::path::Path;

use actix_web::web::{Data, Json};
use chrono::{DateTime, Utc};
use mail_parser::{Message, MessageParser};
use serde::Serialize;
use utoipa::ToSchema;
use web::{Result, not_found};

use crate::Settings;

/// The newest mails that are listed.
const MAX_LISTED: usize = 50;

/// Characters of a one-time code.
const CODE_LENGTH: usize = 6;

/// A mail.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SentMail {
    id: String,
    to: String,
    subject: String,
    #[schema(required)]
    sent_at: Option<DateTime<Utc>>,
    text: String,
    html: String,
    /// The one-time code in it, if there is one.
    #[schema(required)]
    code: Option<String>,
}

/// Lists the mails in the outbox folder. Only with `--demo`.
#[web::operation(
    operation_id = "dev_outbox",
    responses(
        (status = 200, description = "The newest first.", body = Vec<SentMail>),
        (status = 404, description = "`not_found`: not a demonstration")
    )
)]
pub(super) async fn list(settings: Data<Settings>) -> Result<Json<Vec<SentMail>>> {
    let folder = settings.outbox.as_deref().ok_or_else(not_found)?;
    Ok(Json(newest(folder).await?))
}

async fn newest(folder: &Path) -> store::Result<Vec<SentMail>> {
    // The first mail creates the folder.
    let Ok(mut entries) = tokio::fs::read_dir(folder).await else { return Ok(Vec::new()) };
    let mut paths = Vec::new();
    while let Some(entry) = entries.next_entry().await? {
        let path = entry.path();
        if path.extension().is_some_and(|kind| kind == "eml") {
            paths.push(path);
        }
    }
    paths.sort_unstable_by(|one, other| other.cmp(one));
    let mut mails = Vec::new();
    for path in paths.iter().take(MAX_LISTED) {
        let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = tokio::fs::read(path).await?;
        mails.extend(MessageParser::default().parse(&bytes).map(|message| read(id, &message)));
    }
    Ok(mails)
}

fn read(id: String, message: &Message<'_>) -> SentMail {
    let text = message.body_text(0).unwrap_or_default().replace("\r\n", "\n");
    let to = message.to().and_then(|to| to.first()).and_then(|to| to.address());
    SentMail {
        id,
        to: to.unwrap_or_default().to_owned(),
        subject: message.subject().unwrap_or_default().to_owned(),
        sent_at: message.date().and_then(|date| DateTime::from_timestamp(date.to_timestamp(), 0)),
        html: message.body_html(0).unwrap_or_default().into_owned(),
        code: code_in(&text),
        text,
    }
}

/// A one-time code is the only word of its line.
fn code_in(text: &str) -> Option<String> {
    let is_code = |line: &&str| {
        line.len() == CODE_LENGTH && line.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
    };
    text.lines().map(str::trim).find(is_code).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_found_on_its_own_line() {
        assert_eq!(code_in("Welcome!\n\n 048151 \n\nIt works for 10 minutes.").as_deref(), Some("048151"));
        assert_eq!(code_in("Type this:\nA7KX2M\n").as_deref(), Some("A7KX2M"));
        assert_eq!(code_in("Your code is 048151 today.\nPlease.\nThanks"), None);
    }
}
