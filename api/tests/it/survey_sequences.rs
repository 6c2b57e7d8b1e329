//! Property test: after any requests of two devices the state of a survey equals that of a model.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use reqwest::Method;
use reqwest::multipart::Form;
use serde_json::{Value, json};
use test_kit::both;

use crate::browser::Browser;
use crate::sequences::{add_mentee, check};
use crate::surveys::import;

/// The stages of the survey; each asks "STAGE-name" (mandatory), "STAGE-mood" and, only for "bad", "STAGE-why" (mandatory).
const STAGES: [&str; 3] = ["one", "two", "three"];

/// A request of a device.
#[derive(Clone, Copy, Debug)]
enum Action {
    /// `lag`: how many drafts the device has not seen; None sends no revision.
    Draft {
        stage: usize,
        answers: usize,
        lag: Option<u8>,
    },
    Submit {
        stage: usize,
        answers: usize,
    },
}

/// What happens next.
#[derive(Clone, Copy, Debug)]
enum Event {
    One(Action),
    /// A double click, or a retry after a lost answer.
    Repeated(Action),
    /// Two devices at the same time.
    Parallel(Action, Action),
}

fn actions() -> impl Strategy<Value = Action> {
    let lag = prop_oneof![1 => Just(None), 6 => Just(Some(0)), 3 => (1..3_u8).prop_map(Some)];
    let (stage, answers) = (0..STAGES.len(), 0..ANSWERS);
    prop_oneof![
        3 => (stage.clone(), answers.clone(), lag)
            .prop_map(|(stage, answers, lag)| Action::Draft { stage, answers, lag }),
        1 => (stage, answers).prop_map(|(stage, answers)| Action::Submit { stage, answers }),
    ]
}

fn histories() -> impl Strategy<Value = Vec<Event>> {
    let event = prop_oneof![
        6 => actions().prop_map(Event::One),
        2 => actions().prop_map(Event::Repeated),
        2 => (actions(), actions()).prop_map(|(one, other)| Event::Parallel(one, other)),
        1 => actions().prop_map(|action| Event::Parallel(action, action)),
    ];
    proptest::collection::vec(event, 25..50)
}

/// The number of [`candidates`].
const ANSWERS: usize = 6;

/// What a device sends, what is stored of it, and whether it may be submitted. None is stored if it is always refused.
fn candidates(answers: usize) -> (Value, Option<Value>, bool) {
    let plain = json!({"name": "Ines", "mood": "good"});
    match answers {
        0 => (plain.clone(), Some(plain), true),
        1 => (
            json!({"name": " Ines  C ", "mood": "bad", "why": "Rain."}),
            Some(json!({"name": "Ines C", "mood": "bad", "why": "Rain."})),
            true,
        ),
        2 => (json!({"name": "Ines", "mood": "good", "why": "Hidden."}), Some(plain), true),
        3 => (json!({"mood": "bad"}), Some(json!({"mood": "bad"})), false),
        4 => (json!({"name": "Ines", "mood": "great"}), Some(json!({"name": "Ines"})), false),
        _ => (json!({"name": "Ines", "shoe": "42"}), None, false),
    }
}

/// A stage as the server should know it.
#[derive(Clone, Debug, Default)]
struct Stage {
    revision: i64,
    answers: Value,
    is_submitted: bool,
}

#[derive(Clone, Debug, Default)]
struct Model {
    stages: [Stage; STAGES.len()],
}

impl Model {
    /// Returns the expected status and code.
    fn apply(&mut self, action: Action, seen: Option<i64>) -> (u16, &'static str) {
        let (Action::Draft { stage, answers, .. } | Action::Submit { stage, answers }) = action;
        let is_draft = matches!(action, Action::Draft { .. });
        let (_, accepted, may_submit) = candidates(answers);
        let Some(accepted) = accepted.filter(|_| is_draft || may_submit) else { return (422, "invalid_answers") };
        if self.stages[stage].is_submitted {
            return (410, "stage_submitted");
        }
        if !self.stages[..stage].iter().all(|earlier| earlier.is_submitted) {
            return (409, "stage_order");
        }
        let stored = &mut self.stages[stage];
        if is_draft && seen.is_some_and(|seen| seen != stored.revision) {
            return if stored.answers == accepted { (200, "") } else { (409, "draft_outdated") };
        }
        *stored = Stage { revision: stored.revision + 1, answers: accepted, is_submitted: !is_draft };
        (200, "")
    }

    /// What the server should show.
    fn view(&self) -> Value {
        let submitted = self.stages.iter().filter(|stage| stage.is_submitted).count();
        let is_begun = self.stages[0].revision > 0;
        let stages = STAGES.iter().zip(&self.stages).map(|(key, stage)| {
            let status = match (stage.is_submitted, stage.revision) {
                (true, _) => "COMPLETE",
                (false, 0) => "NOT_STARTED",
                (false, _) => "ONGOING",
            };
            let answers = if stage.answers.is_null() { json!({}) } else { stage.answers.clone() };
            (*key, json!([status, stage.revision, answers]))
        });
        let status = match submitted {
            3 => "COMPLETE",
            _ if is_begun => "PARTIAL_COMPLETE",
            _ => "NOT_STARTED",
        };
        let current = STAGES.get(submitted).map(|stage| format!("start.{stage}"));
        json!({"status": status, "current": current, "stages": stages.collect::<BTreeMap<_, _>>()})
    }
}

async fn get(browser: &Browser, path: &str) -> Value {
    let answer = browser.send(browser.request(Method::GET, path)).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.body
}

/// What the server shows.
async fn view(browser: &Browser) -> Value {
    let survey = get(browser, "../screening/surveys/start/").await;
    let mut stages = BTreeMap::new();
    for stage in STAGES {
        let stored = get(browser, &format!("../../v3/screening/answers/?survey=start&stage=start.{stage}")).await;
        let answers = stored["answers"].as_array().unwrap().iter().map(|answer| {
            let key = answer["questionKey"].as_str().unwrap().split_once('-').unwrap().1.to_owned();
            (key, answer["answer"].clone())
        });
        let status = &survey["userSurveyStatus"]["stageStatus"][format!("start.{stage}")];
        assert_eq!(stored["isSubmitted"] == true, *status == "COMPLETE");
        stages.insert(stage, json!([status, stored["draftRevision"], answers.collect::<BTreeMap<_, _>>()]));
    }
    json!({"status": survey["status"], "current": survey["currentStageId"], "stages": stages})
}

/// The revision that a device sends.
fn seen(model: &Model, action: Action) -> Option<i64> {
    let Action::Draft { stage, lag, .. } = action else { return None };
    lag.map(|lag| (model.stages[stage].revision - i64::from(lag)).max(0))
}

async fn send(browser: &Browser, action: Action, seen: Option<i64>) -> (u16, String) {
    let (Action::Draft { stage, answers, .. } | Action::Submit { stage, answers }) = action;
    let stage = STAGES[stage];
    let answers = candidates(answers).0;
    let answers: BTreeMap<_, _> =
        answers.as_object().unwrap().iter().map(|(key, answer)| (format!("{stage}-{key}"), answer)).collect();
    let mut data = json!({"survey": "start", "stage": format!("start.{stage}"), "answers": answers});
    if matches!(action, Action::Draft { .. }) {
        data["draft"] = json!(true);
        data["draftRevision"] = json!(seen);
    }
    let form = Form::new().text("data", data.to_string());
    let request = browser.request(Method::POST, "../../v3/screening/answers/").multipart(form);
    let answer = browser.send(request).await;
    (answer.status, answer.code().to_owned())
}

/// What holds independently of the model.
fn keeps_invariants(before: &Value, after: &Value) {
    let mut earlier_are_submitted = true;
    for stage in STAGES {
        let (was, is) = (&before["stages"][stage], &after["stages"][stage]);
        assert!(was[0] != "COMPLETE" || was == is, "a submitted stage never changes");
        assert!(is[0] == "NOT_STARTED" || earlier_are_submitted, "stages are answered in order");
        earlier_are_submitted = is[0] == "COMPLETE";
    }
    assert_eq!(after["status"] == "COMPLETE", earlier_are_submitted, "the last stage completes the survey");
}

/// Sends a history from two devices, and compares each state with the model.
async fn replay(phone: &Browser, laptop: &Browser, history: Vec<Event>) {
    let owned = |(status, code): (u16, &str)| (status, code.to_owned());
    let mut model = Model::default();
    let mut before = model.view();
    for event in history {
        match event {
            Event::One(action) => {
                let seen = seen(&model, action);
                assert_eq!(send(phone, action, seen).await, owned(model.apply(action, seen)), "{action:?}");
            }
            Event::Repeated(action) => {
                let seen = seen(&model, action);
                for device in [phone, laptop] {
                    assert_eq!(send(device, action, seen).await, owned(model.apply(action, seen)), "{action:?}");
                }
            }
            Event::Parallel(one, other) => {
                let (seen_by_one, seen_by_other) = (seen(&model, one), seen(&model, other));
                let found = tokio::join!(send(phone, one, seen_by_one), send(laptop, other, seen_by_other));
                let (mut first, mut second) = (model.clone(), model.clone());
                let in_order = (owned(first.apply(one, seen_by_one)), owned(first.apply(other, seen_by_other)));
                let last = owned(second.apply(other, seen_by_other));
                let reordered = (owned(second.apply(one, seen_by_one)), last);
                assert!(found == in_order || found == reordered, "{found:?}, not {in_order:?} or {reordered:?}");
                let is_first = found == in_order && view(phone).await == first.view();
                model = if is_first { first } else { second };
            }
        }
        let after = view(laptop).await;
        assert_eq!(after, model.view(), "after {event:?}");
        keeps_invariants(&before, &after);
        before = after;
    }
}

fn survey() -> Value {
    let text = |words: &str| json!({"en": words});
    let stage = |stage: &&str| {
        let key = |question: &str| format!("{stage}-{question}");
        let options = json!([{"key": "good", "label": text("Good")}, {"key": "bad", "label": text("Bad")}]);
        let after_bad = json!({"question": key("mood"), "any_of": ["bad"]});
        json!({"key": stage, "name": text("Stage"), "pages": [{"title": text("Page"), "questions": [
            {"key": key("name"), "type": "Text", "label": text("Name"), "mandatory": true},
            {"key": key("mood"), "type": "SingleChoiceRadio", "label": text("Mood"), "options": options},
            {"key": key("why"), "type": "TextBox", "label": text("Why"), "mandatory": true, "visible_if": after_bad},
        ]}]})
    };
    json!({"key": "start", "name": text("Start"), "short_description": text("A start."), "stages": STAGES.iter().map(stage).collect::<Vec<_>>()})
}

both!(any_sequence_of_two_devices_keeps_surveys, async |app| {
    import(&app, survey()).await;
    let settings = json!({"experiences": {"mentee": {"survey": "use"}},
        "surveys": [{"survey": "start", "roles": ["mentee"]}]});
    let server = app.server();
    let next = AtomicUsize::new(0);
    check(5, histories(), async |history| {
        let name = format!("ines{}", next.fetch_add(1, Ordering::Relaxed));
        add_mentee(&app, settings.clone(), &name).await;
        let (phone, laptop) = (server.signed_in(&name).await, server.signed_in(&name).await);
        replay(&phone, &laptop, history).await;
    });
});
