//! The channels of the demo data and their messages.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use chrono::{DateTime, Days, NaiveDateTime, NaiveTime, TimeZone, Utc};
use store::assistant;
use store::channels::{self, Kind, Status};
use store::messages::{self, Imported};
use store::programmes::{self, Programme};
use store::{ChannelId, PersonId, ProgrammeId, Store, reads};

use super::calls;
use super::world::{Channel, Line, Person, World};

pub(super) async fn import(
    store: &Store,
    world: &World,
    programmes: &BTreeMap<String, ProgrammeId>,
    people: &BTreeMap<String, PersonId>,
) -> Result<()> {
    let id_of = |key: &str| people.get(key).copied().with_context(|| format!("The demo data has no person {key}."));
    for person in &world.people {
        let programme = programmes.get(&person.programme).copied();
        assistant::open(store, id_of(&person.key)?, programme).await?;
    }
    for channel in &world.channels {
        let first = channel.members.first().with_context(|| format!("{} has no members", channel.key))?;
        let owner = world.people.iter().find(|person| person.key == *first);
        let programme = *programmes
            .get(owner.map_or("", |person| &person.programme))
            .with_context(|| format!("{first} has no programme"))?;
        let members = channel.members.iter().map(|key| id_of(key)).collect::<Result<Vec<_>>>()?;
        let id = make(store, channel.kind, &channel.name, Some(programme), &members).await?;
        let programme = programmes::by_id(store, programme).await?.context("The programme is gone")?;
        let history = history(store, channel, &programme, &world.people, people)?;
        if channels::heads(store, &[id]).await?.iter().all(|head| head.head_seq == 0) {
            messages::import(store, id, &history).await?;
        }
        calls::import(store, id, channel, &programme, people).await?;
        for (key, person) in channel.members.iter().zip(&members) {
            let unread = channel.unread.get(key).copied().unwrap_or(0);
            if let Some(seq) = seen_until(&history, *person, unread)
                && let Some(message) = messages::id_at(store, id, seq).await?
            {
                reads::mark_seen(store, id, *person, Some((message, seq))).await?;
            }
        }
    }
    Ok(())
}

/// Returns the channel with exactly these members and creates it if it does not exist.
async fn make(
    store: &Store,
    kind: Kind,
    name: &str,
    programme: Option<ProgrammeId>,
    members: &[PersonId],
) -> Result<ChannelId> {
    let first = *members.first().context("A channel needs members")?;
    let known = channels::of_person(store, first).await?;
    let around = channels::members_around(store, first, i64::MAX).await?;
    for channel in known.iter().filter(|channel| channel.kind == kind && channel.name == name) {
        let of_this = around.iter().filter(|m| m.channel_id == channel.channel_id && m.status == Status::Active);
        let ids: Vec<_> = of_this.map(|member| member.person_id).collect();
        if ids.len() == members.len() && members.iter().all(|member| ids.contains(member)) {
            return Ok(channel.channel_id);
        }
    }
    let channel = channels::create(store, kind, name, programme).await?;
    channels::join(store, channel, members).await?;
    Ok(channel)
}

fn history(
    store: &Store,
    channel: &Channel,
    programme: &Programme,
    world: &[Person],
    people: &BTreeMap<String, PersonId>,
) -> Result<Vec<Imported>> {
    let now = store.clock.now();
    let lines: Vec<Line> = super::file(&channel.history)?;
    let mut history: Vec<Imported> = Vec::with_capacity(lines.len());
    for line in lines {
        let Some(sender) = people.get(&line.by).filter(|_| channel.members.contains(&line.by)) else {
            bail!("{}: {} is not a member.", channel.history, line.by)
        };
        let created_at = moment(now, programme, line.day, line.at)?;
        if history.last().is_some_and(|last| last.created_at > created_at) {
            bail!("{}: day {} at {} is out of order.", channel.history, line.day, line.at);
        }
        let body = with_mentions(&line.text, world, people)?;
        history.push(Imported { sender: *sender, body, created_at });
    }
    Ok(history)
}

/// Returns a local time of the programme, this many days ago but not after `now`.
pub(super) fn moment(now: DateTime<Utc>, programme: &Programme, days_ago: i64, at: NaiveTime) -> Result<DateTime<Utc>> {
    let today = now.with_timezone(&programme.tz()).date_naive();
    let day = today.checked_sub_days(Days::new(days_ago.unsigned_abs())).context("A day before the calendar")?;
    Ok(utc(day.and_time(at), programme).min(now))
}

/// Converts a local time to UTC. A time that a clock change skips is read as UTC.
fn utc(local: NaiveDateTime, programme: &Programme) -> DateTime<Utc> {
    let zone = programme.tz();
    let moment = zone.from_local_datetime(&local).earliest();
    moment.map_or_else(|| local.and_utc(), |moment| moment.with_timezone(&Utc))
}

/// Replaces `@{tom}` by the mention syntax of clients.
fn with_mentions(text: &str, world: &[Person], people: &BTreeMap<String, PersonId>) -> Result<String> {
    let mut parts = text.split("@{");
    let mut body = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (key, rest) = part.split_once('}').context("A mention has no closing brace")?;
        let person = world.iter().find(|person| person.key == key);
        let (Some(person), Some(id)) = (person, people.get(key)) else { bail!("The demo data has no person {key}.") };
        body.push_str(&format!("@[{} {}]({id}){rest}", person.first_name, person.last_name));
    }
    Ok(body)
}

/// Returns the sequence number of the newest message that a person has seen, if this many messages of others are unread.
fn seen_until(history: &[Imported], person: PersonId, unread: usize) -> Option<i64> {
    let mut left = unread;
    let seen = history.iter().rposition(|message| {
        if message.sender == person {
            return left == 0;
        }
        let is_seen = left == 0;
        left = left.saturating_sub(1);
        is_seen
    })?;
    i64::try_from(seen + 1).ok()
}
