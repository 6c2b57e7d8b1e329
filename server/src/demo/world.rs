//! The format of `content/demo`.

use std::collections::BTreeMap;

use chrono::NaiveTime;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use store::channels::Kind;
use store::meetings::State;
use store::people::Role;
use store::programmes::Settings;
use store::staff::StaffRole;
use store::{ProgrammeId, Store, administration};

/// `world.yaml`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct World {
    pub(super) programmes: Vec<Programme>,
    pub(super) people: Vec<Person>,
    pub(super) mentorships: Vec<Mentorship>,
    pub(super) channels: Vec<Channel>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Programme {
    pub(super) key: String,
    pub(super) name: String,
    pub(super) time_zone: String,
    #[serde(flatten, deserialize_with = "settings")]
    pub(super) settings: Settings,
}

/// Reads all other fields as settings, and refuses what these do not know.
fn settings<'de, D: Deserializer<'de>>(fields: D) -> Result<Settings, D::Error> {
    let fields: Map<String, Value> = Map::deserialize(fields)?;
    serde_json::from_value(fields.into()).map_err(serde::de::Error::custom)
}

impl Programme {
    /// Adds the programme, or brings it up to date.
    pub(super) async fn put(&self, store: &Store) -> store::Result<ProgrammeId> {
        let Self { key, name, time_zone, settings } = self;
        administration::put_programme(store, &crate::demo::JOB, key, name, time_zone, settings).await
    }
}

/// A person who can sign in.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Person {
    pub(super) key: String,
    pub(super) email: String,
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) role: Role,
    /// What they may do as staff of their programme.
    #[serde(default)]
    pub(super) staff_roles: Vec<StaffRole>,
    pub(super) programme: String,
    pub(super) language: String,
    pub(super) bio: String,
    /// How ready for work they were found.
    #[serde(default)]
    pub(super) work_readiness: Vec<Readiness>,
    /// The file with the answers to the surveys that they completed.
    #[serde(default)]
    pub(super) answers: Option<String>,
    /// The keys of what they like in the feed.
    #[serde(default)]
    pub(super) likes: Vec<String>,
}

impl Person {
    /// A person whose data is elsewhere, for the list of demo users.
    pub(super) fn named(email: String, first_name: String, last_name: String, role: Role) -> Self {
        Self {
            key: email.clone(),
            email,
            first_name,
            last_name,
            role,
            staff_roles: Vec::new(),
            programme: String::new(),
            language: String::new(),
            bio: String::new(),
            work_readiness: Vec::new(),
            answers: None,
            likes: Vec::new(),
        }
    }
}

/// A work readiness score.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Readiness {
    pub(super) name: String,
    /// Days before (below zero) the day on which the world is made.
    pub(super) day: i64,
    pub(super) score: f64,
    pub(super) max: f64,
    #[serde(default)]
    pub(super) description: String,
}

/// A mentor with a mentee or a group.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Mentorship {
    pub(super) mentor: String,
    pub(super) mentees: Vec<String>,
    /// The name of a group.
    #[serde(default)]
    pub(super) group: Option<String>,
    /// When it began: days before the day on which the world is made.
    pub(super) days_ago: i64,
    /// The file with what its members have done.
    #[serde(default)]
    pub(super) deeds: Option<String>,
}

/// A session that a member did, oldest first.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Deed {
    /// Days before (below zero) the day on which the world is made.
    pub(super) day: i64,
    /// The key of the person.
    pub(super) by: String,
    pub(super) session: String,
    /// The step at which the person stopped; without it the session is completed.
    #[serde(default)]
    pub(super) until: Option<String>,
    /// By quiz and question.
    #[serde(default)]
    pub(super) answers: BTreeMap<String, Map<String, Value>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Channel {
    pub(super) key: String,
    pub(super) kind: Kind,
    #[serde(default)]
    pub(super) name: String,
    pub(super) members: Vec<String>,
    /// The file with its messages.
    pub(super) history: String,
    /// The file with its recorded calls.
    #[serde(default)]
    pub(super) calls: Option<String>,
    /// Messages of others at the end that a member has not seen; everything is seen by who is not named.
    #[serde(default)]
    pub(super) unread: BTreeMap<String, usize>,
}

/// One entry of a history, oldest first.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Line {
    /// Days before (below zero) the day on which the world is made.
    pub(super) day: i64,
    /// Local time of the programme, "17:30".
    #[serde(deserialize_with = "minutes")]
    pub(super) at: NaiveTime,
    /// The key of the person who wrote it.
    pub(super) by: String,
    /// What they wrote; `@{key}` mentions somebody.
    pub(super) text: String,
}

/// One recorded call, oldest first.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Call {
    /// Days before (below zero) the day on which the world is made.
    pub(super) day: i64,
    /// When it began, local time of the programme.
    #[serde(deserialize_with = "minutes")]
    pub(super) at: NaiveTime,
    /// How long it was.
    pub(super) minutes: i64,
    /// What became of its recording.
    pub(super) state: State,
    /// Why, as a stable code, if it failed.
    #[serde(default)]
    pub(super) failure: Option<String>,
    /// What members thought of it, 1 to 5, by their keys.
    #[serde(default)]
    pub(super) ratings: BTreeMap<String, i64>,
    #[serde(default)]
    pub(super) summary: Option<String>,
    #[serde(default)]
    pub(super) transcript: Option<String>,
}

fn minutes<'de, D: Deserializer<'de>>(from: D) -> Result<NaiveTime, D::Error> {
    let text = String::deserialize(from)?;
    NaiveTime::parse_from_str(&text, "%H:%M").map_err(serde::de::Error::custom)
}
