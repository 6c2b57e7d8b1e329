//! Invitations to a programme. The link in the mail proves the address; what staff knew of the person is deleted with the end of the
//! invitation.

use chrono::{DateTime, Duration, NaiveDate, NaiveTime, Utc};
use serde_json::json;

use crate::audit::{Act, Record, Target};
use crate::db::{Tx, query, query_as};
use crate::hmac_token::{self, Purpose};
use crate::role::Role;
use crate::staff::Actor;
use crate::{CohortId, InvitationId, PersonId, ProgrammeId, Result, Store, cohorts, sign_up_drafts};

mod due;
mod guardians;
mod invite;
mod kept_columns;
pub mod list;
mod mail;
mod open;

pub use due::{end_due, remind_due};
pub(crate) use guardians::forget_in as forget_guardian_in;
pub use guardians::{ProposedGuardian, proposed_guardians};
pub use invite::{Outcome, Preview, Refusal, invite, invite_table, preview, rehearse};
pub use kept_columns::{KeptMapping, Mapping, ReadTable, kept_mapping};
pub use open::{Reminded, remind, withdraw};

/// For how many days an invitation can be accepted, from the first mail or the last one that staff asked for.
const LIFETIME: Duration = Duration::days(30);

/// After which time no mail makes an invitation valid for longer.
const LONGEST: Duration = Duration::days(60);

/// The end of the last day on which an invitation can be accepted that is sent now.
pub(crate) fn end_of(now: DateTime<Utc>) -> DateTime<Utc> {
    ((now + LIFETIME).date_naive() + Duration::days(1)).and_time(NaiveTime::MIN).and_utc()
}

/// Returns the last day on which an invitation can be accepted.
pub fn last_day(expires_at: DateTime<Utc>) -> NaiveDate {
    (expires_at - Duration::seconds(1)).date_naive()
}

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
    /// Such as `2009-03`; for someone who is invited already, None keeps what is known.
    pub birth_month: Option<String>,
    /// Whether the source says the role; if not, that of an open invitation stays.
    pub says_role: bool,
    /// The same of the language.
    pub says_language: bool,
    /// The normalised address of a guardian of a mentee, which is proposed to staff where the programme asks guardians; None keeps
    /// what is known.
    pub guardian_email: Option<String>,
    /// The name of a cohort, which is created if the programme has none of the name; None keeps what is known.
    pub cohort: Option<String>,
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

/// Begins the sign-up of the owner of a link: the mail proved the address. Returns the secret of the draft.
pub async fn begin_sign_up(store: &Store, invitation: &Invitation) -> Result<String> {
    sign_up_drafts::begin_proven(store, &invitation.email).await
}

/// Ends the invitation that led to an account, within the transaction of the sign-up. Returns false if it cannot be accepted any more.
pub(crate) async fn accept_in(tx: &mut Tx, store: &Store, id: InvitationId, person: PersonId) -> Result<bool> {
    let now = store.clock.now();
    let accepted: Option<(Option<String>, ProgrammeId, String, Option<CohortId>)> = query_as(
        "SELECT i.birth_month, i.programme_id, CASE WHEN i.role = 'mentee' THEN i.guardian_email ELSE '' END, i.cohort_id
         FROM invitations i JOIN people p ON p.id = $2
         WHERE i.id = $1 AND i.email = p.email AND i.role = p.role AND i.programme_id = p.programme_id AND i.expires_at > $3",
    )
    .bind(id)
    .bind(person)
    .bind(now)
    .fetch_optional(&mut *tx)
    .await?;
    let Some((birth_month, programme, guardian_email, cohort)) = accepted else { return Ok(false) };
    let ended = query(
        "UPDATE invitations SET accepted_at = $3, person_id = $2, email = '', first_name = '', last_name = '',
             birth_month = NULL, guardian_email = '', cohort_id = NULL, search_text = '' WHERE id = $1 AND email <> ''",
    )
    .bind(id)
    .bind(person)
    .bind(now)
    .execute(&mut *tx)
    .await?;
    if ended == 0 {
        return Ok(false);
    }
    mail::forget(tx, id).await?;
    if !guardian_email.is_empty() {
        guardians::propose_in(tx, person, &guardian_email, now).await?;
    }
    if let Some(cohort) = cohort {
        cohorts::accept_in(tx, person, cohort, programme).await?;
    }
    if let Some(month) = birth_month {
        query("UPDATE people SET birth_month = $2 WHERE id = $1").bind(person).bind(&month).execute(&mut *tx).await?;
        let record = Record::new(Act::ChangeFacts, Target::Person(person), Some(programme)).reason("Invitation");
        let record = record.change(json!({"birth_month": null}), json!({"birth_month": month}));
        record.write(tx, store, &Actor::Person(person)).await?;
    }
    Ok(true)
}
