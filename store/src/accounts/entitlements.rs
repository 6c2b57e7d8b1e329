//! Entitlements: which sections of the product the signed-in person may use now.

use super::SignedIn;
use crate::conditions::{Section, Until};
use crate::experiences::{Access, Experiences, experiences_of};
use crate::programmes::matching_rules::Rules;
use crate::role::Role;

/// The matching is open to people in the pool, visible to those who may still enter it, and hidden from the others.
fn matching_access(rules: &Rules, signed_in: &SignedIn) -> Access {
    let role = signed_in.person.role;
    match signed_in.matching_status {
        Some(_) => Access::Use,
        None if !rules.enter_after.contains_key(&role) => Access::Hide,
        None if role == Role::Mentee && signed_in.has_mentorship => Access::Hide,
        None => Access::Show,
    }
}

impl SignedIn {
    /// Returns the experiences of a person, after conditions and overrides.
    pub fn experiences(&self) -> Experiences {
        let (person, settings) = (&self.person, self.settings());
        let rules = settings.map(|rules| &rules.experiences);
        let mut experiences = experiences_of(rules, person.role, &person.experience_overrides);
        let conditions = settings.and_then(|rules| rules.conditions.get(&person.role));
        for (section, condition) in conditions.into_iter().flatten() {
            let access = match condition.until_then {
                _ if condition.use_after.are_met(&self.done) => Access::Use,
                Until::Show => Access::Show,
                Until::Hide => Access::Hide,
            };
            match section {
                Section::Curriculum => experiences.curriculum = access,
                Section::Session => experiences.session = access,
                Section::Internship => experiences.internship = access,
                Section::Video => experiences.video = access,
            }
        }
        if self.has_mentorship {
            experiences.curriculum = Access::Use;
        }
        if let Some(rules) = settings.map(|rules| &rules.matching).filter(|rules| !rules.is_off()) {
            experiences.matchingflow = matching_access(rules, self);
        }
        if self.is_refused() {
            (experiences.matchingflow, experiences.survey) = (Access::Hide, Access::Hide);
        }
        experiences.overridden_by(&person.experience_overrides)
    }
}
