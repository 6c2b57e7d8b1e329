//! Reads what the engine needs about a programme: who waits, what they answered, and who must not meet.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use matching::{
    AgeBand, Answer, Ending, GuardianConsent, Instance, Mentee, Mentor, MentorKind, PastProposal, Person,
    SeparatedPair, Separation, Settings, Vetting, may_repeat,
};

use super::answers::{self, Given, question_of};
use super::pool::{self, Membership};
use super::{Answers, Comparison, Rules, State};
use crate::content::Catalogue;
use crate::db::query_as;
use crate::mentorship::Kind;
use crate::people::Role;
use crate::programmes::Programme;
use crate::{PersonId, Result, RunId, Store};

/// From this age on a mentee decides without a guardian.
const OF_AGE: u8 = 18;

/// People whose answers are read without a break.
const PEOPLE_AT_ONCE: usize = 250;

/// Reads the instance of a programme. What a run that is being `published` offered before an interruption takes no place from the rest
/// of it.
pub(super) async fn load(
    store: &Store,
    programme: &Programme,
    catalogue: &Catalogue,
    published: Option<RunId>,
) -> Result<Instance> {
    let rules = &programme.settings.matching;
    let members = pool::of_programme(store, programme.id).await?;
    let waiting: Vec<&Membership> = members.iter().filter(|member| member.paused_at.is_none()).collect();
    let open = open_pairs(store, programme).await?;
    let busy = busy_mentors(store, programme).await?;
    let facts = facts(store, programme).await?;
    let in_groups: BTreeMap<PersonId, Vec<PersonId>> = selected(&open);
    let asked: BTreeSet<PersonId> = open.iter().map(|pair| pair.mentee).collect();
    let mut offered: BTreeMap<PersonId, usize> = BTreeMap::new();
    for pair in open.iter().filter(|pair| pair.state == State::Selected || published != Some(pair.run)) {
        *offered.entry(pair.mentor).or_default() += 1;
    }
    let people: Vec<PersonId> = waiting.iter().map(|member| member.person_id).collect();
    let given = answers::of_people(store, catalogue, rules, &people).await?;
    let builder =
        Builder { rules, options: options(catalogue, rules), given, facts, now: store.clock.now(), programme };
    let mut instance = Instance { criteria: builder.criteria(), settings: builder.settings(), ..Instance::default() };
    for (index, member) in waiting.iter().enumerate() {
        // Requests on this thread come in between.
        if index.is_multiple_of(PEOPLE_AT_ONCE) {
            tokio::task::yield_now().await;
        }
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
                busy.get(&person).copied().unwrap_or_default(),
                offered.get(&person).copied().unwrap_or_default(),
                group,
            ));
        }
    }
    instance.separated = separated(store, programme).await?;
    Ok(instance)
}

/// The id of a person in the engine.
pub(super) fn engine_id(person: PersonId) -> matching::PersonId {
    matching::PersonId(person.0.as_u128())
}

/// The person of an id of the engine.
pub(super) fn person_of(id: matching::PersonId) -> PersonId {
    PersonId(uuid::Uuid::from_u128(id.0))
}

struct OpenPair {
    mentor: PersonId,
    mentee: PersonId,
    state: State,
    run: RunId,
}

async fn open_pairs(store: &Store, programme: &Programme) -> Result<Vec<OpenPair>> {
    let rows: Vec<(PersonId, PersonId, State, RunId)> = query_as(
        "SELECT t.mentor_id, t.mentee_id, t.state, t.run_id FROM matching_trackers t
         JOIN matching_runs r ON r.id = t.run_id
         WHERE r.programme_id = $1 AND t.state IN ('PROPOSED', 'INTERESTED', 'SELECTED')",
    )
    .bind(programme.id)
    .fetch_all(&store.db)
    .await?;
    Ok(rows.into_iter().map(|(mentor, mentee, state, run)| OpenPair { mentor, mentee, state, run }).collect())
}

fn selected(open: &[OpenPair]) -> BTreeMap<PersonId, Vec<PersonId>> {
    let mut groups: BTreeMap<PersonId, Vec<PersonId>> = BTreeMap::new();
    for pair in open.iter().filter(|pair| pair.state == State::Selected) {
        groups.entry(pair.mentor).or_default().push(pair.mentee);
    }
    groups
}

/// What a mentor does already.
#[derive(Clone, Copy, Default)]
struct Busy {
    pairs: usize,
    groups: usize,
}

async fn busy_mentors(store: &Store, programme: &Programme) -> Result<BTreeMap<PersonId, Busy>> {
    let rows: Vec<(PersonId, i64, i64)> = query_as(
        "SELECT x.person_id, COUNT(CASE WHEN s.kind = '1to1' THEN 1 END),
             COUNT(CASE WHEN s.kind = '1toM' AND EXISTS
                 (SELECT 1 FROM matching_trackers t WHERE t.mentorship_id = s.id) THEN 1 END)
         FROM mentorship_members x JOIN mentorships s ON s.id = x.mentorship_id AND s.ended_at IS NULL
         WHERE s.programme_id = $1 AND x.role = 'mentor' AND x.left_at IS NULL GROUP BY x.person_id",
    )
    .bind(programme.id)
    .fetch_all(&store.db)
    .await?;
    let count = |number: i64| usize::try_from(number).unwrap_or_default();
    Ok(rows
        .into_iter()
        .map(|(person, pairs, groups)| (person, Busy { pairs: count(pairs), groups: count(groups) }))
        .collect())
}

/// What hard rules need to know about a person.
#[derive(Clone, Default, sqlx::FromRow)]
struct PersonFacts {
    vetted_until: Option<NaiveDate>,
    guardian_consent_at: Option<DateTime<Utc>>,
    birth_month: Option<String>,
}

async fn facts(store: &Store, programme: &Programme) -> Result<BTreeMap<PersonId, PersonFacts>> {
    #[derive(sqlx::FromRow)]
    struct Row {
        id: PersonId,
        #[sqlx(flatten)]
        facts: PersonFacts,
    }
    let rows: Vec<Row> = query_as(
        "SELECT p.id, p.vetted_until, p.guardian_consent_at, p.birth_month FROM people p
         JOIN matching_pool m ON m.person_id = p.id AND m.left_at IS NULL WHERE m.programme_id = $1",
    )
    .bind(programme.id)
    .fetch_all(&store.db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.facts)).collect())
}

/// The place of each option among those of its criterion.
fn options(catalogue: &Catalogue, rules: &Rules) -> BTreeMap<String, BTreeMap<String, u16>> {
    let places = |key: &String| {
        let options = question_of(catalogue, key).map_or(&[][..], |question| &question.options);
        let keys = options.iter().map(|option| option.key.clone());
        (key.clone(), keys.zip(0..).collect())
    };
    rules.criteria.iter().map(|rule| places(&rule.key)).collect()
}

struct Builder<'b> {
    rules: &'b Rules,
    options: BTreeMap<String, BTreeMap<String, u16>>,
    given: BTreeMap<PersonId, Answers>,
    facts: BTreeMap<PersonId, PersonFacts>,
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
            proposals_per_mentee: self.rules.proposals,
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

    fn answer(&self, criterion: &super::Criterion, given: &Given) -> Option<Answer> {
        let places = self.options.get(&criterion.key)?;
        let indexes = |keys: &[String]| keys.iter().filter_map(|key| places.get(key).copied()).collect::<Vec<u16>>();
        Some(match given {
            Given::Options(keys) => Answer::Options(indexes(keys)),
            Given::Order(keys) => Answer::Order(indexes(keys)),
            Given::Number(number) => Answer::Number(*number),
        })
    }

    fn person(&self, person: PersonId, role: Role) -> Person {
        let facts = self.facts.get(&person).cloned().unwrap_or_default();
        let age = facts.birth_month.as_deref().and_then(|month| age(month, self.today()));
        let is_of_age = age.is_some_and(|age| age >= OF_AGE);
        let needs_vetting = self.rules.needs_vetting && role == Role::Mentor;
        let needs_consent = self.rules.needs_guardian_consent && role == Role::Mentee && !is_of_age;
        Person {
            id: engine_id(person),
            age,
            vetting: match facts.vetted_until {
                _ if !needs_vetting => Vetting::NotNeeded,
                Some(until) => Vetting::Until(until.num_days_from_ce()),
                None => Vetting::Missing,
            },
            guardian_consent: match (needs_consent, facts.guardian_consent_at.is_some()) {
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
    fn mentor(&self, member: &Membership, busy: Busy, offered: usize, group: &[PersonId]) -> Mentor {
        let places = usize::try_from(member.places).unwrap_or_default();
        let (free, kind) = match member.kind {
            Some(Kind::Group) => {
                let members = group.iter().map(|mentee| self.person(*mentee, Role::Mentee)).collect();
                let free = if busy.groups > 0 { 0 } else { places.saturating_sub(group.len()) };
                // Those selected are among the open pairs.
                (free.saturating_sub(offered - group.len()), MentorKind::Group { members })
            }
            _ => (places.saturating_sub(busy.pairs).saturating_sub(offered), MentorKind::OneToOne),
        };
        Mentor {
            person: self.person(member.person_id, Role::Mentor),
            places: u16::try_from(free).unwrap_or(u16::MAX),
            kind,
            mentee_ages: self.rules.mentee_ages.map(|ages| AgeBand { from: ages.from, to: ages.to }),
        }
    }
}

/// The age in years of a person born in a month such as `2009-03`, who turns a year older at its end.
pub(crate) fn age(birth_month: &str, today: NaiveDate) -> Option<u8> {
    let (year, month) = birth_month.split_once('-')?;
    let (year, month): (i32, u32) = (year.parse().ok()?, month.parse().ok()?);
    let years = today.year() - year - i32::from(today.month() <= month);
    u8::try_from(years).ok()
}

/// Returns the pairs that must not meet: conflicts, blocks, reports and what was before.
async fn separated(store: &Store, programme: &Programme) -> Result<Vec<SeparatedPair>> {
    let mut pairs = Vec::new();
    for (sql, because) in [
        ("SELECT person_id, other_id FROM person_conflicts", Separation::Conflict),
        ("SELECT blocker_id, blocked_id FROM blocks", Separation::Block),
        ("SELECT reporter_id, subject_id FROM reports", Separation::Block),
    ] {
        let rows: Vec<(PersonId, PersonId)> = query_as(sql).fetch_all(&store.db).await?;
        pairs.extend(rows.into_iter().map(|(one, other)| (one, other, because)));
    }
    pairs.extend(
        history(store, programme).await?.into_iter().map(|(mentor, mentee)| (mentor, mentee, Separation::History)),
    );
    let unique: BTreeSet<_> = pairs.into_iter().collect();
    let pair = |(one, other, because)| SeparatedPair { one: engine_id(one), other: engine_id(other), because };
    Ok(unique.into_iter().map(pair).collect())
}

/// The pairs that were proposed before and may not be proposed again now.
async fn history(store: &Store, programme: &Programme) -> Result<Vec<(PersonId, PersonId)>> {
    let rounds: Vec<(RunId,)> = query_as(
        "SELECT id FROM matching_runs WHERE programme_id = $1 AND state = 'PUBLISHED' ORDER BY published_at DESC, id DESC",
    )
    .bind(programme.id)
    .fetch_all(&store.db)
    .await?;
    let ago: BTreeMap<RunId, u16> = rounds.into_iter().map(|(id,)| id).zip(1..).collect();
    let rows: Vec<(PersonId, PersonId, RunId, State)> = query_as(
        "SELECT t.mentor_id, t.mentee_id, t.run_id, t.state FROM matching_trackers t JOIN matching_runs r ON r.id = t.run_id
         WHERE r.programme_id = $1",
    )
    .bind(programme.id)
    .fetch_all(&store.db)
    .await?;
    let mut past: BTreeMap<(PersonId, PersonId), Vec<PastProposal>> = BTreeMap::new();
    for (mentor, mentee, run, state) in rows {
        let ending = match state {
            State::NotInterested | State::Declined | State::NotSelected | State::Accepted => Ending::Refused,
            State::Expired => Ending::Expired,
            _ => Ending::Undecided,
        };
        let rounds_ago = ago.get(&run).copied().unwrap_or(u16::MAX);
        past.entry((mentor, mentee)).or_default().push(PastProposal { ending, rounds_ago });
    }
    Ok(past.into_iter().filter(|(_, proposals)| !may_repeat(proposals)).map(|(pair, _)| pair).collect())
}
