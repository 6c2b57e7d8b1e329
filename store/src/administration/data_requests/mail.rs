//! What people read by mail about their requests.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::Kind;
use crate::db::{Tx, query_as};
use crate::outbox::{self, Mail, NewJob};
use crate::{PersonId, Result, Store};

/// What a mail says.
pub(super) enum Notice<'a> {
    /// The request was received.
    Received { received_on: NaiveDate, due_on: NaiveDate },
    /// The answer takes longer.
    Extended { due_on: NaiveDate, reason: &'a str },
    /// Staff closed it.
    Closed { outcome: &'static str, answer: &'a str, received_on: NaiveDate },
    /// The account is closed and will be erased.
    Erasing { erase_on: NaiveDate },
}

/// Enqueues a mail to a person, also to one whose account is closed: the law owes them the answer.
pub(super) async fn send_in(
    tx: &mut Tx,
    store: &Store,
    person: PersonId,
    kind: Kind,
    notice: Notice<'_>,
) -> Result<()> {
    let (to, name, language): (String, String, String) =
        query_as("SELECT email, display_name, language FROM people WHERE id = $1")
            .bind(person)
            .fetch_one(&mut *tx)
            .await?;
    let (template, values) = match notice {
        Notice::Received { received_on, due_on } => {
            ("data_request_received", vec![("day", received_on.to_string()), ("due", due_on.to_string())])
        }
        Notice::Extended { due_on, reason } => {
            ("data_request_extended", vec![("due", due_on.to_string()), ("reason", reason.to_owned())])
        }
        Notice::Closed { outcome, answer, received_on } => (
            "data_request_closed",
            vec![("outcome", outcome.to_owned()), ("answer", answer.to_owned()), ("day", received_on.to_string())],
        ),
        Notice::Erasing { erase_on } => ("data_request_erasing", vec![("day", erase_on.to_string())]),
    };
    let mut values: BTreeMap<String, String> =
        values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    values.insert("name".to_owned(), name);
    values.insert("kind".to_owned(), kind.name().to_owned());
    let mail = Mail { to, template: template.to_owned(), language, values };
    outbox::put_in(tx, &NewJob::mail(store, &mail)?).await
}
