//! How the jobs of this process go, for the page of the installation.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use store::node_reports::JobReport;

use crate::job::Outcome;

/// The reports of the jobs of a [`Runner`](crate::Runner).
#[derive(Clone, Debug, Default)]
pub struct Reports(Arc<Mutex<BTreeMap<&'static str, JobReport>>>);

impl Reports {
    /// Returns the reports by name.
    pub fn all(&self) -> Vec<JobReport> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    pub(crate) fn start(&self, name: &'static str, interval: Duration) {
        let report = JobReport {
            name: name.to_owned(),
            interval: interval.as_secs().max(1),
            ran_at: None,
            succeeded_at: None,
            failed_at: None,
            failures: 0,
        };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(name, report);
    }

    /// Notes what became of a run of this process.
    pub(crate) fn note(&self, name: &'static str, outcome: Outcome, failures: u32, now: DateTime<Utc>) {
        let mut reports = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(report) = reports.get_mut(name) else { return };
        match outcome {
            Outcome::Done => report.succeeded_at = Some(now),
            Outcome::Failed => report.failed_at = Some(now),
            Outcome::Elsewhere | Outcome::Ended => return,
        }
        report.ran_at = Some(now);
        report.failures = failures;
    }
}
