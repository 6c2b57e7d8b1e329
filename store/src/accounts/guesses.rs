//! Counts wrong codes. A wave of them alerts staff, and shortens the limits of networks that presented no right code lately.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, DurationRound, Utc};

use crate::db::{Tx, query, query_scalar};
use crate::outbox::{self, Mail, NewJob};
use crate::signing::keyed_hash;
use crate::staff::Permission;
use crate::staff::grants::{Recipient, holders};
use crate::{ProgrammeId, Result, Store};

/// How long a network is known after its last right code.
const KNOWN: Duration = Duration::days(30);

/// Staff who get the mail.
const MAX_RECIPIENTS: i64 = 100;

/// What is guessed.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    /// Codes that prove an address.
    Codes,
    /// Institution codes. A wrong one names no institution, so it counts for those that the proven address could belong to: of the
    /// programme that names its domain, or of all programmes without domains.
    InstitutionCodes(Option<ProgrammeId>),
}

impl Target {
    fn name(self) -> String {
        match self {
            Self::Codes => "codes".to_owned(),
            Self::InstitutionCodes(None) => "institutions".to_owned(),
            Self::InstitutionCodes(Some(programme)) => format!("institutions {programme}"),
        }
    }

    /// Wrong codes in an hour that are more than typing errors: staff get a mail.
    pub fn alert_at(self) -> i64 {
        match self {
            Self::Codes => 200,
            Self::InstitutionCodes(_) => 10,
        }
    }

    /// Wrong codes in an hour after which unknown networks have shorter limits.
    pub fn wave_at(self) -> i64 {
        match self {
            Self::Codes => 200,
            Self::InstitutionCodes(_) => 100,
        }
    }

    /// The mail, and the programme whose staff get it.
    fn alert(self) -> (&'static str, Option<ProgrammeId>) {
        match self {
            Self::Codes => ("staff_wrong_codes", None),
            Self::InstitutionCodes(programme) => ("staff_institution_codes", programme),
        }
    }
}

/// Whether a wave of wrong codes runs and the network is not known.
pub async fn is_suspect(store: &Store, target: Target, network: &str) -> Result<bool> {
    let wave: Option<i64> = query_scalar(
        "SELECT count FROM wrong_guesses WHERE hour = $1 AND target = $2 AND count >= $3
         AND NOT EXISTS (SELECT 1 FROM known_networks WHERE network_hash = $4)",
    )
    .bind(hour(store))
    .bind(target.name())
    .bind(target.wave_at())
    .bind(network_hash(store, network))
    .fetch_optional(&store.db)
    .await?;
    Ok(wave.is_some())
}

/// Remembers that a right code came from a network.
pub async fn trust(store: &Store, network: &str) -> Result<()> {
    query(
        "INSERT INTO known_networks (network_hash, seen_at) VALUES ($1, $2)
         ON CONFLICT (network_hash) DO UPDATE SET seen_at = excluded.seen_at",
    )
    .bind(network_hash(store, network))
    .bind(store.clock.now())
    .execute(&store.db)
    .await
    .map(drop)
}

/// Counts a wrong code.
pub async fn count_wrong(store: &Store, target: Target) -> Result<()> {
    let mut tx = store.db.begin().await?;
    count_wrong_in(&mut tx, store, target).await?;
    tx.commit().await
}

/// Counts a wrong code. Number [`Target::alert_at`] of an hour enqueues mails to the responsible staff, in the same transaction.
pub(super) async fn count_wrong_in(tx: &mut Tx, store: &Store, target: Target) -> Result<()> {
    let count: i64 = query_scalar(
        "INSERT INTO wrong_guesses (hour, target, count) VALUES ($1, $2, 1)
         ON CONFLICT (hour, target) DO UPDATE SET count = wrong_guesses.count + 1 RETURNING count",
    )
    .bind(hour(store))
    .bind(target.name())
    .fetch_one(&mut *tx)
    .await?;
    if count != target.alert_at() {
        return Ok(());
    }
    let (template, programme) = target.alert();
    let staff = holders(&mut *tx, Permission::ManagePeople, programme, None, MAX_RECIPIENTS).await?;
    tracing::warn!(count, ?target, staff = staff.len(), "many wrong codes");
    for Recipient { email: to, language, .. } in staff {
        let mail = Mail { to, template: template.to_owned(), language, values: BTreeMap::new() };
        outbox::put_in(&mut *tx, &NewJob::mail(store, &mail)?).await?;
    }
    Ok(())
}

/// Deletes old counts and networks, and returns their number.
pub(super) async fn prune(store: &Store) -> Result<u64> {
    let now = store.clock.now();
    let counts = query("DELETE FROM wrong_guesses WHERE hour < $1").bind(now - Duration::hours(2));
    let networks = query("DELETE FROM known_networks WHERE seen_at <= $1").bind(now - KNOWN);
    Ok(counts.execute(&store.db).await? + networks.execute(&store.db).await?)
}

fn hour(store: &Store) -> DateTime<Utc> {
    let now = store.clock.now();
    now.duration_trunc(Duration::hours(1)).unwrap_or(now)
}

fn network_hash(store: &Store, network: &str) -> Vec<u8> {
    keyed_hash(&store.secrets.codes, &["network", network])
}
