//! Weights that staff try instead of those of the programme.

use std::collections::BTreeMap;

use matching::MAX_WEIGHT;
use serde::{Deserialize, Serialize};

use crate::matching::Rules;
use crate::programmes::Programme;

/// Weights by the key of their criterion. Criteria that are not named keep theirs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Weights(pub BTreeMap<String, u8>);

impl Weights {
    /// Whether all criteria keep their weights.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Leaves out those that are the programme's already. None: one is about no criterion of these rules, or too large.
    pub(super) fn of(self, rules: &Rules) -> Option<Self> {
        let weight_of = |key: &String| rules.criteria.iter().find(|rule| rule.key == *key).map(|rule| rule.weight);
        if self.0.iter().any(|(key, weight)| *weight > MAX_WEIGHT || weight_of(key).is_none()) {
            return None;
        }
        Some(Self(self.0.into_iter().filter(|(key, weight)| weight_of(key) != Some(*weight)).collect()))
    }

    /// The programme as if these were its weights.
    pub(super) fn applied_to(&self, programme: &Programme) -> Programme {
        let mut programme = programme.clone();
        for rule in &mut programme.settings.matching.criteria {
            if let Some(weight) = self.0.get(&rule.key) {
                rule.weight = *weight;
            }
        }
        programme
    }
}
