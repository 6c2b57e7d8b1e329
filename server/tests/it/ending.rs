//! How the server ends, and what machines are told before.

use crate::program::{Installation, json_of};

#[tokio::test]
async fn a_running_server_is_alive_ready_and_measured() {
    let server = Installation::new().serve(&[]);
    assert_eq!(json_of(server.get("/healthz").await).await["status"], "alive");
    let ready = server.get("/readyz").await;
    assert_eq!(ready.status(), 200);
    let ready = json_of(ready).await;
    assert_eq!((&ready["status"], &ready["bus"]), (&"ready".into(), &"ok".into()));
    let metrics = server.get("/metrics").await;
    assert!(metrics.headers()["content-type"].to_str().unwrap().starts_with("text/plain"));
    let measured = metrics.text().await.unwrap();
    assert!(measured.contains("outbox_age_seconds 0"), "{measured}");
}

#[tokio::test]
async fn a_signal_ends_it_well_and_quietly() {
    for signal in ["-TERM", "-INT"] {
        let server = Installation::new().serve(&[]);
        server.signal(signal);
        assert_eq!(server.wait(), (true, String::new()));
    }
}

#[tokio::test]
async fn the_second_signal_does_not_wait() {
    // Nobody would wait an hour for the end of this test.
    let installation = Installation::new().with("MENTORHUB_DRAIN_SECONDS", "3600");
    let server = installation.serve(&[]);
    server.signal("-TERM");
    server.signal("-INT");
    assert!(server.wait().0);
}

#[tokio::test]
async fn without_its_bus_it_is_degraded_but_ready() {
    let Some(postgres) = test_kit::service("MENTORHUB_TEST_POSTGRES") else { return };
    let database = test_kit::Database::empty(&postgres).await;
    database
        .used_by(async |url| {
            let installation = Installation::new().without_its_bus(&url);
            let ready = installation.serve(&[]).get("/readyz").await;
            assert_eq!(ready.status(), 200);
            assert_eq!(json_of(ready).await["bus"], "degraded");
        })
        .await;
}
