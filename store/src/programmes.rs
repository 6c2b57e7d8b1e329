//! Programmes: who runs the mentoring, in which time zone, with which rules.

use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;

use crate::blackout::Blackout;
use crate::chat_ratings::Rhythm;
use crate::db::on;
use crate::experiences::ByRole;
use crate::{Error, ProgrammeId, Result, Store};

/// A programme as stored.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Programme {
    /// Its id.
    pub id: ProgrammeId,
    /// Its short name in content files and calls, unique.
    pub key: String,
    /// Its name for people.
    pub name: String,
    /// Its IANA time zone.
    pub time_zone: String,
    /// Its rules.
    pub settings: Json<Settings>,
}

/// The rules of a programme.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// What each role may see and use.
    pub experiences: ByRole,
    /// When nobody calls, and perhaps nobody writes.
    pub blackout: Blackout,
    /// How often people are asked what they think of their conversations.
    pub chat_rating: Rhythm,
    /// Who may join by themselves.
    pub sign_up: SignUp,
    /// What the assistant may cost.
    pub assistant: AssistantBudget,
}

/// What the assistant of a programme may cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AssistantBudget {
    /// Tokens of a month, 0 for as many as it takes; None for what the installation grants each programme.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens_per_month: Option<i64>,
}

impl Settings {
    /// As a [`Programme`] carries them.
    pub fn stored(self) -> Json<Self> {
        Json(self)
    }
}

/// Who may join a programme by themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SignUp {
    /// Whether anybody may at all.
    pub is_open: bool,
    /// If there are any, only people with an address in one of these domains may.
    pub email_domains: Vec<String>,
    /// Who brings mentors, and what those type to be let in.
    pub institutions: Vec<Institution>,
}

/// A company or school whose people are mentors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Institution {
    /// Its name, for the people who run the programme.
    pub name: String,
    /// What its mentors type.
    pub codes: Vec<String>,
}

impl SignUp {
    /// Whether an address is one of those that this programme is for.
    pub fn is_for(&self, email: &str) -> bool {
        self.email_domains.is_empty() || self.names_domain_of(email)
    }

    /// Whether this programme names the domain of an address.
    pub fn names_domain_of(&self, email: &str) -> bool {
        let domain = email.rsplit_once('@').map_or("", |(_, domain)| domain);
        self.email_domains.iter().any(|named| named.eq_ignore_ascii_case(domain))
    }

    /// Whether this is one of the codes of its institutions, however it was typed.
    pub fn knows_institution(&self, code: &str) -> bool {
        let code = code.trim();
        let codes = self.institutions.iter().flat_map(|institution| &institution.codes);
        !code.is_empty() && codes.into_iter().any(|known| known.eq_ignore_ascii_case(code))
    }
}

impl Programme {
    /// The time zone, parsed.
    pub fn tz(&self) -> Tz {
        self.time_zone.parse().unwrap_or(Tz::UTC)
    }
}

/// Makes the programme of this key, or brings it up to date.
pub async fn put(store: &Store, key: &str, name: &str, time_zone: &str, settings: &Settings) -> Result<ProgrammeId> {
    time_zone
        .parse::<Tz>()
        .map_err(|_| Error::Configuration(format!("programme {key}: {time_zone} is not an IANA time zone")))?;
    Ok(on!(&store.db, returning_one, sqlx::query_scalar(
        "INSERT INTO programmes (id, key, name, time_zone, settings, created_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (key) DO UPDATE SET name = excluded.name, time_zone = excluded.time_zone, settings = excluded.settings
         RETURNING id"
    )
    .bind(store.clock.id::<ProgrammeId>())
    .bind(key)
    .bind(name)
    .bind(time_zone)
    .bind(Json(settings))
    .bind(store.clock.now())
    )?
    .ok_or(sqlx::Error::RowNotFound)?)
}

/// All programmes, by key.
pub async fn all(store: &Store) -> Result<Vec<Programme>> {
    Ok(on!(&store.db, |pool| sqlx::query_as("SELECT id, key, name, time_zone, settings FROM programmes ORDER BY key")
        .fetch_all(pool)
        .await)?)
}

/// One programme.
pub async fn by_id(store: &Store, id: ProgrammeId) -> Result<Option<Programme>> {
    Ok(on!(&store.db, |pool| sqlx::query_as(
        "SELECT id, key, name, time_zone, settings FROM programmes WHERE id = $1"
    )
    .bind(id)
    .fetch_optional(pool)
    .await)?)
}
