//! Visits of the learning hub.

use std::time::Duration;

use futures_util::future::join_all;
use store::learning;
use test_kit::both;

both!(simultaneous_requests_are_one_visit, async |app| {
    let [maya, ..] = app.people().await;
    let visit = async || learning::record::of_person(&app.store, maya).await?.visit(&app.store, maya).await;
    let mut before = None;
    for round in 0..10 {
        let now = app.store.clock.now();
        let visits = join_all((0..8).map(|_| visit())).await;
        let seen: Vec<_> = visits.into_iter().map(Result::unwrap).collect();
        assert_eq!(seen, vec![before; 8], "round {round}");
        assert_eq!(visit().await.unwrap(), before, "later in round {round}");
        before = Some(now);
        app.store.clock.advance(Duration::from_secs(31 * 60));
    }
});
