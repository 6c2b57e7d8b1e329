//! The propagated part of a span, written as W3C `traceparent`.

use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A span of a sampled trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    pub(crate) trace: u128,
    pub(crate) span: u64,
}

impl Context {
    /// Parses a `traceparent`. None: invalid, or not sampled.
    pub fn parse(text: &str) -> Option<Self> {
        Self::read(text).filter(|(_, is_sampled)| *is_sampled).map(|(context, _)| context)
    }

    /// Parses a `traceparent` and its sampling flag.
    pub(crate) fn read(text: &str) -> Option<(Self, bool)> {
        let mut parts = text.trim().split('-');
        let [version, trace, span, flags] = [parts.next()?, parts.next()?, parts.next()?, parts.next()?];
        // Later versions may have more parts; version ff is invalid.
        let is_known = version == "00" && parts.next().is_none() || version > "00" && version < "ff";
        let has_lengths = (version.len(), trace.len(), span.len(), flags.len()) == (2, 32, 16, 2);
        let is_hex = [version, trace, span, flags].iter().all(|part| part.bytes().all(is_lower_hex));
        let is_sampled = u8::from_str_radix(flags, 16).ok()? & 1 == 1;
        if !(is_known && has_lengths && is_hex) {
            return None;
        }
        let context = Self { trace: u128::from_str_radix(trace, 16).ok()?, span: u64::from_str_radix(span, 16).ok()? };
        (context.trace != 0 && context.span != 0).then_some((context, is_sampled))
    }
}

fn is_lower_hex(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'a'..=b'f')
}

impl fmt::Display for Context {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "00-{:032x}-{:016x}-01", self.trace, self.span)
    }
}

impl Serialize for Context {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Context {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom("not a traceparent"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    #[test]
    fn context_round_trips() {
        let context = Context::parse(EXAMPLE).unwrap();
        assert_eq!(context.to_string(), EXAMPLE);
        assert_eq!(serde_json::from_str::<Context>(&serde_json::to_string(&context).unwrap()).unwrap(), context);
        assert!(Context::parse(&EXAMPLE.replacen("00", "cc", 1).replace("-01", "-01-more")).is_some());
    }

    #[test]
    fn invalid_or_unsampled_context_is_none() {
        for text in [
            "",
            "hello",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
            "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-+bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        ] {
            assert_eq!(Context::parse(text), None, "{text}");
        }
    }
}
