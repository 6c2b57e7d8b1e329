//! Hard rules, one by one.

use matching::{
    AgeBand, Comparison, Criterion, Engine, GuardianConsent, Instance, LeftOut, Mandatory, MentorKind, PersonId,
    Reason, Refusal, Rule, Separation, Side, Vetting, run,
};

use crate::people::*;

/// Checks a pair, and that a run gives the same answer.
fn refusal(instance: &Instance) -> Option<Refusal> {
    let proposals = run(instance).unwrap().proposals;
    let refusal = Engine::new(instance).unwrap().check_pair(TOM, MAYA).err();
    let proposed = proposals.iter().any(|one| (one.mentee, one.mentor) == (TOM, MAYA));
    assert_eq!(proposed, refusal.is_none(), "the run and the check of the pair differ");
    refusal
}

fn rule(instance: &Instance) -> Option<Rule> {
    match refusal(instance) {
        Some(Refusal::Rule(rule)) => Some(rule),
        None => None,
        other => panic!("no rule about pairs: {other:?}"),
    }
}

fn with_members(members: &[(PersonId, u8, u16)]) -> Instance {
    let mut instance = tom_and_maya();
    let member = |&(id, age, option): &(PersonId, u8, u16)| {
        let mut member = person(id, &[options(&[option])]);
        member.age = Some(age);
        member
    };
    instance.mentors[0].kind = MentorKind::Group { members: members.iter().map(member).collect() };
    instance.settings.group_age_span = Some(2);
    instance
}

#[test]
fn pair_without_obstacle_is_possible() {
    assert_eq!(refusal(&tom_and_maya()), None);
}

#[test]
fn vetting_must_last_until_today() {
    for (vetting, valid) in [
        (Vetting::NotNeeded, true),
        (Vetting::Missing, false),
        (Vetting::Until(99), false),
        (Vetting::Until(100), true),
    ] {
        let mut instance = tom_and_maya();
        instance.settings.today = 100;
        instance.mentors[0].person.vetting = vetting;
        assert_eq!(refusal(&instance), (!valid).then_some(Refusal::NotVetted(Side::Mentor)), "{vetting:?}");
    }
}

#[test]
fn guardian_consent_missing_excludes_mentee() {
    let mut instance = tom_and_maya();
    instance.mentees[0].person.guardian_consent = GuardianConsent::Missing;
    assert_eq!(refusal(&instance), Some(Refusal::NoGuardianConsent(Side::Mentee)));
    instance.mentees[0].person.guardian_consent = GuardianConsent::Given;
    assert_eq!(refusal(&instance), None);
}

#[test]
fn mentor_without_place_is_left_out() {
    let mut instance = tom_and_maya();
    instance.mentors[0].places = 0;
    assert_eq!(refusal(&instance), Some(Refusal::NoPlace));
    let expected = [
        LeftOut { person: TOM, side: Side::Mentee, because: Reason::NoneAvailable },
        LeftOut { person: MAYA, side: Side::Mentor, because: Reason::NoPlace },
    ];
    assert_eq!(run(&instance).unwrap().left_out, expected);
}

#[test]
fn person_outside_of_pool_is_refused() {
    let instance = tom_and_maya();
    let engine = Engine::new(&instance).unwrap();
    assert_eq!(engine.check_pair(LEO, MAYA), Err(Refusal::NotInPool(Side::Mentee)));
    assert_eq!(engine.check_pair(TOM, TOM), Err(Refusal::NotInPool(Side::Mentor)));
    assert_eq!(engine.reasons(MAYA, MAYA), Err(Refusal::NotInPool(Side::Mentee)));
}

#[test]
fn age_outside_of_band_excludes_pair() {
    for (age, allowed) in [(Some(15), false), (Some(16), true), (Some(18), true), (Some(19), false), (None, false)] {
        let mut instance = tom_and_maya();
        instance.mentors[0].mentee_ages = Some(AgeBand { from: 16, to: 18 });
        instance.mentees[0].person.age = age;
        assert_eq!(rule(&instance), (!allowed).then_some(Rule::AgeBand), "{age:?}");
    }
}

#[test]
fn separated_pair_is_excluded_in_both_orders() {
    for because in [Separation::Conflict, Separation::Block, Separation::History] {
        for (one, other) in [(TOM, MAYA), (MAYA, TOM)] {
            let mut instance = tom_and_maya();
            instance.separated = vec![separated(one, other, because)];
            assert_eq!(rule(&instance), Some(Rule::Separated(because)));
        }
    }
}

#[test]
fn separated_strangers_change_nothing() {
    let mut instance = tom_and_maya();
    instance.separated = vec![separated(TOM, PersonId(99), Separation::Block), separated(TOM, TOM, Separation::Block)];
    assert_eq!(rule(&instance), None);
}

/// Mandatory for mentees, for mentors; Tom's answer, Maya's answer; whether the pair is possible.
type MandatoryCase<'a> = (bool, bool, &'a [u16], &'a [u16], bool);

#[test]
fn mandatory_criterion_binds_side_that_answered() {
    let cases: [MandatoryCase; 9] = [
        (false, false, &[1], &[2], true),
        (true, false, &[1], &[2], false),
        (false, true, &[1], &[2], false),
        (true, true, &[1, 2], &[2, 3], true),
        (true, false, &[1], &[], false),
        (false, true, &[1], &[], true),
        (true, false, &[], &[1], true),
        (false, true, &[], &[1], false),
        (true, true, &[], &[], true),
    ];
    for comparison in [Comparison::Overlap, Comparison::Distance { reach: 1 }] {
        for (mentee_bound, mentor_bound, tom, maya, possible) in cases {
            let mut instance = tom_and_maya();
            let mandatory = Mandatory { mentee: mentee_bound, mentor: mentor_bound };
            instance.criteria = vec![Criterion { mandatory, ..criterion("language", 0, comparison) }];
            instance.mentees[0].person.answers = vec![options(tom)];
            instance.mentors[0].person.answers = vec![options(maya)];
            let expected = (!possible).then_some(Rule::Mandatory { criterion: 0 });
            assert_eq!(rule(&instance), expected, "{comparison:?} {mandatory:?} {tom:?} {maya:?}");
        }
    }
}

#[test]
fn member_of_other_age_excludes_pair() {
    for (ages, allowed) in [([19, 21], true), ([18, 22], true), ([17, 20], false), ([20, 23], false)] {
        let instance = with_members(&[(ANA, ages[0], 1), (LEO, ages[1], 1)]);
        assert_eq!(rule(&instance), (!allowed).then_some(Rule::GroupAge), "{ages:?}");
    }
    let mut unknown = with_members(&[(ANA, 20, 1)]);
    unknown.mentees[0].person.age = None;
    assert_eq!(rule(&unknown), Some(Rule::GroupAge));
}

#[test]
fn conflict_with_member_excludes_pair() {
    let mut instance = with_members(&[(ANA, 20, 1), (LEO, 20, 1)]);
    instance.separated = vec![separated(LEO, TOM, Separation::Conflict)];
    assert_eq!(rule(&instance), Some(Rule::GroupSeparated(Separation::Conflict)));
}

#[test]
fn clash_with_member_excludes_pair() {
    for (exclusive, mandatory, member, clashes) in
        [(true, true, 2, true), (true, true, 1, false), (true, false, 2, false), (false, true, 2, false)]
    {
        let mut instance = with_members(&[(ANA, 20, 1), (LEO, 20, member)]);
        instance.criteria[0].exclusive = exclusive;
        instance.criteria[0].mandatory.mentee = mandatory;
        let expected = clashes.then_some(Rule::GroupClash { criterion: 0 });
        assert_eq!(rule(&instance), expected, "{exclusive} {mandatory} {member}");
    }
}

#[test]
fn decisive_rule_is_the_one_that_alone_excludes_most() {
    let mut instance = tom_and_maya();
    instance.criteria[0].mandatory.mentee = true;
    instance.mentors.push(mentor(NINA, 1, &[options(&[2])]));
    instance.mentors.push(mentor(OMAR, 1, &[options(&[2])]));
    instance.separated = vec![separated(TOM, MAYA, Separation::History), separated(TOM, NINA, Separation::History)];
    let left_out = run(&instance).unwrap().left_out;
    let reason = |id| left_out.iter().find(|one| one.person == id).map(|one| one.because);
    // Nina falls under both, so history and the criterion exclude one each alone; the criterion excludes as many in all.
    assert_eq!(reason(TOM), Some(Reason::Rule(Rule::Separated(Separation::History))));
    assert_eq!(reason(OMAR), Some(Reason::Rule(Rule::Mandatory { criterion: 0 })));
    instance.mentors.push(mentor(LEO, 1, &[options(&[3])]));
    let left_out = run(&instance).unwrap().left_out;
    assert_eq!(left_out[0].because, Reason::Rule(Rule::Mandatory { criterion: 0 }));
}
