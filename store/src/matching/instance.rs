//! Builds what the engine reads about a programme from the rows of the database.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use matching::{
    AgeBand, Answer, Ending, GuardianConsent, Instance, MAX_PROPOSALS, Mentee, Mentor, MentorKind, PastProposal,
    Person, SeparatedPair, Separation, Settings, Vetting, may_repeat,
};

use super::answers::{self, Given, question_of};
use super::pool::Membership;
use super::rows::{Busy, OpenPair, PersonFacts, Rows};
use super::{Answers, Comparison, Rules, State};
use crate::accounts::clearance::age;
use crate::accounts::vettings::Valid;
use crate::content::Catalogue;
use crate::mentorship::Kind;
use crate::programmes::Programme;
use crate::role::Role;
use crate::{PersonId, RunId};

/// Builds the instance of a programme. What a run that is being `published` offered before an interruption takes no place from the
/// rest of it.
pub(super) fn build(rows: &Rows, programme: &Programme, catalogue: &Catalogue, published: Option<RunId>) -> Instance {
    let rules = &programme.settings.matching;
    let busy: BTreeMap<PersonId, &Busy> = rows.busy.iter().map(|busy| (busy.person_id, busy)).collect();
    let in_groups = selected(&rows.open);
    let asked: BTreeSet<PersonId> = rows.open.iter().map(|pair| pair.mentee_id).collect();
    let mut offered: BTreeMap<PersonId, usize> = BTreeMap::new();
    for pair in rows.open.iter().filter(|pair| pair.state == State::Selected || published != Some(pair.run_id)) {
        *offered.entry(pair.mentor_id).or_default() += 1;
    }
    let builder = Builder {
        rules,
        options: options(catalogue, rules),
        given: answers::of_rows(catalogue, rules, &rows.answers),
        facts: rows.facts.iter().map(|facts| (facts.id, facts)).collect(),
        now: rows.now,
        programme,
    };
    let mut instance = Instance {
        criteria: builder.criteria(),
        settings: builder.settings(),
        separated: separated(rows),
        ..Instance::default()
    };
    for member in &rows.pool {
        let person = member.person_id;
        if member.role == Role::Mentee {
            // A mentee with an open proposal has what they need for now.
            if !asked.contains(&person) {
                instance.mentees.push(builder.mentee(member));
            }
        } else {
            let group = in_groups.get(&person).map_or(&[][..], Vec::as_slice);
            instance.mentors.push(builder.mentor(
                member,
                busy.get(&person).copied(),
                offered.get(&person).copied().unwrap_or_default(),
                group,
            ));
        }
    }
    instance
}

/// The id of a person in the engine.
pub(super) fn engine_id(person: PersonId) -> matching::PersonId {
    matching::PersonId(person.0.as_u128())
}

/// The person of an id of the engine.
pub(super) fn person_of(id: matching::PersonId) -> PersonId {
    PersonId(uuid::Uuid::from_u128(id.0))
}

fn selected(open: &[OpenPair]) -> BTreeMap<PersonId, Vec<PersonId>> {
    let mut groups: BTreeMap<PersonId, Vec<PersonId>> = BTreeMap::new();
    for pair in open.iter().filter(|pair| pair.state == State::Selected) {
        groups.entry(pair.mentor_id).or_default().push(pair.mentee_id);
    }
    groups
}

/// The index of each option among those of its criterion.
fn options(catalogue: &Catalogue, rules: &Rules) -> BTreeMap<String, BTreeMap<String, u16>> {
    let indexes = |key: &String| {
        let options = question_of(catalogue, key).map_or(&[][..], |question| &question.options);
        let keys = options.iter().map(|option| option.key.clone());
        (key.clone(), keys.zip(0..).collect())
    };
    rules.criteria.iter().map(|rule| indexes(&rule.key)).collect()
}

struct Builder<'b> {
    rules: &'b Rules,
    options: BTreeMap<String, BTreeMap<String, u16>>,
    given: BTreeMap<PersonId, Answers>,
    facts: BTreeMap<PersonId, &'b PersonFacts>,
    now: DateTime<Utc>,
    programme: &'b Programme,
}

impl Builder<'_> {
    fn today(&self) -> NaiveDate {
        self.now.with_timezone(&self.programme.tz()).date_naive()
    }

    fn settings(&self) -> Settings {
        let years_apart = self.rules.groups.years_apart;
        Settings {
            today: self.today().num_days_from_ce(),
            proposals_per_mentee: self.rules.proposals.min(MAX_PROPOSALS),
            proposals_per_place: self.rules.proposals_per_place,
            waiting_rounds: self.rules.waiting_rounds,
            group_age_span: (years_apart > 0).then_some(years_apart),
            ..Settings::default()
        }
    }

    fn criteria(&self) -> Vec<matching::Criterion> {
        let criterion = |rule: &super::Criterion| matching::Criterion {
            key: rule.key.clone(),
            weight: rule.weight,
            comparison: match rule.comparison {
                Comparison::Overlap => matching::Comparison::Overlap,
                Comparison::Equal => matching::Comparison::Equal,
                Comparison::Distance => matching::Comparison::Distance { reach: rule.reach },
                Comparison::Order => matching::Comparison::Order,
            },
            mandatory: matching::Mandatory {
                mentee: rule.mandatory.is_for(Role::Mentee),
                mentor: rule.mandatory.is_for(Role::Mentor),
            },
            exclusive: rule.is_exclusive,
        };
        self.rules.criteria.iter().map(criterion).collect()
    }

    /// None also for an answer to an earlier version of the survey, in a form that the criterion cannot compare.
    fn answer(&self, criterion: &super::Criterion, given: &Given) -> Option<Answer> {
        let suits = match (criterion.comparison, given) {
            (Comparison::Order, Given::Order(_)) | (Comparison::Overlap, Given::Options(_)) => true,
            (Comparison::Equal | Comparison::Distance, Given::Options(_)) => true,
            (Comparison::Equal | Comparison::Distance, Given::Number(_)) => !criterion.is_exclusive,
            _ => false,
        };
        if !suits {
            return None;
        }
        let options = self.options.get(&criterion.key)?;
        let indexes = |keys: &[String]| keys.iter().filter_map(|key| options.get(key).copied()).collect::<Vec<u16>>();
        Some(match given {
            Given::Options(keys) => Answer::Options(indexes(keys)),
            Given::Order(keys) => Answer::Order(indexes(keys)),
            Given::Number(number) => Answer::Number(*number),
        })
    }

    fn person(&self, person: PersonId, role: Role) -> Person {
        let facts = self.facts.get(&person);
        let age = facts.and_then(|facts| age(facts.birth_month.as_deref()?, self.today()));
        let needs_consent = self.rules.asks_for_guardian_consent(role, age);
        Person {
            id: engine_id(person),
            age,
            vetting: match facts.map(|one| self.rules.vetted(role, one.vetted_until, one.vettings.as_deref())) {
                _ if !self.rules.asks_for_vetting(role) => Vetting::NotNeeded,
                Some(Valid::Always) => Vetting::NotNeeded,
                Some(Valid::Until(until)) => Vetting::Until(until.num_days_from_ce()),
                Some(Valid::Missing) | None => Vetting::Missing,
            },
            guardian_consent: match (needs_consent, facts.is_some_and(|facts| facts.guardian_consent_at.is_some())) {
                (false, _) => GuardianConsent::NotNeeded,
                (true, true) => GuardianConsent::Given,
                (true, false) => GuardianConsent::Missing,
            },
            answers: self.answers(person),
        }
    }

    fn answers(&self, person: PersonId) -> Vec<Option<Answer>> {
        let given = self.given.get(&person);
        let answer = |rule: &super::Criterion| self.answer(rule, given?.given.get(&rule.key)?);
        self.rules.criteria.iter().map(answer).collect()
    }

    fn mentee(&self, member: &Membership) -> Mentee {
        let top = self.given.get(&member.person_id).and_then(|answers| answers.top.as_deref());
        let small = |number: i64| u16::try_from(number).unwrap_or(u16::MAX);
        Mentee {
            person: self.person(member.person_id, Role::Mentee),
            top_criterion: top.and_then(|top| self.rules.criteria.iter().position(|rule| rule.key == top)),
            rounds_waited: small(member.rounds_waited),
            days_waited: small((self.now - member.joined_at).num_days().max(0)),
        }
    }

    /// A place that was offered to others already is not offered once more.
    fn mentor(&self, member: &Membership, busy: Option<&Busy>, offered: usize, group: &[PersonId]) -> Mentor {
        let count = |number: i64| usize::try_from(number).unwrap_or_default();
        let places = count(member.places);
        let (free, kind) = match member.kind {
            Some(Kind::Group) => {
                let members = group.iter().map(|mentee| self.person(*mentee, Role::Mentee)).collect();
                let free =
                    if busy.is_some_and(|busy| busy.groups > 0) { 0 } else { places.saturating_sub(group.len()) };
                // Those selected are among the open pairs.
                (free.saturating_sub(offered - group.len()), MentorKind::Group { members })
            }
            _ => (
                places.saturating_sub(busy.map_or(0, |busy| count(busy.pairs))).saturating_sub(offered),
                MentorKind::OneToOne,
            ),
        };
        Mentor {
            person: self.person(member.person_id, Role::Mentor),
            places: u16::try_from(free).unwrap_or(u16::MAX),
            kind,
            mentee_ages: self.rules.mentee_ages.map(|ages| AgeBand { from: ages.from, to: ages.to }),
        }
    }
}

/// The pairs that must not meet: conflicts, blocks, reports and what was before.
fn separated(rows: &Rows) -> Vec<SeparatedPair> {
    let before = history(rows).into_iter().map(|(mentor, mentee)| (mentor, mentee, Separation::History));
    let unique: BTreeSet<_> = rows.separated.iter().copied().chain(before).collect();
    let pair = |(one, other, because)| SeparatedPair { one: engine_id(one), other: engine_id(other), because };
    unique.into_iter().map(pair).collect()
}

/// The pairs that were proposed before and may not be proposed again now.
fn history(rows: &Rows) -> Vec<(PersonId, PersonId)> {
    let ago: BTreeMap<RunId, u16> = rows.rounds.iter().map(|(id,)| *id).zip(1..).collect();
    let mut past: BTreeMap<(PersonId, PersonId), Vec<PastProposal>> = BTreeMap::new();
    for pair in &rows.past {
        let ending = match pair.state {
            State::NotInterested | State::Declined | State::NotSelected | State::Accepted => Ending::Refused,
            State::Expired => Ending::Expired,
            _ => Ending::Undecided,
        };
        let rounds_ago = ago.get(&pair.run_id).copied().unwrap_or(u16::MAX);
        past.entry((pair.mentor_id, pair.mentee_id)).or_default().push(PastProposal { ending, rounds_ago });
    }
    past.into_iter().filter(|(_, proposals)| !may_repeat(proposals)).map(|(pair, _)| pair).collect()
}
