//! What each side reads about a tracker: pure functions of its state and the side.

use serde::Serialize;
use utoipa::ToSchema;

use super::State;
use crate::role::Role;

/// The status of a match on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = MatchStatus)]
pub enum Status {
    /// This side may act.
    Active,
    /// The other side acts, or the group waits.
    Pending,
    /// They are matched.
    Success,
    /// The time passed.
    Expired,
    /// One side said No.
    Rejected,
    /// The mentee does not fit the group.
    Incompatible,
    /// The group is full.
    GroupFull,
    /// One of them is matched elsewhere or not available any more.
    PairComplete,
}

/// A sentence about a match, which the page has in each language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MatchHistoryMessage)]
#[expect(missing_docs, reason = "the names say it")]
pub enum HistoryMessage {
    ActToday,
    WaitingForMentor,
    Selected,
    Accepted,
    RejectedByYou,
    Rejected,
    NotSelected,
    AcceptedElsewhere,
    LeftPool,
    DroppedOut,
    ManuallyMatched,
    AutoExpired,
    GroupFull,
    Incompatible,
}

/// Returns the status of a tracker for a side.
pub fn status(state: State, side: Role) -> Status {
    match state {
        State::Proposed | State::Interested if state.turn() == Some(side) => Status::Active,
        State::Proposed | State::Interested | State::Selected => Status::Pending,
        State::Accepted => Status::Success,
        State::Expired => Status::Expired,
        State::NotInterested | State::Declined | State::NotSelected => Status::Rejected,
        State::Incompatible => Status::Incompatible,
        State::GroupFull => Status::GroupFull,
        State::Taken | State::LeftPool | State::DroppedOut | State::Held | State::Overridden => Status::PairComplete,
    }
}

/// Returns what a side reads about a tracker in its history.
pub fn message(state: State, side: Role) -> HistoryMessage {
    match (state, side) {
        (State::Proposed, _) | (State::Interested, Role::Mentor) => HistoryMessage::ActToday,
        (State::Interested, _) => HistoryMessage::WaitingForMentor,
        (State::Selected, _) => HistoryMessage::Selected,
        (State::Accepted, _) => HistoryMessage::Accepted,
        (State::NotInterested, Role::Mentee) | (State::Declined | State::NotSelected, Role::Mentor) => {
            HistoryMessage::RejectedByYou
        }
        (State::NotInterested | State::Declined, _) => HistoryMessage::Rejected,
        (State::NotSelected, _) => HistoryMessage::NotSelected,
        (State::Taken, _) => HistoryMessage::AcceptedElsewhere,
        // Nothing in it lets the other side guess a block or a report.
        (State::LeftPool | State::Held, _) => HistoryMessage::LeftPool,
        (State::DroppedOut, _) => HistoryMessage::DroppedOut,
        (State::Overridden, _) => HistoryMessage::ManuallyMatched,
        (State::Expired, _) => HistoryMessage::AutoExpired,
        (State::GroupFull, _) => HistoryMessage::GroupFull,
        (State::Incompatible, _) => HistoryMessage::Incompatible,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_has_its_message_and_status_by_side() {
        use HistoryMessage as M;
        use Status as S;
        let table = [
            (State::Proposed, (M::ActToday, S::Active), (M::ActToday, S::Pending)),
            (State::Interested, (M::WaitingForMentor, S::Pending), (M::ActToday, S::Active)),
            (State::Selected, (M::Selected, S::Pending), (M::Selected, S::Pending)),
            (State::Accepted, (M::Accepted, S::Success), (M::Accepted, S::Success)),
            (State::NotInterested, (M::RejectedByYou, S::Rejected), (M::Rejected, S::Rejected)),
            (State::Declined, (M::Rejected, S::Rejected), (M::RejectedByYou, S::Rejected)),
            (State::NotSelected, (M::NotSelected, S::Rejected), (M::RejectedByYou, S::Rejected)),
            (State::Expired, (M::AutoExpired, S::Expired), (M::AutoExpired, S::Expired)),
            (State::Taken, (M::AcceptedElsewhere, S::PairComplete), (M::AcceptedElsewhere, S::PairComplete)),
            (State::GroupFull, (M::GroupFull, S::GroupFull), (M::GroupFull, S::GroupFull)),
            (State::Incompatible, (M::Incompatible, S::Incompatible), (M::Incompatible, S::Incompatible)),
            (State::LeftPool, (M::LeftPool, S::PairComplete), (M::LeftPool, S::PairComplete)),
            (State::DroppedOut, (M::DroppedOut, S::PairComplete), (M::DroppedOut, S::PairComplete)),
            (State::Held, (M::LeftPool, S::PairComplete), (M::LeftPool, S::PairComplete)),
            (State::Overridden, (M::ManuallyMatched, S::PairComplete), (M::ManuallyMatched, S::PairComplete)),
        ];
        for (state, mentee, mentor) in table {
            assert_eq!((message(state, Role::Mentee), status(state, Role::Mentee)), mentee, "{state:?}, mentee");
            assert_eq!((message(state, Role::Mentor), status(state, Role::Mentor)), mentor, "{state:?}, mentor");
        }
    }
}
