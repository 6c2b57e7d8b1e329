//! One-time codes and institution codes: what counts as a guess, and what a guess ends.

use store::codes::{self, Purpose, Sent, Verdict};
use store::institution_codes;
use store::outbox::{self, MAIL, Mail};
use test_kit::both;

use crate::test_store::TestStore;

const LENA: &str = "lena@example.org";

impl TestStore {
    /// Sends a code and returns it.
    async fn code_for(&self, email: &str) -> String {
        let mut code = String::new();
        let mail = |sent: &str| {
            sent.clone_into(&mut code);
            Mail {
                to: String::new(),
                template: "code".to_owned(),
                language: "en".to_owned(),
                values: Default::default(),
            }
        };
        assert_eq!(codes::send(&self.store, Purpose::SignUp, email, mail).await.unwrap(), Sent::Enqueued);
        code
    }

    async fn verify(&self, email: &str, code: &str) -> Verdict {
        codes::verify(&self.store, Purpose::SignUp, email, code).await.unwrap()
    }
}

fn other_than(code: &str) -> &'static str {
    if code == "000000" { "111111" } else { "000000" }
}

both!(guesses_without_live_code_lock_nobody, async |app| {
    let code = app.code_for(LENA).await;
    for number in 0..1_000 {
        assert_eq!(app.verify(&format!("stranger{}@example.org", number % 50), "000000").await, Verdict::Wrong);
    }
    assert_eq!(app.verify(LENA, &code).await, Verdict::Right);
});

both!(many_guesses_at_live_codes_lock_all, async |app| {
    let code = app.code_for(LENA).await;
    for number in 0..200 {
        let email = format!("stranger{number}@example.org");
        let wrong = other_than(&app.code_for(&email).await);
        for _ in 0..5 {
            assert_eq!(app.verify(&email, wrong).await, Verdict::Wrong);
        }
    }
    assert_eq!(app.verify(LENA, &code).await, Verdict::Locked);
});

both!(verified_code_stays_right_and_can_end, async |app| {
    let code = app.code_for(LENA).await;
    for _ in 0..3 {
        assert_eq!(app.verify(LENA, &code).await, Verdict::Right);
    }
    app.store.clock.advance(std::time::Duration::from_secs(29 * 60));
    assert_eq!(app.verify(LENA, &code).await, Verdict::Right, "half an hour");
    app.store.clock.advance(std::time::Duration::from_secs(61));
    assert_eq!(app.verify(LENA, &code).await, Verdict::Wrong, "repeating does not extend it");

    let code = app.code_for(LENA).await;
    assert_eq!(app.verify(LENA, &code).await, Verdict::Right);
    for _ in 0..5 {
        assert_eq!(app.verify(LENA, other_than(&code)).await, Verdict::Wrong);
    }
    assert_eq!(app.verify(LENA, &code).await, Verdict::Wrong, "five guesses end a verified code, too");
});

both!(tenth_wrong_institution_code_alerts_staff_once, async |app| {
    app.people().await;
    for _ in 0..25 {
        institution_codes::count_wrong(&app.store, None).await.unwrap();
    }
    let jobs: Vec<outbox::Job<Mail>> = outbox::lease(&app.store, MAIL, 100, chrono::Duration::zero()).await.unwrap();
    let told: Vec<_> = jobs.iter().map(|job| (job.payload.to.as_str(), job.payload.template.as_str())).collect();
    assert_eq!(told, [("sam@example.org", "staff_institution_codes")]);
    assert!(!institution_codes::is_locked(&app.store, None).await.unwrap());
    for _ in 0..75 {
        institution_codes::count_wrong(&app.store, None).await.unwrap();
    }
    assert!(institution_codes::is_locked(&app.store, None).await.unwrap());
    app.store.clock.advance(std::time::Duration::from_secs(3600));
    assert!(!institution_codes::is_locked(&app.store, None).await.unwrap(), "until the hour ends");
});
