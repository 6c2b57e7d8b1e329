//! What ends open trackers beside decisions and time: people are matched, pause, leave, or are matched by hand. The caller's
//! transaction holds the lock of the person.

use chrono::{DateTime, Utc};

use super::decisions::free_places;
use super::pool::{self, MATCHED};
use super::{OPEN, State, changed, groups};
use crate::accounts::clearance::Clearance;
use crate::bus::Event;
use crate::db::{Tx, query, query_as};
use crate::mentorship::{NewMentorship, Partners};
use crate::notifications::notices;
use crate::programmes::Programme;
use crate::push::Notice;
use crate::role::Role;
use crate::staff::Actor;
use crate::staff::audit::{Act, Record, Target};
use crate::{PersonId, ProgrammeId, Result, Store, TrackerId};

/// Why a person is not in the pool any more whose account was closed or got another role.
const DROPPED_OUT: &str = "dropped_out";

/// Why a mentor is not in the pool any more who mentors no one else after a mentorship.
const STOPPED: &str = "stopped";

/// Ends all that is open about a person. Returns both sides of what ended.
pub(super) async fn end_open_in(
    tx: &mut Tx,
    store: &Store,
    person: PersonId,
    state: State,
) -> Result<Vec<(PersonId, PersonId)>> {
    let ended = query_as([
        "UPDATE matching_trackers SET state = $2, changed_at = $3, expires_at = NULL, remind_at = NULL
         WHERE (mentee_id = $1 OR mentor_id = $1) AND state IN ",
        OPEN,
        " RETURNING mentor_id, mentee_id",
    ])
    .bind(person)
    .bind(state)
    .bind(store.clock.now())
    .fetch_all(&mut *tx)
    .await?;
    groups::close_of_mentor_in(tx, store, person).await?;
    Ok(ended)
}

/// Ends what a mentor is still proposed or asked for; those taken into a group stay in it. Returns the mentees.
pub(super) async fn end_undecided_in(
    tx: &mut Tx,
    store: &Store,
    mentor: PersonId,
    state: State,
) -> Result<Vec<PersonId>> {
    let ended: Vec<(PersonId,)> = query_as(
        "UPDATE matching_trackers SET state = $2, changed_at = $3, expires_at = NULL, remind_at = NULL
         WHERE mentor_id = $1 AND state IN ('PROPOSED', 'INTERESTED') RETURNING mentee_id",
    )
    .bind(mentor)
    .bind(state)
    .bind(store.clock.now())
    .fetch_all(tx)
    .await?;
    Ok(ended.into_iter().map(|(mentee,)| mentee).collect())
}

/// Ends what a mentor without a free place is still proposed or asked for. Returns the mentees.
pub(super) async fn end_if_full_in(tx: &mut Tx, store: &Store, mentor: PersonId) -> Result<Vec<PersonId>> {
    if free_places(tx, mentor).await? > 0 {
        return Ok(Vec::new());
    }
    end_undecided_in(tx, store, mentor, State::Taken).await
}

/// Follows a mentorship that staff began: its mentees leave the pool, and a mentor whose places are full is not proposed any more.
pub(crate) async fn match_by_hand_in(tx: &mut Tx, store: &Store, new: &NewMentorship) -> Result<Option<Event>> {
    let mut affected = Vec::new();
    for mentee in &new.mentees {
        let ended = end_open_in(tx, store, *mentee, State::Overridden).await?;
        affected.extend(ended.into_iter().map(|(mentor, _)| mentor));
        if pool::leave_in(tx, store, *mentee, MATCHED).await? {
            affected.push(*mentee);
        }
    }
    affected.extend(end_if_full_in(tx, store, new.mentor).await?);
    Ok((!affected.is_empty()).then(|| changed(affected)))
}

/// Follows a mentorship that is removed as a mistake: its mentees wait again where they waited, and the pair may be proposed again.
/// Called once the mentorship is gone, with the locks of its people and the time at which it began.
pub(crate) async fn undo_match_in(
    tx: &mut Tx,
    store: &Store,
    accepted: &[TrackerId],
    mentees: &[PersonId],
    since: DateTime<Utc>,
) -> Result<()> {
    for tracker in accepted {
        query("UPDATE matching_trackers SET state = $2, changed_at = $3 WHERE id = $1")
            .bind(*tracker)
            .bind(State::Overridden)
            .bind(store.clock.now())
            .execute(&mut *tx)
            .await?;
    }
    for mentee in mentees {
        query(
            "UPDATE matching_pool SET left_at = NULL, leave_reason = NULL
             WHERE person_id = $1 AND leave_reason = $2 AND left_at >= $3
             AND NOT EXISTS (SELECT 1 FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
                 WHERE m.person_id = $1 AND m.role = 'mentee' AND m.left_at IS NULL AND s.ended_at IS NULL)",
        )
        .bind(*mentee)
        .bind(MATCHED)
        .bind(since)
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

/// Follows the end of a mentorship for a mentee: they wait again, preferred to those who wait for their first mentor, or stay out until
/// they join again. Those who left the matching by their own wish, or have another mentor, do not wait. The caller holds their lock.
/// Returns whether they wait.
pub(crate) async fn after_mentorship_in(tx: &mut Tx, store: &Store, mentee: PersonId, waits: bool) -> Result<bool> {
    let Some(programme) = remember_in(tx, store, mentee, Role::Mentee).await? else { return Ok(false) };
    if !waits {
        return Ok(false);
    }
    let returned = query(
        "UPDATE matching_pool SET left_at = NULL, leave_reason = NULL, joined_at = $4,
             rounds_waited = CASE WHEN rounds_waited > $5 THEN rounds_waited ELSE $5 END, rounds_expired = 0
         WHERE person_id = $1 AND programme_id = $2 AND leave_reason = $3 AND left_at IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
             WHERE m.person_id = $1 AND m.role = 'mentee' AND m.left_at IS NULL AND s.ended_at IS NULL)",
    )
    .bind(mentee)
    .bind(programme.id)
    .bind(MATCHED)
    .bind(store.clock.now())
    .bind(i64::from(programme.settings.matching.waiting_rounds))
    .execute(tx)
    .await?;
    Ok(returned > 0)
}

/// Follows the beginning of a year for a mentee: without a mentor they wait again where they waited, with priority as after a mentorship.
/// Those who left the matching by their own wish stay outside. The caller holds their lock.
pub(crate) async fn begin_year_in(tx: &mut Tx, store: &Store, mentee: PersonId, has_priority: bool) -> Result<()> {
    let Some(programme) = remember_in(tx, store, mentee, Role::Mentee).await? else { return Ok(()) };
    let rounds = if has_priority { i64::from(programme.settings.matching.waiting_rounds) } else { 0 };
    query(
        "UPDATE matching_pool SET left_at = NULL, leave_reason = NULL, joined_at = $4, rounds_waited = 0, rounds_expired = 0
         WHERE person_id = $1 AND programme_id = $2 AND leave_reason = $3 AND left_at IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM mentorship_members m JOIN mentorships s ON s.id = m.mentorship_id
             WHERE m.person_id = $1 AND m.role = 'mentee' AND m.left_at IS NULL AND s.ended_at IS NULL)",
    )
    .bind(mentee)
    .bind(programme.id)
    .bind(MATCHED)
    .bind(store.clock.now())
    .execute(&mut *tx)
    .await?;
    query("UPDATE matching_pool SET rounds_waited = $2 WHERE person_id = $1 AND left_at IS NULL AND rounds_waited < $2")
        .bind(mentee)
        .bind(rounds)
        .execute(tx)
        .await
        .map(drop)
}

/// Ends all that is open in the matching of a programme whose year ends, under its lock.
pub(crate) async fn end_year_in(tx: &mut Tx, store: &Store, programme: ProgrammeId) -> Result<Option<Event>> {
    pool::lock_all_in(tx, programme).await?;
    let now = store.clock.now();
    let ended: Vec<(PersonId, PersonId)> = query_as([
        "UPDATE matching_trackers SET state = $2, changed_at = $3, expires_at = NULL, remind_at = NULL
         WHERE mentor_id IN (SELECT p.id FROM people p WHERE p.programme_id = $1) AND state IN ",
        OPEN,
        " RETURNING mentor_id, mentee_id",
    ])
    .bind(programme)
    .bind(State::Expired)
    .bind(now)
    .fetch_all(&mut *tx)
    .await?;
    query("UPDATE matching_groups SET closed_at = $2 WHERE programme_id = $1 AND closed_at IS NULL")
        .bind(programme)
        .bind(now)
        .execute(tx)
        .await?;
    Ok((!ended.is_empty()).then(|| changed(ended.into_iter().flat_map(|(mentor, mentee)| [mentor, mentee]))))
}

/// Takes [`drop_out_in`] back for a person who comes back to their programme: mentors wait at once, mentees with the next year.
pub(crate) async fn come_back_in(tx: &mut Tx, person: PersonId, since: DateTime<Utc>) -> Result<()> {
    query(
        "UPDATE matching_pool SET left_at = CASE WHEN role = 'mentor' THEN NULL ELSE left_at END,
             leave_reason = CASE WHEN role = 'mentor' THEN NULL ELSE $3 END
         WHERE person_id = $1 AND leave_reason = $2 AND left_at >= $4",
    )
    .bind(person)
    .bind(DROPPED_OUT)
    .bind(MATCHED)
    .bind(since)
    .execute(tx)
    .await
    .map(drop)
}

/// Takes a mentor who mentors no one else for now out of the pool. What is open about them ends. The caller holds the locks of them and
/// their partners.
pub(crate) async fn stop_in(tx: &mut Tx, store: &Store, actor: &Actor, mentor: PersonId) -> Result<()> {
    let Some(programme) = remember_in(tx, store, mentor, Role::Mentor).await? else { return Ok(()) };
    if !pool::leave_in(tx, store, mentor, STOPPED).await? {
        return Ok(());
    }
    end_open_in(tx, store, mentor, State::LeftPool).await?;
    Record::new(Act::LeavePool, Target::Person(mentor), Some(programme.id)).write(tx, store, actor).await
}

/// Takes [`stop_in`] back for a mentor who stopped since then.
pub(crate) async fn go_on_in(tx: &mut Tx, mentor: PersonId, since: DateTime<Utc>) -> Result<()> {
    query(
        "UPDATE matching_pool SET left_at = NULL, leave_reason = NULL
         WHERE person_id = $1 AND leave_reason = $2 AND left_at >= $3",
    )
    .bind(mentor)
    .bind(STOPPED)
    .bind(since)
    .execute(tx)
    .await
    .map(drop)
}

/// Makes sure that the pool knows a person whose mentorship has ended: without a row they would enter it with the next change of their
/// facts. None where their programme matches no people of this role, or their account is closed.
async fn remember_in(tx: &mut Tx, store: &Store, person: PersonId, role: Role) -> Result<Option<Programme>> {
    let programme: Option<Programme> = query_as(
        "SELECT g.id, g.key, g.name, g.time_zone, g.settings FROM programmes g
         JOIN people p ON p.programme_id = g.id AND p.role = $2 AND p.is_disabled = FALSE WHERE p.id = $1",
    )
    .bind(person)
    .bind(role)
    .fetch_optional(&mut *tx)
    .await?;
    let takes_part = |programme: &Programme| {
        let rules = &programme.settings.matching;
        !rules.is_off() && rules.enter_after.contains_key(&role)
    };
    let Some(programme) = programme.filter(takes_part) else { return Ok(None) };
    let (kind, places) = pool::defaults(&programme.settings.matching, role);
    query(
        "INSERT INTO matching_pool (person_id, programme_id, role, kind, places, joined_at, left_at, leave_reason)
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7) ON CONFLICT (person_id) DO NOTHING",
    )
    .bind(person)
    .bind(programme.id)
    .bind(role)
    .bind(kind)
    .bind(places)
    .bind(store.clock.now())
    .bind(MATCHED)
    .execute(tx)
    .await?;
    Ok(Some(programme))
}

/// Notifies a member of a mentorship that has ended, with the first names of those on the other side. The reason is for staff.
pub(crate) async fn notify_of_end_in(
    tx: &mut Tx,
    store: &Store,
    member: PersonId,
    partners: Partners,
    waits: bool,
) -> Result<()> {
    let notice = if waits { Notice::EndedSearching } else { Notice::Ended };
    notices::send_with_in(tx, store, member, notice, partners.values()).await
}

/// Ends what is open about a person who lacks what the programme asks for, after their facts were changed. They keep their place in
/// the pool: the engine passes them over until they have it again.
pub(crate) async fn follow_facts_in(tx: &mut Tx, store: &Store, person: PersonId) -> Result<Option<Event>> {
    let programme: Option<Programme> = query_as(
        "SELECT g.id, g.key, g.name, g.time_zone, g.settings FROM programmes g
         JOIN matching_pool m ON m.programme_id = g.id WHERE m.person_id = $1 AND m.left_at IS NULL",
    )
    .bind(person)
    .fetch_optional(&mut *tx)
    .await?;
    let Some(programme) = programme else { return Ok(None) };
    let clearance = Clearance::new(&programme.settings.matching, programme.tz(), store.clock.now());
    if clearance.clears(tx, person).await? {
        return Ok(None);
    }
    let ended = end_open_in(tx, store, person, State::LeftPool).await?;
    Ok((!ended.is_empty()).then(|| changed(ended.into_iter().flat_map(|(mentor, mentee)| [mentor, mentee]))))
}

/// Ends what is open about a person who leaves the programme or gets another role, and takes them out of the pool. None if they
/// were not in it.
pub(crate) async fn drop_out_in(tx: &mut Tx, store: &Store, person: PersonId) -> Result<Option<Event>> {
    if !pool::leave_in(tx, store, person, DROPPED_OUT).await? {
        return Ok(None);
    }
    let ended = end_open_in(tx, store, person, State::DroppedOut).await?;
    Ok(Some(changed(ended.into_iter().flat_map(|(mentor, mentee)| [mentor, mentee]).chain([person]))))
}
