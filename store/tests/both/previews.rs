//! What pages said about themselves.

use chrono::Duration;
use sqlx::types::Json;
use store::messages::{self, Draft};
use store::previews::{self, Preview};

use crate::world::draft;
use test_kit::both;

const URL: &str = "https://example.org/trees?a=b";

fn preview() -> Preview {
    let (title, description) = ("Trees \"& leaves\" 🌳".to_owned(), "\\ null ''".to_owned());
    Preview { title, description, picture: None, url: URL.to_owned() }
}

both!(a_page_s_word_is_good_for_a_day, async |world| {
    let store = &world.store;
    assert_eq!(previews::known(store, URL).await.unwrap(), None);
    previews::learn(store, URL, Some(&preview())).await.unwrap();
    assert_eq!(previews::known(store, URL).await.unwrap(), Some(Some(preview())));
    assert_eq!(previews::known(store, "https://example.org/trees").await.unwrap(), None);
    store.clock.advance(Duration::hours(23).to_std().unwrap());
    assert!(previews::known(store, URL).await.unwrap().is_some());
    store.clock.advance(Duration::hours(1).to_std().unwrap());
    assert_eq!(previews::known(store, URL).await.unwrap(), None);
});

both!(that_there_was_nothing_is_good_for_minutes_and_the_last_word_counts, async |world| {
    let store = &world.store;
    previews::learn(store, URL, None).await.unwrap();
    assert_eq!(previews::known(store, URL).await.unwrap(), Some(None));
    store.clock.advance(Duration::minutes(15).to_std().unwrap());
    assert_eq!(previews::known(store, URL).await.unwrap(), None);
    previews::learn(store, URL, Some(&preview())).await.unwrap();
    previews::learn(store, URL, None).await.unwrap();
    assert_eq!(previews::known(store, URL).await.unwrap(), Some(None));
});

both!(pictures_that_no_message_shows_are_forgotten, async |world| {
    let store = &world.store;
    let kept = previews::add_picture(store, "image/webp", &[0, 255, 1]).await.unwrap();
    let other = previews::add_picture(store, "image/webp", &[2]).await.unwrap();
    assert!(previews::keep_picture(store, kept).await.unwrap());
    store.clock.advance(Duration::hours(48).to_std().unwrap());
    assert!(previews::picture(store, other).await.unwrap().is_some(), "until somebody looks something up");
    previews::learn(store, URL, None).await.unwrap();
    assert_eq!(previews::picture(store, other).await.unwrap(), None);
    assert!(!previews::keep_picture(store, other).await.unwrap());
    assert_eq!(previews::picture(store, kept).await.unwrap(), Some(("image/webp".to_owned(), vec![0, 255, 1])));
});

both!(a_message_keeps_what_it_shows, async |world| {
    let [maya, tom, ..] = world.people().await;
    let channel = world.direct(&[maya, tom]).await;
    let shows = Draft { link_preview: Some(preview()), ..draft(channel, maya, URL) };
    let drafts = [shows, draft(channel, maya, "nothing")];
    let receipts = drafts.map(|draft| world.store.writer.append(draft));
    for receipt in receipts {
        receipt.await.unwrap();
    }
    let stored = messages::between(&world.store, channel, 0, 9).await.unwrap();
    assert_eq!(stored[0].link_preview, Some(Json(preview())));
    assert_eq!(stored[1].link_preview, None);
});
