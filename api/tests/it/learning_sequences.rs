//! Property test: after any requests of two devices the progress of a session equals that of a model.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use reqwest::Method;
use reqwest::multipart::Form;
use serde_json::{Value, json};
use store::{PersonId, learning};
use test_kit::both;

use crate::TestApp;
use crate::browser::{Answer, Browser};
use crate::learning::{import, text};
use crate::sequences::{add_mentee, check};

/// The steps of the session with their minutes.
const STEPS: [(&str, u64); 4] = [("read", 5), ("practise", 10), ("test", 3), ("end", 7)];

/// A quiz with the questions "word" and "more", of which the first may be mandatory.
struct Quiz {
    key: &'static str,
    step: usize,
    is_mandatory: bool,
    allow_retake: bool,
}

const QUIZZES: [Quiz; 4] = [
    Quiz { key: "again", step: 1, is_mandatory: true, allow_retake: true },
    Quiz { key: "extra", step: 2, is_mandatory: false, allow_retake: false },
    Quiz { key: "once", step: 2, is_mandatory: true, allow_retake: false },
    Quiz { key: "last", step: 3, is_mandatory: false, allow_retake: true },
];

/// A request of a device.
#[derive(Clone, Copy, Debug)]
enum Action {
    Start,
    Complete {
        step: usize,
    },
    /// Submits a quiz; requests with the same number are repetitions.
    Submit {
        quiz: usize,
        answers: usize,
        request: Option<u8>,
    },
    Bookmark {
        wanted: bool,
    },
    Feedback {
        rating: i64,
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
    let request = proptest::option::of(0..3_u8);
    prop_oneof![
        1 => Just(Action::Start),
        6 => (0..STEPS.len()).prop_map(|step| Action::Complete { step }),
        8 => (0..QUIZZES.len(), 0..6_usize, request)
            .prop_map(|(quiz, answers, request)| Action::Submit { quiz, answers, request }),
        1 => any::<bool>().prop_map(|wanted| Action::Bookmark { wanted }),
        1 => (0..=5_i64).prop_map(|rating| Action::Feedback { rating }),
    ]
}

fn histories() -> impl Strategy<Value = Vec<Event>> {
    let event = prop_oneof![
        6 => actions().prop_map(Event::One),
        1 => actions().prop_map(Event::Repeated),
        2 => (actions(), actions()).prop_map(|(one, other)| Event::Parallel(one, other)),
        1 => actions().prop_map(|action| Event::Parallel(action, action)),
    ];
    proptest::collection::vec(event, 30..60)
}

fn sent(answers: usize) -> Value {
    [
        json!({"word": "Yes"}),
        json!({"word": " No ", "more": "Because."}),
        json!({"more": "Only this."}),
        json!({"word": null}),
        json!({"word": ["Yes"]}),
        json!({"word": "Yes", "other": 1}),
    ][answers]
        .clone()
}

/// What is stored of these answers: nothing of skipped ones, an error for invalid ones.
fn accepted(quiz: &Quiz, answers: usize) -> Result<Option<Value>, ()> {
    match answers {
        0 => Ok(Some(json!({"word": "Yes"}))),
        1 => Ok(Some(json!({"word": "No", "more": "Because."}))),
        2 if !quiz.is_mandatory => Ok(Some(json!({"more": "Only this."}))),
        3 => Ok(None),
        _ => Err(()),
    }
}

/// What the server should know.
#[derive(Clone, Debug, Default, PartialEq)]
struct Model {
    is_begun: bool,
    steps: [bool; STEPS.len()],
    /// The submissions of each quiz: request and answers.
    attempts: [Vec<(Option<u8>, Value)>; QUIZZES.len()],
    is_bookmarked: bool,
    rating: Option<i64>,
}

impl Model {
    /// Returns the expected status and code.
    fn apply(&mut self, action: Action) -> (u16, &'static str) {
        let done = (200, "");
        match action {
            Action::Start => self.is_begun = true,
            Action::Bookmark { wanted } => self.is_bookmarked = wanted,
            Action::Feedback { .. } if !self.is_complete() => return (409, "not_completed"),
            Action::Feedback { rating } => self.rating = Some(rating),
            Action::Complete { .. } if !self.is_begun => return (409, "not_started"),
            Action::Complete { step } if self.steps[step] => {}
            Action::Complete { step } if !self.is_reached(step) => return (409, "step_order"),
            Action::Complete { step } if !self.has_answers(step) => return (409, "quiz_missing"),
            Action::Complete { step } => self.steps[step] = true,
            Action::Submit { quiz: at, answers, request } => {
                let quiz = &QUIZZES[at];
                let answers = match accepted(quiz, answers) {
                    Ok(Some(answers)) => answers,
                    Ok(None) => return done,
                    Err(()) => return (422, "invalid_answers"),
                };
                if !self.is_begun {
                    return (409, "not_started");
                }
                if !self.is_reached(quiz.step) {
                    return (409, "step_order");
                }
                let earlier = &self.attempts[at];
                let is_known = request.is_some() && earlier.iter().any(|(known, _)| *known == request);
                if is_known || earlier.last().is_some_and(|(_, last)| *last == answers) {
                    return done;
                }
                if !earlier.is_empty() && !quiz.allow_retake {
                    return (409, "retake_off");
                }
                self.attempts[at].push((request, answers));
                self.steps[quiz.step] |= self.has_answers(quiz.step);
            }
        }
        done
    }

    fn is_complete(&self) -> bool {
        self.steps == [true; STEPS.len()]
    }

    fn is_reached(&self, step: usize) -> bool {
        self.steps[..step].iter().all(|is_complete| *is_complete)
    }

    fn has_answers(&self, step: usize) -> bool {
        let mut mandatory = (0..QUIZZES.len()).filter(|at| QUIZZES[*at].step == step && QUIZZES[*at].is_mandatory);
        mandatory.all(|at| !self.attempts[at].is_empty())
    }

    /// What the server should show.
    fn view(&self) -> Value {
        let minutes =
            STEPS.iter().zip(self.steps).filter(|(_, is_complete)| *is_complete).map(|((_, minutes), _)| minutes);
        let current = STEPS.iter().zip(self.steps).find(|(_, is_complete)| !is_complete).map(|((key, _), _)| *key);
        let status = self.is_begun.then_some(if self.is_complete() { "COMPLETED" } else { "ONGOING" });
        let quizzes = QUIZZES.iter().zip(&self.attempts).map(|(quiz, attempts)| {
            let last = attempts.last().map_or_else(|| json!({}), |(_, answers)| answers.clone());
            (quiz.key, json!([attempts.len(), last]))
        });
        json!({
            "status": status, "minutes": minutes.sum::<u64>(), "current": current, "steps": self.steps,
            "isBookmarked": self.is_bookmarked, "rating": self.rating, "quizzes": quizzes.collect::<BTreeMap<_, _>>(),
        })
    }
}

/// What the server shows, with the stored submissions.
async fn view(app: &TestApp, person: PersonId, browser: &Browser) -> Value {
    let answer = browser.send(browser.request(Method::GET, "../learninghub/sessions/listen/")).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let session = answer.body;
    let steps = session["sessionSteps"].as_array().unwrap().iter().map(|step| step["status"] == "COMPLETED");
    let mut attempts = learning::attempts(&app.store, person, "listen").await.unwrap();
    let quizzes = QUIZZES.iter().map(|quiz| {
        let last = attempts.remove(quiz.key);
        (quiz.key, last.map_or_else(|| json!([0, {}]), |last| json!([last.attempt, last.answers])))
    });
    json!({
        "status": session["sessionStatus"], "minutes": session["durationCompleted"], "current": session["currentStepId"],
        "steps": steps.collect::<Vec<_>>(), "isBookmarked": session["isBookmarked"],
        "rating": session["feedback"]["rating"], "quizzes": quizzes.collect::<BTreeMap<_, _>>(),
    })
}

async fn send(browser: &Browser, action: Action) -> (u16, String) {
    let post = async |path: &str, body: Value| {
        browser.send(browser.request(Method::POST, &format!("../learninghub/{path}/")).json(&body)).await
    };
    let answer: Answer = match action {
        Action::Start => post("session-start", json!({"session": "listen"})).await,
        Action::Complete { step } => post("step-complete", json!({"session": "listen", "step": STEPS[step].0})).await,
        Action::Bookmark { wanted } => {
            post("session/bookmark", json!({"session": "listen", "bookmarked": wanted})).await
        }
        Action::Feedback { rating } => post("session/feedback", json!({"session": "listen", "rating": rating})).await,
        Action::Submit { quiz, answers, request } => {
            let quiz = &QUIZZES[quiz];
            let request = request.map(|number| format!("request-{number}"));
            let data = json!({"session": "listen", "step": STEPS[quiz.step].0, "quiz": quiz.key,
                "answer_json": sent(answers), "requestId": request});
            let form = Form::new().text("data", data.to_string());
            let path = "../../v3/learninghub/quiz/save-answer/";
            browser.send(browser.request(Method::POST, path).multipart(form)).await
        }
    };
    (answer.status, answer.code().to_owned())
}

/// What holds independently of the model.
fn keeps_invariants(before: &Value, after: &Value) {
    let steps: Vec<bool> = after["steps"].as_array().unwrap().iter().map(|step| *step == true).collect();
    let minutes: u64 = STEPS.iter().zip(&steps).filter(|(_, done)| **done).map(|((_, minutes), _)| minutes).sum();
    assert_eq!(after["minutes"], minutes, "durations add up");
    assert_eq!(after["status"] == "COMPLETED", steps.iter().all(|done| *done), "the status follows: {after}");
    for quiz in QUIZZES.iter().filter(|quiz| quiz.is_mandatory && steps[quiz.step]) {
        assert_ne!(after["quizzes"][quiz.key][0], 0, "no completed step without its mandatory answers");
    }
    for (step, done) in steps.iter().enumerate() {
        assert!(*done || before["steps"][step] != true, "completed never goes back");
    }
}

/// Sends a history from two devices, and compares each state with the model. Of two requests at once, the answers and what is
/// shown may not say which one came first (of two with the same answers, which request is known): both models go on.
async fn replay(app: &TestApp, person: PersonId, phone: &Browser, laptop: &Browser, history: Vec<Event>) {
    let mut models = vec![Model::default()];
    let mut before = models[0].view();
    let owned = |(status, code): (u16, &str)| (status, code.to_owned());
    for event in history {
        let known = models.clone();
        match event {
            Event::One(action) => {
                let found = send(phone, action).await;
                models.retain_mut(|model| owned(model.apply(action)) == found);
                assert!(!models.is_empty(), "{found:?} for {action:?} after {known:#?}");
            }
            Event::Repeated(action) => {
                let first = send(phone, action).await;
                models.retain_mut(|model| owned(model.apply(action)) == first);
                assert!(!models.is_empty(), "{first:?} for {action:?} after {known:#?}");
                let shown = view(app, person, phone).await;
                assert_eq!(
                    (send(laptop, action).await, view(app, person, laptop).await),
                    (first, shown),
                    "{action:?} changes nothing"
                );
            }
            Event::Parallel(one, other) => {
                let found = tokio::join!(send(phone, one), send(laptop, other));
                models = known.iter().flat_map(|model| orders(model, one, other, &found)).collect();
                assert!(!models.is_empty(), "{found:?} for {event:?} after {known:#?}");
            }
        }
        let after = view(app, person, laptop).await;
        models.retain(|model| model.view() == after);
        assert!(!models.is_empty(), "{after} after {event:?} and {known:#?}");
        models.dedup();
        keeps_invariants(&before, &after);
        before = after;
    }
}

/// The models after two requests at once whose answers are `found`, for each order that explains them.
fn orders(model: &Model, one: Action, other: Action, found: &((u16, String), (u16, String))) -> Vec<Model> {
    let owned = |(status, code): (u16, &str)| (status, code.to_owned());
    let (mut first, mut second) = (model.clone(), model.clone());
    let in_order = (owned(first.apply(one)), owned(first.apply(other)));
    let early = owned(second.apply(other));
    let reversed = (owned(second.apply(one)), early);
    [(in_order, first), (reversed, second)]
        .into_iter()
        .filter(|(answers, _)| answers == found)
        .map(|(_, model)| model)
        .collect()
}

fn session() -> Value {
    let question =
        |key: &str, mandatory: bool| json!({"key": key, "type": "Text", "label": text(key), "mandatory": mandatory});
    let content = |step: usize| -> Vec<Value> {
        let quizzes = QUIZZES.iter().filter(|quiz| quiz.step == step);
        let item = |quiz: &Quiz| {
            let questions = [question("word", quiz.is_mandatory), question("more", false)];
            json!({"type": "QUIZ", "quiz": {"key": quiz.key, "allow_retake": quiz.allow_retake, "questions": questions}})
        };
        quizzes.map(item).collect()
    };
    let step = |(at, (key, minutes)): (usize, &(&str, u64))| json!({"key": key, "title": text(key), "minutes": minutes, "content": content(at)});
    json!({
        "key": "listen", "title": text("Listen"), "overview": text("Why."), "banner": "letter.svg", "color": "green",
        "audience": "learning_hub", "roles": ["mentee"], "published_on": "2026-02-01",
        "steps": STEPS.iter().enumerate().map(step).collect::<Vec<_>>(),
    })
}

both!(any_sequence_of_two_devices_keeps_progress, async |app| {
    import(&app, &[session()]).await;
    let settings = json!({"experiences": {"mentee": {"session": "use"}}});
    let server = app.server();
    let next = AtomicUsize::new(0);
    check(5, histories(), async |history| {
        let name = format!("ines{}", next.fetch_add(1, Ordering::Relaxed));
        let person = add_mentee(&app, settings.clone(), &name).await;
        let (phone, laptop) = (server.signed_in(&name).await, server.signed_in(&name).await);
        replay(&app, person, &phone, &laptop, history).await;
    });
});
