//! What each process of the installation reports of itself: its version, and how its background jobs go.

use chrono::{DateTime, Duration, Utc};
use serde::{Deserialize, Serialize};

use crate::db::{query, query_as};
use crate::{NodeId, Result, Store};

/// After this time without a report a process is gone.
pub const SILENT_AFTER: Duration = Duration::minutes(5);

/// How a background job goes in one process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobReport {
    /// The name, as in the metrics.
    pub name: String,
    /// Seconds from one run to the next.
    pub interval: u64,
    /// When a run last ended here, successful or not.
    pub ran_at: Option<DateTime<Utc>>,
    /// When one last succeeded here.
    pub succeeded_at: Option<DateTime<Utc>>,
    /// When one last failed here.
    pub failed_at: Option<DateTime<Utc>>,
    /// Runs in a row that failed.
    pub failures: u32,
}

/// The last report of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeReport {
    /// The process.
    pub node: NodeId,
    /// Its version.
    pub version: String,
    /// When it started.
    pub started_at: DateTime<Utc>,
    /// When it reported.
    pub reported_at: DateTime<Utc>,
    /// Its jobs.
    pub jobs: Vec<JobReport>,
}

/// Process, version, start, report, and the jobs as JSON.
type Row = (NodeId, String, DateTime<Utc>, DateTime<Utc>, String);

/// Stores the report of a process, and forgets processes that are gone.
pub async fn put(
    store: &Store,
    node: NodeId,
    version: &str,
    started_at: DateTime<Utc>,
    jobs: &[JobReport],
) -> Result<()> {
    let now = store.clock.now();
    query(
        "INSERT INTO node_reports (node_id, version, started_at, reported_at, jobs) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (node_id) DO UPDATE SET reported_at = excluded.reported_at, jobs = excluded.jobs",
    )
    .bind(node)
    .bind(version)
    .bind(started_at)
    .bind(now)
    .bind(serde_json::to_string(jobs)?)
    .execute(&store.db)
    .await?;
    query("DELETE FROM node_reports WHERE reported_at <= $1").bind(now - SILENT_AFTER).execute(&store.db).await?;
    Ok(())
}

/// Returns the last reports of the processes that run, the oldest process first.
pub async fn all(store: &Store) -> Result<Vec<NodeReport>> {
    let rows: Vec<Row> = query_as(
        "SELECT node_id, version, started_at, reported_at, jobs FROM node_reports
         WHERE reported_at > $1 ORDER BY started_at, node_id",
    )
    .bind(store.clock.now() - SILENT_AFTER)
    .fetch_all(&store.db)
    .await?;
    rows.into_iter()
        .map(|(node, version, started_at, reported_at, jobs)| {
            Ok(NodeReport { node, version, started_at, reported_at, jobs: serde_json::from_str(&jobs)? })
        })
        .collect()
}
