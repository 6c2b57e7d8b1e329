use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use store::Store;
use store::clock::Clock;
use store::matching::{self, State};
use store::people::{self, Role};
use test_kit::{Environment, on_sqlite};

use super::{Cohort, Importer, file, import};
use crate::commands::content::import_built_in;

/// Runs a future until it has been polled this many times, and drops it then, as a crash does.
async fn interrupted<F: Future>(future: F, polls: usize) -> Option<F::Output> {
    let mut future = pin!(future);
    let mut left = polls;
    poll_fn(|context| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        future.as_mut().poll(context).map(Some)
    })
    .await
}

/// Returns the states of the matches of a person.
async fn states(store: &Store, email: &str, side: Role) -> Vec<State> {
    let person = people::by_email(store, email).await.unwrap().unwrap();
    let mut states: Vec<_> =
        matching::of_person(store, person.id, side).await.unwrap().into_iter().map(|tracker| tracker.state).collect();
    states.sort_by_key(|state| *state == State::Interested);
    states
}

async fn check(environment: Environment) {
    let store = environment.open(Clock::system()).await;
    import_built_in(&store).await.unwrap();
    let cohort: Cohort = file("cohort.yaml").unwrap();
    for polls in [200, 500, 900] {
        assert!(interrupted(import(&store), polls).await.is_none(), "{polls} polls are enough for everything");
    }
    let importer = Importer::new(&store, &cohort).await.unwrap();
    let named = importer.add_all().await.unwrap();
    let mut crashes = 0;
    while interrupted(importer.begin_round(&named), 3 + crashes * 3).await.transpose().unwrap().is_none() {
        crashes += 1;
    }
    assert!(crashes > 20, "{crashes}");

    import(&store).await.unwrap();
    assert_eq!(states(&store, "nina.mentor@example.org", Role::Mentor).await, [State::Interested; 2]);
    let [members @ .., _, _, _] = &states(&store, "omar.mentor@example.org", Role::Mentor).await[..] else {
        panic!("candidates of Omar are missing")
    };
    assert_eq!(members, [State::Selected; 2]);
    assert_eq!(states(&store, "leo.mentee@example.org", Role::Mentee).await, [State::Proposed; 3]);
}

#[tokio::test]
async fn import_interrupted_at_many_steps_is_completed() {
    on_sqlite(check).await;
}
