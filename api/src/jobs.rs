//! The background jobs of the API: what `serve --only worker` runs.

use std::sync::Arc;
use std::time::Duration;

use background::Job;
use chrono::TimeDelta;
use egress::push::Pusher;
use egress::webhooks::Poster;
use store::cases::legal_holds;
use store::console::digest;
use store::contact::losses;
use store::mentorship::contact;
use store::surveys::{openings, windows};
use store::{
    Store, administration, alert_notices, announcements, calendar, codes, consents, corrections, data_requests,
    failed_jobs, findings, invitations, leases, matching, outcomes, push, retention, school_year, unread_mail,
    webhooks,
};

use crate::mail::{self, Letterhead, Transport};
use crate::notifications::push::send_due as send_pushes;

const HALF_A_SECOND: Duration = Duration::from_millis(500);
const SECOND: Duration = Duration::from_secs(1);
const TEN_SECONDS: Duration = Duration::from_secs(10);
const MINUTE: Duration = Duration::from_secs(60);
const TEN_MINUTES: Duration = Duration::from_secs(600);

/// Longer than a search of all people takes.
const LONGEST_SEARCH: TimeDelta = TimeDelta::minutes(10);

/// Returns the jobs, those of pushes only with a pusher. A job that runs each second takes single rows, so every node may run it; a
/// job that searches or deletes runs on one node.
pub fn jobs(
    store: &Arc<Store>,
    letterhead: Letterhead,
    transport: Transport,
    pusher: Option<Arc<Pusher>>,
    poster: Arc<Poster>,
) -> Vec<Job> {
    let public_url: Arc<str> = letterhead.public_url.as_str().into();
    let send_webhooks = move |store: Arc<Store>| {
        let (poster, public_url) = (poster.clone(), public_url.clone());
        async move { crate::webhooks::send_due(&store, &poster, &public_url).await }
    };
    let post = Arc::new((letterhead, transport));
    let send_mails = move |store: Arc<Store>| {
        let post = post.clone();
        async move { mail::send_due(&store, &post.0, &post.1).await }
    };
    let mut jobs = vec![
        Job::new("mails", SECOND, store, send_mails),
        Job::new("webhooks", SECOND, store, send_webhooks),
        Job::new("staff_alerts", SECOND, store, |store| async move { alert_notices::send_due(&store).await }),
        Job::new("announcements", SECOND, store, |store| async move { announcements::deliver_due(&store).await }),
        Job::new("outcome_reports", SECOND, store, |store| async move { outcomes::compute_due(&store).await }),
        Job::new("event_reminders", SECOND, store, |store| async move { calendar::remind_due(&store).await }),
        Job::new(
            "answer_keys",
            SECOND,
            store,
            |store| async move { administration::answer_keys::notify_due(&store).await },
        ),
        Job::new("school_years", SECOND, store, |store| async move { school_year::work(&store).await }),
        Job::new("clearance", HALF_A_SECOND, store, |store| async move { administration::follow_time(&store).await }),
        Job::new("contact_losses", SECOND, store, |store| async move { losses::notify_due(&store).await }),
        Job::new("renamed_people", SECOND, store, |store| async move { corrections::follow_names(&store).await }),
        Job::new("matching", SECOND, store, |store| async move { matching::work(&store).await }),
        Job::new("matching_rounds", SECOND, store, |store| async move { matching::run_due(&store).await }),
        on_one_node("unread_mails", MINUTE, store, |store| async move { unread_mail::enqueue_due(&store).await }),
        on_one_node("survey_windows", TEN_SECONDS, store, |store| async move { windows::ask_due(&store).await }),
        on_one_node("last_contacts", MINUTE, store, |store| async move { contact::update(&store).await }),
        on_one_node("deadlines", TEN_MINUTES, store, |store| async move { calendar::enqueue_deadlines(&store).await }),
        on_one_node("vetting_warnings", TEN_MINUTES, store, |store| async move {
            administration::warn_of_ending_vettings(&store).await
        }),
        on_one_node("worklist_mails", TEN_MINUTES, store, |store| async move { digest::enqueue_due(&store).await }),
        on_one_node(
            "monthly_outcomes",
            TEN_MINUTES,
            store,
            |store| async move { outcomes::make_monthly(&store).await },
        ),
        on_one_node("hold_reviews", TEN_MINUTES, store, |store| async move { legal_holds::remind_due(&store).await }),
        on_one_node("invitation_reminders", TEN_MINUTES, store, |store| async move {
            invitations::remind_due(&store).await
        }),
        on_one_node("old_invitations", TEN_MINUTES, store, |store| async move { invitations::end_due(&store).await }),
        on_one_node("old_applications", TEN_MINUTES, store, |store| async move {
            administration::erase_refused(&store).await
        }),
        on_one_node("requested_erasures", TEN_MINUTES, store, |store| async move {
            data_requests::erase_requested(&store).await
        }),
        on_one_node("retention", TEN_MINUTES, store, |store| async move { retention::work(&store).await }),
        on_one_node("consent_reminders", TEN_MINUTES, store, |store| async move { consents::remind_due(&store).await }),
        on_one_node("old_consent_requests", TEN_MINUTES, store, |store| async move { consents::end_due(&store).await }),
        on_one_node("old_warnings", TEN_MINUTES, store, |store| async move { findings::prune(&store).await }),
        on_one_node("old_codes", TEN_MINUTES, store, |store| async move { codes::prune(&store).await }),
        on_one_node("old_events", TEN_MINUTES, store, |store| async move { calendar::prune(&store).await }),
        on_one_node("old_failed_jobs", TEN_MINUTES, store, |store| async move { failed_jobs::prune(&store).await }),
        on_one_node("old_webhook_deliveries", TEN_MINUTES, store, |store| async move { webhooks::prune(&store).await }),
        on_one_node("old_leases", TEN_MINUTES, store, |store| async move { leases::prune(&store).await }),
    ];
    if let Some(pusher) = pusher {
        let send_pushes = move |store: Arc<Store>| {
            let pusher = pusher.clone();
            async move { send_pushes(&store, &pusher).await }
        };
        jobs.extend([
            Job::new("pushes", HALF_A_SECOND, store, send_pushes),
            Job::new("quiet_hours", HALF_A_SECOND, store, |store| async move { push::release_due(&store).await }),
            Job::new("survey_openings", SECOND, store, |store| async move { openings::notify_due(&store).await }),
            on_one_node("old_devices", TEN_MINUTES, store, |store| async move { push::prune(&store).await }),
        ]);
    }
    jobs
}

fn on_one_node<T, F>(
    name: &'static str,
    interval: Duration,
    store: &Arc<Store>,
    run: impl Fn(Arc<Store>) -> F + Send + Sync + 'static,
) -> Job
where
    F: Future<Output = store::Result<T>> + Send + 'static,
{
    Job::new(name, interval, store, run).on_one_node(LONGEST_SEARCH)
}
