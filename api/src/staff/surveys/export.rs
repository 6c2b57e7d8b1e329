//! The answers of a survey as a file.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use store::answer_exports::{self, ExportError, Identity, Table};
use store::content;
use store::{ProgrammeId, Store};
use web::{ListQuery, Result, Staff, not_found};

use super::results_page::{NO_SUCH_SURVEY, find};
use crate::list_export::{ExportParams, ExportRequest, attachment, failed, temporary_file};

/// Returns the submitted answers of the people of a programme as a table. Audited.
#[web::operation(
    operation_id = "export_survey_answers",
    params(
        ("programme" = ProgrammeId, Path, description = "The programme."),
        ("survey" = String, Path, description = "The key of the survey."),
        ("names" = Option<String>, Query, description = "`yes` for names and addresses; without it the table says nothing of who answered."),
        ExportParams
    ),
    responses(
        (status = 200, description = "CSV or XLSX.", content_type = "text/csv", body = String),
        (status = 404, description = NO_SUCH_SURVEY),
        (status = 422, description = "`invalid`: no reason, or an unknown format")
    )
)]
pub(crate) async fn save(
    store: Data<Store>,
    staff: Staff,
    path: Option<Path<(ProgrammeId, String)>>,
    mut query: ListQuery,
) -> Result<HttpResponse> {
    let (programme, survey) = find(&store, &staff, path).await?;
    let key = &survey.definition.key;
    let ExportRequest { reason, format } = ExportRequest::take(&mut query)?;
    let identity = if query.take("names").as_deref() == Some("yes") { Identity::Names } else { Identity::Nothing };
    let catalogue = content::catalogue(&store).await?;
    let table = Table::of_survey(&catalogue, key).ok_or_else(not_found)?.identity(identity);
    let (actor, file) = (staff.actor(), temporary_file()?);
    let exported =
        answer_exports::export(&store, &actor, &table, Some(&programme.key), format, Some(&reason), file).await;
    match exported {
        Ok((file, _)) => attachment(file, key, format),
        Err(ExportError::NoProgramme) => Err(not_found()),
        Err(ExportError::Sheet(error)) => Err(failed(error)),
        Err(ExportError::Store(error)) => Err(error.into()),
    }
}
