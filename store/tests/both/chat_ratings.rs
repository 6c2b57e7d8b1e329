//! Chat ratings: when a prompt is due and how answers are stored.

use chrono::Duration;
use store::channels::{self, Kind, Status};
use store::chat_ratings::{self, Answers};
use store::programmes::PromptSchedule;
use store::{ChannelId, PersonId};

use crate::test_store::TestStore;
use test_kit::both;

const GOOD: Answers = Answers { accuracy: 5, relevance: 4, resolution: 3 };
const BETTER: Answers = Answers { accuracy: 5, relevance: 5, resolution: 5 };

/// Returns whether a prompt is due under the default schedule.
async fn is_due(app: &TestStore, channel: ChannelId, person: PersonId) -> bool {
    chat_ratings::is_due(&app.store, channel, person, PromptSchedule::default()).await.unwrap()
}

async fn answer(app: &TestStore, channel: ChannelId, person: PersonId, answers: Option<Answers>) -> bool {
    chat_ratings::answer(&app.store, channel, person, answers, PromptSchedule::default()).await.unwrap()
}

async fn latest(app: &TestStore, channel: ChannelId, person: PersonId) -> Option<Option<Answers>> {
    chat_ratings::latest(&app.store, channel, person).await.unwrap()
}

async fn messages(app: &TestStore, channel: ChannelId, sender: PersonId, count: usize) {
    for number in 0..count {
        app.send(channel, sender, &format!("no. {number}")).await;
    }
}

both!(rating_is_due_per_member_after_ten_messages, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    messages(&app, pair, maya, 9).await;
    assert!(!is_due(&app, pair, maya).await);
    assert!(!answer(&app, pair, maya, Some(GOOD)).await, "no prompt is due");
    messages(&app, pair, tom, 1).await;
    assert!(is_due(&app, pair, maya).await && is_due(&app, pair, tom).await);
    assert!(!is_due(&app, pair, ana).await, "not a member");
    assert!(!answer(&app, pair, ana, Some(GOOD)).await);
    assert_eq!(latest(&app, pair, ana).await, None);

    assert!(answer(&app, pair, maya, Some(GOOD)).await);
    assert!(!is_due(&app, pair, maya).await);
    assert!(is_due(&app, pair, tom).await, "each member answers separately");
});

both!(next_rating_needs_two_weeks_and_ten_messages, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    messages(&app, pair, maya, 10).await;
    assert!(answer(&app, pair, maya, None).await, "a skip counts as an answer");
    assert_eq!(latest(&app, pair, maya).await, Some(None));
    messages(&app, pair, tom, 10).await;
    app.advance(Duration::days(14) - Duration::milliseconds(1));
    assert!(!is_due(&app, pair, maya).await);
    app.advance(Duration::milliseconds(1));
    assert!(is_due(&app, pair, maya).await);
    assert!(answer(&app, pair, maya, Some(GOOD)).await);

    app.advance(Duration::days(30));
    messages(&app, pair, tom, 9).await;
    assert!(!is_due(&app, pair, maya).await, "nine messages are too few");
    messages(&app, pair, tom, 1).await;
    assert!(is_due(&app, pair, maya).await);
});

both!(programme_sets_rating_interval, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    messages(&app, pair, maya, 10).await;
    let weekly = PromptSchedule { every_days: 7 };
    assert!(chat_ratings::answer(&app.store, pair, maya, Some(GOOD), weekly).await.unwrap());
    messages(&app, pair, tom, 10).await;
    app.advance(Duration::days(7));
    assert!(chat_ratings::is_due(&app.store, pair, maya, weekly).await.unwrap());
    assert!(!is_due(&app, pair, maya).await);
    let never = PromptSchedule { every_days: u32::MAX };
    assert!(!chat_ratings::is_due(&app.store, pair, maya, never).await.unwrap());
});

both!(repeated_answer_updates_and_skip_keeps_it, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    messages(&app, pair, maya, 10).await;
    for (answered, expected) in
        [(None, None), (Some(GOOD), Some(GOOD)), (Some(BETTER), Some(BETTER)), (None, Some(BETTER))]
    {
        assert!(answer(&app, pair, maya, answered).await);
        assert_eq!(latest(&app, pair, maya).await, Some(expected));
    }
});

both!(concurrent_answers_are_all_accepted, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    messages(&app, pair, maya, 10).await;
    // The schema rejects two rows about the same messages, so a race fails the test.
    let all = (0..8).map(|_| answer(&app, pair, maya, Some(GOOD)));
    assert!(futures_util::future::join_all(all).await.into_iter().all(|accepted| accepted));
    assert!(!is_due(&app, pair, maya).await);
});

both!(new_member_rates_only_later_messages, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let group = app.group(&[maya, tom]).await;
    messages(&app, group, maya, 12).await;
    app.advance(Duration::minutes(1));
    channels::join(&app.store, group, &[ana]).await.unwrap();
    assert!(!is_due(&app, group, ana).await);
    messages(&app, group, maya, 10).await;
    assert!(is_due(&app, group, ana).await);
    channels::set_status(&app.store, group, ana, Status::Inactive, None).await.unwrap();
    assert!(!is_due(&app, group, ana).await, "an inactive member gets no prompt");
});

both!(announcements_are_not_rated, async |app| {
    let [maya, tom, ..] = app.people().await;
    let news = channels::create(&app.store, Kind::Broadcast, "News", None).await.unwrap();
    channels::join(&app.store, news, &[maya, tom]).await.unwrap();
    messages(&app, news, maya, 10).await;
    assert!(!is_due(&app, news, tom).await);
    assert!(!answer(&app, news, tom, Some(GOOD)).await);
});
