//! Tickets between the two steps of a sign-in.

use chrono::Duration;

use super::SECRET_LENGTH;
use crate::db::query_as;
use crate::hmac_token::{self, Purpose};
use crate::people::{self, Person};
use crate::role::Role;
use crate::{PersonId, Result, Store, digest_text, random_text};

/// How long the second step may take.
const LIFETIME: Duration = Duration::minutes(10);

/// A genuine ticket of a member of staff.
#[derive(Clone, Debug)]
pub struct Ticket {
    /// The person, whose first factor was right.
    pub person: Person,
    /// Whether they have an app.
    pub is_set_up: bool,
    /// Random.
    nonce: String,
}

impl Ticket {
    /// The secret of the app that this ticket may set up.
    pub(super) fn new_secret(&self, store: &Store) -> Vec<u8> {
        let mut secret = hmac_token::bytes(store, Purpose::SecondFactor, &format!("secret {}", self.nonce));
        secret.truncate(SECRET_LENGTH);
        secret
    }
}

/// Returns a ticket for a person whose first factor was right. None for an unknown person.
pub async fn issue_ticket(store: &Store, person: PersonId) -> Result<Option<String>> {
    let Some(basis) = basis(store, person).await? else { return Ok(None) };
    let until = (store.clock.now() + LIFETIME).timestamp();
    let text = format!("{person}.{until}.{}", random_text());
    let signature = sign(store, &text, &basis);
    Ok(Some(format!("{text}.{signature}")))
}

/// Returns what a ticket says. None if it is not genuine or too old, if password or app changed since, or if its person may no
/// longer sign in as staff.
pub async fn of_ticket(store: &Store, ticket: &str) -> Result<Option<Ticket>> {
    let [person, until, nonce, signature] = ticket.split('.').collect::<Vec<_>>()[..] else { return Ok(None) };
    let (Ok(id), Ok(until_seconds)) = (person.parse::<PersonId>(), until.parse::<i64>()) else { return Ok(None) };
    if store.clock.now().timestamp() >= until_seconds {
        return Ok(None);
    }
    let Some(basis) = basis(store, id).await? else { return Ok(None) };
    let text = format!("{person}.{until}.{nonce}");
    if !hmac_token::verify(store, Purpose::SecondFactor, &signed(&text, &basis), signature) {
        return Ok(None);
    }
    let person = people::by_id(store, id).await?.filter(|person| person.role == Role::Staff && !person.is_disabled);
    Ok(person.map(|person| Ticket { person, is_set_up: basis.secret.is_some(), nonce: nonce.to_owned() }))
}

/// What a ticket rests on: it ends when one of them changes.
#[derive(sqlx::FromRow)]
struct Basis {
    password_hash: Option<String>,
    secret: Option<Vec<u8>>,
}

async fn basis(store: &Store, person: PersonId) -> Result<Option<Basis>> {
    query_as(
        "SELECT p.password_hash, f.secret FROM people p LEFT JOIN second_factors f ON f.person_id = p.id WHERE p.id = $1",
    )
    .bind(person)
    .fetch_optional(&store.db)
    .await
}

fn sign(store: &Store, text: &str, basis: &Basis) -> String {
    hmac_token::sign(store, Purpose::SecondFactor, &signed(text, basis))
}

fn signed(text: &str, Basis { password_hash, secret }: &Basis) -> String {
    format!("ticket {text} {}", digest_text(&format!("{password_hash:?} {secret:?}")))
}
