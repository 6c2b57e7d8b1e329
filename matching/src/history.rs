//! Whether a pair may be proposed once more.

/// How an earlier proposal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// One of both said No, or chose others.
    Refused,
    /// The time ran out.
    Expired,
    /// Neither of both decided: the place was taken, the group was full, one left the pool, staff intervened.
    Undecided,
}

/// An earlier proposal of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastProposal {
    /// How it ended.
    pub ending: Ending,
    /// 1 for the last published round, 2 for the one before.
    pub rounds_ago: u16,
}

/// Whether a pair with this history may be proposed: never after a No, once more after it expired and a round passed.
pub fn may_repeat(history: &[PastProposal]) -> bool {
    let mut expired = history.iter().filter(|past| past.ending == Ending::Expired);
    let paused = match (expired.next(), expired.next()) {
        (None, _) => true,
        (Some(only), None) => only.rounds_ago > 1,
        (Some(_), Some(_)) => false,
    };
    paused && history.iter().all(|past| past.ending != Ending::Refused)
}
