//! What changed in the texts of a definition.

use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use serde::Serialize;
use store::Store;
use store::content::texts::{self, ContentChange, Differences, TextChange, TextKind};
use utoipa::ToSchema;
use uuid::Uuid;
use web::{Result, Staff, not_found};

use super::super::super::names::StaffName;
use super::NO_SUCH_TEXTS;

/// The changes of a definition, newest first, 20 at most.
#[derive(Serialize, ToSchema)]
pub(in crate::staff::content) struct TextHistoryResponse {
    changes: Vec<StaffTextChange>,
}

/// A change of a definition.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff::content) struct StaffTextChange {
    id: Uuid,
    at: DateTime<Utc>,
    /// `staff`, `command_line` or `job`.
    actor_kind: String,
    /// Null for the command line and jobs, and after an erasure.
    #[schema(required)]
    author: Option<StaffName>,
    texts: Vec<ChangedText>,
    /// The questions of a topic before and afterwards, if they or their order changed.
    #[schema(required)]
    entries: Option<ChangedEntries>,
}

/// A text that changed.
#[derive(Serialize, ToSchema)]
struct ChangedText {
    path: String,
    language: String,
    /// Null: there was none.
    #[schema(required)]
    before: Option<String>,
    /// Null: it was removed.
    #[schema(required)]
    after: Option<String>,
}

/// The keys of questions.
#[derive(Serialize, ToSchema)]
struct ChangedEntries {
    before: Vec<String>,
    after: Vec<String>,
}

/// Returns the changes of a definition.
#[web::operation(
    operation_id = "text_history",
    params(("kind" = TextKind, Path, description = "The kind."), ("key" = String, Path, description = "The key.")),
    responses((status = 200, body = TextHistoryResponse), (status = 404, description = NO_SUCH_TEXTS))
)]
pub(super) async fn list(
    store: Data<Store>,
    _: Staff,
    path: Option<Path<(TextKind, String)>>,
) -> Result<Json<TextHistoryResponse>> {
    let (kind, key) = path.ok_or_else(not_found)?.into_inner();
    texts::definition(&store, kind, &key).await?.ok_or_else(not_found)?;
    let changes = texts::history(&store, kind, &key).await?;
    Ok(Json(TextHistoryResponse { changes: changes.into_iter().map(StaffTextChange::from).collect() }))
}

impl From<ContentChange> for StaffTextChange {
    fn from(ContentChange { id, at, actor_kind, actor_id, actor_name, differences }: ContentChange) -> Self {
        let Differences { texts, entries } = differences;
        let text = |TextChange { path, language, before, after }| ChangedText { path, language, before, after };
        Self {
            id,
            at,
            actor_kind,
            author: actor_id.map(|id| StaffName::new(id, actor_name)),
            texts: texts.into_iter().map(text).collect(),
            entries: entries.map(|(before, after)| ChangedEntries { before, after }),
        }
    }
}
