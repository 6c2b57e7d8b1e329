//! Whom a draft serves, by the answers of its mentees: groups of fewer than five, and what tells of them, stay hidden.

use serde_json::json;
use store::matching::fairness::{self, Figures, QuestionGroups};
use store::matching::runs::{self, Weights};
use store::people::Role;
use store::programmes::Programme;
use store::staff::Scope;
use store::{RunId, Store};
use test_kit::{both, operator};

use super::{named_programme, programme, waiting};
use crate::TestApp;

/// Mentees who gave the same answers, each waiting for a match.
async fn wait(app: &TestApp, of: &Programme, names: &str, count: usize, language: &str, field: &str) {
    for number in 0..count {
        waiting(app, of, &format!("{names}{number}"), Role::Mentee, &[language], field).await;
    }
}

async fn draft(store: &Store, programme: &Programme) -> RunId {
    runs::draft(store, &operator(), programme).await.unwrap().unwrap().id
}

async fn of_run(store: &Store, run: RunId) -> QuestionGroups {
    let found = fairness::of_run(store, &Scope::Installation, run).await.unwrap().unwrap();
    let [question] = &found[..] else { panic!("{found:?}") };
    question.clone()
}

/// The size and the figures of each group: arts, care, tech, and those without an answer.
fn shown(question: &QuestionGroups, set: usize) -> Vec<(Option<u32>, Figures)> {
    question.groups.iter().map(|group| (group.mentees, group.figures[set])).collect()
}

const HIDDEN: (Option<u32>, Figures) = (None, Figures { served: None, mean_score: None });

both!(draft_says_whom_it_serves_by_answer, async |app| {
    let questions = json!([{"survey": "about", "question": "field"}, {"survey": "about", "question": "gone"}]);
    let lakeside = programme(&app, json!({"proposals": 1, "fairness": questions})).await;
    let store = &*app.store;
    waiting(&app, &lakeside, "nina", Role::Mentor, &["arabic"], "tech").await;
    wait(&app, &lakeside, "tech", 7, "arabic", "tech").await;
    wait(&app, &lakeside, "arts", 5, "german", "arts").await;
    let run = draft(store, &lakeside).await;
    let question = of_run(store, run).await;
    assert_eq!(question.label["en"], "Field?");
    assert_eq!(
        question.groups.iter().map(|group| group.answer.is_some()).collect::<Vec<_>>(),
        [true, true, true, false]
    );
    // All agree in language and field. Without a proposal there is no mean.
    let tech = (Some(5), Figures { served: Some(100), mean_score: Some(10_000) });
    let arts = (Some(5), Figures { served: Some(0), mean_score: None });
    assert_eq!(shown(&question, 0), [arts, HIDDEN, tech, HIDDEN]);

    // Two people would follow from the sums, unless five others are hidden with them.
    wait(&app, &lakeside, "care", 2, "arabic", "care").await;
    let run = draft(store, &lakeside).await;
    // With the mean of all, theirs would give that of the two.
    let tech = (Some(5), Figures { served: Some(100), mean_score: None });
    assert_eq!(shown(&of_run(store, run).await, 0), [HIDDEN, HIDDEN, tech, HIDDEN]);

    let tried = runs::rehearse(store, &lakeside, Weights([("field".to_owned(), 0)].into())).await.unwrap().unwrap();
    let [compared] = &tried.fairness[..] else { panic!("{tried:?}") };
    assert_eq!([shown(compared, 0)[2], shown(compared, 1)[2]], [tech, tech]);
    assert_eq!(shown(compared, 1)[1], HIDDEN);

    let hill = named_programme(&app, "hill", json!({})).await;
    let elsewhere = Scope::Programmes(vec![hill.id]);
    assert!(fairness::of_run(store, &elsewhere, run).await.unwrap().is_none());
    let unnamed = draft(store, &hill).await;
    assert_eq!(fairness::of_run(store, &elsewhere, unnamed).await.unwrap(), Some(vec![]));
});
