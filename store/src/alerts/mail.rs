//! Mails to staff about an alert.

use std::collections::BTreeMap;

use super::{JOB, Kind, StaffAlert};
use crate::db::{query, query_as};
use crate::outbox::{self, Job, Mail, NewJob, SHORT_LEASE};
use crate::staff::Permission;
use crate::staff::grants::{Recipient, holders};
use crate::{PersonId, ProgrammeId, Result, Store};

/// Staff who get a mail about one alert.
const MAX_RECIPIENTS: i64 = 100;

/// What decides about the mails of an alert.
#[derive(sqlx::FromRow)]
struct AlertDetails {
    kind: Kind,
    programme_id: Option<ProgrammeId>,
    /// The person whom it is about, who gets no mail.
    about: Option<PersonId>,
}

/// Turns the alerts that are due into mails to staff, and returns their number.
pub async fn send_due_mails(store: &Store) -> Result<usize> {
    let send = |job| async move { send_mails(store, &job).await.map(drop) };
    outbox::work_off(store, JOB, SHORT_LEASE, send).await
}

/// Turns the job of an alert into mails, unless another worker has, and returns their number. The mails contain no text
/// of the person: they only say that an alert is waiting, and where. If no staff may handle it, because it is about the only lead, those
/// who can grant the role get them.
pub async fn send_mails(store: &Store, job: &Job<StaffAlert>) -> Result<usize> {
    let mut tx = store.db.begin().await?;
    let is_leased = query("DELETE FROM outbox WHERE id = $1").bind(job.id).execute(&mut tx).await? > 0;
    let alert: Option<AlertDetails> = query_as(
        "SELECT a.kind, a.programme_id, COALESCE(r.subject_id, m.sender_id) AS about
         FROM alerts a LEFT JOIN reports r ON r.id = a.subject_id LEFT JOIN messages m ON m.id = a.subject_id
         WHERE a.id = $1 AND a.handled_at IS NULL",
    )
    .bind(job.payload.alert)
    .fetch_optional(&mut tx)
    .await?;
    let mut count = 0;
    if let Some(alert) = alert.filter(|_| is_leased) {
        let programme = alert.programme_id;
        let mut staff = holders(&mut tx, Permission::HandleCases, programme, alert.about, MAX_RECIPIENTS).await?;
        let mut template = alert.kind.template();
        if staff.is_empty() {
            staff = holders(&mut tx, Permission::GrantRoles, programme, alert.about, MAX_RECIPIENTS).await?;
            template = "staff_no_lead";
            tracing::error!(alert = %job.payload.alert, "no staff may handle this alert");
        }
        count = staff.len();
        for Recipient { email: to, language, .. } in staff {
            let mail = Mail { to, template: template.to_owned(), language, values: BTreeMap::new() };
            outbox::put_in(&mut tx, &NewJob::mail(store, &mail)?).await?;
        }
    }
    tx.commit().await?;
    Ok(count)
}

impl Kind {
    /// Returns the template of its mail.
    fn template(self) -> &'static str {
        match self {
            Self::Report => "staff_report",
            Self::Crisis => "staff_crisis",
        }
    }
}
