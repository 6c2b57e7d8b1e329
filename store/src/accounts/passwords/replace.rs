//! Replaces a password: the hash, the end of the login sessions that the old password opened, and the notice to the owner are
//! one transaction. A crash in between must not leave a session of an attacker alive.

use std::collections::BTreeMap;

use crate::codes::{self, Purpose, Verdict};
use crate::db::{Tx, query};
use crate::login_sessions::{end_in, publish_ended};
use crate::outbox::{self, Mail, NewJob};
use crate::people::Person;
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Reached};
use crate::{LoginSessionId, PersonId, Result, Store};

/// Replaces a forgotten password with a code that proves the address, and ends all login sessions of the person. A code that
/// is not right counts as a guess, and changes nothing else. The notice is in the `language` of the page.
pub async fn reset(store: &Store, person: &Person, language: &str, code: &str, hash: &str) -> Result<Verdict> {
    let mut tx = store.db.begin().await?;
    let verdict = codes::use_ticket(&mut tx, store, Purpose::ResetPassword, &person.email, code).await?;
    if verdict != Verdict::Right {
        tx.commit().await?;
        return Ok(verdict);
    }
    // The code was sent to the address, which proves it if it was not proven before.
    query("UPDATE people SET email_verified_at = COALESCE(email_verified_at, $2) WHERE id = $1")
        .bind(person.id)
        .bind(store.clock.now())
        .execute(&mut tx)
        .await?;
    let ended = replace(&mut tx, store, person.id, hash, None).await?;
    enqueue_notice(&mut tx, store, person, language).await?;
    tx.commit().await?;
    publish_ended(store, person.id, ended);
    Ok(Verdict::Right)
}

/// Replaces a password for its owner, and ends all login sessions of the person except `current`.
pub async fn change(store: &Store, person: &Person, current: LoginSessionId, hash: &str) -> Result<()> {
    let mut tx = store.db.begin().await?;
    let ended = replace(&mut tx, store, person.id, hash, Some(current)).await?;
    enqueue_notice(&mut tx, store, person, &person.language).await?;
    tx.commit().await?;
    publish_ended(store, person.id, ended);
    Ok(())
}

/// Replaces a password for an operator, and ends all login sessions of the person.
pub async fn set(store: &Store, actor: &Actor, person: PersonId, hash: &str) -> Result<()> {
    let mut tx = store.db.begin().await?;
    let Some(Reached { programme }) = actor.reach(&mut tx, person).await? else { return Ok(()) };
    let ended = replace(&mut tx, store, person, hash, None).await?;
    Record::new(Act::SetPassword, Target::Person(person), programme).write(&mut tx, store, actor).await?;
    tx.commit().await?;
    publish_ended(store, person, ended);
    Ok(())
}

/// Stores the hash, resets the count of failed sign-ins, and returns the login sessions that it ended.
async fn replace(
    tx: &mut Tx,
    store: &Store,
    person: PersonId,
    hash: &str,
    current: Option<LoginSessionId>,
) -> Result<Vec<LoginSessionId>> {
    query("UPDATE people SET password_hash = $2, failed_sign_ins = 0, blocked_until = NULL WHERE id = $1")
        .bind(person)
        .bind(hash)
        .execute(&mut *tx)
        .await?;
    end_in(tx, store, person, current).await
}

/// Enqueues the notice to the owner, who may not be the person that changed the password.
async fn enqueue_notice(tx: &mut Tx, store: &Store, person: &Person, language: &str) -> Result<()> {
    let notice = Mail {
        to: person.email.clone(),
        template: "password_changed".to_owned(),
        language: language.to_owned(),
        values: BTreeMap::new(),
    };
    outbox::put_in(tx, &NewJob::mail(store, &notice)?).await
}
