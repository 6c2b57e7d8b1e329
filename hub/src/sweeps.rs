//! Background jobs that end what is over: suspensions of members, uploaded files that nothing names, recordings.

use std::sync::Arc;
use std::time::Duration;

use background::Job;
use chrono::TimeDelta;
use store::{Store, answer_files, attachments, channels, meetings};

const SECOND: Duration = Duration::from_secs(1);
const TEN_MINUTES: Duration = Duration::from_secs(600);

/// Longer than the removal of the files of a day.
const LONGEST_REMOVAL: TimeDelta = TimeDelta::hours(1);

pub(crate) fn jobs(store: &Arc<Store>) -> [Job; 4] {
    [
        Job::new("suspensions", SECOND, store, |store| async move { channels::resume_due(&store).await }),
        Job::new("unsent_files", TEN_MINUTES, store, |store| async move { attachments::sweep(&store).await })
            .on_one_node(LONGEST_REMOVAL),
        Job::new("answer_files", TEN_MINUTES, store, |store| async move { answer_files::sweep(&store).await })
            .on_one_node(LONGEST_REMOVAL),
        Job::new("recordings_retention", TEN_MINUTES / 10, store, |store| async move {
            meetings::purge(&store).await?;
            meetings::give_up_overdue(&store).await
        }),
    ]
}
