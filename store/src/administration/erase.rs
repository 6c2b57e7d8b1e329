//! Erases a person's data.
//!
//! The row is deleted and created again as "Former member" with the same id. References with `ON DELETE CASCADE` are
//! deleted with it, also those of tables that are added later. The person's messages stay as empty rows, because
//! message numbers are dense and pages, unread counts and read positions depend on it. Messages of others stay, without
//! the name in mentions and quotes. The sealed copies of cases stay under their hold. At the end the files of the database are cleaned of
//! what deleted rows leave.
//!
//! Every step can be repeated and the row goes last, so an interrupted run can be started again.

use std::collections::BTreeSet;
use std::time::Duration;

use super::mentions::{self, Renamed};
use super::mentorships::MenteesAfter;
use super::{AccountChange, consents, corrections};
use crate::attachments;
use crate::bus::Event;
use crate::cases::legal_holds::{self, LegalHold};
use crate::db::{query, query_as, query_scalar};
use crate::mentorship::{self, EndReason};
use crate::people::{ERASED_DOMAIN, Person};
use crate::role::Role;
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{
    ChannelId, Error, LoginSessionId, PersonId, Result, Store, answer_files, bots, people, pictures, push, search,
};

mod list;
mod messages;

pub use list::noted;

/// The name that replaces an erased person's.
pub(crate) const FIRST_NAME: &str = "Former";
pub(crate) const LAST_NAME: &str = "member";

/// How long the search index may take to follow.
const INDEX_TIMEOUT: Duration = Duration::from_secs(30);

/// The result of [`erase`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Erased {
    /// Messages whose text was removed.
    pub messages: usize,
    /// Files that were removed.
    pub files: usize,
    /// The holds under which sealed copies stay.
    pub holds: Vec<LegalHold>,
}

/// Erases a person for good, unless they are the last administrator ([`Error::LastAdministrator`]). Does nothing to a person whom the actor does not reach.
pub async fn erase(store: &Store, actor: &Actor, person: &Person) -> Result<Erased> {
    let erased = erase_rows(store, actor, person).await?;
    store.db.vacuum().await?;
    Ok(erased)
}

/// Erases a person; what deleted rows leave in the files of the database stays until they are cleaned.
pub(super) async fn erase_rows(store: &Store, actor: &Actor, person: &Person) -> Result<Erased> {
    let id = person.id;
    if actor.reach(&store.db, id).await?.is_none() {
        return Ok(Erased::default());
    }
    if super::set_disabled(store, actor, id, true, None).await? == AccountChange::LastAdministrator {
        return Err(Error::LastAdministrator);
    }
    // First: what is erased in part is erased again after a restore.
    list::note(store, id).await?;
    // Before the messages lose the name: a job about a correction would write it again.
    corrections::forget_waiting(store, id).await?;
    let channels: Vec<ChannelId> =
        query_scalar("SELECT channel_id FROM members WHERE person_id = $1").bind(id).fetch_all(&store.db).await?;
    let mut erased = Erased::default();
    let (before, after) = (person.full_name(), format!("{FIRST_NAME} {LAST_NAME}"));
    let former = Renamed { person: id, before: &before, after: &after, is_erased: true, is_shared: false };
    for channel in &channels {
        erased.messages += messages::empty_own(store, *channel, id).await?;
        // What staff wrote to the person in the name of the team is about the person.
        messages::empty_own(store, *channel, bots::TEAM).await?;
        let mut tx = store.db.begin().await?;
        people::lock(&mut tx, BTreeSet::from([id])).await?;
        mentions::rename_in(&mut tx, *channel, &former).await?;
        tx.commit().await?;
        forget_calls(store, *channel).await?;
    }
    remove_content(store, person).await?;
    close_assistant(store, id).await?;
    end_mentorships(store, actor, id).await?;
    erased.files = remove_files(store, id).await?;
    anonymise(store, actor, person).await?;
    erased.holds = legal_holds::of_person(store, id).await?;
    store.bus.publish(vec![Event::ChannelsChanged { people: members_of(store, &channels).await? }]);
    search::wait_until_indexed(&store.db, INDEX_TIMEOUT).await?;
    Ok(erased)
}

/// Ends the mentorships that consist of the person and others; a group goes on without one of its mentees.
async fn end_mentorships(store: &Store, actor: &Actor, person: PersonId) -> Result<()> {
    for one in mentorship::of_person(store, person).await? {
        // A refusal means that it has ended meanwhile.
        let members = mentorship::members(store, one.id).await?;
        let is_mentor = members.iter().any(|member| member.person_id == person && member.role == Role::Mentor);
        let ending = EndReason::LeftProgramme.alone();
        if is_mentor || one.kind == mentorship::Kind::Pair {
            let _ = super::mentorships::end(store, actor, one.id, ending, MenteesAfter::WaitAgain).await?;
        } else {
            let _ = super::group_members::leave(store, actor, one.id, person, ending, MenteesAfter::StayOut).await?;
        }
    }
    Ok(())
}

/// Meeting notes mix the words of all participants, so they are deleted as a whole.
async fn forget_calls(store: &Store, channel: ChannelId) -> Result<()> {
    for statement in [
        "DELETE FROM meeting_texts WHERE recording_id IN (SELECT id FROM meeting_recordings WHERE channel_id = $1)",
        "UPDATE meeting_recordings SET state = 'purged', failure = NULL, link = NULL, deadline_at = NULL WHERE channel_id = $1 AND state <> 'purged'",
    ] {
        query(statement).bind(channel).execute(&store.db).await?;
    }
    Ok(())
}

/// Deletes texts by and about the person, and mails to them. Reports stay with their reason and resolution, and under a hold with their
/// words.
async fn remove_content(store: &Store, person: &Person) -> Result<()> {
    consents::forget_mails_of(store, person.id).await?;
    corrections::forget_waiting(store, person.id).await?;
    for statement in [
        "UPDATE reports SET message_body = NULL, attachments = NULL, details = ''
         WHERE (subject_id = $1 OR reporter_id = $1) AND NOT EXISTS (
             SELECT 1 FROM alerts a JOIN legal_holds h ON h.case_id = a.id WHERE a.subject_id = reports.id)",
        "DELETE FROM mentions WHERE person_id = $1",
    ] {
        query(statement).bind(person.id).execute(&store.db).await?;
    }
    for statement in [
        "DELETE FROM codes WHERE email = $1",
        "DELETE FROM sign_up_drafts WHERE email = $1",
        "DELETE FROM invitations WHERE email = $1",
        "DELETE FROM social_tickets WHERE email = $1",
    ] {
        query(statement).bind(&person.email).execute(&store.db).await?;
    }
    // A cache of pages that people linked to.
    query("DELETE FROM link_previews").execute(&store.db).await?;
    let holds_address = format!("%{}%", mentions::escaped(&person.email));
    query("DELETE FROM outbox WHERE CAST(payload AS TEXT) LIKE $1 ESCAPE '!'")
        .bind(holds_address)
        .execute(&store.db)
        .await?;
    // A notification names the conversation, which between two people is the name of the other one.
    let holds_name = format!("%{}%", mentions::escaped(&person.full_name()));
    query("DELETE FROM outbox WHERE kind = $1 AND CAST(payload AS TEXT) LIKE $2 ESCAPE '!'")
        .bind(push::PUSH)
        .bind(holds_name)
        .execute(&store.db)
        .await?;
    Ok(())
}

/// Deletes the conversation with the assistant as a whole, because the answers repeat the questions.
async fn close_assistant(store: &Store, person: PersonId) -> Result<()> {
    let channel: Option<ChannelId> = query_scalar("SELECT channel_id FROM assistant_channels WHERE person_id = $1")
        .bind(person)
        .fetch_optional(&store.db)
        .await?;
    let Some(channel) = channel else { return Ok(()) };
    for statement in [
        "DELETE FROM message_versions WHERE channel_id = $1",
        "DELETE FROM reactions WHERE channel_id = $1",
        "DELETE FROM messages WHERE channel_id = $1",
        "DELETE FROM channels WHERE id = $1",
    ] {
        query(statement).bind(channel).execute(&store.db).await?;
    }
    Ok(())
}

/// Deletes the person's files and picture, except files of sealed copies.
async fn remove_files(store: &Store, person: PersonId) -> Result<usize> {
    pictures::erase(store, person).await?;
    answer_files::remove_all(store, person).await?;
    let sealed = legal_holds::sealed_files(&store.db, person, None).await?;
    attachments::remove_all(store, person, &sealed).await
}

/// A membership of the erased person.
#[derive(sqlx::FromRow)]
struct FormerMembership {
    channel_id: ChannelId,
    last_seen_seq: i64,
    until_seq: i64,
}

/// Deletes the row with everything that references it, and creates the anonymous row with the same id.
async fn anonymise(store: &Store, actor: &Actor, person: &Person) -> Result<()> {
    let (role, programme, person) = (person.role, person.programme_id, person.id);
    let now = store.clock.now();
    let mut tx = store.db.begin().await?;
    let memberships: Vec<FormerMembership> = query_as(
        "SELECT m.channel_id, m.last_seen_seq, COALESCE(m.until_seq, c.head_seq) AS until_seq
         FROM members m JOIN channels c ON c.id = m.channel_id WHERE m.person_id = $1",
    )
    .bind(person)
    .fetch_all(&mut tx)
    .await?;
    let ended: Vec<LoginSessionId> =
        query_scalar("SELECT id FROM login_sessions WHERE person_id = $1").bind(person).fetch_all(&mut tx).await?;
    let sealed = attachments::take_sealed_in(&mut tx, person).await?;
    query("DELETE FROM people WHERE id = $1").bind(person).execute(&mut tx).await?;
    query(
        "INSERT INTO people (id, email, first_name, last_name, display_name, bio, phone_number, role, provider,
             language, experience_overrides, is_disabled, failed_sign_ins, created_at)
         VALUES ($1, $2, $3, $4, $3, '', '', $6, 'normal', 'en', '{}', TRUE, 0, $5)",
    )
    .bind(person)
    .bind(format!("{person}{ERASED_DOMAIN}"))
    .bind(FIRST_NAME)
    .bind(LAST_NAME)
    .bind(now)
    .bind(role)
    .execute(&mut tx)
    .await?;
    attachments::put_sealed_in(&mut tx, person, sealed, now).await?;
    for membership in memberships {
        // The membership stays inactive: a channel keeps both sides of its conversation, and no member can write to the
        // person.
        query(
            "INSERT INTO members (channel_id, person_id, status, is_pair_manager, last_seen_seq, own_unseen, until_seq,
                 until_at, joined_at)
             VALUES ($1, $2, 'inactive', FALSE, $3, 0, $4, $5, $5)",
        )
        .bind(membership.channel_id)
        .bind(person)
        .bind(membership.last_seen_seq)
        .bind(membership.until_seq)
        .bind(now)
        .execute(&mut tx)
        .await?;
        query(
            "UPDATE members SET status = 'inactive', paused_status = NULL, until_at = COALESCE(until_at, $2),
                 until_seq = COALESCE(until_seq, (SELECT head_seq FROM channels WHERE id = $1))
             WHERE channel_id = $1 AND COALESCE(paused_status, status) = 'active'
                 AND EXISTS (SELECT 1 FROM channels WHERE id = $1 AND kind = 'direct')",
        )
        .bind(membership.channel_id)
        .bind(now)
        .execute(&mut tx)
        .await?;
    }
    for session in ended {
        // Nodes without a shared bus find in these rows which connections to close.
        query(
                "INSERT INTO login_sessions (id, person_id, refresh_hash, user_agent, created_at, refreshed_at, expires_at, ended_at)
                 VALUES ($1, $2, $3, '', $4, $4, $4, $4)",
            )
            .bind(session)
            .bind(person)
            .bind(&session.0.as_bytes()[..])
            .bind(now)
            .execute(&mut tx)
            .await?;
    }
    // The rows stay: that something was done, when, and by whom. A reference tells whose papers lie where.
    query(
        "UPDATE audit SET old_values = NULL, new_values = NULL, reason = CASE WHEN action NOT IN
             ('change_facts', 'correct_person', 'sign_out', 'close_account', 'decline_application', 'request_consent') THEN reason END
         WHERE target_kind = 'person' AND subject_id = $1",
    )
    .bind(person)
    .execute(&mut tx)
    .await?;
    Record::new(Act::ErasePerson, Target::Person(person), programme).write(&mut tx, store, actor).await?;
    tx.commit().await
}

async fn members_of(store: &Store, channels: &[ChannelId]) -> Result<Vec<PersonId>> {
    let mut people = Vec::new();
    for channel in channels {
        let members: Vec<PersonId> = query_scalar("SELECT person_id FROM members WHERE channel_id = $1")
            .bind(*channel)
            .fetch_all(&store.db)
            .await?;
        people.extend(members);
    }
    people.sort_unstable();
    people.dedup();
    Ok(people)
}
