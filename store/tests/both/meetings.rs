//! Recorded calls: access, texts and ratings.

use chrono::{DateTime, Duration, Utc};
use store::channels::{self, Status};
use store::meetings::{self, Imported, Meeting, State, Text};
use store::{ChannelId, PersonId, RecordingId};

use crate::test_store::{TestStore, start};
use test_kit::both;

/// Returns a call of half an hour with texts that fit its state.
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

async fn history(app: &TestStore, channel: ChannelId, person: PersonId) -> Vec<Meeting> {
    let (history, has_next) = meetings::history(&app.store, channel, person, 1).await.unwrap();
    assert!(!has_next);
    history
}

async fn import(app: &TestStore, channel: ChannelId, calls: &[Imported]) {
    assert!(meetings::import(&app.store, channel, calls).await.unwrap());
}

/// Returns the expiry and the signature of a link.
fn parts(link: &str) -> (i64, String) {
    let (_, query) = link.split_once("?expires=").unwrap();
    let (expires, signature) = query.split_once("&signature=").unwrap();
    (expires.parse().unwrap(), signature.to_owned())
}

both!(meeting_history_is_paged_newest_first, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    let calls: Vec<_> = (0..65).map(|day| call(start() - Duration::days(day), State::Ready)).collect();
    import(&app, pair, &calls).await;
    let mut days = Vec::new();
    for (page, expected) in [(1, (30, true)), (2, (30, true)), (3, (5, false)), (4, (0, false)), (u32::MAX, (0, false))]
    {
        let (found, has_next) = meetings::history(&app.store, pair, tom, page).await.unwrap();
        assert_eq!((found.len(), has_next), expected, "page {page}");
        days.extend(found.iter().map(|meeting| (start() - meeting.started_at).num_days()));
    }
    assert_eq!(days, (0..65).collect::<Vec<_>>());
});

both!(meeting_import_runs_once_and_keeps_states, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    let states = [State::Recorded, State::Transcribed, State::Summarised, State::Ready, State::Failed, State::Purged];
    let days = (0..).map(Duration::days);
    let calls: Vec<_> = states.iter().zip(days).map(|(state, ago)| call(start() - ago, *state)).collect();
    import(&app, pair, &calls).await;
    assert!(!meetings::import(&app.store, pair, &calls).await.unwrap());
    let history = history(&app, pair, maya).await;
    assert_eq!(history.iter().map(|meeting| meeting.state).collect::<Vec<_>>(), states);
    for meeting in history {
        let failure = (meeting.state == State::Failed).then_some("transcript_unavailable");
        assert_eq!(meeting.failure.as_deref(), failure);
        let has_texts = !matches!(meeting.state, State::Recorded | State::Purged);
        assert_eq!((meeting.has_summary, meeting.has_transcript), (has_texts, has_texts), "{:?}", meeting.state);
        assert_eq!(meeting.ended_at, Some(meeting.started_at + Duration::minutes(30)));
    }
});

both!(meeting_is_visible_to_members_active_then, async |app| {
    let [maya, tom, ana, sam] = app.people().await;
    let (group, other) = (app.group(&[maya, tom, ana]).await, app.direct(&[maya, sam]).await);
    app.send(group, maya, "Before the call").await;
    app.advance(Duration::hours(2));
    channels::set_status(&app.store, group, tom, Status::Inactive, None).await.unwrap();
    channels::set_status(&app.store, group, ana, Status::Absent, None).await.unwrap();
    let left = app.store.clock.now();
    app.advance(Duration::hours(2));
    // A second change to inactive keeps the first time.
    channels::set_status(&app.store, group, tom, Status::Inactive, Some(left)).await.unwrap();
    let moments = [left - Duration::hours(1), left, left + Duration::milliseconds(1)];
    import(&app, group, &moments.map(|moment| call(moment, State::Ready))).await;
    import(&app, other, &[call(left, State::Ready)]).await;

    let times = |history: Vec<Meeting>| history.iter().map(|meeting| meeting.started_at).collect::<Vec<_>>();
    assert_eq!(times(history(&app, group, maya).await), [moments[2], moments[1], moments[0]]);
    assert_eq!(times(history(&app, group, tom).await), [moments[1], moments[0]]);
    assert!(history(&app, group, ana).await.is_empty() && history(&app, group, sam).await.is_empty());
    let late = history(&app, group, maya).await[0].id;
    assert!(meetings::of_person(&app.store, late, tom).await.unwrap().is_none());
    assert_eq!(meetings::rate(&app.store, late, tom, Some(5)).await.unwrap(), None);

    for back in [tom, ana] {
        channels::set_status(&app.store, group, back, Status::Active, None).await.unwrap();
        assert_eq!(history(&app, group, back).await.len(), 3);
    }
});

both!(meeting_rating_is_personal_and_skip_keeps_it, async |app| {
    let [maya, tom, _, sam] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    import(&app, pair, &[call(start(), State::Ready)]).await;
    let id = history(&app, pair, maya).await[0].id;
    for (given, expected) in [(None, None), (Some(2), Some(2)), (Some(5), Some(5)), (None, Some(5))] {
        assert_eq!(meetings::rate(&app.store, id, maya, given).await.unwrap(), Some(expected));
        assert_eq!(history(&app, pair, maya).await[0].rating, expected);
    }
    assert_eq!(history(&app, pair, tom).await[0].rating, None);
    assert_eq!(meetings::rate(&app.store, id, sam, Some(1)).await.unwrap(), None, "not a member");
    let unknown: RecordingId = app.store.clock.id();
    assert_eq!(meetings::rate(&app.store, unknown, maya, Some(1)).await.unwrap(), None);
});

both!(only_ready_meetings_are_rated, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    let states = [State::Recorded, State::Transcribed, State::Summarised, State::Failed, State::Purged];
    import(&app, pair, &states.map(|state| call(start(), state))).await;
    for meeting in history(&app, pair, maya).await {
        assert_eq!(meetings::rate(&app.store, meeting.id, maya, Some(5)).await.unwrap(), None, "{meeting:?}");
    }
    assert_eq!(meetings::to_rate(&app.store, maya).await.unwrap(), None);
});

both!(newest_unrated_meeting_is_prompted_for_two_weeks, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    let calls = [20, 3, 1].map(|days| call(start() - Duration::days(days), State::Ready));
    import(&app, pair, &calls).await;
    let all = history(&app, pair, maya).await;
    for (prompted, answer) in [(&all[0], Some(4)), (&all[1], None)] {
        let card = meetings::to_rate(&app.store, maya).await.unwrap().unwrap();
        assert_eq!((card.id, card.channel_id, card.started_at), (prompted.id, pair, prompted.started_at));
        meetings::rate(&app.store, prompted.id, maya, answer).await.unwrap();
    }
    assert_eq!(meetings::to_rate(&app.store, maya).await.unwrap(), None, "prompts end after two weeks");
    assert_eq!(
        meetings::to_rate(&app.store, tom).await.unwrap().unwrap().id,
        all[0].id,
        "each member rates separately"
    );
    app.advance(Duration::days(14));
    assert_eq!(meetings::to_rate(&app.store, tom).await.unwrap(), None);
});

both!(meeting_text_link_is_valid_ten_minutes, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    import(&app, pair, &[call(start(), State::Ready), call(start() - Duration::days(1), State::Ready)]).await;
    let all = history(&app, pair, maya).await;
    let (id, other) = (all[0].id, all[1].id);
    let link = meetings::link(&app.store, id, Text::Summary);
    assert!(link.starts_with(&format!("/api/v2/chat/meetings/{id}/summary/?")), "{link}");
    let (expires, signature) = parts(&link);
    let open = async |id, text, expires, signature: &str| {
        meetings::open(&app.store, id, text, expires, signature).await.unwrap()
    };
    assert_eq!(open(id, Text::Summary, expires, &signature).await, Some((start(), "In short: yes 👍".to_owned())));
    assert_eq!(open(id, Text::Transcript, expires, &signature).await, None, "another text");
    assert_eq!(open(other, Text::Summary, expires, &signature).await, None, "another call");
    assert_eq!(open(id, Text::Summary, expires + 1, &signature).await, None, "with a later expiry");
    for modified in ["", "AAAA", "not base64!", &signature[1..]] {
        assert_eq!(open(id, Text::Summary, expires, modified).await, None, "{modified}");
    }
    for expires_at in [i64::MIN, 0, i64::MAX] {
        assert_eq!(open(id, Text::Summary, expires_at, &signature).await, None);
    }
    app.advance(Duration::minutes(10));
    assert_eq!(open(id, Text::Summary, expires, &signature).await, None);
    let (expires, signature) = parts(&meetings::link(&app.store, id, Text::Summary));
    assert!(open(id, Text::Summary, expires, &signature).await.is_some(), "a new link works");
});
