//! Attachments: content, claims by messages, signed links and removal of unsent files.

use chrono::Duration;
use store::attachments::{self, Attachment, CLAIM_TIMEOUT, NewFile};
use store::messages::Draft;
use store::{AttachmentId, ChannelId, PersonId, Store};

use crate::test_store::{TestStore, draft};
use test_kit::both;

struct Photo {
    stored: Attachment,
    channel: ChannelId,
    maya: PersonId,
    tom: PersonId,
}

async fn photo(app: &TestStore) -> Photo {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    Photo { stored: upload(app, channel, maya).await, channel, maya, tom }
}

async fn upload(app: &TestStore, channel: ChannelId, owner: PersonId) -> Attachment {
    let file = NewFile {
        name: "Us \"two\" 👍.png".into(),
        media_type: "image/png".into(),
        bytes: vec![0, 255, 10, 13],
        dimensions: Some((640, 480)),
        thumbnail: Some(vec![7, 7]),
    };
    attachments::add(&app.store, channel, owner, file).await.unwrap().unwrap()
}

/// Returns the expiry and the signature of a link.
fn parts(link: &str) -> (i64, String) {
    let (_, query) = link.split_once("/?expires=").unwrap();
    let (expires, signature) = query.split_once("&signature=").unwrap();
    (expires.parse().unwrap(), signature.to_owned())
}

fn is_valid_link(store: &Store, id: AttachmentId, (expires, signature): (i64, &str)) -> bool {
    attachments::verify_link(store, id, false, expires, signature)
}

both!(stored_file_is_returned_unchanged, async |app| {
    let stored = photo(&app).await.stored;
    assert_eq!((stored.name.as_str(), stored.media_type.as_str(), stored.size), ("Us \"two\" 👍.png", "image/png", 4));
    assert_eq!((stored.width, stored.height, stored.has_thumbnail), (Some(640), Some(480), true));
    let other = app.second_node().await;
    let id = stored.id;
    assert_eq!(attachments::open(&other, id).await.unwrap(), Some((stored, vec![0, 255, 10, 13])));
    assert_eq!(attachments::open_thumbnail(&other, id).await.unwrap(), Some(vec![7, 7]));
    let unknown: AttachmentId = other.clock.id();
    assert_eq!(attachments::open(&other, unknown).await.unwrap(), None);
    assert_eq!(attachments::open_thumbnail(&other, unknown).await.unwrap(), None);
    other.close().await;
});

both!(empty_file_is_stored, async |app| {
    let [maya, tom, ..] = app.people().await;
    let channel = app.direct(&[maya, tom]).await;
    let file = NewFile { name: "empty.txt".into(), media_type: "text/plain".into(), ..NewFile::default() };
    let stored = attachments::add(&app.store, channel, maya, file).await.unwrap().unwrap();
    assert_eq!((stored.width, stored.has_thumbnail), (None, false));
    assert_eq!(attachments::thumbnail_link(&app.store, &stored), None);
    assert_eq!(attachments::open(&app.store, stored.id).await.unwrap(), Some((stored, vec![])));
});

both!(file_link_is_valid_ten_minutes_everywhere, async |app| {
    let photo = photo(&app).await.stored;
    let other = app.second_node().await;
    let (expires, signature) = parts(&attachments::link(&app.store, photo.id));
    other.clock.advance(std::time::Duration::from_secs(599));
    assert!(is_valid_link(&other, photo.id, (expires, &signature)));
    other.clock.advance(std::time::Duration::from_secs(1));
    assert!(!is_valid_link(&other, photo.id, (expires, &signature)));
    other.close().await;
});

both!(modified_file_link_is_rejected, async |app| {
    let photo = photo(&app).await.stored;
    let (expires, signature) = parts(&attachments::link(&app.store, photo.id));
    let another: AttachmentId = app.store.clock.id();
    assert!(!is_valid_link(&app.store, another, (expires, &signature)), "for another file");
    assert!(!is_valid_link(&app.store, photo.id, (expires + 1, &signature)), "with a later expiry");
    for modified in ["", "AAAA", "not base64!", &signature[1..], &signature.repeat(2)] {
        assert!(!is_valid_link(&app.store, photo.id, (expires, modified)), "{modified}");
    }
    for expires_at in [i64::MIN, -1, 0, i64::MAX] {
        assert!(!is_valid_link(&app.store, photo.id, (expires_at, &signature)), "{expires_at}");
    }
    assert!(is_valid_link(&app.store, photo.id, (expires, &signature)));
    let (expires, thumbnail_signature) = parts(&attachments::thumbnail_link(&app.store, &photo).unwrap());
    assert!(attachments::verify_link(&app.store, photo.id, true, expires, &thumbnail_signature));
    assert!(
        !is_valid_link(&app.store, photo.id, (expires, &thumbnail_signature)),
        "a thumbnail link does not open the file"
    );
    app.advance(Duration::hours(1));
    let (expires, signature) = parts(&attachments::link(&app.store, photo.id));
    assert!(is_valid_link(&app.store, photo.id, (expires, &signature)), "a new link works");
});

both!(file_is_claimed_by_one_owner_message, async |app| {
    let Photo { stored, channel, maya, tom } = photo(&app).await;
    let elsewhere = app.group(&[maya, tom]).await;
    let claim = async |channel, owner, temp_id| {
        attachments::claim(&app.store, stored.id, channel, owner, temp_id).await.unwrap().is_some()
    };
    assert!(!claim(channel, tom, "a").await, "of another owner");
    assert!(!claim(elsewhere, maya, "a").await, "of another channel");
    assert_eq!(attachments::unclaimed(&app.store, maya).await.unwrap(), 1);
    let claimed = attachments::claim(&app.store, stored.id, channel, maya, "a").await.unwrap();
    assert_eq!(claimed.as_ref(), Some(&stored));
    assert_eq!(attachments::unclaimed(&app.store, maya).await.unwrap(), 0);
    assert!(claim(channel, maya, "a").await, "the same message may claim again");
    assert!(!claim(channel, maya, "b").await, "another message");
});

both!(concurrent_claims_assign_file_to_one_message, async |app| {
    let Photo { stored, channel, maya, .. } = photo(&app).await;
    let names: Vec<_> = (0..8).map(|number| format!("message {number}")).collect();
    let claims = names.iter().map(|name| attachments::claim(&app.store, stored.id, channel, maya, name));
    let claims = futures_util::future::join_all(claims).await;
    assert_eq!(claims.into_iter().filter(|claim| claim.as_ref().unwrap().is_some()).count(), 1);
});

both!(find_attachment_returns_its_message, async |app| {
    let Photo { stored, channel, maya, tom } = photo(&app).await;
    let found = attachments::find(&app.store, channel, stored.id).await.unwrap().unwrap();
    assert_eq!((&found.attachment, found.owner_id, found.seq), (&stored, maya, None));
    app.send(channel, tom, "Show me").await;
    send(&app, channel, maya, &stored).await;
    let found = attachments::find(&app.store, channel, stored.id).await.unwrap().unwrap();
    assert_eq!(found.seq, Some(2));
    let elsewhere = app.group(&[maya, tom]).await;
    assert!(attachments::find(&app.store, elsewhere, stored.id).await.unwrap().is_none());
});

/// Sends a message with a file, as the hub does.
async fn send(app: &TestStore, channel: ChannelId, sender: PersonId, file: &Attachment) {
    let sent = Draft { attachments: vec![file.clone()], ..draft(channel, sender, "") };
    attachments::claim(&app.store, file.id, channel, sender, &sent.temp_id).await.unwrap().unwrap();
    app.store.writer.append(sent).await.unwrap();
}

async fn is_stored(store: &Store, file: &Attachment) -> bool {
    let has_file = attachments::open(store, file.id).await.unwrap().is_some();
    assert_eq!(attachments::open_thumbnail(store, file.id).await.unwrap().is_some(), has_file);
    has_file
}

both!(sweep_removes_unsent_files_after_a_day, async |app| {
    let Photo { stored: sent, channel, maya, .. } = photo(&app).await;
    send(&app, channel, maya, &sent).await;
    let [abandoned, rejected] = [upload(&app, channel, maya).await, upload(&app, channel, maya).await];
    attachments::claim(&app.store, rejected.id, channel, maya, "never stored").await.unwrap().unwrap();
    app.advance(CLAIM_TIMEOUT);
    let fresh = upload(&app, channel, maya).await;
    assert_eq!(attachments::sweep(&app.store).await.unwrap(), 0, "a day has not passed");
    app.advance(Duration::milliseconds(1));
    assert_eq!(attachments::sweep(&app.store).await.unwrap(), 2);
    let present = [&sent, &abandoned, &rejected, &fresh].map(|file| is_stored(&app.store, file));
    assert_eq!(futures_util::future::join_all(present).await, [true, false, false, true]);
    assert!(attachments::claim(&app.store, abandoned.id, channel, maya, "late").await.unwrap().is_none());

    app.advance(CLAIM_TIMEOUT * 30);
    assert_eq!(attachments::sweep(&app.store).await.unwrap(), 1, "only the unsent file");
    assert!(is_stored(&app.store, &sent).await);
});

both!(repeated_message_keeps_its_first_file, async |app| {
    let Photo { stored: first, channel, maya, .. } = photo(&app).await;
    let second = upload(&app, channel, maya).await;
    let message = Draft { attachments: vec![first.clone()], ..draft(channel, maya, "") };
    for file in [&first, &second] {
        attachments::claim(&app.store, file.id, channel, maya, &message.temp_id).await.unwrap().unwrap();
    }
    app.store.writer.append(message).await.unwrap();
    app.advance(CLAIM_TIMEOUT * 2);
    assert_eq!(attachments::sweep(&app.store).await.unwrap(), 1);
    assert!(is_stored(&app.store, &first).await && !is_stored(&app.store, &second).await);
});

both!(concurrent_sweeps_remove_each_file_once, async |app| {
    let Photo { channel, maya, .. } = photo(&app).await;
    for _ in 0..5 {
        upload(&app, channel, maya).await;
    }
    app.advance(CLAIM_TIMEOUT * 2);
    let sweeps = (0..4).map(|_| attachments::sweep(&app.store));
    for sweep in futures_util::future::join_all(sweeps).await {
        sweep.unwrap();
    }
    assert_eq!(attachments::unclaimed(&app.store, maya).await.unwrap(), 0);
    assert_eq!(attachments::sweep(&app.store).await.unwrap(), 0);
});

#[test]
fn attachment_of_older_version_is_decoded() {
    let id = "018f3c2e-7b1e-7000-8000-0000000000f7";
    let old = serde_json::json!({"id": id, "name": "plan.pdf", "media_type": "application/pdf", "size": 9});
    let read: Attachment = serde_json::from_value(old).unwrap();
    assert_eq!((read.width, read.height, read.has_thumbnail), (None, None, false));
}
