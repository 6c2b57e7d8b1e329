//! Experiences: which sections of the product a person has.
//!
//! A programme grants experiences by role, staff may override single values for a person, and the default is hidden.
//! Some sections open by [conditions](crate::conditions).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::role::Role;

/// Access to a section.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// The section is visible and usable.
    Use,
    /// The section is visible but not usable yet.
    Show,
    /// The section is hidden.
    #[default]
    Hide,
}

macro_rules! experiences {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        /// The sections of one person.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Experiences {
            $($(#[$doc])* pub $name: Access,)+
        }

        /// Values that replace those of [`Experiences`]; None keeps the value.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Overrides {
            $($(#[$doc])* #[serde(skip_serializing_if = "Option::is_none")] pub $name: Option<Access>,)+
        }

        impl Experiences {
            pub(crate) fn overridden_by(mut self, overrides: &Overrides) -> Self {
                $(if let Some(access) = overrides.$name { self.$name = access; })+
                self
            }
        }
    };
}

experiences! {
    /// The mentorship area.
    curriculum,
    /// The learning hub.
    session,
    /// Video calls.
    video,
    /// The internship page.
    internship,
    /// Screening surveys.
    survey,
    /// Chat as a whole.
    chattype,
    /// Chat with mentors and mentees.
    mentorship_chat,
    /// Chat with the assistant.
    ai_chat,
    /// The help desk.
    help_center,
    /// Matching.
    matchingflow,
}

/// What a programme grants to each role.
pub type ByRole = BTreeMap<Role, Experiences>;

/// Returns the experiences of a person: those of the programme for the role, with the person's overrides.
pub fn experiences_of(programme: Option<&ByRole>, role: Role, overrides: &Overrides) -> Experiences {
    programme.and_then(|by_role| by_role.get(&role)).cloned().unwrap_or_default().overridden_by(overrides)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn programme() -> ByRole {
        let mentor = Experiences { chattype: Access::Use, video: Access::Show, ..Default::default() };
        ByRole::from([(Role::Mentor, mentor)])
    }

    #[test]
    fn programme_grants_experiences_by_role() {
        let mentor = experiences_of(Some(&programme()), Role::Mentor, &Overrides::default());
        assert_eq!((mentor.chattype, mentor.video, mentor.survey), (Access::Use, Access::Show, Access::Hide));
    }

    #[test]
    fn experiences_without_grant_are_hidden() {
        let nothing = Experiences::default();
        assert_eq!(experiences_of(Some(&programme()), Role::Mentee, &Overrides::default()), nothing);
        assert_eq!(experiences_of(None, Role::Mentor, &Overrides::default()), nothing);
    }

    #[test]
    fn overrides_take_precedence_over_programme() {
        let overrides = Overrides { video: Some(Access::Use), chattype: Some(Access::Hide), ..Default::default() };
        let person = experiences_of(Some(&programme()), Role::Mentor, &overrides);
        assert_eq!((person.chattype, person.video), (Access::Hide, Access::Use));
        assert_eq!(experiences_of(None, Role::Mentee, &overrides).video, Access::Use);
    }
}
