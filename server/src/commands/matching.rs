//! `mentorhub matching`: runs, rounds and the pool of a programme.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use store::administration::SuspendedBy;
use store::matching::groups::{self, Begun};
use store::matching::pool::{self, Joined, Membership, PauseReason};
use store::matching::runs::{self, PairReason, Preview, Proposal, Run};
use store::matching::views;
use store::mentorship::Kind;
use store::programmes::{self, Programme};
use store::{PersonId, RunId, SignedIn, Store, administration};

use super::users;
use crate::cli::Matching;
use crate::output::print;

mod group_list;
mod history;
pub(super) mod simulate;

pub(crate) async fn run(store: &Store, command: Matching) -> Result<()> {
    match command {
        Matching::Run { programme, dry_run, json } => run_engine(store, &programme, dry_run, json).await,
        Matching::Show { run, programme, json } => show(store, run.as_deref(), programme.as_deref(), json).await,
        Matching::Withdraw { run } => {
            runs::withdraw(store, &crate::commands::actor(), run_id(&run)?).await??;
            print("The approval is withdrawn. The run is a draft again.");
            Ok(())
        }
        Matching::Approve { run } => {
            let id = run_id(&run)?;
            runs::approve(store, &crate::commands::actor(), id).await??;
            print(format_args!("Approved. Publish it with: mentorhub matching publish {run}"));
            Ok(())
        }
        Matching::Publish { run } => publish(store, &run).await,
        Matching::Pool { programme } => list_pool(store, &named(store, &programme).await?).await,
        Matching::Groups { programme, json } => {
            group_list::print_groups(store, &named(store, &programme).await?, json).await
        }
        Matching::History { person, json } => {
            history::print_history(store, &users::named(store, &person).await?, json).await
        }
        Matching::Join { person } => {
            let person = users::named(store, &person).await?;
            let signed_in = SignedIn::of_person(store, person.id).await?.context("The account was erased.")?;
            match pool::join(store, &crate::commands::actor(), &signed_in).await? {
                Joined::InPool => print(format_args!("{} is in the pool.", person.email)),
                Joined::Locked => bail!("{} has not done what the programme asks for.", person.email),
            }
            Ok(())
        }
        Matching::Leave { person, reason } => {
            let person = users::named(store, &person).await?;
            pool::leave(store, &crate::commands::actor(), person.id, &reason)
                .await?
                .map_err(|refusal| users::refused(refusal, &person))?;
            print(format_args!("{} left the pool. What was open has ended.", person.email));
            Ok(())
        }
        Matching::Pause { person, safeguarding } => {
            let person = users::named(store, &person).await?;
            let reason = if safeguarding { PauseReason::Safeguarding } else { PauseReason::Staff };
            pool::pause(store, &crate::commands::actor(), person.id, reason)
                .await?
                .map_err(|refusal| users::refused(refusal, &person))?;
            if safeguarding {
                let (actor, reason) = (crate::commands::actor(), "safeguarding");
                administration::suspend(store, &actor, person.id, None, reason, SuspendedBy::Lead).await??;
                print(format_args!("{} is suspended: no messages, no calls, no matching.", person.email));
                return Ok(());
            }
            print(format_args!("{} is paused. What was open has ended.", person.email));
            Ok(())
        }
        Matching::Resume { person } => {
            let person = users::named(store, &person).await?;
            pool::resume(store, &crate::commands::actor(), person.id)
                .await?
                .map_err(|refusal| users::refused(refusal, &person))?;
            print(format_args!("{} is not paused any more.", person.email));
            if administration::is_suspended(store, person.id).await? {
                print(format_args!("The suspension stays until `mentorhub person release` lifts it."));
            }
            Ok(())
        }
        Matching::Places { person, places, group } => {
            let person = users::named(store, &person).await?;
            let kind = if group { Kind::Group } else { Kind::Pair };
            pool::set_places(store, &crate::commands::actor(), person.id, kind, i64::from(places))
                .await?
                .map_err(|refusal| users::refused(refusal, &person))?;
            print(format_args!("{} has {places} places.", person.email));
            Ok(())
        }
        Matching::BeginGroup { mentor } => {
            let mentor = users::named(store, &mentor).await?;
            let group = groups::of_mentor(store, mentor.id).await?;
            let group = group.with_context(|| format!("{} has no open group.", mentor.email))?;
            match groups::begin(store, &crate::commands::actor(), &group).await? {
                Begun::Began(mentorship) => print(format_args!("Began the mentorship {mentorship}.")),
                Begun::Gone => bail!("The group has no members, or has just begun."),
                Begun::Refused(refusal) => bail!("{refusal}"),
            }
            Ok(())
        }
        Matching::Simulate(plan) => simulate::run(&plan),
    }
}

async fn named(store: &Store, key: &str) -> Result<Programme> {
    let all = programmes::all(store).await?;
    all.into_iter().find(|one| one.key == key).with_context(|| format!("There is no programme {key}."))
}

fn run_id(text: &str) -> Result<RunId> {
    text.parse().map_err(|_| anyhow::anyhow!("{text} is not the id of a run."))
}

async fn run_engine(store: &Store, key: &str, dry_run: bool, as_json: bool) -> Result<()> {
    let programme = named(store, key).await?;
    if dry_run {
        return match runs::preview(store, &programme).await? {
            Ok(preview) => print_preview(store, &programme, "DRY RUN", &preview, as_json).await,
            Err(refusal) => bail!("{refusal}"),
        };
    }
    let run = match runs::draft(store, &crate::commands::actor(), &programme).await? {
        Ok(run) => run,
        Err(refusal) => bail!("{refusal}"),
    };
    print_run(store, &run, as_json).await?;
    if !as_json {
        print(format_args!("\nApprove it with: mentorhub matching approve {}", run.id));
    }
    Ok(())
}

async fn show(store: &Store, run: Option<&str>, programme: Option<&str>, as_json: bool) -> Result<()> {
    let found = match (run, programme) {
        (Some(run), _) => runs::by_id(store, run_id(run)?).await?.with_context(|| format!("There is no run {run}."))?,
        (None, Some(programme)) => {
            let programme = named(store, programme).await?;
            let last = runs::of_programme(store, programme.id, 1).await?.into_iter().next();
            last.with_context(|| format!("{} had no run yet.", programme.key))?
        }
        (None, None) => bail!("Name a run or a programme."),
    };
    print_run(store, &found, as_json).await
}

async fn publish(store: &Store, text: &str) -> Result<()> {
    let found = runs::by_id(store, run_id(text)?).await?.with_context(|| format!("There is no run {text}."))?;
    let programme = programmes::by_id(store, found.programme_id).await?.context("The programme was removed.")?;
    let balance = runs::publish(store, &crate::commands::actor(), &programme, found.id).await??;
    print(format_args!(
        "Published. {} of {} pairs no longer fitted and were left out.",
        balance.fell_out, balance.proposals
    ));
    Ok(())
}

async fn print_run(store: &Store, run: &Run, as_json: bool) -> Result<()> {
    let programme = programmes::by_id(store, run.programme_id).await?.context("The programme was removed.")?;
    let preview = Preview {
        balance: run.balance.clone(),
        proposals: runs::proposals(store, run.id).await?,
        unmatched: runs::unmatched(store, run.id).await?,
    };
    let title = format!("{}  {}  {}", run.id, run.state, run.created_at.format("%Y-%m-%d %H:%M UTC"));
    print_preview(store, &programme, &title, &preview, as_json).await
}

async fn print_preview(
    store: &Store,
    programme: &Programme,
    title: &str,
    Preview { balance, proposals, unmatched }: &Preview,
    as_json: bool,
) -> Result<()> {
    let reasons = runs::reasons(store, programme, proposals).await?;
    if as_json {
        let proposals: Vec<_> =
            proposals.iter().zip(&reasons).map(|(one, reasons)| with_reasons(one, reasons)).collect();
        let unmatched: Vec<_> =
            unmatched.iter().map(|(person, rule)| json!({"person": person, "rule": rule})).collect();
        print(json!({"title": title, "balance": balance, "proposals": proposals, "unmatched": unmatched}));
        return Ok(());
    }
    print(title);
    print(format_args!(
        "{} mentees, {} mentors, {} places: {} proposals for {} mentees, mean first score {}",
        balance.mentees,
        balance.mentors,
        balance.places,
        balance.proposals,
        balance.mentees_served,
        percent(i64::from(balance.mean_first_score)),
    ));
    let people: Vec<PersonId> = proposals
        .iter()
        .flat_map(|one| [one.mentee_id, one.mentor_id])
        .chain(unmatched.iter().map(|(person, _)| *person))
        .collect();
    let names = names(store, &people).await?;
    let name = |person: &PersonId| names.get(person).map_or("", String::as_str);
    print(format_args!("\n{:<28} {:<28} {:>4} {:>8}  FIT BY CRITERION", "MENTEE", "MENTOR", "RANK", "SCORE"));
    for (one, reasons) in proposals.iter().zip(&reasons) {
        let (mentee, mentor, score) = (name(&one.mentee_id), name(&one.mentor_id), percent(one.score));
        print(format_args!("{mentee:<28} {mentor:<28} {:>4} {score:>8}  {}", one.rank, in_one_line(reasons)));
    }
    if !unmatched.is_empty() {
        print(format_args!("\n{:<28} WHY NOTHING IS PROPOSED", "PERSON"));
    }
    for (person, rule) in unmatched {
        print(format_args!("{:<28} {}", name(person), runs::in_words(rule)));
    }
    Ok(())
}

fn with_reasons(proposal: &Proposal, reasons: &[PairReason]) -> Value {
    json!({"mentee_id": proposal.mentee_id, "mentor_id": proposal.mentor_id, "rank": proposal.rank,
        "score": proposal.score, "reasons": reasons})
}

/// As `languages 100.00 %, interests 50.00 %`; nothing where a pair answered no common criterion.
fn in_one_line(reasons: &[PairReason]) -> String {
    let reason = |one: &PairReason| format!("{} {}", one.criterion, percent(i64::from(one.fit)));
    reasons.iter().map(reason).collect::<Vec<_>>().join(", ")
}

fn percent(share: i64) -> String {
    format!("{}.{:02} %", share / 100, share % 100)
}

async fn names(store: &Store, people: &[PersonId]) -> Result<BTreeMap<PersonId, String>> {
    let faces = views::faces(store, people).await?;
    let name = |face: views::Face| format!("{} {}", face.first_name, face.last_name).trim().to_owned();
    Ok(faces.into_iter().map(|(person, face)| (person, name(face))).collect())
}

async fn list_pool(store: &Store, programme: &Programme) -> Result<()> {
    let members = pool::of_programme(store, programme.id).await?;
    let people: Vec<PersonId> = members.iter().map(|member| member.person_id).collect();
    let names = names(store, &people).await?;
    for member in &members {
        let name = names.get(&member.person_id).map_or("", String::as_str);
        print(format_args!("{:<28} {:<7} {}", name, member.role.title().to_lowercase(), pool_state(member)));
    }
    let mentees = members.iter().filter(|member| member.kind.is_none()).count();
    print(format_args!("{mentees} mentees, {} mentors", members.len() - mentees));
    Ok(())
}

fn pool_state(member: &Membership) -> String {
    let since = member.joined_at.date_naive();
    let places = match member.kind {
        Some(Kind::Pair) => format!(", {} places", member.places),
        Some(Kind::Group) => format!(", a group of {}", member.places),
        None => String::new(),
    };
    let paused = member.pause_reason.as_ref().map(|reason| format!(", paused: {reason}")).unwrap_or_default();
    format!("since {since}, {} rounds without a match{places}{paused}", member.rounds_waited)
}
