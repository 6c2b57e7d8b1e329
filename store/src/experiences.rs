//! Which sections of the product a person has: the one table of rules.
//!
//! A programme says what each role gets, staff may override single values for one person, and everything unsaid is
//! hidden. Later areas (surveys, matching, sessions) add their own conditions here and nowhere else.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::people::Role;

/// How much of a section a person sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Access {
    /// The section is there and works.
    Use,
    /// The section is shown, but cannot be used yet.
    Show,
    /// Nothing tells that the section exists.
    #[default]
    Hide,
}

macro_rules! experiences {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        /// What one person may see and use.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Experiences {
            $($(#[$doc])* pub $name: Access,)+
        }

        /// Some of the values of [`Experiences`]; the rest is left as it was.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Overrides {
            $($(#[$doc])* #[serde(skip_serializing_if = "Option::is_none")] pub $name: Option<Access>,)+
        }

        impl Experiences {
            fn overridden_by(mut self, overrides: &Overrides) -> Self {
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

/// What a programme gives to each role.
pub type ByRole = BTreeMap<Role, Experiences>;

/// The rule: the programme's table for the role, then what staff decided for this person.
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
    fn the_programme_decides_by_role() {
        let mentor = experiences_of(Some(&programme()), Role::Mentor, &Overrides::default());
        assert_eq!((mentor.chattype, mentor.video, mentor.survey), (Access::Use, Access::Show, Access::Hide));
    }

    #[test]
    fn a_role_without_a_rule_and_a_person_without_a_programme_see_nothing() {
        let nothing = Experiences::default();
        assert_eq!(experiences_of(Some(&programme()), Role::Mentee, &Overrides::default()), nothing);
        assert_eq!(experiences_of(None, Role::Mentor, &Overrides::default()), nothing);
    }

    #[test]
    fn staff_have_the_last_word_about_one_person() {
        let overrides = Overrides { video: Some(Access::Use), chattype: Some(Access::Hide), ..Default::default() };
        let person = experiences_of(Some(&programme()), Role::Mentor, &overrides);
        assert_eq!((person.chattype, person.video), (Access::Hide, Access::Use));
        assert_eq!(experiences_of(None, Role::Mentee, &overrides).video, Access::Use);
    }
}
