//! Archives programmes that end, and reopens them.

use serde_json::{Value, json};

use super::{WaitKind, YearRefusal, archived, lock, record};
use crate::bus::Event;
use crate::db::{Executor, query, query_as};
use crate::matching;
use crate::programmes::set_settings_in;
use crate::staff::Actor;
use crate::staff::audit::Act;
use crate::{ProgrammeId, Result, Store};

/// Returns what keeps a programme from being archived now.
pub async fn waiting(store: &Store, programme: ProgrammeId) -> Result<Vec<(WaitKind, i64)>> {
    waiting_in(&store.db, store, programme).await
}

async fn waiting_in(db: impl Executor, store: &Store, programme: ProgrammeId) -> Result<Vec<(WaitKind, i64)>> {
    let counts: (i64, i64, i64, i64, i64, i64) = query_as([
        "SELECT (SELECT COUNT(*) FROM mentorships s WHERE s.programme_id = $1 AND s.ended_at IS NULL),
             (SELECT COUNT(*) FROM matching_trackers t JOIN people p ON p.id = t.mentor_id
                 WHERE p.programme_id = $1 AND t.state IN ",
        matching::OPEN,
        "),
             (SELECT COUNT(*) FROM applications a JOIN people p ON p.id = a.person_id
                 WHERE p.programme_id = $1 AND a.state = 'open' AND p.is_disabled = FALSE),
             (SELECT COUNT(*) FROM invitations i WHERE i.programme_id = $1 AND i.email <> '' AND i.expires_at > $2),
             (SELECT COUNT(*) FROM announcements n WHERE n.programme_id = $1 AND (n.state = 'scheduled'
                 OR (n.state = 'sent' AND n.placed_at IS NULL))),
             (SELECT COUNT(*) FROM survey_windows w WHERE w.programme_id = $1 AND w.stopped_at IS NULL
                 AND (w.closes_at IS NULL OR w.closes_at > $2))",
    ])
    .bind(programme)
    .bind(store.clock.now())
    .fetch_one(db)
    .await?;
    let (mentorships, matches, applications, invitations, announcements, surveys) = counts;
    let all = [
        (WaitKind::Mentorships, mentorships),
        (WaitKind::Matches, matches),
        (WaitKind::Applications, applications),
        (WaitKind::Invitations, invitations),
        (WaitKind::Announcements, announcements),
        (WaitKind::Surveys, surveys),
    ];
    Ok(all.into_iter().filter(|(_, count)| *count > 0).collect())
}

/// Archives a programme in which nothing goes on and nothing waits. Its people keep reading; nothing new begins, and its sign-up closes.
pub async fn archive(
    store: &Store,
    actor: &Actor,
    programme: ProgrammeId,
) -> Result<std::result::Result<(), YearRefusal>> {
    let mut tx = store.db.begin().await?;
    let Some(mut row) = lock(&mut tx, programme).await?.filter(|_| actor.reaches(Some(programme))) else {
        return Ok(Err(YearRefusal::NotFound));
    };
    if let Some(at) = row.archived_at {
        return Ok(Err(archived(&mut tx, programme, at).await?));
    }
    let waiting = waiting_in(&mut tx, store, programme).await?;
    if !waiting.is_empty() {
        return Ok(Err(YearRefusal::Waits(waiting)));
    }
    query("UPDATE programmes SET archived_at = $2 WHERE id = $1")
        .bind(programme)
        .bind(store.clock.now())
        .execute(&mut tx)
        .await?;
    if row.settings.sign_up.is_open {
        row.settings.sign_up.is_open = false;
        set_settings_in(&mut tx, programme, &row.settings).await?;
    }
    finish(store, actor, tx, Act::ArchiveProgramme, programme, &row.name).await
}

/// Reopens a programme that was archived. Its sign-up stays closed until staff open it.
pub async fn reopen(
    store: &Store,
    actor: &Actor,
    programme: ProgrammeId,
) -> Result<std::result::Result<(), YearRefusal>> {
    let mut tx = store.db.begin().await?;
    let Some(row) = lock(&mut tx, programme).await?.filter(|_| actor.reaches(Some(programme))) else {
        return Ok(Err(YearRefusal::NotFound));
    };
    if row.archived_at.is_none() {
        return Ok(Err(YearRefusal::NotArchived));
    }
    query("UPDATE programmes SET archived_at = NULL WHERE id = $1").bind(programme).execute(&mut tx).await?;
    finish(store, actor, tx, Act::ReopenProgramme, programme, &row.name).await
}

async fn finish(
    store: &Store,
    actor: &Actor,
    mut tx: crate::db::Tx,
    act: Act,
    programme: ProgrammeId,
    name: &str,
) -> Result<std::result::Result<(), YearRefusal>> {
    record(act, programme).change(Value::Null, json!({"name": name})).write(&mut tx, store, actor).await?;
    // Rules are cached with the content.
    query("UPDATE content_revision SET revision = revision + 1").execute(&mut tx).await?;
    tx.commit().await?;
    store.bus.publish(vec![Event::RulesChanged]);
    Ok(Ok(()))
}
