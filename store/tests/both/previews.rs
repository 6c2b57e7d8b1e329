//! The cache of link previews and their pictures.

use chrono::Duration;
use sqlx::types::Json;
use store::messages::{self, Draft};
use store::previews::{self, Preview};

use crate::test_store::draft;
use test_kit::both;

const URL: &str = "https://example.org/trees?a=b";

fn preview() -> Preview {
    let (title, description) = ("Trees \"& leaves\" 🌳".to_owned(), "\\ null ''".to_owned());
    Preview { title, description, picture: None, url: URL.to_owned() }
}

both!(preview_is_cached_for_a_day, async |app| {
    let store = &app.store;
    assert_eq!(previews::cached(store, URL).await.unwrap(), None);
    previews::cache(store, URL, Some(&preview())).await.unwrap();
    assert_eq!(previews::cached(store, URL).await.unwrap(), Some(Some(preview())));
    assert_eq!(previews::cached(store, "https://example.org/trees").await.unwrap(), None);
    store.clock.advance(Duration::hours(23).to_std().unwrap());
    assert!(previews::cached(store, URL).await.unwrap().is_some());
    store.clock.advance(Duration::hours(1).to_std().unwrap());
    assert_eq!(previews::cached(store, URL).await.unwrap(), None);
});

both!(missing_preview_is_cached_for_fifteen_minutes, async |app| {
    let store = &app.store;
    previews::cache(store, URL, None).await.unwrap();
    assert_eq!(previews::cached(store, URL).await.unwrap(), Some(None));
    store.clock.advance(Duration::minutes(15).to_std().unwrap());
    assert_eq!(previews::cached(store, URL).await.unwrap(), None);
    previews::cache(store, URL, Some(&preview())).await.unwrap();
    previews::cache(store, URL, None).await.unwrap();
    assert_eq!(previews::cached(store, URL).await.unwrap(), Some(None));
});

both!(unused_preview_pictures_are_removed, async |app| {
    let store = &app.store;
    let retained = previews::add_picture(store, "image/webp", &[0, 255, 1]).await.unwrap();
    let other = previews::add_picture(store, "image/webp", &[2]).await.unwrap();
    assert!(previews::retain_picture(store, retained).await.unwrap());
    store.clock.advance(Duration::hours(48).to_std().unwrap());
    assert!(previews::picture(store, other).await.unwrap().is_some(), "the next cache write removes it");
    previews::cache(store, URL, None).await.unwrap();
    assert_eq!(previews::picture(store, other).await.unwrap(), None);
    assert!(!previews::retain_picture(store, other).await.unwrap());
    assert_eq!(previews::picture(store, retained).await.unwrap(), Some(("image/webp".to_owned(), vec![0, 255, 1])));
});

both!(message_keeps_its_link_preview, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    let with_preview = Draft { link_preview: Some(preview()), ..draft(channel, maya, URL) };
    let drafts = [with_preview, draft(channel, maya, "nothing")];
    let receipts = drafts.map(|draft| app.store.writer.append(draft));
    for receipt in receipts {
        receipt.await.unwrap();
    }
    let stored = messages::between(&app.store, channel, 0, 9).await.unwrap();
    assert_eq!(stored[0].link_preview, Some(Json(preview())));
    assert_eq!(stored[1].link_preview, None);
});
