//! The mail of an invitation.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::{last_day, token};
use crate::db::{Tx, query, query_as};
use crate::outbox::{self, Mail, NewJob};
use crate::role::Role;
use crate::{InvitationId, PersonId, Result, Store};

/// Who gets the mail of an invitation.
#[derive(sqlx::FromRow)]
pub(super) struct Addressee {
    pub(super) id: InvitationId,
    pub(super) email: String,
    pub(super) first_name: String,
    pub(super) role: Role,
    pub(super) language: String,
    pub(super) programme_name: String,
    pub(super) expires_at: DateTime<Utc>,
}

impl Addressee {
    /// Enqueues the mail. An address with an account gets another text: an account belongs to one programme.
    pub(super) async fn mail(self, tx: &mut Tx, store: &Store) -> Result<()> {
        let account: Option<(PersonId,)> =
            query_as("SELECT id FROM people WHERE email = $1").bind(&self.email).fetch_optional(&mut *tx).await?;
        let template = match (account.is_some(), self.role) {
            (true, _) => "invitation_with_account",
            (false, Role::Mentor) => "invitation_of_mentor",
            (false, _) => "invitation_of_mentee",
        };
        let values = BTreeMap::from([
            ("name".to_owned(), self.first_name),
            ("programme".to_owned(), self.programme_name),
            ("day".to_owned(), last_day(self.expires_at).to_string()),
            ("token".to_owned(), token(store, self.id)),
        ]);
        let mail = Mail { to: self.email, template: template.to_owned(), language: self.language, values };
        outbox::put_in(tx, &NewJob::mail(store, &mail)?).await
    }
}

/// Deletes the mails of an invitation that are not sent: they name the person.
pub(super) async fn forget(tx: &mut Tx, id: InvitationId) -> Result<()> {
    query("DELETE FROM outbox WHERE kind = $1 AND CAST(payload AS TEXT) LIKE $2")
        .bind(outbox::MAIL)
        .bind(format!("%\"{}.%", id.0.simple()))
        .execute(tx)
        .await?;
    Ok(())
}
