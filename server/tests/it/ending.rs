//! Health checks and shutdown.

use crate::program::{Installation, json_of};

#[tokio::test]
async fn running_server_reports_health_and_metrics() {
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
async fn open_file_limit_is_raised_at_start() {
    let (soft, hard) = Installation::new().serve_with_few_files().file_limits();
    assert_eq!(soft, hard);
    assert_ne!(soft, "256");
}

#[tokio::test]
async fn signal_stops_server_cleanly() {
    for signal in ["-TERM", "-INT"] {
        let server = Installation::new().serve(&[]);
        server.signal(signal);
        assert_eq!(server.wait(), (true, String::new()));
    }
}

#[tokio::test]
async fn second_signal_stops_server_at_once() {
    // An hour: only an immediate stop lets this test end.
    let installation = Installation::new().with("MENTORHUB_DRAIN_SECONDS", "3600");
    let server = installation.serve(&[]);
    server.signal("-TERM");
    server.signal("-INT");
    assert!(server.wait().0);
}

#[tokio::test]
async fn server_without_bus_is_degraded_but_ready() {
    let postgres = test_kit::postgres_url();
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
