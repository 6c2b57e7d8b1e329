//! Why a job was given up, without the words of another server: its answer may repeat an address.

use serde::Serialize;
use utoipa::ToSchema;

/// The reason of a job that its worker never ended.
pub(super) const NO_WORKER: &str = "no worker came back from it";

/// How the reason of a job begins whose content cannot be read.
pub(crate) const UNREADABLE: &str = "unreadable";

/// The words of a server that answered a request with another status than success.
const REFUSED: &str = "refused it";

/// Parts of reasons by which each cause is recognised; the first that fits counts. They are those of this workspace and of its mail client.
const SIGNS: [(Cause, &[&str]); 5] = [
    (Cause::Abandoned, &[NO_WORKER]),
    (Cause::Unreadable, &[UNREADABLE]),
    (Cause::Refused, &["permanent error", REFUSED]),
    (Cause::Busy, &["transient error"]),
    (Cause::Unreachable, &["connection", "network", "timed out", "timeout", "cannot be reached", "dns", "tls"]),
];

/// Why a job was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FailureCause)]
pub enum Cause {
    /// The other server was not reached.
    Unreachable,
    /// The other server refused it for good, such as an address that does not exist.
    Refused,
    /// The other server refused it each time for the moment.
    Busy,
    /// Its content cannot be read, such as after a step back to an older version.
    Unreadable,
    /// No worker ended it: each stopped in it.
    Abandoned,
    /// Something else; the log of the server has the details.
    Other,
}

impl Cause {
    /// Classifies a stored reason.
    pub fn of(reason: &str) -> Self {
        let reason = reason.to_lowercase();
        if reason.contains(REFUSED) && status_in(&reason).is_some_and(is_temporary) {
            return Self::Busy;
        }
        let fits = |signs: &[&str]| signs.iter().any(|sign| reason.contains(sign));
        SIGNS.iter().find(|(_, signs)| fits(signs)).map_or(Self::Other, |(cause, _)| *cause)
    }
}

/// Returns whether a status of HTTP says that a later request may succeed.
fn is_temporary(status: i64) -> bool {
    matches!(status, 408 | 429 | 500..=599)
}

/// Returns the status with which another server refused, such as 550: three digits in brackets, as the mail client writes them.
pub(crate) fn status_in(reason: &str) -> Option<i64> {
    reason.split('(').skip(1).find_map(|after| {
        let (inner, _) = after.split_once(')')?;
        (inner.len() == 3).then(|| inner.parse().ok())?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_become_causes_without_their_words() {
        for (reason, cause, status) in [
            ("permanent error (550): no mailbox tom@example.org", Cause::Refused, Some(550)),
            ("transient error (451): try later", Cause::Busy, Some(451)),
            ("Connection error: Connection refused (os error 111)", Cause::Unreachable, None),
            ("the push service cannot be reached, or has no time", Cause::Unreachable, None),
            ("no worker came back from it", Cause::Abandoned, None),
            ("unreadable: missing field `to` at line 1", Cause::Unreadable, None),
            ("database: unique constraint", Cause::Other, None),
        ] {
            assert_eq!((Cause::of(reason), status_in(reason)), (cause, status), "{reason}");
        }
    }
}
