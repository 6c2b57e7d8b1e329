//! When a person is asked about a conversation, and what becomes of the answer.

use chrono::Duration;
use store::channels::{self, Kind, Status};
use store::chat_ratings::{self, Answers, Rhythm};
use store::{ChannelId, PersonId};

use crate::world::World;
use test_kit::both;

const GOOD: Answers = Answers { accuracy: 5, relevance: 4, resolution: 3 };
const BETTER: Answers = Answers { accuracy: 5, relevance: 5, resolution: 5 };

/// Whether this person is to be asked, if the programme asks as usual.
async fn is_due(world: &World, channel: ChannelId, person: PersonId) -> bool {
    chat_ratings::is_due(&world.store, channel, person, Rhythm::default()).await.unwrap()
}

async fn answer(world: &World, channel: ChannelId, person: PersonId, answers: Option<Answers>) -> bool {
    chat_ratings::answer(&world.store, channel, person, answers, Rhythm::default()).await.unwrap()
}

async fn latest(world: &World, channel: ChannelId, person: PersonId) -> Option<Option<Answers>> {
    chat_ratings::latest(&world.store, channel, person).await.unwrap()
}

async fn messages(world: &World, channel: ChannelId, sender: PersonId, count: usize) {
    for number in 0..count {
        world.says(channel, sender, &format!("no. {number}")).await;
    }
}

both!(ten_messages_make_a_rating_due_for_each_member, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let pair = world.direct(&[maya, tom]).await;
    messages(&world, pair, maya, 9).await;
    assert!(!is_due(&world, pair, maya).await);
    assert!(!answer(&world, pair, maya, Some(GOOD)).await, "nobody asked");
    messages(&world, pair, tom, 1).await;
    assert!(is_due(&world, pair, maya).await && is_due(&world, pair, tom).await);
    assert!(!is_due(&world, pair, ana).await, "none of her business");
    assert!(!answer(&world, pair, ana, Some(GOOD)).await);
    assert_eq!(latest(&world, pair, ana).await, None);

    assert!(answer(&world, pair, maya, Some(GOOD)).await);
    assert!(!is_due(&world, pair, maya).await);
    assert!(is_due(&world, pair, tom).await, "each for oneself");
});

both!(the_next_one_is_due_after_two_weeks_and_ten_more_messages, async |world| {
    let [maya, tom, ..] = world.people().await;
    let pair = world.direct(&[maya, tom]).await;
    messages(&world, pair, maya, 10).await;
    assert!(answer(&world, pair, maya, None).await, "a skip is an answer");
    assert_eq!(latest(&world, pair, maya).await, Some(None));
    messages(&world, pair, tom, 10).await;
    world.advance(Duration::days(14) - Duration::milliseconds(1));
    assert!(!is_due(&world, pair, maya).await);
    world.advance(Duration::milliseconds(1));
    assert!(is_due(&world, pair, maya).await);
    assert!(answer(&world, pair, maya, Some(GOOD)).await);

    world.advance(Duration::days(30));
    messages(&world, pair, tom, 9).await;
    assert!(!is_due(&world, pair, maya).await, "nine messages are not ten");
    messages(&world, pair, tom, 1).await;
    assert!(is_due(&world, pair, maya).await);
});

both!(a_programme_sets_how_often, async |world| {
    let [maya, tom, ..] = world.people().await;
    let pair = world.direct(&[maya, tom]).await;
    messages(&world, pair, maya, 10).await;
    let weekly = Rhythm { every_days: 7 };
    assert!(chat_ratings::answer(&world.store, pair, maya, Some(GOOD), weekly).await.unwrap());
    messages(&world, pair, tom, 10).await;
    world.advance(Duration::days(7));
    assert!(chat_ratings::is_due(&world.store, pair, maya, weekly).await.unwrap());
    assert!(!is_due(&world, pair, maya).await);
    let never = Rhythm { every_days: u32::MAX };
    assert!(!chat_ratings::is_due(&world.store, pair, maya, never).await.unwrap());
});

both!(answering_again_changes_the_answer_and_a_skip_takes_none_away, async |world| {
    let [maya, tom, ..] = world.people().await;
    let pair = world.direct(&[maya, tom]).await;
    messages(&world, pair, maya, 10).await;
    for (given, kept) in [(None, None), (Some(GOOD), Some(GOOD)), (Some(BETTER), Some(BETTER)), (None, Some(BETTER))] {
        assert!(answer(&world, pair, maya, given).await);
        assert_eq!(latest(&world, pair, maya).await, Some(kept));
    }
});

both!(of_answers_that_come_at_once_each_is_kept_or_changes_another, async |world| {
    let [maya, tom, ..] = world.people().await;
    let pair = world.direct(&[maya, tom]).await;
    messages(&world, pair, maya, 10).await;
    // Two rows about the same messages are refused by the schema, so a race would not stay hidden.
    let all = (0..8).map(|_| answer(&world, pair, maya, Some(GOOD)));
    assert!(futures_util::future::join_all(all).await.into_iter().all(|kept| kept));
    assert!(!is_due(&world, pair, maya).await);
});

both!(who_joins_a_group_is_asked_about_what_came_later, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let group = world.group(&[maya, tom]).await;
    messages(&world, group, maya, 12).await;
    world.advance(Duration::minutes(1));
    channels::join(&world.store, group, &[ana]).await.unwrap();
    assert!(!is_due(&world, group, ana).await);
    messages(&world, group, maya, 10).await;
    assert!(is_due(&world, group, ana).await);
    channels::set_status(&world.store, group, ana, Status::Inactive, None).await.unwrap();
    assert!(!is_due(&world, group, ana).await, "who may not write is not asked");
});

both!(announcements_are_not_rated, async |world| {
    let [maya, tom, ..] = world.people().await;
    let news = channels::create(&world.store, Kind::Broadcast, "News", None).await.unwrap();
    channels::join(&world.store, news, &[maya, tom]).await.unwrap();
    messages(&world, news, maya, 10).await;
    assert!(!is_due(&world, news, tom).await);
    assert!(!answer(&world, news, tom, Some(GOOD)).await);
});
