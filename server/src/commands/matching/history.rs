//! `mentorhub matching history`: what was proposed to a person, and what became of it.

use anyhow::Result;
use chrono::{DateTime, NaiveDate, Utc};
use serde_json::{Value, json};
use store::matching::{self, State, Tracker, pool};
use store::people::{Person, Role};
use store::{Store, programmes};

use super::{names, pool_state};
use crate::output::print;

pub(super) async fn print_history(store: &Store, person: &Person, as_json: bool) -> Result<()> {
    // Staff also see proposals that a mentor does not know of yet.
    let trackers = matching::of_person(store, person.id, Role::Staff).await?;
    let programme = match person.programme_id {
        Some(programme) => programmes::by_id(store, programme).await?,
        None => None,
    };
    let day_of = |at: DateTime<Utc>| match &programme {
        Some(programme) => at.with_timezone(&programme.tz()).date_naive(),
        None => at.date_naive(),
    };
    let days = by_day(&trackers, day_of);
    let others: Vec<_> = trackers.iter().map(|tracker| tracker.partner_of(side(tracker, person))).collect();
    let names = names(store, &others).await?;
    let name = |tracker: &Tracker| names.get(&tracker.partner_of(side(tracker, person))).cloned().unwrap_or_default();
    let member = pool::of_person(store, person.id).await?;
    if as_json {
        let of_day = |(day, trackers): &(NaiveDate, Vec<&Tracker>)| {
            let matches: Vec<Value> =
                trackers.iter().map(|tracker| as_value(tracker, side(tracker, person), &name(tracker))).collect();
            json!({"day": day, "matches": matches})
        };
        let is_in_pool = member.is_some_and(|member| member.left_at.is_none());
        let days: Vec<Value> = days.iter().map(of_day).collect();
        print(json!({"person": person.id, "email": person.email, "isInPool": is_in_pool, "days": days}));
        return Ok(());
    }
    print(match &member {
        None => format!("{} was never in the pool.", person.email),
        Some(member) => match (member.left_at, &member.leave_reason) {
            (None, _) => format!("{} is in the pool {}.", person.email, pool_state(member)),
            (Some(at), reason) => {
                let reason = reason.as_deref().filter(|reason| !reason.is_empty()).unwrap_or("no reason given");
                format!("{} left the pool on {}: {reason}.", person.email, at.date_naive())
            }
        },
    });
    for (day, trackers) in days {
        print(format_args!("\n{day}"));
        for tracker in trackers {
            let score = format!("{}.{:02} %", tracker.score / 100, tracker.score % 100);
            print(format_args!("  {:<28} {score:>8}  {}", name(tracker), in_words(tracker)));
        }
    }
    Ok(())
}

fn side(tracker: &Tracker, person: &Person) -> Role {
    if tracker.mentor_id == person.id { Role::Mentor } else { Role::Mentee }
}

/// By the day of the last change, the latest first, as people see their history.
fn by_day(trackers: &[Tracker], day_of: impl Fn(DateTime<Utc>) -> NaiveDate) -> Vec<(NaiveDate, Vec<&Tracker>)> {
    let mut days: Vec<(NaiveDate, Vec<&Tracker>)> = Vec::new();
    for tracker in trackers {
        let day = day_of(tracker.changed_at);
        match days.last_mut() {
            Some((last, of_day)) if *last == day => of_day.push(tracker),
            _ => days.push((day, vec![tracker])),
        }
    }
    days
}

fn as_value(tracker: &Tracker, side: Role, name: &str) -> Value {
    // None: the mentor does not know of it.
    let message = tracker.is_visible_to(side).then(|| matching::message(tracker.state, side));
    json!({"match": tracker.id, "with": tracker.partner_of(side), "name": name, "kind": tracker.kind,
        "score": tracker.score, "state": tracker.state, "message": message, "proposedAt": tracker.proposed_at,
        "changedAt": tracker.changed_at, "expiresAt": tracker.expires_at, "mentorship": tracker.mentorship_id})
}

/// Puts the state into words for staff, who may know on which side something ended.
fn in_words(tracker: &Tracker) -> String {
    let until = tracker.expires_at.map(|at| at.format(", until %Y-%m-%d %H:%M UTC").to_string()).unwrap_or_default();
    let words = match tracker.state {
        State::Proposed => return format!("the mentee decides{until}"),
        State::Interested => return format!("the mentor decides{until}"),
        State::Selected => "in the group, which has not begun",
        State::Accepted => "matched",
        State::NotInterested => "the mentee said No",
        State::Declined => "the mentor said No",
        State::NotSelected => "the mentor filled the group with others",
        State::Expired if tracker.confirmed_at.is_none() => "the mentee let the time pass",
        State::Expired => "the mentor let the time pass",
        State::Taken => "one of the two was matched elsewhere",
        State::GroupFull => "the group was full",
        State::Incompatible => "does not fit the members of the group",
        State::LeftPool => "one of the two left the pool, or was paused",
        State::DroppedOut => "one of the two left the programme",
        State::Held => "a conflict, a report, a block or staff keeps them apart",
        State::Overridden => "staff matched the mentee by hand",
    };
    words.to_owned()
}
