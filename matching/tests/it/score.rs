//! Scores and reasons.

use matching::{Answer, Comparison, Criterion, Engine, FULL, Instance};

use crate::people::*;

fn score(criteria: &[Criterion], tom: &[Option<Answer>], maya: &[Option<Answer>]) -> u16 {
    let instance = Instance {
        criteria: criteria.to_vec(),
        mentees: vec![mentee(TOM, tom)],
        mentors: vec![mentor(MAYA, 1, maya)],
        ..Instance::default()
    };
    Engine::new(&instance).unwrap().check_pair(TOM, MAYA).unwrap()
}

fn number(number: i64) -> Option<Answer> {
    Some(Answer::Number(number))
}

fn order(items: &[u16]) -> Option<Answer> {
    Some(Answer::Order(items.to_vec()))
}

#[test]
fn single_criterion_gives_its_fit() {
    let distance = Comparison::Distance { reach: 4 };
    let cases = [
        (Comparison::Overlap, options(&[1, 2, 3]), options(&[2, 3, 9, 190]), 6_666),
        (Comparison::Overlap, options(&[1]), options(&[0, 1, 2, 3]), FULL),
        (Comparison::Overlap, options(&[199, 130]), options(&[130]), FULL),
        (Comparison::Overlap, options(&[1]), options(&[2]), 0),
        (Comparison::Equal, options(&[3, 1]), options(&[1, 3, 3]), FULL),
        (Comparison::Equal, options(&[1]), options(&[1, 3]), 0),
        (Comparison::Equal, number(-7), number(-7), FULL),
        (Comparison::Equal, number(1), number(2), 0),
        (distance, number(5), number(5), FULL),
        (distance, number(5), number(4), 7_500),
        (distance, number(1), number(5), 0),
        (distance, number(i64::MIN), number(i64::MAX), 0),
        (distance, options(&[2, 9]), options(&[5, 30]), 2_500),
        (Comparison::Order, order(&[3, 1, 2, 0]), order(&[3, 1, 2, 0]), FULL),
        (Comparison::Order, order(&[0, 1, 2, 3]), order(&[3, 2, 1, 0]), 0),
        (Comparison::Order, order(&[0, 1, 2, 3]), order(&[1, 0, 2, 3]), 8_333),
        (Comparison::Order, order(&[0, 1, 9]), order(&[1, 0, 63]), 0),
        (Comparison::Order, order(&[0, 1]), order(&[8, 9]), 0),
    ];
    for (comparison, tom, maya, expected) in cases {
        let criteria = [criterion("one", 3, comparison)];
        let found = score(&criteria, std::slice::from_ref(&tom), std::slice::from_ref(&maya));
        assert_eq!(found, expected, "{comparison:?} of {tom:?} and {maya:?}");
        assert_eq!(score(&criteria, &[maya], &[tom]), expected, "{comparison:?} is symmetric");
    }
}

#[test]
fn order_of_fewer_than_two_items_says_nothing() {
    let criteria = [criterion("order", 2, Comparison::Order), criterion("number", 1, Comparison::Equal)];
    for items in [&[][..], &[0], &[3], &[3, 3]] {
        assert_eq!(score(&criteria, &[order(items), number(1)], &[order(&[0, 1]), number(1)]), FULL, "{items:?}");
    }
}

#[test]
fn score_is_mean_weighted_over_answered() {
    let criteria = [
        criterion("full", 6, Comparison::Overlap),
        criterion("none", 2, Comparison::Overlap),
        criterion("unanswered", 10, Comparison::Overlap),
        criterion("empty", 10, Comparison::Overlap),
        criterion("without-weight", 0, Comparison::Overlap),
    ];
    let tom = [options(&[1]), options(&[1]), None, options(&[]), options(&[1])];
    let maya = [options(&[1]), options(&[2]), options(&[1]), options(&[1]), options(&[2])];
    assert_eq!(score(&criteria, &tom, &maya), 7_500);
}

#[test]
fn score_without_common_answers_is_zero() {
    assert_eq!(score(&overlap(), &[None], &[options(&[1])]), 0);
}

#[test]
fn top_criterion_counts_twice() {
    let criteria = vec![criterion("fits", 1, Comparison::Overlap), criterion("differs", 2, Comparison::Overlap)];
    let mut tom = mentee(TOM, &[options(&[1]), options(&[1])]);
    tom.top_criterion = Some(0);
    let maya = mentor(MAYA, 1, &[options(&[1]), options(&[2])]);
    let instance = Instance { criteria, mentees: vec![tom], mentors: vec![maya], ..Instance::default() };
    assert_eq!(Engine::new(&instance).unwrap().check_pair(TOM, MAYA), Ok(5_000));
}

#[test]
fn reasons_name_largest_part_first() {
    let criteria = vec![
        criterion("half", 4, Comparison::Overlap),
        criterion("unanswered", 9, Comparison::Overlap),
        criterion("near", 3, Comparison::Distance { reach: 10 }),
    ];
    let tom = mentee(TOM, &[options(&[1, 2]), None, number(3)]);
    let maya = mentor(MAYA, 1, &[options(&[2, 5]), options(&[1]), number(4)]);
    let instance = Instance { criteria, mentees: vec![tom], mentors: vec![maya], ..Instance::default() };
    let reasons = Engine::new(&instance).unwrap().reasons(TOM, MAYA).unwrap();
    let found: Vec<_> = reasons.iter().map(|one| (one.criterion, one.fit, one.weight, one.common.as_slice())).collect();
    assert_eq!(found, [(2, 9_000, 3, &[][..]), (0, 5_000, 4, &[2][..])]);
}
