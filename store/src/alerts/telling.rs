//! Telling staff: the job of an alert becomes a mail to each of those who look after it.

use std::collections::BTreeMap;

use super::{Kind, StaffAlert};
use crate::db::on;
use crate::outbox::{self, Draft, Job, Mail};
use crate::{PersonId, ProgrammeId, Result, Store};

/// Staff told of one alert. More are no help.
const MOST: i64 = 100;

/// What is told of an alert: that there is one.
#[derive(sqlx::FromRow)]
struct Told {
    kind: Kind,
    programme_id: Option<ProgrammeId>,
    /// Who is not told, because it is about them.
    about: Option<PersonId>,
}

/// Turns the job of an alert into mails, or does nothing if another worker has; returns how many mails there will be.
/// The mails say that somebody waits and where to look, and nothing of what was said: they lie in inboxes.
pub async fn tell(store: &Store, job: &Job<StaffAlert>) -> Result<usize> {
    on!(&store.db, transaction, |tx| {
        let is_ours =
            sqlx::query("DELETE FROM outbox WHERE id = $1").bind(job.id).execute(&mut *tx).await?.rows_affected() > 0;
        let alert: Option<Told> = sqlx::query_as(
            "SELECT a.kind, a.programme_id, r.subject_id AS about
             FROM alerts a LEFT JOIN reports r ON r.id = a.subject_id WHERE a.id = $1 AND a.handled_at IS NULL",
        )
        .bind(job.payload.alert)
        .fetch_optional(&mut *tx)
        .await?;
        let mut count = 0;
        if let Some(alert) = alert.filter(|_| is_ours) {
            let staff: Vec<(String, String)> = sqlx::query_as(
                "SELECT email, language FROM people
                 WHERE role = 'staff' AND is_disabled = FALSE AND (programme_id = $1 OR programme_id IS NULL OR $1 IS NULL)
                     AND ($2 IS NULL OR id <> $2)
                 ORDER BY id LIMIT $3",
            )
            .bind(alert.programme_id)
            .bind(alert.about)
            .bind(MOST)
            .fetch_all(&mut *tx)
            .await?;
            if staff.is_empty() {
                tracing::error!(alert = %job.payload.alert, "there are no staff to tell of an alert");
            }
            count = staff.len();
            for (to, language) in staff {
                let template = alert.kind.template().to_owned();
                outbox::put_in!(tx, Draft::mail(store, &Mail { to, template, language, values: BTreeMap::new() })?);
            }
        }
        count
    })
}

impl Kind {
    /// The mail that tells of it.
    fn template(self) -> &'static str {
        match self {
            Self::Report => "staff_report",
            Self::Crisis => "staff_crisis",
        }
    }
}
