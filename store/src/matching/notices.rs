//! What people are notified of: a push without names, and a mail.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::db::{Tx, query_as};
use crate::notification_settings::QuietColumns;
use crate::outbox::{self, Mail, NewJob};
use crate::push::{Notice, Notification, enqueue_in};
use crate::staff::Permission;
use crate::staff::grants::{self, holders};
use crate::{PersonId, ProgrammeId, Result, Store};

/// How long a push service keeps the notification.
const TTL: Duration = Duration::from_secs(24 * 3600);

/// Staff who get one mail.
const MAX_STAFF: i64 = 100;

impl Notice {
    fn template(self) -> &'static str {
        match self {
            Self::Proposed => "match_proposed",
            Self::Interested => "match_interested",
            Self::Selected => "match_selected",
            Self::Accepted => "match_accepted",
            Self::Reminder => "match_reminder",
            Self::Ended => "mentorship_ended",
            Self::EndedSearching => "mentorship_ended_searching",
        }
    }
}

#[derive(sqlx::FromRow)]
struct Recipient {
    email: String,
    first_name: String,
    language: String,
    wants_mails: bool,
    #[sqlx(flatten)]
    quiet: QuietColumns,
}

/// Enqueues a notice to a person. Mails wait for the end of quiet hours; those of reminders can be turned off.
pub(super) async fn send_in(tx: &mut Tx, store: &Store, person: PersonId, notice: Notice) -> Result<()> {
    let to: Option<Recipient> = query_as(
        "SELECT p.email, p.first_name, p.language, COALESCE(n.reminder_mails, TRUE) AS wants_mails,
             n.time_zone, n.quiet_from, n.quiet_until
         FROM people p LEFT JOIN notification_settings n ON n.person_id = p.id
         WHERE p.id = $1 AND p.is_disabled = FALSE",
    )
    .bind(person)
    .fetch_optional(&mut *tx)
    .await?;
    let Some(to) = to else { return Ok(()) };
    enqueue_in(tx, store, person, &Notification::Matching { notice }, TTL).await?;
    if notice == Notice::Reminder && !to.wants_mails {
        return Ok(());
    }
    let now = store.clock.now();
    let values = BTreeMap::from([("name".to_owned(), to.first_name)]);
    let mail = Mail { to: to.email, template: notice.template().to_owned(), language: to.language, values };
    let due_at = to.quiet.end_at(now).unwrap_or(now);
    outbox::put_in(tx, &NewJob { due_at, ..NewJob::mail(store, &mail)? }).await
}

/// What staff of a programme are notified of by mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ForStaff {
    /// A mentor was paused after two rounds without a decision.
    PausedMentor,
    /// A group cannot begin automatically: it has too few members, or two members who must not be matched.
    WaitingGroup,
    /// A run waits for approval.
    Draft,
}

impl ForStaff {
    fn template(self) -> &'static str {
        match self {
            Self::PausedMentor => "staff_match_paused",
            Self::WaitingGroup => "staff_match_group",
            Self::Draft => "staff_match_draft",
        }
    }
}

/// Enqueues a mail to the staff of a programme. It contains no names.
pub(super) async fn notify_staff_in(tx: &mut Tx, store: &Store, programme: ProgrammeId, what: ForStaff) -> Result<()> {
    let staff = holders(&mut *tx, Permission::ManageMatching, Some(programme), None, MAX_STAFF).await?;
    for grants::Recipient { email: to, language, .. } in staff {
        let mail = Mail { to, template: what.template().to_owned(), language, values: BTreeMap::new() };
        outbox::put_in(tx, &NewJob::mail(store, &mail)?).await?;
    }
    Ok(())
}
