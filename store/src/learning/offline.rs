//! When something was done without a network. The server checks the time that the device sends against what it knows.

use chrono::{DateTime, Duration, Utc};

use crate::db::{Tx, query_as, query_scalar};
use crate::{LoginSessionId, PersonId, Result};

/// How long after its refresh a device may take to send its queue: it does so at once when it has a network again.
const SENDING: Duration = Duration::minutes(5);

/// When something was done without a network, according to its device.
#[derive(Clone, Copy, Debug)]
pub struct DoneOffline {
    /// The login session of the device.
    pub login_session: LoginSessionId,
    /// When it was done, by the clock of the device.
    pub at: DateTime<Utc>,
    /// When it was sent, by the same clock, which may be wrong.
    pub sent_at: Option<DateTime<Utc>>,
}

/// The refreshes of a login session: evidence that its device had a network.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
struct Contact {
    refreshed_at: DateTime<Utc>,
    refreshed_before_at: Option<DateTime<Utc>>,
}

impl Contact {
    /// When the device last had a network before the one with which it sends now.
    fn before(self, now: DateTime<Utc>) -> DateTime<Utc> {
        let is_sending = now - self.refreshed_at <= SENDING;
        self.refreshed_before_at.filter(|_| is_sending).unwrap_or(self.refreshed_at)
    }
}

impl DoneOffline {
    /// Returns when it was done: the time that the device sends if that is possible, else now.
    fn time(self, earliest: DateTime<Utc>, now: DateTime<Utc>) -> DateTime<Utc> {
        let at = self.sent_at.map_or(self.at, |sent_at| now - (sent_at - self.at));
        if (earliest..=now).contains(&at) { at } else { now }
    }
}

/// Returns when something of a session was done that arrives now.
pub(super) async fn time_of(
    tx: &mut Tx,
    person: PersonId,
    session_id: &str,
    started_at: DateTime<Utc>,
    offline: Option<DoneOffline>,
    now: DateTime<Utc>,
) -> Result<DateTime<Utc>> {
    let Some(offline) = offline else { return Ok(now) };
    let contact: Option<Contact> =
        query_as("SELECT refreshed_at, refreshed_before_at FROM login_sessions WHERE id = $1 AND person_id = $2")
            .bind(offline.login_session)
            .bind(person)
            .fetch_optional(&mut *tx)
            .await?;
    let Some(contact) = contact else { return Ok(now) };
    let last: Option<DateTime<Utc>> = query_scalar(
        "SELECT MAX(at) FROM (
             SELECT completed_at AS at FROM completed_steps WHERE person_id = $1 AND session_id = $2
             UNION ALL SELECT submitted_at FROM quiz_attempts WHERE person_id = $1 AND session_id = $2) AS answers",
    )
    .bind(person)
    .bind(session_id)
    .fetch_one(tx)
    .await?;
    let earliest = contact.before(now).max(started_at).max(last.unwrap_or(started_at));
    Ok(offline.time(earliest, now))
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        format!("2026-03-{text}:00Z").parse().unwrap()
    }

    #[test]
    fn device_with_a_network_since_gets_the_time_of_the_server() {
        let now = at("05T09:00");
        for (refreshed, before, done, expected) in [
            // Without a network from the evening on, and back now.
            ("05T08:59", Some("04T18:00"), "04T19:00", "04T19:00"),
            ("05T08:59", Some("04T18:00"), "04T17:59", "05T09:00"),
            // Back for an hour.
            ("05T08:00", Some("04T18:00"), "04T19:00", "05T09:00"),
            // Away for less than the life of a token.
            ("05T08:48", Some("05T08:33"), "05T08:50", "05T08:50"),
            // Signed in now.
            ("05T08:59", None, "04T19:00", "05T09:00"),
            // A clock that is fast.
            ("05T08:59", Some("04T18:00"), "05T09:01", "05T09:00"),
        ] {
            let contact = Contact { refreshed_at: at(refreshed), refreshed_before_at: before.map(at) };
            let offline = DoneOffline { login_session: LoginSessionId(Uuid::nil()), at: at(done), sent_at: None };
            assert_eq!(offline.time(contact.before(now), now), at(expected), "{refreshed} {before:?} {done}");
        }
    }

    #[test]
    fn wrong_clock_counts_as_a_duration() {
        let (earliest, now) = (at("04T18:00"), at("05T09:00"));
        for (done, sent, expected) in [
            // Set back by a day, and sent at once.
            ("04T09:00", "04T09:00", "05T09:00"),
            // An hour late.
            ("04T20:00", "05T10:00", "04T19:00"),
            // Set back before it was sent.
            ("05T08:00", "05T07:00", "05T09:00"),
        ] {
            let offline =
                DoneOffline { login_session: LoginSessionId(Uuid::nil()), at: at(done), sent_at: Some(at(sent)) };
            assert_eq!(offline.time(earliest, now), at(expected), "{done} {sent}");
        }
    }
}
