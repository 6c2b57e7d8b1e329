//! What people are notified of about their matching and their mentorship: a push without names, and a mail.

use std::collections::BTreeMap;
use std::time::Duration;

use super::notification_settings::QuietColumns;
use super::push::{Notice, Notification, enqueue_in};
use crate::content::{Texts, text_in};
use crate::db::{Tx, query_as};
use crate::outbox::{self, Mail, NewJob};
use crate::{MentorshipSessionId, PersonId, Result, Store};

/// How long a push service keeps the notification.
const TTL: Duration = Duration::from_secs(24 * 3600);

impl Notice {
    fn template(self) -> &'static str {
        match self {
            Self::Proposed => "match_proposed",
            Self::Interested => "match_interested",
            Self::Selected => "match_selected",
            Self::Accepted => "match_accepted",
            Self::Reminder => "match_reminder",
            Self::Began => "mentorship_began",
            Self::GroupChanged => "mentorship_group_changed",
            Self::LeftGroup => "mentorship_left_group",
            Self::PausesChanged => "mentorship_pauses_changed",
            Self::Ended => "mentorship_ended",
            Self::EndedSearching => "mentorship_ended_searching",
            Self::GoesOn => "mentorship_goes_on",
            Self::Transferred => "programme_changed",
        }
    }
}

/// A person who gets a mail.
#[derive(sqlx::FromRow)]
pub(crate) struct Recipient {
    email: String,
    first_name: String,
    language: String,
    /// Whether they want mails that only remind.
    pub(crate) wants_reminders: bool,
    #[sqlx(flatten)]
    quiet: QuietColumns,
}

impl Recipient {
    /// Returns None for a closed account.
    pub(crate) async fn find(tx: &mut Tx, person: PersonId) -> Result<Option<Self>> {
        query_as(
            "SELECT p.email, p.first_name, p.language, COALESCE(n.reminder_mails, TRUE) AS wants_reminders,
                 n.time_zone, n.quiet_from, n.quiet_until
             FROM people p LEFT JOIN notification_settings n ON n.person_id = p.id
             WHERE p.id = $1 AND p.is_disabled = FALSE",
        )
        .bind(person)
        .fetch_optional(tx)
        .await
    }

    /// Enqueues a mail with their first name as `name`. It waits for the end of their quiet hours.
    pub(crate) async fn mail_in(
        self,
        tx: &mut Tx,
        store: &Store,
        template: &str,
        mut values: BTreeMap<String, String>,
    ) -> Result<()> {
        let now = store.clock.now();
        values.insert("name".to_owned(), self.first_name);
        let mail = Mail { to: self.email, template: template.to_owned(), language: self.language, values };
        let due_at = self.quiet.end_at(now).unwrap_or(now);
        outbox::put_in(tx, &NewJob { due_at, ..NewJob::mail(store, &mail)? }).await
    }
}

/// Enqueues a notice to a person: a push, and a mail. The mails of reminders can be turned off.
pub(crate) async fn send_in(tx: &mut Tx, store: &Store, person: PersonId, notice: Notice) -> Result<()> {
    send_with_in(tx, store, person, notice, BTreeMap::new()).await
}

/// [`send_in`] with values of the mail.
pub(crate) async fn send_with_in(
    tx: &mut Tx,
    store: &Store,
    person: PersonId,
    notice: Notice,
    values: BTreeMap<String, String>,
) -> Result<()> {
    let Some(to) = Recipient::find(tx, person).await? else { return Ok(()) };
    enqueue_in(tx, store, person, &Notification::Matching { notice }, TTL).await?;
    if notice == Notice::Reminder && !to.wants_reminders {
        return Ok(());
    }
    to.mail_in(tx, store, notice.template(), values).await
}

/// A quiz whose result changed for a person.
pub(crate) struct CorrectedQuiz<'a> {
    /// The session of the person.
    pub(crate) session_id: &'a str,
    /// The name of the session.
    pub(crate) title: &'a Texts,
}

/// Enqueues the notice that a corrected answer key changed the result of a person: a push without the session, and a mail.
pub(crate) async fn answer_key_corrected_in(
    tx: &mut Tx,
    store: &Store,
    person: PersonId,
    CorrectedQuiz { session_id, title }: CorrectedQuiz<'_>,
) -> Result<()> {
    let Some(to) = Recipient::find(tx, person).await? else { return Ok(()) };
    let session_id = session_id.to_owned();
    // A session of a mentorship has an id, one of the learning hub its key.
    let page = if session_id.parse::<MentorshipSessionId>().is_ok() {
        format!("mentorship/{session_id}/sessionintro")
    } else {
        format!("session/sessionintroduction/{session_id}")
    };
    enqueue_in(tx, store, person, &Notification::AnswerKeyCorrected { session_id }, TTL).await?;
    let session = text_in(title, &to.language).to_owned();
    let values = BTreeMap::from([("session".to_owned(), session), ("page".to_owned(), page)]);
    to.mail_in(tx, store, "answer_key_corrected", values).await
}
