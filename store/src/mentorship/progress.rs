//! How far the members of a mentorship are with a session, as each of them sees it.
//!
//! Progress is kept per person; what the members see of each other follows from it.

/// What a person has done of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Own {
    /// Nothing.
    NotBegun,
    /// Began it.
    Begun,
    /// Completed all steps.
    Finished,
}

/// The state of a session for a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// They have not begun.
    NotStarted,
    /// They have begun.
    Ongoing,
    /// They have finished, others have not.
    PartialComplete,
    /// All active members have finished.
    Completed,
}

/// A session as a member sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Their own state.
    pub status: Status,
    /// The state of the partner, or of the other members of a group; None if there are none.
    pub partner_status: Option<Status>,
    /// Whether the others completed the session before this member joined or finished.
    pub is_catch_up: bool,
}

impl Status {
    /// The state in answers of the API.
    pub fn wire(self) -> &'static str {
        match self {
            Self::NotStarted => "NOT_STARTED",
            Self::Ongoing => "ONGOING",
            Self::PartialComplete => "PARTIAL_COMPLETE",
            Self::Completed => "COMPLETED",
        }
    }

    fn of(own: Own, is_completed: bool) -> Self {
        match own {
            _ if is_completed => Self::Completed,
            Own::NotBegun => Self::NotStarted,
            Own::Begun => Self::Ongoing,
            Own::Finished => Self::PartialComplete,
        }
    }
}

/// Returns what a member sees. `others` are the other active members; `was_completed` is whether all had finished once: nothing
/// that happens later takes that back.
pub fn view(own: Own, others: &[Own], was_completed: bool) -> View {
    let is_completed = was_completed || (own == Own::Finished && others.iter().all(|other| *other == Own::Finished));
    View {
        status: Status::of(own, is_completed),
        partner_status: match others {
            [] => None,
            [partner] => Some(Status::of(*partner, is_completed)),
            _ if is_completed => Some(Status::Completed),
            _ if others.iter().all(|other| *other == Own::Finished) => Some(Status::PartialComplete),
            _ if others.iter().all(|other| *other == Own::NotBegun) => Some(Status::NotStarted),
            _ => Some(Status::Ongoing),
        },
        is_catch_up: is_completed && own != Own::Finished,
    }
}

/// Whether all active members have finished a session.
pub fn all_finished(active: &[Own]) -> bool {
    !active.is_empty() && active.iter().all(|own| *own == Own::Finished)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Own::{Begun, Finished, NotBegun};
    use super::Status::{Completed, NotStarted, Ongoing, PartialComplete};
    use super::*;

    #[test]
    fn pair_sees_both_states() {
        for (own, partner, status, partner_status) in [
            (NotBegun, NotBegun, NotStarted, NotStarted),
            (NotBegun, Begun, NotStarted, Ongoing),
            (NotBegun, Finished, NotStarted, PartialComplete),
            (Begun, NotBegun, Ongoing, NotStarted),
            (Begun, Begun, Ongoing, Ongoing),
            (Begun, Finished, Ongoing, PartialComplete),
            (Finished, NotBegun, PartialComplete, NotStarted),
            (Finished, Begun, PartialComplete, Ongoing),
            (Finished, Finished, Completed, Completed),
        ] {
            let expected = View { status, partner_status: Some(partner_status), is_catch_up: false };
            assert_eq!(view(own, &[partner], false), expected, "{own:?} {partner:?}");
            let seen_by_partner = view(partner, &[own], false);
            assert_eq!(seen_by_partner.status, partner_status, "{own:?} {partner:?}");
        }
    }

    #[test]
    fn group_waits_for_the_last() {
        for (own, others, status, partner_status) in [
            (NotBegun, [NotBegun, NotBegun], NotStarted, NotStarted),
            (NotBegun, [NotBegun, Begun], NotStarted, Ongoing),
            (Begun, [Finished, NotBegun], Ongoing, Ongoing),
            (Begun, [Finished, Finished], Ongoing, PartialComplete),
            (Finished, [Finished, NotBegun], PartialComplete, Ongoing),
            (Finished, [NotBegun, NotBegun], PartialComplete, NotStarted),
            (Finished, [Finished, Begun], PartialComplete, Ongoing),
            (Finished, [Finished, Finished], Completed, Completed),
        ] {
            let expected = View { status, partner_status: Some(partner_status), is_catch_up: false };
            assert_eq!(view(own, &others, false), expected, "{own:?} {others:?}");
        }
    }

    #[test]
    fn completed_stays_for_those_who_join_later() {
        for own in [NotBegun, Begun, Finished] {
            let seen = view(own, &[Finished], true);
            assert_eq!((seen.status, seen.is_catch_up), (Completed, own != Finished));
            assert_eq!(view(Finished, &[own], true).status, Completed);
        }
        assert_eq!(view(Finished, &[], false).status, Completed, "a member whose partner left is not kept waiting");
        assert_eq!(view(Begun, &[], false), View { status: Ongoing, partner_status: None, is_catch_up: false });
        assert!(!all_finished(&[]), "a mentorship without members completes nothing");
    }

    fn own() -> impl Strategy<Value = Own> {
        prop::sample::select(vec![NotBegun, Begun, Finished])
    }

    proptest! {
        #[test]
        fn members_never_all_wait_for_each_other(members in prop::collection::vec(own(), 1..6)) {
            let is_complete = all_finished(&members);
            let views: Vec<View> = (0..members.len()).map(|me| {
                let others: Vec<Own> = members.iter().enumerate().filter(|(at, _)| *at != me).map(|(_, own)| *own).collect();
                view(members[me], &others, is_complete)
            }).collect();
            prop_assert!(!views.iter().all(|view| view.status == PartialComplete));
            prop_assert_eq!(views.iter().all(|view| view.status == Completed), is_complete);
            prop_assert!(views.iter().all(|view| view.partner_status.is_none() || (view.partner_status == Some(Completed)) == is_complete));
        }
    }
}
