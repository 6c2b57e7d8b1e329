//! Staff correct the name and the address of a person. What holds a copy follows.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::types::Json;

use super::mentions::{self, Renamed, escaped};
use crate::bus::{Event, Topic};
use crate::db::{Tx, query, query_as, query_scalar};
use crate::outbox::{self, MAIL, Mail, NewJob};
use crate::people::{self, Provider, normalize_email, search_text};
use crate::role::Role;
use crate::staff::audit::{Act, Record, Target};
use crate::staff::{Actor, Grant, Grants, Permission, Reached, Staff, StaffRole};
use crate::{ChannelId, Error, JobId, MentorshipId, PersonId, ProgrammeId, Result, Store};

/// The kind of jobs that write the other name of a person into messages.
const RENAMED: &str = "renamed_people";

/// Codes that prove an address, which ends with them.
const CODE_MAILS: [&str; 2] = ["sign_up_code", "reset_password_code"];

/// What staff correct.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Identity {
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// The address, normalised.
    pub email: String,
}

impl Identity {
    fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name).trim().to_owned()
    }

    fn has_name_of(&self, other: &Self) -> bool {
        (&self.first_name, &self.last_name) == (&other.first_name, &other.last_name)
    }
}

/// Why nothing was corrected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CorrectionRefusal {
    /// For this actor there is no such person.
    Unknown,
    /// The person is staff, and the actor no administrator.
    OnlyAdministrators,
    /// The address cannot be that of this account: another one of any programme has it.
    AddressUnavailable,
    /// It is not any more what the actor saw. Holds what it is now.
    ChangedMeanwhile(Identity),
}

/// What is known of the person under the lock.
#[derive(sqlx::FromRow)]
struct Known {
    #[sqlx(flatten)]
    identity: Identity,
    role: Role,
    language: String,
    provider: Provider,
}

/// A job: messages of the person's channels still have the name of before.
#[derive(Serialize, Deserialize)]
struct NewName {
    person: PersonId,
    before: String,
}

/// Corrects name and address of a person, with a reference to what was checked, unless they are not any more what the actor saw. With
/// another address codes and social accounts of the one of before end; login sessions stay. Both addresses get a mail.
pub async fn correct(
    store: &Store,
    actor: &Actor,
    person: PersonId,
    is: &Identity,
    seen: &Identity,
    reference: &str,
) -> Result<std::result::Result<(), CorrectionRefusal>> {
    let is = &Identity { email: normalize_email(&is.email), ..is.clone() };
    let mut tx = store.db.begin().await?;
    people::lock(&mut tx, BTreeSet::from([person])).await?;
    let Some(Reached { programme }) = actor.reach(&mut tx, person).await? else {
        return Ok(Err(CorrectionRefusal::Unknown));
    };
    let Some(known) = known_in(&mut tx, person).await? else { return Ok(Err(CorrectionRefusal::Unknown)) };
    if known.role == Role::Staff && !is_administrator_of(&mut tx, actor, person).await? {
        return Ok(Err(CorrectionRefusal::OnlyAdministrators));
    }
    let was = known.identity;
    if super::data_requests::is_due_in(&mut tx, store, person).await? {
        return Ok(Err(CorrectionRefusal::Unknown));
    }
    if was == *is {
        // A repeated request finds its own work done.
        return Ok(Ok(()));
    }
    if was != *seen {
        return Ok(Err(CorrectionRefusal::ChangedMeanwhile(was)));
    }
    let is_reserved = is.email.ends_with(".invalid") || is.email.starts_with("bot:");
    if is_reserved {
        return Ok(Err(CorrectionRefusal::AddressUnavailable));
    }
    let (is_renamed, is_readdressed) = (!was.has_name_of(is), was.email != is.email);
    if is_renamed {
        // Channels before the address: messages lock a channel first, and then the key of their author.
        rename_groups_in(&mut tx, person, &was.first_name, &is.first_name).await?;
    }
    if !update_in(&mut tx, person, is).await? {
        return Ok(Err(CorrectionRefusal::AddressUnavailable));
    }
    // Without the values: a name that is gone stays in no log.
    Record::new(Act::CorrectPerson, Target::Person(person), programme)
        .reason(reference)
        .change(Value::Null, json!({"name": is_renamed, "address": is_readdressed}))
        .write(&mut tx, store, actor)
        .await?;
    if is_readdressed {
        end_proofs_in(&mut tx, person, [&was.email, &is.email]).await?;
        redirect_mails_in(&mut tx, &was.email, &is.email).await?;
        // The address of before may be the one of another person: it does not learn the new name.
        let before = [("name", was.first_name.clone())];
        mail_in(&mut tx, store, person, (&was.email, "address_corrected_before"), &known.language, before).await?;
        let by_provider = known.provider != Provider::Normal;
        let after =
            [("name", is.first_name.clone()), ("sets_password", if by_provider { "yes" } else { "" }.to_owned())];
        mail_in(&mut tx, store, person, (&is.email, "address_corrected"), &known.language, after).await?;
    }
    if is_renamed {
        let job = NewName { person, before: was.full_name() };
        outbox::put_in(&mut tx, &NewJob::new(store, RENAMED, &job)?).await?;
        let values = [("name", is.first_name.clone()), ("full_name", is.full_name())];
        mail_in(&mut tx, store, person, (&is.email, "name_corrected"), &known.language, values).await?;
    }
    let people: Vec<PersonId> = query_scalar(
        "SELECT DISTINCT o.person_id FROM members m JOIN members o ON o.channel_id = m.channel_id
         WHERE m.person_id = $1 AND m.status <> 'absent' AND o.status <> 'absent'",
    )
    .bind(person)
    .fetch_all(&mut tx)
    .await?;
    tx.commit().await?;
    let mut topics = vec![Topic::Profile];
    topics.extend(is_renamed.then_some([Topic::Mentorship, Topic::Matching]).into_iter().flatten());
    let readers: BTreeSet<PersonId> = people.iter().copied().chain([person]).collect();
    let readers: Vec<PersonId> = readers.into_iter().collect();
    store.bus.publish(vec![
        Event::ChannelsChanged { people: readers.clone() },
        Event::TopicsChanged { people: readers, topics },
    ]);
    Ok(Ok(()))
}

/// Writes the other names of people into the messages that mention them, and returns how many people it was done for.
pub async fn follow_names(store: &Store) -> Result<usize> {
    outbox::work_off(store, RENAMED, outbox::SHORT_LEASE, |job| async move { follow_name(store, job).await }).await
}

async fn follow_name(store: &Store, outbox::Job { id, payload, .. }: outbox::Job<NewName>) -> Result<()> {
    let NewName { person, before } = payload;
    let channels: Vec<ChannelId> =
        query_scalar("SELECT channel_id FROM members WHERE person_id = $1").bind(person).fetch_all(&store.db).await?;
    for channel in channels {
        let mut tx = store.db.begin().await?;
        people::lock(&mut tx, BTreeSet::from([person])).await?;
        // An erasure deletes the job before it begins.
        let waits: bool =
            query_scalar("SELECT EXISTS (SELECT 1 FROM outbox WHERE id = $1)").bind(id).fetch_one(&mut tx).await?;
        let Some(now) = known_in(&mut tx, person).await?.filter(|_| waits) else { break };
        // The name as it is now: of two corrections, the last one.
        let after = now.identity.full_name();
        let is_shared = has_namesake_in(&mut tx, channel, person, &before).await?;
        let renamed = Renamed { person, before: &before, after: &after, is_erased: false, is_shared };
        let messages = mentions::rename_in(&mut tx, channel, &renamed).await?;
        tx.commit().await?;
        if !messages.is_empty() {
            store.bus.publish(vec![Event::Changed { channel, messages }]);
        }
    }
    outbox::done(store, id).await
}

/// Whether another member of the channel has this full name.
async fn has_namesake_in(tx: &mut Tx, channel: ChannelId, person: PersonId, name: &str) -> Result<bool> {
    query_scalar(
        "SELECT EXISTS (SELECT 1 FROM members m JOIN people p ON p.id = m.person_id
             WHERE m.channel_id = $1 AND m.person_id <> $2 AND TRIM(p.first_name || ' ' || p.last_name) = $3)",
    )
    .bind(channel)
    .bind(person)
    .bind(name)
    .fetch_one(tx)
    .await
}

/// Returns what is known of a person who is no bot and was not erased.
async fn known_in(tx: &mut Tx, person: PersonId) -> Result<Option<Known>> {
    query_as(
        "SELECT first_name, last_name, email, role, language, provider FROM people
         WHERE id = $1 AND email NOT LIKE '%.invalid' AND email NOT LIKE 'bot:%'",
    )
    .bind(person)
    .fetch_optional(tx)
    .await
}

/// Whether the actor may change the sign-in of a member of staff: as the one who could grant them their roles, or on the command line.
pub(super) async fn is_administrator_of(tx: &mut Tx, actor: &Actor, person: PersonId) -> Result<bool> {
    let Some(staff) = actor.staff() else { return Ok(actor.is_staff()) };
    let held: Vec<(StaffRole, Option<ProgrammeId>)> =
        query_as("SELECT role, programme_id FROM staff_grants WHERE person_id = $1")
            .bind(staff.person)
            .fetch_all(&mut *tx)
            .await?;
    let grants: Grants = held.into_iter().map(|(role, programme)| Grant { role, programme }).collect();
    let Some(scope) = grants.scope(Permission::GrantRoles) else { return Ok(false) };
    Ok(Actor::from(Staff { person: staff.person, scope }).reach(tx, person).await?.is_some())
}

/// Returns false if another account has the address. People who signed in with a provider set a password for another address.
async fn update_in(tx: &mut Tx, person: PersonId, is: &Identity) -> Result<bool> {
    let updated = query(
        "UPDATE people SET first_name = $2, last_name = $3, email = $4, search_text = $5,
             display_name = CASE WHEN display_name = first_name THEN $2 ELSE display_name END,
             provider = CASE WHEN email = $4 THEN provider ELSE 'normal' END
         WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM people o WHERE o.email = $4 AND o.id <> $1)",
    )
    .bind(person)
    .bind(&is.first_name)
    .bind(&is.last_name)
    .bind(&is.email)
    .bind(search_text(&is.first_name, &is.last_name, &is.email))
    .execute(tx)
    .await;
    match updated {
        Ok(count) => Ok(count > 0),
        // A sign-up took it at the same moment.
        Err(Error::Database(error)) if error.as_database_error().is_some_and(|error| error.is_unique_violation()) => {
            Ok(false)
        }
        Err(error) => Err(error),
    }
}

/// Ends what proves the addresses: codes, sign-ups that were begun, and links of provider accounts to the person.
async fn end_proofs_in(tx: &mut Tx, person: PersonId, addresses: [&String; 2]) -> Result<()> {
    for statement in [
        "DELETE FROM codes WHERE email IN ($1, $2)",
        "DELETE FROM sign_up_drafts WHERE email IN ($1, $2)",
        "DELETE FROM social_tickets WHERE email IN ($1, $2)",
    ] {
        query(statement).bind(addresses[0]).bind(addresses[1]).execute(&mut *tx).await?;
    }
    query("DELETE FROM social_accounts WHERE person_id = $1").bind(person).execute(tx).await.map(drop)
}

/// Sends the mails that still wait to the new address; codes that have ended are not sent.
async fn redirect_mails_in(tx: &mut Tx, before: &str, after: &str) -> Result<()> {
    let waiting: Vec<(JobId, String)> = query_as(
        "SELECT id, CAST(payload AS TEXT) FROM outbox WHERE kind = $1 AND CAST(payload AS TEXT) LIKE $2 ESCAPE '!'",
    )
    .bind(MAIL)
    .bind(format!("%{}%", escaped(before)))
    .fetch_all(&mut *tx)
    .await?;
    for (id, payload) in waiting {
        let Ok(mail) = serde_json::from_str::<Mail>(&payload) else { continue };
        if mail.to != before {
            continue;
        }
        if CODE_MAILS.contains(&mail.template.as_str()) {
            query("DELETE FROM outbox WHERE id = $1").bind(id).execute(&mut *tx).await?;
            continue;
        }
        query("UPDATE outbox SET payload = $2 WHERE id = $1")
            .bind(id)
            .bind(Json(Mail { to: after.to_owned(), ..mail }))
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

/// Enqueues a mail about the correction, which names neither address.
async fn mail_in(
    tx: &mut Tx,
    store: &Store,
    person: PersonId,
    (to, template): (&str, &str),
    language: &str,
    values: impl IntoIterator<Item = (&'static str, String)>,
) -> Result<()> {
    let (to, template, language) = (to.to_owned(), template.to_owned(), language.to_owned());
    // By the id the mail to an address of before is found when the person is erased.
    let mut values: BTreeMap<String, String> =
        values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    values.insert("person".to_owned(), person.to_string());
    outbox::put_in(tx, &NewJob::mail(store, &Mail { to, template, language, values })?).await
}

/// Deletes mails and jobs about the corrections of a person: they hold an address and a name of before.
pub(super) async fn forget_waiting(store: &Store, person: PersonId) -> Result<()> {
    query(
        "DELETE FROM outbox WHERE CAST(payload AS TEXT) LIKE $1
             AND (kind = $2 OR (kind = $3 AND CAST(payload AS TEXT) LIKE '%\"address_corrected_before\"%'))",
    )
    .bind(format!("%{person}%"))
    .bind(RENAMED)
    .bind(MAIL)
    .execute(&store.db)
    .await
    .map(drop)
}

/// Groups that began without a name are called by the first names of their members.
async fn rename_groups_in(tx: &mut Tx, person: PersonId, before: &str, after: &str) -> Result<()> {
    let groups: Vec<(MentorshipId, ChannelId, String)> = query_as(
        "SELECT s.id, s.channel_id, s.name FROM mentorships s JOIN mentorship_members m ON m.mentorship_id = s.id
         WHERE m.person_id = $1 AND s.name LIKE '%, %' ORDER BY s.id",
    )
    .bind(person)
    .fetch_all(&mut *tx)
    .await?;
    for (id, channel, name) in groups {
        let Some(renamed) = renamed_group(&name, before, after) else { continue };
        query("UPDATE mentorships SET name = $2, folded_name = $3 WHERE id = $1")
            .bind(id)
            .bind(&renamed)
            .bind(text_fold::fold(&renamed))
            .execute(&mut *tx)
            .await?;
        query("UPDATE channels SET name = $2 WHERE id = $1 AND name = $3")
            .bind(channel)
            .bind(&renamed)
            .bind(&name)
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

/// Returns the name of a group with another first name in it; None if it does not consist of names with this one.
fn renamed_group(name: &str, before: &str, after: &str) -> Option<String> {
    let mut names: Vec<&str> = name.split(", ").collect();
    let place = names.iter().position(|one| *one == before)?;
    names[place] = after;
    Some(names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::renamed_group;

    #[test]
    fn first_name_changes_in_names_of_groups() {
        assert_eq!(renamed_group("Omar, Selma, Theo", "Selma", "Selim").as_deref(), Some("Omar, Selim, Theo"));
        assert_eq!(renamed_group("Selma and friends, Theo", "Selma", "Selim"), None);
        assert_eq!(renamed_group("Tuesday circle", "Tuesday", "Wednesday"), None);
    }
}
