//! Search: substring matches in readable messages, newest first.

use chrono::Duration;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use store::assistant::{Label, Outcome};
use store::attachments::Attachment;
use store::bots::ASSISTANT;
use store::channels::{self, Status};
use store::chat_access::ChatAccess;
use store::messages::{self, Draft, Imported, NotChanged};
use store::search::{self, Filter, Has, Hit};
use store::{ChannelId, PersonId, Store, assistant};

use crate::test_store::{TestStore, draft};
use test_kit::both;

async fn found(app: &TestStore, person: PersonId, query: &str) -> Vec<String> {
    filtered(&app.store, person, query, &Filter::default()).await
}

async fn filtered(store: &Store, person: PersonId, query: &str, filter: &Filter) -> Vec<String> {
    let page = search::messages(store, person, ChatAccess::ALL, query, filter, 1).await.unwrap();
    page.hits.into_iter().map(|hit| hit.body).collect()
}

/// Sends a message with a file.
async fn send_file(app: &TestStore, channel: ChannelId, sender: PersonId, body: &str, media_type: &str) {
    let attachment = Attachment {
        id: app.store.clock.id(),
        name: r#"a "media_type": "image/png".pdf"#.to_owned(),
        media_type: media_type.to_owned(),
        size: 1,
        width: None,
        height: None,
        has_thumbnail: false,
        gif: None,
    };
    let message = Draft { attachments: vec![attachment], ..draft(channel, sender, body) };
    app.store.writer.append(message).await.unwrap();
}

both!(search_matches_substrings_ignoring_case_and_accents, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    for text in ["Grüße aus der Straße", "I bring the GRUSSKARTE", "مرحبا أهلا", "a"] {
        app.send(pair, maya, text).await;
        app.advance(Duration::milliseconds(1));
    }
    assert_eq!(found(&app, tom, "GRUSSK").await, ["I bring the GRUSSKARTE"]);
    assert_eq!(found(&app, tom, "gru").await, ["I bring the GRUSSKARTE", "Grüße aus der Straße"]);
    assert_eq!(found(&app, tom, "STRASSE grusse").await, ["Grüße aus der Straße"]);
    assert_eq!(found(&app, tom, "اهلا").await, ["مرحبا أهلا"]);
    assert_eq!(found(&app, tom, "straße nowhere").await, Vec::<String>::new());
    assert_eq!(found(&app, tom, "rü").await.len(), 2);
});

both!(search_covers_only_readable_messages, async |app| {
    let [maya, tom, ana, sam] = app.people().await;
    let circle = app.group(&[maya, tom, ana]).await;
    let pair = app.direct(&[maya, tom]).await;
    app.send(circle, maya, "apple one").await;
    app.send(pair, maya, "apple two").await;
    channels::set_status(&app.store, circle, tom, Status::Inactive, None).await.unwrap();
    channels::set_status(&app.store, circle, ana, Status::Absent, None).await.unwrap();
    app.advance(Duration::milliseconds(1));
    app.send(circle, maya, "apple three").await;
    assert_eq!(found(&app, maya, "apple").await.len(), 3);
    assert_eq!(found(&app, tom, "apple").await.len(), 2, "up to the time of his removal");
    assert_eq!(found(&app, ana, "apple").await.len(), 0);
    assert_eq!(found(&app, sam, "apple").await.len(), 0);
});

both!(search_pages_are_newest_first_across_channels, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let (pair, other) = (app.direct(&[maya, tom]).await, app.direct(&[maya, ana]).await);
    for number in 0..45 {
        app.send(if number % 3 == 0 { other } else { pair }, maya, &format!("story no. {number}")).await;
        if number % 4 == 0 {
            app.advance(Duration::milliseconds(1));
        }
    }
    let mut all: Vec<Hit> = Vec::new();
    for page in 1.. {
        let found =
            search::messages(&app.store, maya, ChatAccess::ALL, "story", &Filter::default(), page).await.unwrap();
        all.extend(found.hits);
        if !found.has_next {
            break;
        }
    }
    assert_eq!(all.len(), 45);
    assert!(all.windows(2).all(|two| two[0].created_at >= two[1].created_at));
    let seqs_of =
        |channel: ChannelId| all.iter().filter(|hit| hit.channel_id == channel).map(|hit| hit.seq).collect::<Vec<_>>();
    assert_eq!(seqs_of(pair), (1..=30).rev().collect::<Vec<_>>());
    assert_eq!(seqs_of(other), (1..=15).rev().collect::<Vec<_>>());
    assert_eq!(all[0].first_name, "Maya");
    assert!(
        search::messages(&app.store, maya, ChatAccess::ALL, "story", &Filter::default(), i64::MAX)
            .await
            .unwrap()
            .hits
            .is_empty()
    );
});

both!(imported_messages_are_found_in_time_order, async |app| {
    let [maya, tom, ..] = app.people().await;
    let (old, new) = (app.direct(&[maya, tom]).await, app.group(&[maya, tom]).await);
    app.send(new, maya, "pear today").await;
    let imported = |body: &str, days| Imported {
        sender: tom,
        body: body.to_owned(),
        created_at: app.store.clock.now() - Duration::days(days),
    };
    messages::import(&app.store, old, &[imported("pear long ago", 9), imported("pear", 3), imported("pear again", 3)])
        .await
        .unwrap();
    assert_eq!(found(&app, maya, "pear").await, ["pear today", "pear again", "pear", "pear long ago"]);
});

both!(identical_messages_are_found_in_every_channel, async |app| {
    let [maya, tom, ..] = app.people().await;
    let same = Imported { sender: maya, body: "Welcome to spring".into(), created_at: app.store.clock.now() };
    for _ in 0..5 {
        let pair = app.direct(&[maya, tom]).await;
        messages::import(&app.store, pair, &[same.clone(), same.clone(), same.clone()]).await.unwrap();
        search::catch_up(&app.store).await.unwrap();
    }
    assert_eq!(found(&app, tom, "spring").await.len(), 15);
});

both!(call_invitation_is_not_searchable_or_editable, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    let invitation = app.send(pair, maya, r#"{"room":"r-1"}"#).await;
    app.send(pair, maya, "The room is free").await;
    assert_eq!(found(&app, tom, "room").await, ["The room is free"]);
    let edited = messages::edit(&app.store, pair, maya, invitation.id, "Mine").await.unwrap();
    assert_eq!(edited.err(), Some(NotChanged::MessageUnknown));
});

both!(filters_narrow_words_and_stand_alone, async |app| {
    let [maya, tom, ana, _] = app.people().await;
    let (pair, circle) = (app.direct(&[maya, tom]).await, app.group(&[maya, tom, ana]).await);
    let start = app.store.clock.now();
    app.send(pair, maya, "kite plan").await;
    app.advance(Duration::milliseconds(1));
    app.send(circle, tom, "kite at HTTPS://kites.example").await;
    app.advance(Duration::days(1));
    let next_day = app.store.clock.now();
    send_file(&app, circle, ana, "kite picture", "image/png").await;
    send_file(&app, pair, tom, "", "application/pdf").await;
    app.advance(Duration::milliseconds(1));
    app.send(pair, tom, "http: is no link, kite").await;
    let none = Filter::default();
    let index = app.searching_the_index().await;
    let cases: [(Filter, &str, &[&str]); 9] = [
        (
            Filter { from: vec![tom], ..none.clone() },
            "kite",
            &["http: is no link, kite", "kite at HTTPS://kites.example"],
        ),
        (Filter { from: vec![maya, ana], ..none.clone() }, "kite", &["kite picture", "kite plan"]),
        (Filter { channels: vec![circle], ..none.clone() }, "kite", &["kite picture", "kite at HTTPS://kites.example"]),
        (
            Filter { channels: vec![circle], from: vec![tom], ..none.clone() },
            "kite",
            &["kite at HTTPS://kites.example"],
        ),
        (Filter { has: vec![Has::Link], ..none.clone() }, "kite", &["kite at HTTPS://kites.example"]),
        (
            Filter { has: vec![Has::Link, Has::Image], ..none.clone() },
            "kite",
            &["kite picture", "kite at HTTPS://kites.example"],
        ),
        (Filter { since: Some(next_day), ..none.clone() }, "kite", &["http: is no link, kite", "kite picture"]),
        (Filter { until: Some(next_day), ..none.clone() }, "kite", &["kite at HTTPS://kites.example", "kite plan"]),
        (Filter { since: Some(start), until: Some(start), ..none.clone() }, "kite", &[]),
    ];
    for (filter, words, expected) in cases {
        assert_eq!(filtered(&app.store, maya, words, &filter).await, expected, "{filter:?}");
        assert_eq!(filtered(&index, maya, words, &filter).await, expected, "index: {filter:?}");
    }
    let alone: [(Filter, &[&str]); 6] = [
        (Filter { has: vec![Has::File], ..none.clone() }, &[""]),
        (Filter { has: vec![Has::Image], ..none.clone() }, &["kite picture"]),
        (Filter { has: vec![Has::Link], ..none.clone() }, &["kite at HTTPS://kites.example"]),
        (Filter { from: vec![tom], ..none.clone() }, &["http: is no link, kite", "", "kite at HTTPS://kites.example"]),
        (Filter { channels: vec![circle], until: Some(next_day), ..none.clone() }, &["kite at HTTPS://kites.example"]),
        (Filter { from: vec![tom], since: Some(next_day), ..none.clone() }, &["http: is no link, kite", ""]),
    ];
    for (filter, expected) in alone {
        assert_eq!(filtered(&app.store, maya, "", &filter).await, expected, "{filter:?}");
    }
});

both!(filters_reach_readable_channels_only, async |app| {
    let [maya, tom, ana, sam] = app.people().await;
    let (pair, circle) = (app.direct(&[maya, tom]).await, app.group(&[maya, tom, ana]).await);
    app.send(pair, maya, "secret pear").await;
    app.advance(Duration::milliseconds(1));
    app.send(circle, maya, "shared pear").await;
    channels::set_status(&app.store, circle, tom, Status::Inactive, None).await.unwrap();
    app.advance(Duration::milliseconds(1));
    app.send(circle, maya, "later pear").await;
    let from_maya = Filter { from: vec![maya], ..Filter::default() };
    let in_pair = Filter { channels: vec![pair], ..Filter::default() };
    for words in ["pear", ""] {
        assert_eq!(filtered(&app.store, tom, words, &from_maya).await, ["shared pear", "secret pear"], "{words}");
        assert_eq!(filtered(&app.store, ana, words, &from_maya).await, ["later pear", "shared pear"], "{words}");
        assert!(filtered(&app.store, ana, words, &in_pair).await.is_empty(), "{words}");
        assert!(filtered(&app.store, sam, words, &from_maya).await.is_empty(), "{words}");
        let access = ChatAccess { people: false, ..ChatAccess::ALL };
        let page = search::messages(&app.store, tom, access, words, &from_maya, 1).await.unwrap();
        assert!(page.hits.is_empty(), "{words}");
    }
});

both!(crisis_card_is_never_found, async |app| {
    let [maya, ..] = app.people().await;
    let channel = assistant::open(&app.store, maya, None).await.unwrap();
    let question = app.send(channel, maya, "canary question").await;
    for outcome in [Outcome::Crisis, Outcome::Answer] {
        let label = Label { outcome, question: question.id, attempt: 1 };
        let reply = Draft::text(channel, ASSISTANT, label.to_string(), format!("canary {label}"));
        app.store.writer.append(reply).await.unwrap();
    }
    for (words, from) in [("canary", vec![]), ("", vec![ASSISTANT]), ("canary", vec![ASSISTANT])] {
        let filter = Filter { from, ..Filter::default() };
        let found = filtered(&app.store, maya, words, &filter).await;
        assert!(found[0].starts_with("canary answer") && !found.concat().contains("crisis"), "{found:?}");
    }
});

both!(filter_only_search_hides_invitations, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    app.send(pair, maya, r#"{"room":"r-1"}"#).await;
    app.send(pair, maya, "The room is free").await;
    let filter = Filter { from: vec![maya], ..Filter::default() };
    assert_eq!(filtered(&app.store, tom, "", &filter).await, ["The room is free"]);
});

both!(empty_query_finds_nothing, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    app.send(pair, maya, "anything").await;
    for query in ["", "  \n", "\u{200b}", "\u{301}"] {
        assert!(found(&app, maya, query).await.is_empty(), "{query:?}");
    }
});

/// Generates texts and queries with database syntax in several scripts.
fn hostile() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "\"",
        "*",
        "(",
        ")",
        "NEAR",
        " AND ",
        " OR ",
        "NOT",
        "%",
        "_",
        "\\",
        "'",
        "''",
        ";--",
        ":",
        "^",
        "+",
        "-",
        "{",
        "}",
        "👋",
        "مرحبا",
        "أهلا",
        "İ",
        "ı",
        "straße",
        "e\u{301}",
        "abc",
        "ab",
        "a",
        " ",
        "  ",
        "\n",
        "folded:",
        "rowid",
        "@[Tom](018f3c2e-0000-7000-8000-000000000001)",
        "$1",
        "?",
    ]);
    prop::collection::vec(pieces, 1..6).prop_map(|pieces| pieces.concat())
}

both!(query_syntax_is_treated_as_text, async |app| {
    let [maya, tom, ..] = app.people().await;
    let pair = app.direct(&[maya, tom]).await;
    let mut runner = TestRunner::deterministic();
    let mut next = || hostile().new_tree(&mut runner).unwrap().current();
    let texts: Vec<String> = (0..60).map(|_| next()).collect();
    for text in &texts {
        app.send(pair, tom, text).await;
    }
    // Once by reading the messages, once through the index.
    for (store, via_index) in [(app.store.clone(), false), (app.searching_the_index().await, true)] {
        for _ in 0..150 {
            let query = next();
            let folded = search::fold(&query);
            let words: Vec<&str> = folded.split(' ').filter(|word| !word.is_empty()).collect();
            let is_short = words.iter().all(|word| word.chars().count() < 3);
            if words.is_empty() || (via_index && is_short) {
                continue;
            }
            let matches = |text: &&String| words.iter().all(|word| search::fold(text).contains(word));
            let expected: Vec<&String> = texts.iter().rev().filter(matches).take(20).collect();
            let page = search::messages(&store, maya, ChatAccess::ALL, &query, &Filter::default(), 1).await.unwrap();
            let bodies: Vec<&String> = page.hits.iter().map(|hit| &hit.body).collect();
            assert_eq!(bodies, expected, "{query:?}, index: {via_index}");
        }
    }
});
