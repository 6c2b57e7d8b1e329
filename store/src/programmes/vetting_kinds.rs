//! The kinds of vetting that a programme asks of its mentors, such as references.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use questions::Texts;
use serde::{Deserialize, Serialize};

use super::matching_rules::Rules;
use super::rule_checks::{Flaw, Step};

/// The kind of programmes that name none; `people.vetted_until` holds it.
pub const VETTING: &str = "vetting";

/// The most kinds of a programme.
pub(crate) const MAX_KINDS: usize = 12;
/// The longest time for which a kind is valid, in months.
pub const MAX_MONTHS: u16 = 120;
/// Characters of a key.
const MAX_KEY: usize = 40;
/// Characters of a label.
const MAX_LABEL: usize = 60;

/// A kind of vetting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VettingKind {
    /// Its key: small letters, digits and hyphens. A person keeps a kind in another programme that has it.
    pub key: String,
    /// Its name for people.
    pub label: Texts,
    /// For how many months it is valid; None has no end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_months: Option<u16>,
    /// Whether contact needs it. Others are recorded only.
    #[serde(default)]
    pub is_required: bool,
    /// From which day on contact that runs closes without it; None until staff set the day. "vetting" binds as the programme does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub binds_from: Option<NaiveDate>,
}

impl VettingKind {
    /// Whether contact that runs may close for it on a day.
    fn binds(&self, today: NaiveDate) -> bool {
        self.binds_from.map_or(self.key == VETTING, |from| from <= today)
    }

    /// Whether a record of it names a last day. The version before knows no vetting without one.
    pub fn needs_day(&self) -> bool {
        self.valid_months.is_some() || self.key == VETTING
    }
}

impl Rules {
    /// The kinds that are required, whether contact demands vetting or not.
    fn required_kinds(&self) -> impl Iterator<Item = &str> {
        let alone = self.vetting_kinds.is_empty().then_some(VETTING);
        alone.into_iter().chain(self.vetting_kinds.iter().filter(|kind| kind.is_required).map(|kind| &*kind.key))
    }

    /// The kinds that contact of mentors demands.
    pub fn demanded_kinds(&self) -> impl Iterator<Item = &str> {
        self.required_kinds().filter(|_| self.needs_vetting)
    }

    /// Whether contact of mentors demands the kind that `people.vetted_until` holds.
    pub(crate) fn demands_vetting(&self) -> bool {
        self.demanded_kinds().any(|kind| kind == VETTING)
    }

    /// The kinds that conditions mean with `vetted`. Without a required one it is the one of programmes without kinds.
    pub(crate) fn kinds_of_vetted(&self) -> Vec<&str> {
        let required: Vec<&str> = self.required_kinds().collect();
        if required.is_empty() { vec![VETTING] } else { required }
    }

    /// Returns a kind of the programme; programmes without any have [`VETTING`], which has no label.
    pub fn vetting_kind(&self, key: &str) -> Option<VettingKind> {
        let alone = || {
            (self.vetting_kinds.is_empty() && key == VETTING).then(|| VettingKind {
                key: VETTING.to_owned(),
                label: Texts::new(),
                valid_months: None,
                is_required: true,
                binds_from: None,
            })
        };
        self.vetting_kinds.iter().find(|kind| kind.key == key).cloned().or_else(alone)
    }

    /// Whether contact that runs closes without a kind on a day, where missing facts close contact.
    pub(crate) fn kind_binds(&self, key: &str, today: NaiveDate) -> bool {
        self.vetting_kind(key).is_none_or(|kind| kind.binds(today))
    }

    /// The days on which kinds begin to bind.
    pub(crate) fn kinds_bind_on(&self) -> impl Iterator<Item = NaiveDate> {
        self.vetting_kinds.iter().filter(|kind| kind.is_required).filter_map(|kind| kind.binds_from)
    }
}

/// Returns what cannot hold, by where among the kinds.
pub(super) fn flaws(kinds: &[VettingKind]) -> Vec<(Vec<Step>, Flaw)> {
    let mut flaws = Vec::new();
    let mut keys = BTreeSet::new();
    for (index, kind) in kinds.iter().enumerate() {
        let mut add_if = |is_wrong: bool, key, flaw| {
            if is_wrong {
                flaws.push((vec![Step::Item(index), Step::Key(key)], flaw));
            }
        };
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let is_key = !kind.key.is_empty() && kind.key.len() <= MAX_KEY && kind.key.chars().all(is_plain);
        add_if(!is_key, "key", Flaw::KindKey);
        add_if(!keys.insert(&kind.key), "key", Flaw::Twice);
        let is_text = |text: &String| !text_fold::is_blank(text) && text.chars().count() <= MAX_LABEL;
        add_if(!kind.label.contains_key("en") || !kind.label.values().all(is_text), "label", Flaw::KindLabel);
        add_if(
            kind.valid_months.is_some_and(|months| !(1..=MAX_MONTHS).contains(&months)),
            "valid_months",
            Flaw::KindMonths,
        );
        add_if(kind.binds_from.is_some() && !kind.is_required, "binds_from", Flaw::KindBinds);
    }
    flaws
}

/// Returns the kinds that would close contact which runs as soon as they are saved: staff name a later day.
pub(crate) fn closing_at_once(before: &Rules, after: &Rules, today: NaiveDate) -> Vec<(Vec<Step>, Flaw)> {
    let was_bound =
        |kind: &VettingKind| before.vetting_kind(&kind.key).is_some_and(|old| old.is_required && old.binds(today));
    let closes = |kind: &VettingKind| kind.is_required && kind.binds(today) && !was_bound(kind);
    // The day that staff set for a requirement which was there may be today: they have seen the list.
    let was_required = |kind: &VettingKind| before.vetting_kind(&kind.key).is_some_and(|old| old.is_required);
    let all = after.vetting_kinds.iter().enumerate();
    all.filter(|(_, kind)| closes(kind) && !was_required(kind))
        .map(|(index, _)| (vec![Step::Item(index), Step::Key("binds_from")], Flaw::KindBindsAtOnce))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(key: &str, is_required: bool, binds_from: Option<&str>) -> VettingKind {
        VettingKind {
            key: key.to_owned(),
            label: Texts::from([("en".to_owned(), key.to_owned())]),
            valid_months: None,
            is_required,
            binds_from: binds_from.map(|day| day.parse().unwrap()),
        }
    }

    fn rules(kinds: Vec<VettingKind>) -> Rules {
        Rules { needs_vetting: true, vetting_kinds: kinds, ..Rules::default() }
    }

    #[test]
    fn programme_without_kinds_has_one() {
        let rules = rules(Vec::new());
        assert_eq!(rules.demanded_kinds().collect::<Vec<_>>(), [VETTING]);
        assert!(rules.kind_binds(VETTING, "2026-03-02".parse().unwrap()));
        assert_eq!(Rules::default().demanded_kinds().count(), 0);
        assert_eq!(Rules::default().kinds_of_vetted(), [VETTING]);
    }

    #[test]
    fn kinds_bind_from_their_day() {
        let rules = rules(vec![
            kind(VETTING, true, None),
            kind("interview", true, None),
            kind("references", true, Some("2026-03-02")),
            kind("training", false, None),
        ]);
        assert_eq!(rules.demanded_kinds().collect::<Vec<_>>(), [VETTING, "interview", "references"]);
        let binding = |day: &str| {
            let day = day.parse().unwrap();
            rules.demanded_kinds().filter(|key| rules.kind_binds(key, day)).collect::<Vec<_>>()
        };
        assert_eq!(binding("2026-03-01"), [VETTING]);
        assert_eq!(binding("2026-03-02"), [VETTING, "references"]);
    }

    #[test]
    fn new_requirement_closes_nothing_at_once() {
        let today = "2026-03-02".parse().unwrap();
        let closing = |before: Vec<VettingKind>, after| closing_at_once(&rules(before), &rules(after), today).len();
        assert_eq!(closing(Vec::new(), vec![kind(VETTING, true, None)]), 0, "as before");
        assert_eq!(closing(Vec::new(), vec![kind("interview", true, None)]), 0);
        assert_eq!(closing(Vec::new(), vec![kind("interview", true, Some("2026-03-02"))]), 1);
        assert_eq!(closing(vec![kind("interview", false, None)], vec![kind("interview", true, Some("2026-03-01"))]), 1);
        assert_eq!(closing(vec![kind("interview", true, None)], vec![kind("interview", true, Some("2026-03-02"))]), 0);
        assert_eq!(closing(vec![kind(VETTING, false, None)], vec![kind(VETTING, true, None)]), 1);
    }

    #[test]
    fn kinds_have_keys_labels_and_times() {
        let long = VettingKind { valid_months: Some(121), ..kind("a", true, None) };
        let unlabelled = VettingKind { label: Texts::new(), ..kind("b", true, None) };
        let found = flaws(&[
            long,
            unlabelled,
            kind("a", false, None),
            kind("C d", true, None),
            kind("e", false, Some("2026-03-02")),
        ]);
        let found: Vec<Flaw> = found.into_iter().map(|(_, flaw)| flaw).collect();
        assert_eq!(found, [Flaw::KindMonths, Flaw::KindLabel, Flaw::Twice, Flaw::KindKey, Flaw::KindBinds]);
    }
}
