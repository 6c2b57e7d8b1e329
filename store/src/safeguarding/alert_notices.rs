//! What staff are notified of about an alert: by push and mail at once, and again while no lead has taken it. Who is on duty comes first.
//! Of what detection noticed they are notified once: the mail of the morning goes on.

use std::collections::BTreeMap;

use serde_json::json;

use crate::alerts::{JOB, Kind, MAILS, StaffAlert, about, about_joins};
use crate::db::{Tx, query, query_as};
use crate::outbox::{self, Job, Mail, NewJob, SHORT_LEASE};
use crate::push::{Notification, enqueue_in};
use crate::staff::grants::{Recipient, holders};
use crate::staff::{Permission, duty};
use crate::{PersonId, ProgrammeId, Result, Store, webhooks};

/// Staff who are notified of one alert.
const MAX_RECIPIENTS: i64 = 100;

/// How often staff are notified again. The last time those who grant the role learn of it, too.
const STEPS: usize = 2;

/// What decides whom an alert reaches.
#[derive(sqlx::FromRow)]
struct AlertDetails {
    kind: Kind,
    programme_id: Option<ProgrammeId>,
    is_taken: bool,
    /// The person whom it is about, who is not notified.
    about: Option<PersonId>,
}

/// Notifies staff of the alerts that are due, and returns their number.
pub async fn send_due(store: &Store) -> Result<usize> {
    let send = |job| async move { send(store, &job).await.map(drop) };
    outbox::work_off(store, JOB, SHORT_LEASE, send).await
}

/// Notifies staff of an alert, unless another worker has, and returns how many. Push and mail contain no text of the person: they only
/// say that something waits, and where. If no staff may handle it, because it is about the only lead, those who can grant the role learn
/// of it; they do also once the leads let the second deadline pass.
pub async fn send(store: &Store, job: &Job<StaffAlert>) -> Result<usize> {
    let mut tx = store.db.begin().await?;
    let is_leased = query("DELETE FROM outbox WHERE id = $1").bind(job.id).execute(&mut tx).await? > 0;
    let alert: Option<AlertDetails> = query_as(concat!(
        "SELECT a.kind, a.programme_id, a.assigned_to IS NOT NULL AS is_taken, ",
        about!(),
        " AS about FROM alerts a",
        about_joins!(),
        "WHERE a.id = $1 AND a.handled_at IS NULL"
    ))
    .bind(job.payload.alert)
    .fetch_optional(&mut tx)
    .await?;
    let is_due = |alert: &AlertDetails| is_leased && (job.payload.step == 0 || !alert.is_taken);
    let Some(alert) = alert.filter(is_due) else {
        tx.commit().await?;
        return Ok(0);
    };
    let count = alert.notify(&mut tx, store, job.payload).await?;
    alert.announce(&mut tx, store, job.payload).await?;
    if usize::from(job.payload.step) < STEPS && !alert.kind.is_noticed() {
        let next = NewJob::new(store, JOB, &StaffAlert { step: job.payload.step + 1, ..job.payload })?;
        // From now on: after an outage leads have the whole time, too.
        let due_at = store.clock.now() + alert.kind.take_within();
        outbox::put_in(&mut tx, &NewJob { due_at, ..next }).await?;
    }
    tx.commit().await?;
    Ok(count)
}

impl AlertDetails {
    async fn notify(&self, tx: &mut Tx, store: &Store, StaffAlert { alert, step }: StaffAlert) -> Result<usize> {
        let mut leads =
            holders(&mut *tx, Permission::HandleCases, self.programme_id, self.about, MAX_RECIPIENTS).await?;
        let (plan, zone) = duty::leads(tx, self.programme_id, self.about).await?;
        let notified = duty::notified(&plan, step, store.clock.now(), zone);
        leads.retain(|lead| notified.contains(&lead.id));
        let mut others = Vec::new();
        if leads.is_empty() || usize::from(step) == STEPS {
            others = holders(&mut *tx, Permission::GrantRoles, self.programme_id, self.about, MAX_RECIPIENTS).await?;
            others.retain(|one| !leads.contains(one));
        }
        if leads.is_empty() {
            tracing::error!(%alert, "no staff may handle this alert");
        }
        for lead in &leads {
            let note = Notification::StaffAlert { alert_id: alert, is_urgent: self.kind == Kind::Crisis };
            // A later one follows while no lead has taken it.
            let ttl = self.kind.take_within().to_std().unwrap_or_default();
            enqueue_in(&mut *tx, store, lead.id, &note, ttl).await?;
            mail_in(&mut *tx, store, lead, self.kind.template(step)).await?;
        }
        for one in leads.iter().chain(&others) {
            query("INSERT INTO alert_notices (id, alert_id, person_id, step, notified_at) VALUES ($1, $2, $3, $4, $5)")
                .bind(store.clock.id::<sqlx::types::Uuid>())
                .bind(alert)
                .bind(one.id)
                .bind(i64::from(step))
                .bind(store.clock.now())
                .execute(&mut *tx)
                .await?;
        }
        let template = if leads.is_empty() { "staff_no_lead" } else { "staff_silent_leads" };
        for other in &others {
            mail_in(&mut *tx, store, other, template).await?;
        }
        Ok(leads.len() + others.len())
    }
}

impl AlertDetails {
    /// Sends the alert to webhooks, without the person.
    async fn announce(&self, tx: &mut Tx, store: &Store, StaffAlert { alert, step }: StaffAlert) -> Result<()> {
        let event = if step == 0 { webhooks::Event::AlertOpened } else { webhooks::Event::AlertEscalated };
        let (data, page) = (json!({"case": alert, "kind": self.kind}), format!("/staff/reports/{alert}"));
        webhooks::enqueue_in(tx, store, event, self.programme_id, &data, &page).await
    }
}

async fn mail_in(tx: &mut Tx, store: &Store, to: &Recipient, template: &str) -> Result<()> {
    debug_assert!(MAILS.contains(&template), "{template}");
    let Recipient { email: to, language, .. } = to.clone();
    let mail = Mail { to, template: template.to_owned(), language, values: BTreeMap::new() };
    outbox::put_in(tx, &NewJob::mail(store, &mail)?).await
}

impl Kind {
    /// Returns the template of the mail to leads.
    fn template(self, step: u8) -> &'static str {
        match (self, step) {
            (Self::Report, 0) => "staff_report",
            (Self::Crisis, 0) => "staff_crisis",
            (Self::Contact | Self::Secrecy | Self::Abuse, _) => "staff_noticed",
            (Self::Report, _) => "staff_report_waiting",
            (Self::Crisis, _) => "staff_crisis_waiting",
        }
    }
}
