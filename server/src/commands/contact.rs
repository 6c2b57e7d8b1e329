//! `mentorhub contact`: who lacks what a programme demands, and from when that closes contact.

use anyhow::{Context, Result};
use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use store::blackout::start_of_day as beginning;
use store::contact::{self, Uncleared};
use store::programmes::{self, Programme};
use store::{ProgrammeId, Store, person_facts};

use super::users;
use crate::cli::Contact;
use crate::output::print;

pub(crate) async fn run(store: &Store, command: Contact) -> Result<()> {
    match command {
        Contact::List { programme } => list(store, &find(store, &programme).await?).await,
        Contact::Bind { programme, from } => {
            let programme = find(store, &programme).await?;
            let from = match from {
                Some(day) => start_of_day(store, Some(programme.id), person_facts::parse_day(&day)?, 0).await?,
                None => store.clock.now(),
            };
            contact::set_binding(store, &crate::commands::actor(), programme.id, from).await?;
            list(store, &programme).await
        }
    }
}

async fn find(store: &Store, key: &str) -> Result<Programme> {
    let id = users::programme_of(store, key).await?;
    programmes::by_id(store, id).await?.context("The programme was deleted meanwhile.")
}

/// Returns the beginning of a day, or of a later one, in the zone of a programme.
pub(super) async fn start_of_day(
    store: &Store,
    programme: Option<ProgrammeId>,
    day: NaiveDate,
    days_later: u64,
) -> Result<DateTime<Utc>> {
    let day = day.checked_add_days(Days::new(days_later)).context("This day is too far away.")?;
    let programme = match programme {
        Some(id) => programmes::by_id(store, id).await?,
        None => None,
    };
    Ok(programme.map_or_else(|| day.and_time(NaiveTime::MIN).and_utc(), |programme| beginning(day, programme.tz())))
}

async fn list(store: &Store, programme: &Programme) -> Result<()> {
    match contact::binds_from(store, programme.id).await? {
        None => print(format_args!(
            "Missing facts close no contact yet. Set a day: mentorhub contact bind --programme {} --from DAY",
            programme.key
        )),
        Some(from) if from > store.clock.now() => {
            print(format_args!(
                "Missing facts close contact from {}.",
                from.with_timezone(&programme.tz()).date_naive()
            ));
        }
        Some(_) => print("Missing facts close contact."),
    }
    let people = contact::uncleared(store, programme).await?;
    if people.is_empty() {
        print("No facts are missing.");
    }
    let has_kinds = !programme.settings.matching.vetting_kinds.is_empty();
    for Uncleared { email, missing, vettings, has_mentorship, is_closed, .. } in people {
        let mut missing: Vec<String> = missing.iter().map(ToString::to_string).collect();
        if has_kinds && !vettings.is_empty() {
            missing.push(format!("kinds of vetting: {}", vettings.join(", ")));
        }
        let mentorship = if has_mentorship { ", in a mentorship" } else { "" };
        let closed = if is_closed { ", contact is closed" } else { "" };
        print(format_args!("{email}: {}{mentorship}{closed}", missing.join("; ")));
    }
    Ok(())
}
