//! Property tests over HTTP: long random sequences of requests.

use std::fmt::Debug;

use proptest::prelude::Strategy;
use proptest::test_runner::{Config, TestError, TestRunner};
use serde_json::Value;
use store::people::{self, NewPerson, Role};
use store::{PersonId, administration, passwords};
use tokio::runtime::Handle;

use crate::TestApp;
use crate::test_app::PASSWORD;

/// Runs a test for some sequences. A failure names the shortest sequence that was found.
pub(crate) fn check<T: Debug>(cases: u32, sequences: impl Strategy<Value = T>, test: impl AsyncFn(T)) {
    let config = Config { cases, max_shrink_iters: 30, failure_persistence: None, ..Config::default() };
    let outcome = tokio::task::block_in_place(|| {
        TestRunner::new(config).run(&sequences, |sequence| {
            Handle::current().block_on(test(sequence));
            Ok(())
        })
    });
    match outcome {
        Ok(()) => {}
        Err(TestError::Fail(why, sequence)) => panic!("{why}\nafter {sequence:#?}"),
        Err(TestError::Abort(why)) => panic!("{why}"),
    }
}

/// Adds a mentee to a programme with these settings, who signs in by this name with [`PASSWORD`].
pub(crate) async fn add_mentee(app: &TestApp, settings: Value, name: &str) -> PersonId {
    let settings = serde_json::from_value(settings).unwrap();
    let programme = administration::put_programme(
        &app.store,
        &test_kit::operator(),
        "lakeside",
        "Lakeside",
        "Europe/London",
        &settings,
    )
    .await
    .unwrap();
    let person = NewPerson {
        email: format!("{name}@example.org"),
        first_name: name.to_owned(),
        last_name: "Costa".to_owned(),
        role: Role::Mentee,
        programme_id: Some(programme),
        language: "en".to_owned(),
        bio: String::new(),
        password_hash: Some(passwords::hash(PASSWORD).await.unwrap()),
    };
    people::add(&app.store, &test_kit::operator(), &person).await.unwrap().unwrap()
}
