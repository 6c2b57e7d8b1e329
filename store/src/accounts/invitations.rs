//! Invitations to a programme. The link in the mail proves the address; what staff knew of the person is deleted with the end of the
//! invitation.

use chrono::{DateTime, Duration, Utc};

use crate::db::{Tx, query, query_as};
use crate::hmac_token::{self, Purpose};
use crate::role::Role;
use crate::{InvitationId, PersonId, ProgrammeId, Result, Store, sign_up_drafts};

mod acts;
mod due;
pub mod list;

pub use acts::{Outcome, Refusal, Reminded, invite, rehearse, remind, withdraw};
pub use due::{end_due, remind_due};

/// How long an invitation can be accepted, from its first mail or the last one that staff asked for.
pub const LIFETIME: Duration = Duration::days(30);

/// A person to invite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitee {
    /// The normalised address.
    pub email: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Mentor or mentee.
    pub role: Role,
    /// The code of their language.
    pub language: String,
    /// Such as `2009-03`.
    pub birth_month: Option<String>,
}

/// An invitation that can be accepted.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Invitation {
    /// Its id.
    pub id: InvitationId,
    /// The programme.
    pub programme_id: ProgrammeId,
    /// The programme's key.
    pub programme_key: String,
    /// The programme's name.
    pub programme_name: String,
    /// Mentor or mentee.
    pub role: Role,
    /// The address.
    pub email: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// The code of their language.
    pub language: String,
    /// Until when it can be accepted.
    pub expires_at: DateTime<Utc>,
}

const SELECT: &str = "SELECT i.id, i.programme_id, g.key AS programme_key, g.name AS programme_name, i.role, i.email,
        i.first_name, i.last_name, i.language, i.expires_at
     FROM invitations i JOIN programmes g ON g.id = i.programme_id WHERE i.email <> '' AND i.expires_at > $1 ";

/// Returns what the link of a mail carries. Each mail of an invitation has the same.
pub fn token(store: &Store, id: InvitationId) -> String {
    let id = id.0.simple().to_string();
    let signature = hmac_token::sign(store, Purpose::Invitation, &id);
    format!("{id}.{signature}")
}

/// Returns the open invitation of a link.
pub async fn by_token(store: &Store, token: &str) -> Result<Option<Invitation>> {
    let Some((text, signature)) = token.split_once('.') else { return Ok(None) };
    let (true, Ok(id)) = (hmac_token::verify(store, Purpose::Invitation, text, signature), text.parse()) else {
        return Ok(None);
    };
    query_as([SELECT, "AND i.id = $2"]).bind(store.clock.now()).bind(InvitationId(id)).fetch_optional(&store.db).await
}

/// Returns the open invitation of a proven address, the last one of several.
pub async fn of_address(store: &Store, email: &str) -> Result<Option<Invitation>> {
    query_as([SELECT, "AND i.email = $2 ORDER BY i.created_at DESC, i.id DESC LIMIT 1"])
        .bind(store.clock.now())
        .bind(email)
        .fetch_optional(&store.db)
        .await
}

/// Begins the sign-up of the owner of a link: the mail proved the address. Returns the secret of the draft.
pub async fn begin_sign_up(store: &Store, invitation: &Invitation) -> Result<String> {
    sign_up_drafts::begin_proven(store, &invitation.email).await
}

/// Ends the invitation that led to an account, within the transaction of the sign-up.
pub(crate) async fn accept_in(
    tx: &mut Tx,
    store: &Store,
    email: &str,
    person: PersonId,
    programme: ProgrammeId,
) -> Result<()> {
    let now = store.clock.now();
    let months: Vec<(Option<String>,)> = query_as(
        "SELECT i.birth_month FROM invitations i JOIN people p ON p.id = $2
         WHERE i.email = $1 AND i.programme_id = $3 AND i.role = p.role AND i.expires_at > $4",
    )
    .bind(email)
    .bind(person)
    .bind(programme)
    .bind(now)
    .fetch_all(&mut *tx)
    .await?;
    let Some((birth_month,)) = months.into_iter().next() else { return Ok(()) };
    query("UPDATE people SET birth_month = $2 WHERE id = $1").bind(person).bind(birth_month).execute(&mut *tx).await?;
    query(
        "UPDATE invitations SET accepted_at = $4, person_id = $2, email = '', first_name = '', last_name = '',
             birth_month = NULL, search_text = ''
         WHERE email = $1 AND programme_id = $3",
    )
    .bind(email)
    .bind(person)
    .bind(programme)
    .bind(now)
    .execute(tx)
    .await?;
    Ok(())
}
