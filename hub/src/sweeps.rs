//! Background jobs that end what is over: suspensions of members, uploaded files that nothing names, recordings.

use std::sync::Arc;
use std::time::Duration;

use background::Job;
use chrono::TimeDelta;
use store::{answer_files, attachments, channels, meetings};

use crate::hub::Hub;

const SECOND: Duration = Duration::from_secs(1);
const TEN_MINUTES: Duration = Duration::from_secs(600);

/// Longer than the removal of the files of a day.
const LONGEST_REMOVAL: TimeDelta = TimeDelta::hours(1);

pub(crate) fn jobs(hub: &Arc<Hub>) -> [Job; 4] {
    [
        Job::new("suspensions", SECOND, hub, |hub| async move { channels::resume_due(&hub.store).await }),
        Job::new("unsent_files", TEN_MINUTES, hub, |hub| async move { attachments::sweep(&hub.store).await })
            .on_one_node(LONGEST_REMOVAL),
        Job::new("answer_files", TEN_MINUTES, hub, |hub| async move { answer_files::sweep(&hub.store).await })
            .on_one_node(LONGEST_REMOVAL),
        Job::new("recordings_retention", TEN_MINUTES / 10, hub, |hub| async move {
            meetings::purge(&hub.store).await?;
            meetings::give_up_overdue(&hub.store).await
        }),
    ]
}
