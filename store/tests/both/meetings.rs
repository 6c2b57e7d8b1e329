//! Recorded calls: who may know of them, their texts, and what people think of them.

use chrono::{DateTime, Duration, Utc};
use store::channels::{self, Status};
use store::meetings::{self, Imported, Meeting, State, Text};
use store::{ChannelId, PersonId, RecordingId};

use crate::world::{World, start};
use test_kit::both;

/// A call of half an hour with everything there is to it.
fn call(started_at: DateTime<Utc>, state: State) -> Imported {
    let has_texts = !matches!(state, State::Recorded | State::Purged);
    let texts = vec![(Text::Summary, "In short: yes 👍".to_owned()), (Text::Transcript, "Maya: Yes.\n".to_owned())];
    Imported {
        started_at,
        ended_at: started_at + Duration::minutes(30),
        state,
        failure: (state == State::Failed).then(|| "transcript_unavailable".to_owned()),
        texts: if has_texts { texts } else { vec![] },
        ratings: vec![],
    }
}

async fn seen(world: &World, channel: ChannelId, person: PersonId) -> Vec<Meeting> {
    let (seen, has_next) = meetings::history(&world.store, channel, person, 1).await.unwrap();
    assert!(!has_next);
    seen
}

async fn imported(world: &World, channel: ChannelId, calls: &[Imported]) {
    assert!(meetings::import(&world.store, channel, calls).await.unwrap());
}

/// The expiry and the signature of an address.
fn parts(link: &str) -> (i64, String) {
    let (_, query) = link.split_once("?expires=").unwrap();
    let (expires, signature) = query.split_once("&signature=").unwrap();
    (expires.parse().unwrap(), signature.to_owned())
}

both!(the_history_is_told_newest_first_and_in_pages, async |world| {
    let [maya, tom, ..] = world.people().await;
    let pair = world.direct(&[maya, tom]).await;
    let calls: Vec<_> = (0..65).map(|day| call(start() - Duration::days(day), State::Ready)).collect();
    imported(&world, pair, &calls).await;
    let mut days = Vec::new();
    for (page, expected) in [(1, (30, true)), (2, (30, true)), (3, (5, false)), (4, (0, false)), (u32::MAX, (0, false))]
    {
        let (found, has_next) = meetings::history(&world.store, pair, tom, page).await.unwrap();
        assert_eq!((found.len(), has_next), expected, "page {page}");
        days.extend(found.iter().map(|meeting| (start() - meeting.started_at).num_days()));
    }
    assert_eq!(days, (0..65).collect::<Vec<_>>());
});

both!(an_import_happens_once_and_each_state_comes_back, async |world| {
    let [maya, tom, ..] = world.people().await;
    let pair = world.direct(&[maya, tom]).await;
    let states = [State::Recorded, State::Transcribed, State::Summarised, State::Ready, State::Failed, State::Purged];
    let days = (0..).map(Duration::days);
    let calls: Vec<_> = states.iter().zip(days).map(|(state, ago)| call(start() - ago, *state)).collect();
    imported(&world, pair, &calls).await;
    assert!(!meetings::import(&world.store, pair, &calls).await.unwrap());
    let seen = seen(&world, pair, maya).await;
    assert_eq!(seen.iter().map(|meeting| meeting.state).collect::<Vec<_>>(), states);
    for meeting in seen {
        let failure = (meeting.state == State::Failed).then_some("transcript_unavailable");
        assert_eq!(meeting.failure.as_deref(), failure);
        let has_texts = !matches!(meeting.state, State::Recorded | State::Purged);
        assert_eq!((meeting.has_summary, meeting.has_transcript), (has_texts, has_texts), "{:?}", meeting.state);
        assert_eq!(meeting.ended_at, Some(meeting.started_at + Duration::minutes(30)));
    }
});

both!(a_call_is_the_business_of_those_who_were_active_then, async |world| {
    let [maya, tom, ana, sam] = world.people().await;
    let (group, other) = (world.group(&[maya, tom, ana]).await, world.direct(&[maya, sam]).await);
    world.says(group, maya, "Before the call").await;
    world.advance(Duration::hours(2));
    channels::set_status(&world.store, group, tom, Status::Inactive, None).await.unwrap();
    channels::set_status(&world.store, group, ana, Status::Absent, None).await.unwrap();
    let left = world.store.clock.now();
    world.advance(Duration::hours(2));
    // Still the first time that counts.
    channels::set_status(&world.store, group, tom, Status::Inactive, Some(left)).await.unwrap();
    let moments = [left - Duration::hours(1), left, left + Duration::milliseconds(1)];
    imported(&world, group, &moments.map(|moment| call(moment, State::Ready))).await;
    imported(&world, other, &[call(left, State::Ready)]).await;

    let times = |seen: Vec<Meeting>| seen.iter().map(|meeting| meeting.started_at).collect::<Vec<_>>();
    assert_eq!(times(seen(&world, group, maya).await), [moments[2], moments[1], moments[0]]);
    assert_eq!(times(seen(&world, group, tom).await), [moments[1], moments[0]]);
    assert!(seen(&world, group, ana).await.is_empty() && seen(&world, group, sam).await.is_empty());
    let late = seen(&world, group, maya).await[0].id;
    assert!(meetings::of_person(&world.store, late, tom).await.unwrap().is_none());
    assert_eq!(meetings::rate(&world.store, late, tom, Some(5)).await.unwrap(), None);

    for back in [tom, ana] {
        channels::set_status(&world.store, group, back, Status::Active, None).await.unwrap();
        assert_eq!(seen(&world, group, back).await.len(), 3);
    }
});

both!(a_rating_is_ones_own_and_may_be_changed_but_not_skipped_away, async |world| {
    let [maya, tom, _, sam] = world.people().await;
    let pair = world.direct(&[maya, tom]).await;
    imported(&world, pair, &[call(start(), State::Ready)]).await;
    let id = seen(&world, pair, maya).await[0].id;
    for (given, kept) in [(None, None), (Some(2), Some(2)), (Some(5), Some(5)), (None, Some(5))] {
        assert_eq!(meetings::rate(&world.store, id, maya, given).await.unwrap(), Some(kept));
        assert_eq!(seen(&world, pair, maya).await[0].rating, kept);
    }
    assert_eq!(seen(&world, pair, tom).await[0].rating, None);
    assert_eq!(meetings::rate(&world.store, id, sam, Some(1)).await.unwrap(), None, "a stranger");
    let unknown: RecordingId = world.store.clock.id();
    assert_eq!(meetings::rate(&world.store, unknown, maya, Some(1)).await.unwrap(), None);
});

both!(only_notes_that_are_ready_are_rated_and_asked_about, async |world| {
    let [maya, tom, ..] = world.people().await;
    let pair = world.direct(&[maya, tom]).await;
    let states = [State::Recorded, State::Transcribed, State::Summarised, State::Failed, State::Purged];
    imported(&world, pair, &states.map(|state| call(start(), state))).await;
    for meeting in seen(&world, pair, maya).await {
        assert_eq!(meetings::rate(&world.store, meeting.id, maya, Some(5)).await.unwrap(), None, "{meeting:?}");
    }
    assert_eq!(meetings::to_rate(&world.store, maya).await.unwrap(), None);
});

both!(the_newest_unrated_call_is_asked_about_once_and_not_for_ever, async |world| {
    let [maya, tom, ..] = world.people().await;
    let pair = world.direct(&[maya, tom]).await;
    let calls = [20, 3, 1].map(|days| call(start() - Duration::days(days), State::Ready));
    imported(&world, pair, &calls).await;
    let all = seen(&world, pair, maya).await;
    for (asked, answer) in [(&all[0], Some(4)), (&all[1], None)] {
        let card = meetings::to_rate(&world.store, maya).await.unwrap().unwrap();
        assert_eq!((card.id, card.channel_id, card.started_at), (asked.id, pair, asked.started_at));
        meetings::rate(&world.store, asked.id, maya, answer).await.unwrap();
    }
    assert_eq!(meetings::to_rate(&world.store, maya).await.unwrap(), None, "20 days ago is too long ago");
    assert_eq!(meetings::to_rate(&world.store, tom).await.unwrap().unwrap().id, all[0].id, "each for oneself");
    world.advance(Duration::days(14));
    assert_eq!(meetings::to_rate(&world.store, tom).await.unwrap(), None);
});

both!(a_text_is_opened_by_its_own_address_for_ten_minutes, async |world| {
    let [maya, tom, ..] = world.people().await;
    let pair = world.direct(&[maya, tom]).await;
    imported(&world, pair, &[call(start(), State::Ready), call(start() - Duration::days(1), State::Ready)]).await;
    let all = seen(&world, pair, maya).await;
    let (id, other) = (all[0].id, all[1].id);
    let link = meetings::link(&world.store, id, Text::Summary);
    assert!(link.starts_with(&format!("/api/v2/chat/meetings/{id}/summary/?")), "{link}");
    let (expires, signature) = parts(&link);
    let open = async |id, text, expires, signature: &str| {
        meetings::open(&world.store, id, text, expires, signature).await.unwrap()
    };
    assert_eq!(open(id, Text::Summary, expires, &signature).await, Some((start(), "In short: yes 👍".to_owned())));
    assert_eq!(open(id, Text::Transcript, expires, &signature).await, None, "another text");
    assert_eq!(open(other, Text::Summary, expires, &signature).await, None, "another call");
    assert_eq!(open(id, Text::Summary, expires + 1, &signature).await, None, "for longer");
    for touched in ["", "AAAA", "not base64!", &signature[1..]] {
        assert_eq!(open(id, Text::Summary, expires, touched).await, None, "{touched}");
    }
    for moment in [i64::MIN, 0, i64::MAX] {
        assert_eq!(open(id, Text::Summary, moment, &signature).await, None);
    }
    world.advance(Duration::minutes(10));
    assert_eq!(open(id, Text::Summary, expires, &signature).await, None);
    let (expires, signature) = parts(&meetings::link(&world.store, id, Text::Summary));
    assert!(open(id, Text::Summary, expires, &signature).await.is_some(), "a new address works");
});
