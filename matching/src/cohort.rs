//! Invented cohorts for benchmarks, simulations and tests: people with believable answers to six criteria, from a seed.

use crate::random::Random;
use crate::{
    AgeBand, Answer, Comparison, Criterion, Instance, Mandatory, Mentee, Mentor, MentorKind, Person, PersonId,
    SeparatedPair, Separation,
};

const LANGUAGES: u16 = 12;
const INTERESTS: u16 = 40;
const HOURS: u16 = 21;
const REGIONS: u16 = 16;
const VALUES: u16 = 6;

/// Invents a cohort. Mentors have one to three places each.
pub fn invent(seed: u64, mentees: usize, mentors: usize) -> Instance {
    let mut random = Random::new(seed);
    let mut instance = Instance { criteria: criteria(), ..Instance::default() };
    for _ in 0..mentees {
        let age = 14 + random.below(9);
        instance.mentees.push(Mentee {
            person: person(&mut random, age),
            top_criterion: random.chance(70).then(|| usize::from(random.below(6))),
            rounds_waited: random.below(10).saturating_sub(6),
            days_waited: random.below(60),
        });
    }
    for _ in 0..mentors {
        let age = 24 + random.below(40);
        let person = person(&mut random, age);
        // 1.755 places on average.
        let places = match random.below(1000) {
            0..450 => 1,
            450..795 => 2,
            _ => 3,
        };
        let mentee_ages = random.chance(20).then_some(AgeBand { from: 18, to: 30 });
        instance.mentors.push(Mentor { person, places, kind: MentorKind::OneToOne, mentee_ages });
    }
    for _ in 0..mentees / 2 {
        separate(&mut instance, &mut random);
    }
    instance
}

fn criteria() -> Vec<Criterion> {
    let criterion = |key: &str, weight, comparison| Criterion {
        key: key.to_owned(),
        weight,
        comparison,
        mandatory: Mandatory::default(),
        exclusive: false,
    };
    let mandatory = Mandatory { mentee: true, mentor: false };
    vec![
        Criterion { mandatory, exclusive: true, ..criterion("languages", 3, Comparison::Overlap) },
        criterion("interests", 10, Comparison::Overlap),
        Criterion { mandatory, ..criterion("hours", 5, Comparison::Overlap) },
        criterion("region", 2, Comparison::Equal),
        criterion("pace", 4, Comparison::Distance { reach: 8 }),
        criterion("values", 6, Comparison::Order),
    ]
}

fn person(random: &mut Random, age: u16) -> Person {
    let id = PersonId(u128::from(random.next()) << 64 | u128::from(random.next()));
    let some = |random: &mut Random, from: u16, most: u16| {
        let count = 1 + random.below(most);
        Answer::Options((0..count).map(|_| skewed(random, from)).collect())
    };
    let answers = vec![
        Some(some(random, LANGUAGES, 2)),
        Some(some(random, INTERESTS, 6)),
        Some(some(random, HOURS, 8)),
        random.chance(95).then(|| Answer::Options(vec![skewed(random, REGIONS)])),
        random.chance(90).then(|| Answer::Number(i64::from(1 + random.below(10)))),
        random.chance(85).then(|| Answer::Order(order(random))),
    ];
    Person {
        id,
        age: u8::try_from(age).ok(),
        vetting: crate::Vetting::NotNeeded,
        guardian_consent: crate::GuardianConsent::NotNeeded,
        answers,
    }
}

/// An option; the first ones are more common than the last.
fn skewed(random: &mut Random, options: u16) -> u16 {
    random.below(options).min(random.below(options))
}

fn order(random: &mut Random) -> Vec<u16> {
    let mut items: Vec<u16> = (0..VALUES).collect();
    for last in (1..VALUES).rev() {
        items.swap(usize::from(last), usize::from(random.below(last + 1)));
    }
    items
}

fn separate(instance: &mut Instance, random: &mut Random) {
    let pick = |random: &mut Random, count: usize| (random.next() % count.max(1) as u64) as usize;
    let (mentee, mentor) = (pick(random, instance.mentees.len()), pick(random, instance.mentors.len()));
    let because = match random.below(3) {
        0 => Separation::Conflict,
        1 => Separation::Block,
        _ => Separation::History,
    };
    if let (Some(mentee), Some(mentor)) = (instance.mentees.get(mentee), instance.mentors.get(mentor)) {
        instance.separated.push(SeparatedPair { one: mentee.person.id, other: mentor.person.id, because });
    }
}
