//! One-time codes and institution codes: what counts as a guess, and what a guess ends.

use store::codes::{self, Purpose, Sent, Verdict};
use store::guesses::{self, Target};
use store::outbox::{self, MAIL, Mail};
use store::rate_limits::Bucket;
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

    /// Returns address and template of the mails to send.
    async fn mails(&self) -> Vec<(String, String)> {
        let jobs: Vec<outbox::Job<Mail>> =
            outbox::lease(&self.store, MAIL, 1000, chrono::Duration::zero()).await.unwrap();
        jobs.into_iter().map(|job| (job.payload.to, job.payload.template)).collect()
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

both!(wave_of_guesses_alerts_staff_and_locks_nobody, async |app| {
    app.people().await;
    let code = app.code_for(LENA).await;
    for number in 0..40 {
        let email = format!("stranger{number}@example.org");
        let wrong = other_than(&app.code_for(&email).await);
        assert!(!guesses::is_suspect(&app.store, Target::Codes, "192.0.2.7").await.unwrap());
        for _ in 0..5 {
            assert_eq!(app.verify(&email, wrong).await, Verdict::Wrong);
        }
    }
    let staff_mails = app.mails().await.into_iter().filter(|(_, template)| template == "staff_wrong_codes");
    assert_eq!(staff_mails.map(|(to, _)| to).collect::<Vec<_>>(), ["sam@example.org"]);
    assert!(guesses::is_suspect(&app.store, Target::Codes, "192.0.2.7").await.unwrap());
    guesses::trust(&app.store, "192.0.2.7").await.unwrap();
    assert!(!guesses::is_suspect(&app.store, Target::Codes, "192.0.2.7").await.unwrap());
    assert_eq!(app.verify(LENA, &code).await, Verdict::Right);
});

both!(guesses_at_codes_of_a_mailbox_lock_only_it, async |app| {
    let mut guesses = 0;
    loop {
        let code = app.code_for(LENA).await;
        for _ in 0..5 {
            app.verify(LENA, other_than(&code)).await;
            guesses += 1;
        }
        if app.verify(LENA, &code).await == Verdict::Locked {
            break;
        }
        app.store.clock.advance(std::time::Duration::from_secs(120));
    }
    assert!((30..60).contains(&guesses), "{guesses}");
    let other = app.code_for("noor@example.org").await;
    assert_eq!(app.verify("noor@example.org", &other).await, Verdict::Right);
    app.store.clock.advance(std::time::Duration::from_secs(120));
    let code = app.code_for(LENA).await;
    assert_eq!(app.verify(LENA, &code).await, Verdict::Right, "one guess comes back in two minutes");
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
    let target = Target::InstitutionCodes(None);
    let is_suspect = async || guesses::is_suspect(&app.store, target, "192.0.2.7").await.unwrap();
    for _ in 0..25 {
        guesses::count_wrong(&app.store, target).await.unwrap();
    }
    assert_eq!(app.mails().await, [("sam@example.org".to_owned(), "staff_institution_codes".to_owned())]);
    assert!(!is_suspect().await);
    for _ in 0..75 {
        guesses::count_wrong(&app.store, target).await.unwrap();
    }
    assert!(is_suspect().await);
    app.store.clock.advance(std::time::Duration::from_secs(3600));
    assert!(!is_suspect().await, "until the hour ends");
});

both!(bucket_of_a_row_refills_and_full_ones_are_deleted, async |app| {
    let bucket = |key| Bucket::new(&app.store, "tests", key, std::time::Duration::from_secs(10), 3);
    for _ in 0..3 {
        assert_eq!(bucket("a").take(&app.store).await.unwrap(), None);
    }
    let wait = Some(std::time::Duration::from_secs(10));
    assert_eq!(bucket("a").take(&app.store).await.unwrap(), wait);
    assert_eq!(bucket("b").take(&app.store).await.unwrap(), None, "another key");
    bucket("a").give_back(&app.store).await.unwrap();
    assert_eq!(bucket("a").take(&app.store).await.unwrap(), None);
    app.store.clock.advance(std::time::Duration::from_secs(20));
    assert_eq!(codes::prune(&app.store).await.unwrap(), 1, "b is full");
    for expected in [None, None, wait] {
        assert_eq!(bucket("a").take(&app.store).await.unwrap(), expected);
    }
});
