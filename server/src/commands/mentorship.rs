//! `mentorhub mentorship`: begins, changes, ends and lists mentorships.

use anyhow::{Result, bail, ensure};
use store::administration::{self, MenteesAfter, UndoRefusal, Undone};
use store::mentorship::pauses::{self, Pause, PauseOutcome};
use store::mentorship::{self, Ending, NewMentorship, Refusal, badges, credentials};
use store::{PersonId, Store, people, programmes};

use super::users;
use crate::cli::{EndReason, Mentorship};
use crate::output::print;

/// As in the console.
const MAX_NOTE: usize = 500;

pub(crate) async fn run(store: &Store, command: Mentorship) -> Result<()> {
    match command {
        Mentorship::Create { mentor, mentee, group } => {
            let mentor = users::named(store, &mentor).await?.id;
            let mut mentees = Vec::new();
            for name in mentee {
                mentees.push(users::named(store, &name).await?.id);
            }
            match administration::create_mentorship(
                store,
                &crate::commands::actor(),
                &NewMentorship { mentor, mentees, group },
            )
            .await?
            {
                Ok(id) => print(format_args!("Began the mentorship {id}.")),
                Err(refusal) => bail!(sentence(store, refusal).await?),
            }
        }
        Mentorship::End { id, reason, note, no_return, mentor_stops } => {
            let Ok(parsed) = id.parse() else { bail!("{id} is not the id of a mentorship.") };
            let ending = ending(reason, &note, mentor_stops)?;
            let after = after(no_return);
            administration::end_mentorship(store, &crate::commands::actor(), parsed, ending, after).await??;
            print(format_args!("Ended the mentorship {id}. Its members can still read their conversation."));
        }
        Mentorship::Undo { id } => undo(store, &id).await?,
        Mentorship::Leave { id, person, reason, note, no_return } => {
            let Ok(parsed) = id.parse() else { bail!("{id} is not the id of a mentorship.") };
            let mentee = users::named(store, &person).await?;
            let ending = ending(reason, &note, false)?;
            administration::leave_mentorship(
                store,
                &crate::commands::actor(),
                parsed,
                mentee.id,
                ending,
                after(no_return),
            )
            .await?
            .map_err(|refusal| users::refused(refusal, &mentee))?;
            print(format_args!("{} is no longer in the group.", mentee.email));
        }
        Mentorship::Pause { id, from, days } => {
            let Ok(parsed) = id.parse() else { bail!("{id} is not the id of a mentorship.") };
            let pause = Pause { starts_on: from, days };
            match pauses::pause(store, &crate::commands::actor(), parsed, pause).await? {
                PauseOutcome::Paused(_) => {}
                refused => bail!("{refused}"),
            }
            print(format_args!("Moved the deadlines from {from} on by {days} days."));
        }
        Mentorship::Badges { id } => list_badges(store, &id).await?,
        Mentorship::RotateBadgeKey => {
            let id = credentials::rotate_key(store, &crate::commands::actor()).await?;
            print(format_args!("Badges are signed with the key {id} from now on."));
        }
        Mentorship::RevokeBadge { id, reason } => {
            let Ok(parsed) = id.parse() else { bail!("{id} is not the id of a badge.") };
            badges::revoke(store, &crate::commands::actor(), parsed, &reason).await??;
            print(format_args!("Took the badge {id} back."));
        }
        Mentorship::List { all } => list(store, all).await?,
    }
    Ok(())
}

impl From<EndReason> for mentorship::EndReason {
    fn from(reason: EndReason) -> Self {
        match reason {
            EndReason::Completed => Self::Completed,
            EndReason::MovedAway => Self::MovedAway,
            EndReason::NoTime => Self::NoTime,
            EndReason::DidNotFit => Self::DidNotFit,
            EndReason::LostContact => Self::LostContact,
            EndReason::LeftProgramme => Self::LeftProgramme,
            EndReason::Conduct => Self::Conduct,
            EndReason::Other => Self::Other,
        }
    }
}

/// The reason of an end or a departure, with a note as in the console.
fn ending(reason: EndReason, note: &str, does_mentor_stop: bool) -> Result<Ending<'_>> {
    ensure!(note.trim().chars().count() <= MAX_NOTE, "A note has at most {MAX_NOTE} characters.");
    Ok(Ending { reason: reason.into(), note, does_mentor_stop })
}

fn after(no_return: bool) -> MenteesAfter {
    if no_return { MenteesAfter::StayOut } else { MenteesAfter::WaitAgain }
}

/// Names people by their addresses.
async fn sentence(store: &Store, refusal: Refusal) -> Result<String> {
    let mut text = refusal.to_string();
    let people: Vec<PersonId> = match refusal {
        Refusal::WrongPerson(person) | Refusal::NotCleared(person, _) => vec![person],
        Refusal::Conflict(one, other) | Refusal::Blocked(one, other) | Refusal::Silenced(one, other) => {
            vec![one, other]
        }
        _ => Vec::new(),
    };
    for person in people {
        if let Some(row) = people::by_id(store, person).await? {
            text = text.replace(&person.to_string(), &row.email);
        }
    }
    Ok(text)
}

async fn undo(store: &Store, id: &str) -> Result<()> {
    let Ok(parsed) = id.parse() else { bail!("{id} is not the id of a mentorship.") };
    match administration::undo_mentorship(store, &crate::commands::actor(), parsed).await? {
        Ok(Undone::End) => print(format_args!("The mentorship {id} goes on as before.")),
        Ok(Undone::Beginning) => {
            print(format_args!("Removed the mentorship {id}. Its members do not see it any more."));
        }
        Err(UndoRefusal::MayNotBegin(refusal)) => bail!(sentence(store, refusal).await?),
        Err(refusal) => bail!(refusal),
    }
    Ok(())
}

async fn list_badges(store: &Store, id: &str) -> Result<()> {
    let Ok(parsed) = id.parse() else { bail!("{id} is not the id of a mentorship.") };
    ensure!(mentorship::by_id(store, parsed).await?.is_some(), "There is no mentorship {id}.");
    for one in badges::of_mentorship(store, parsed).await? {
        let state = match (&one.revoke_reason, one.is_shown) {
            (Some(reason), _) => format!("taken back: {reason}"),
            (None, true) => "shown".to_owned(),
            (None, false) => "not shown until all have completed the session".to_owned(),
        };
        let (badge, tier, day) = (one.id, one.tier.name(), one.earned_at.date_naive());
        print(format_args!("{badge}  {tier:<6}  {}  {}  {day}  {state}", one.session_key, one.email));
    }
    Ok(())
}

async fn list(store: &Store, all: bool) -> Result<()> {
    let programmes = programmes::all(store).await?;
    for one in mentorship::all(store, all).await? {
        let programme = programmes.iter().find(|programme| programme.id == one.programme_id);
        let title = if one.name.is_empty() { "pair" } else { &one.name };
        let why = one.end_reason.map_or("not recorded", mentorship::EndReason::name);
        let state =
            one.ended_at.map_or_else(|| "active".to_owned(), |at| format!("ended on {} ({why})", at.date_naive()));
        print(format_args!(
            "{}  {title}, {}, since {}, {state}",
            one.id,
            programme.map_or("", |programme| &programme.key),
            one.started_at.date_naive()
        ));
        for member in mentorship::members(store, one.id).await? {
            print(format_args!("  {:<6} {}", member.role.title().to_lowercase(), member.email));
        }
    }
    Ok(())
}
