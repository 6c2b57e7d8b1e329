//! What an import would lead to, row by row.

use serde::Serialize;
use store::invitations::{Invitee, Outcome};
use store::people::Role;
use utoipa::ToSchema;

use super::people::RowProblem;
use super::table::Row;

/// What becomes of a person.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum RowOutcome {
    /// They get an invitation.
    Invited,
    /// Their invitation gets other data, or their account a proposed guardian.
    Changed,
    /// They are invited or there already.
    Unchanged,
}

/// A person as they would be known.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PreviewRow {
    /// As spreadsheets count.
    line: u64,
    outcome: RowOutcome,
    first_name: String,
    last_name: String,
    email: String,
    role: Role,
    /// The code.
    language: String,
    /// Such as `2009-03`.
    #[schema(required)]
    birth_month: Option<String>,
    /// The address that would be proposed.
    #[schema(required)]
    guardian_email: Option<String>,
    /// The name of the cohort.
    #[schema(required)]
    cohort: Option<String>,
}

/// The rows that are not refused. Outcomes and what would be known belong to the rows without a fault, in their order.
pub(super) fn rows(
    rows: &[Row],
    checked: &[Result<Invitee, RowProblem>],
    outcomes: &[Outcome],
    known: Vec<Invitee>,
) -> Vec<PreviewRow> {
    let right = rows.iter().zip(checked).filter(|(_, checked)| checked.is_ok()).map(|(row, _)| row.line);
    let read = right.zip(outcomes).zip(known);
    read.filter_map(|((line, outcome), known)| {
        let outcome = match outcome {
            Outcome::Invited => RowOutcome::Invited,
            Outcome::Changed => RowOutcome::Changed,
            Outcome::Unchanged => RowOutcome::Unchanged,
            Outcome::Refused(_) => return None,
        };
        let Invitee { first_name, last_name, email, role, language, birth_month, guardian_email, cohort, .. } = known;
        Some(PreviewRow {
            line,
            outcome,
            first_name,
            last_name,
            email,
            role,
            language,
            birth_month,
            guardian_email,
            cohort,
        })
    })
    .collect()
}
