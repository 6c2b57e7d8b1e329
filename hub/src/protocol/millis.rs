//! Times as RFC 3339 in UTC with milliseconds and `Z`.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Deserializer, Serializer};

pub(super) fn serialize<S: Serializer>(time: &DateTime<Utc>, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(&time.to_rfc3339_opts(SecondsFormat::Millis, true))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<DateTime<Utc>, D::Error> {
    DateTime::deserialize(input)
}

/// The same for an optional time.
pub(super) mod optional {
    use super::{DateTime, Deserialize, Deserializer, Serializer, Utc};

    pub(in crate::protocol) fn serialize<S: Serializer>(
        time: &Option<DateTime<Utc>>,
        out: S,
    ) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => super::serialize(time, out),
            None => out.serialize_none(),
        }
    }

    pub(in crate::protocol) fn deserialize<'de, D: Deserializer<'de>>(
        input: D,
    ) -> Result<Option<DateTime<Utc>>, D::Error> {
        Option::deserialize(input)
    }
}
