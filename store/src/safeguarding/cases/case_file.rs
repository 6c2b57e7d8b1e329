//! A case as a file for the police or social services: who is involved, and the row of the audit log.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::legal_holds::{Extent, extent};
use super::{Case, by_id, row};
use crate::db::query_as;
use crate::role::Role;
use crate::staff::audit::Act;
use crate::staff::{Actor, Staff};
use crate::{AlertId, PersonId, ProgrammeId, Result, Store};

/// The most people of a file beside the two of the case.
const MAX_PEOPLE: i64 = 500;

/// A person who is involved in a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Involved {
    /// The person, whose account may be erased.
    pub id: PersonId,
    /// The name at the time of the case, or the present one of who wrote nothing.
    pub name: String,
    /// What else is known of those whom the reader may look up; None for others, and after an erasure.
    pub known: Option<Known>,
}

/// What the record of a person says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The present name.
    pub name: String,
    /// The role.
    pub role: Role,
    /// The address.
    pub email: String,
    /// The month of birth, as 2009-03.
    pub birth_month: Option<String>,
}

#[derive(sqlx::FromRow)]
struct Row {
    person_id: PersonId,
    sealed_name: String,
    name: Option<String>,
    role: Option<Role>,
    email: Option<String>,
    birth_month: Option<String>,
    programme_id: Option<ProgrammeId>,
}

/// Returns the person whom a case is about, the reporter, and who wrote its sealed messages, in this order. Addresses and months of birth
/// only of people within the scope of the member of staff.
pub async fn involved(store: &Store, staff: &Staff, case: &Case) -> Result<Vec<Involved>> {
    let rows: Vec<Row> = query_as(
        "SELECT i.person_id, MAX(i.sealed_name) AS sealed_name, TRIM(p.first_name || ' ' || p.last_name) AS name, p.role, p.email,
             p.birth_month, p.programme_id
         FROM (
             SELECT 0 AS place, a.about_id AS person_id, a.about_name AS sealed_name FROM legal_holds a WHERE a.case_id = $1
             UNION ALL SELECT 0, p.id, '' FROM people p WHERE p.id = $2
             UNION ALL SELECT 1, p.id, COALESCE((SELECT h.reporter_name FROM legal_holds h WHERE h.case_id = $1), '')
                 FROM people p WHERE p.id = $3
             UNION ALL SELECT 2, s.sender_id, s.sender_name FROM sealed_messages s WHERE s.case_id = $1
         ) i LEFT JOIN people p ON p.id = i.person_id AND p.email NOT LIKE '%.invalid'
         WHERE i.person_id IS NOT NULL
         GROUP BY i.person_id, p.id, p.first_name, p.last_name, p.role, p.email, p.birth_month, p.programme_id
         ORDER BY MIN(i.place), MAX(i.sealed_name), i.person_id LIMIT $4",
    )
    .bind(case.listed.id)
    .bind(case.listed.about_id)
    .bind(case.listed.reporter_id)
    .bind(MAX_PEOPLE)
    .fetch_all(&store.db)
    .await?;
    let involved = |row: Row| {
        let Row { person_id, sealed_name, name, role, email, birth_month, programme_id } = row;
        let name = name.unwrap_or_default();
        let known = staff
            .scope
            .includes(programme_id)
            .then_some(())
            .and_then(|()| Some(Known { name: name.clone(), role: role?, email: email?, birth_month }));
        Involved { id: person_id, name: if sealed_name.trim().is_empty() { name } else { sealed_name }, known }
    };
    Ok(rows.into_iter().map(involved).collect())
}

/// A file that was made of a case.
#[derive(Clone, Copy, Debug)]
pub struct CaseFile<'a> {
    /// Why it leaves the product.
    pub reason: &'a str,
    /// The SHA-256 hash of its bytes, in hexadecimal digits.
    pub sha256: &'a str,
    /// The language of its document.
    pub language: &'a str,
    /// Whether it has the notes and reasons of staff.
    pub has_notes: bool,
    /// The number of files of people in it.
    pub files: usize,
    /// When it was begun.
    pub made_at: DateTime<Utc>,
    /// How much was sealed then.
    pub sealed: Extent,
}

/// Why a file of a case does not leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileRefusal {
    /// The member of staff has no such case any more.
    #[error("There is no such report.")]
    Missing,
    /// Copies were sealed or deleted while it was made: its parts may differ.
    #[error("The sealed copies changed while the file was made. Please try again.")]
    Changed,
}

/// Records that a case leaves the product as a file. Call it before the first byte leaves: without a row of the log there is no file.
pub async fn record_file(
    store: &Store,
    staff: &Staff,
    id: AlertId,
    file: CaseFile<'_>,
) -> Result<Result<(), FileRefusal>> {
    let Some(case) = by_id(store, staff, id).await? else { return Ok(Err(FileRefusal::Missing)) };
    if extent(store, id).await? != file.sealed {
        return Ok(Err(FileRefusal::Changed));
    }
    let values = json!({
        "sha256": file.sha256,
        "language": file.language,
        "with_notes": file.has_notes,
        "files": file.files,
        "made_at": file.made_at,
    });
    let record = row(Act::ExportCase, &case).reason(file.reason).change(Value::Null, values);
    record.write(&store.db, store, &Actor::Staff(staff.clone())).await?;
    Ok(Ok(()))
}
