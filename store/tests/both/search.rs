//! Search finds what a person may read, by any piece of any word, newest first.

use chrono::Duration;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use store::channels::{self, Status};
use store::messages::{self, Imported, NotChanged};
use store::search::{self, Hit};
use store::{ChannelId, PersonId};

use crate::world::World;
use test_kit::both;

async fn found(world: &World, person: PersonId, query: &str) -> Vec<String> {
    let page = search::messages(&world.store, person, query, 1).await.unwrap();
    page.hits.into_iter().map(|hit| hit.body).collect()
}

both!(words_are_found_by_any_piece_whatever_their_case_and_accents, async |world| {
    let [maya, tom, ..] = world.people().await;
    let pair = world.direct(&[maya, tom]).await;
    for text in ["Grüße aus der Straße", "I bring the GRUSSKARTE", "مرحبا أهلا", "a"] {
        world.says(pair, maya, text).await;
        world.advance(Duration::milliseconds(1));
    }
    assert_eq!(found(&world, tom, "GRUSSK").await, ["I bring the GRUSSKARTE"]);
    assert_eq!(found(&world, tom, "gru").await, ["I bring the GRUSSKARTE", "Grüße aus der Straße"]);
    assert_eq!(found(&world, tom, "STRASSE grusse").await, ["Grüße aus der Straße"]);
    assert_eq!(found(&world, tom, "اهلا").await, ["مرحبا أهلا"]);
    assert_eq!(found(&world, tom, "straße nowhere").await, Vec::<String>::new());
    assert_eq!(found(&world, tom, "rü").await.len(), 2);
});

both!(only_ones_own_conversations_are_searched, async |world| {
    let [maya, tom, ana, sam] = world.people().await;
    let circle = world.group(&[maya, tom, ana]).await;
    let pair = world.direct(&[maya, tom]).await;
    world.says(circle, maya, "apple one").await;
    world.says(pair, maya, "apple two").await;
    channels::set_status(&world.store, circle, tom, Status::Inactive, None).await.unwrap();
    channels::set_status(&world.store, circle, ana, Status::Absent, None).await.unwrap();
    world.advance(Duration::milliseconds(1));
    world.says(circle, maya, "apple three").await;
    assert_eq!(found(&world, maya, "apple").await.len(), 3);
    assert_eq!(found(&world, tom, "apple").await.len(), 2, "up to where he was taken out");
    assert_eq!(found(&world, ana, "apple").await.len(), 0);
    assert_eq!(found(&world, sam, "apple").await.len(), 0);
});

both!(pages_are_newest_first_over_all_conversations, async |world| {
    let [maya, tom, ana, _] = world.people().await;
    let (pair, other) = (world.direct(&[maya, tom]).await, world.direct(&[maya, ana]).await);
    for number in 0..45 {
        world.says(if number % 3 == 0 { other } else { pair }, maya, &format!("story no. {number}")).await;
        if number % 4 == 0 {
            world.advance(Duration::milliseconds(1));
        }
    }
    let mut all: Vec<Hit> = Vec::new();
    for page in 1.. {
        let found = search::messages(&world.store, maya, "story", page).await.unwrap();
        all.extend(found.hits);
        if !found.has_next {
            break;
        }
    }
    assert_eq!(all.len(), 45);
    assert!(all.windows(2).all(|two| two[0].created_at >= two[1].created_at));
    let in_order =
        |channel: ChannelId| all.iter().filter(|hit| hit.channel_id == channel).map(|hit| hit.seq).collect::<Vec<_>>();
    assert_eq!(in_order(pair), (1..=30).rev().collect::<Vec<_>>());
    assert_eq!(in_order(other), (1..=15).rev().collect::<Vec<_>>());
    assert_eq!(all[0].first_name, "Maya");
    assert!(search::messages(&world.store, maya, "story", i64::MAX).await.unwrap().hits.is_empty());
});

both!(what_was_said_before_is_found_in_its_place, async |world| {
    let [maya, tom, ..] = world.people().await;
    let (old, new) = (world.direct(&[maya, tom]).await, world.group(&[maya, tom]).await);
    world.says(new, maya, "pear today").await;
    let said = |body: &str, days| Imported {
        sender: tom,
        body: body.to_owned(),
        created_at: world.store.clock.now() - Duration::days(days),
    };
    messages::import(&world.store, old, &[said("pear long ago", 9), said("pear", 3), said("pear again", 3)])
        .await
        .unwrap();
    assert_eq!(found(&world, maya, "pear").await, ["pear today", "pear again", "pear", "pear long ago"]);
});

both!(what_was_said_everywhere_at_once_is_found_everywhere, async |world| {
    let [maya, tom, ..] = world.people().await;
    let same = Imported { sender: maya, body: "Welcome to spring".into(), created_at: world.store.clock.now() };
    for _ in 0..5 {
        let pair = world.direct(&[maya, tom]).await;
        messages::import(&world.store, pair, &[same.clone(), same.clone(), same.clone()]).await.unwrap();
        search::catch_up(&world.store).await.unwrap();
    }
    assert_eq!(found(&world, tom, "spring").await.len(), 15);
});

both!(an_invitation_to_a_call_has_no_words_of_its_own, async |world| {
    let [maya, tom, ..] = world.people().await;
    let pair = world.direct(&[maya, tom]).await;
    let invitation = world.says(pair, maya, r#"{"room":"r-1"}"#).await;
    world.says(pair, maya, "The room is free").await;
    assert_eq!(found(&world, tom, "room").await, ["The room is free"]);
    let edited = messages::edit(&world.store, pair, maya, invitation.id, "Mine").await.unwrap();
    assert_eq!(edited.err(), Some(NotChanged::MessageUnknown));
});

both!(nothing_to_look_for_finds_nothing, async |world| {
    let [maya, tom, ..] = world.people().await;
    let pair = world.direct(&[maya, tom]).await;
    world.says(pair, maya, "anything").await;
    for query in ["", "  \n", "\u{200b}", "\u{301}"] {
        assert!(found(&world, maya, query).await.is_empty(), "{query:?}");
    }
});

/// Texts and queries that mean something to databases, in several scripts.
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

both!(a_query_is_plain_text_whatever_it_says, async |world| {
    let [maya, tom, ..] = world.people().await;
    let pair = world.direct(&[maya, tom]).await;
    let mut runner = TestRunner::deterministic();
    let mut next = || hostile().new_tree(&mut runner).unwrap().current();
    let texts: Vec<String> = (0..60).map(|_| next()).collect();
    for text in &texts {
        world.says(pair, tom, text).await;
    }
    // Read one by one, and looked up.
    for (store, via_index) in [(world.store.clone(), false), (world.searching_the_index().await, true)] {
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
            let page = search::messages(&store, maya, &query, 1).await.unwrap();
            let bodies: Vec<&String> = page.hits.iter().map(|hit| &hit.body).collect();
            assert_eq!(bodies, expected, "{query:?}, index: {via_index}");
        }
    }
});
