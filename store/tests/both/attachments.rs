//! Files: kept byte by byte, given to one message, opened by links that end, and removed when nobody sent them.

use chrono::Duration;
use store::attachments::{self, Attachment, NewFile, PATIENCE};
use store::messages::Draft;
use store::{AttachmentId, ChannelId, PersonId, Store};

use crate::world::{World, draft};
use test_kit::both;

struct Photo {
    kept: Attachment,
    channel: ChannelId,
    maya: PersonId,
    tom: PersonId,
}

async fn photo(world: &World) -> Photo {
    let [maya, tom, ..] = world.people().await;
    let channel = world.direct(&[maya, tom]).await;
    Photo { kept: upload(world, channel, maya).await, channel, maya, tom }
}

async fn upload(world: &World, channel: ChannelId, owner: PersonId) -> Attachment {
    let file = NewFile {
        name: "Us \"two\" 👍.png".into(),
        media_type: "image/png".into(),
        bytes: vec![0, 255, 10, 13],
        dimensions: Some((640, 480)),
        thumbnail: Some(vec![7, 7]),
    };
    attachments::add(&world.store, channel, owner, file).await.unwrap()
}

/// The expiry and the signature of a link.
fn parts(link: &str) -> (i64, String) {
    let (_, query) = link.split_once("/?expires=").unwrap();
    let (expires, signature) = query.split_once("&signature=").unwrap();
    (expires.parse().unwrap(), signature.to_owned())
}

fn holds(store: &Store, id: AttachmentId, (expires, signature): (i64, &str)) -> bool {
    attachments::link_holds(store, id, false, expires, signature)
}

both!(a_file_comes_back_as_it_was_kept, async |world| {
    let kept = photo(&world).await.kept;
    assert_eq!((kept.name.as_str(), kept.media_type.as_str(), kept.size), ("Us \"two\" 👍.png", "image/png", 4));
    assert_eq!((kept.width, kept.height, kept.has_thumbnail), (Some(640), Some(480), true));
    let other = world.second_node().await;
    let id = kept.id;
    assert_eq!(attachments::open(&other, id).await.unwrap(), Some((kept, vec![0, 255, 10, 13])));
    assert_eq!(attachments::open_thumbnail(&other, id).await.unwrap(), Some(vec![7, 7]));
    let unknown: AttachmentId = other.clock.id();
    assert_eq!(attachments::open(&other, unknown).await.unwrap(), None);
    assert_eq!(attachments::open_thumbnail(&other, unknown).await.unwrap(), None);
    other.close().await;
});

both!(an_empty_file_is_a_file, async |world| {
    let [maya, tom, ..] = world.people().await;
    let channel = world.direct(&[maya, tom]).await;
    let file = NewFile { name: "empty.txt".into(), media_type: "text/plain".into(), ..NewFile::default() };
    let kept = attachments::add(&world.store, channel, maya, file).await.unwrap();
    assert_eq!((kept.width, kept.has_thumbnail), (None, false));
    assert_eq!(attachments::thumbnail_link(&world.store, &kept), None);
    assert_eq!(attachments::open(&world.store, kept.id).await.unwrap(), Some((kept, vec![])));
});

both!(a_link_works_on_every_node_for_ten_minutes, async |world| {
    let photo = photo(&world).await.kept;
    let other = world.second_node().await;
    let (expires, signature) = parts(&attachments::link(&world.store, photo.id));
    other.clock.advance(std::time::Duration::from_secs(599));
    assert!(holds(&other, photo.id, (expires, &signature)));
    other.clock.advance(std::time::Duration::from_secs(1));
    assert!(!holds(&other, photo.id, (expires, &signature)));
    other.close().await;
});

both!(a_link_that_was_touched_does_not_work, async |world| {
    let photo = photo(&world).await.kept;
    let (expires, signature) = parts(&attachments::link(&world.store, photo.id));
    let another: AttachmentId = world.store.clock.id();
    assert!(!holds(&world.store, another, (expires, &signature)), "for another file");
    assert!(!holds(&world.store, photo.id, (expires + 1, &signature)), "for longer");
    for touched in ["", "AAAA", "not base64!", &signature[1..], &signature.repeat(2)] {
        assert!(!holds(&world.store, photo.id, (expires, touched)), "{touched}");
    }
    for moment in [i64::MIN, -1, 0, i64::MAX] {
        assert!(!holds(&world.store, photo.id, (moment, &signature)), "{moment}");
    }
    assert!(holds(&world.store, photo.id, (expires, &signature)));
    let (expires, of_thumbnail) = parts(&attachments::thumbnail_link(&world.store, &photo).unwrap());
    assert!(attachments::link_holds(&world.store, photo.id, true, expires, &of_thumbnail));
    assert!(!holds(&world.store, photo.id, (expires, &of_thumbnail)), "the small picture is not the file");
    world.advance(Duration::hours(1));
    let (expires, signature) = parts(&attachments::link(&world.store, photo.id));
    assert!(holds(&world.store, photo.id, (expires, &signature)), "a new link works");
});

both!(a_file_belongs_to_one_message_of_its_owner, async |world| {
    let Photo { kept, channel, maya, tom } = photo(&world).await;
    let elsewhere = world.group(&[maya, tom]).await;
    let claim = async |channel, owner, temp_id| {
        attachments::claim(&world.store, kept.id, channel, owner, temp_id).await.unwrap().is_some()
    };
    assert!(!claim(channel, tom, "a").await, "somebody else's");
    assert!(!claim(elsewhere, maya, "a").await, "of another conversation");
    assert_eq!(attachments::unclaimed(&world.store, maya).await.unwrap(), 1);
    let claimed = attachments::claim(&world.store, kept.id, channel, maya, "a").await.unwrap();
    assert_eq!(claimed.as_ref(), Some(&kept));
    assert_eq!(attachments::unclaimed(&world.store, maya).await.unwrap(), 0);
    assert!(claim(channel, maya, "a").await, "the same message again");
    assert!(!claim(channel, maya, "b").await, "another message");
});

both!(one_of_many_messages_gets_the_file, async |world| {
    let Photo { kept, channel, maya, .. } = photo(&world).await;
    let names: Vec<_> = (0..8).map(|number| format!("message {number}")).collect();
    let claims = names.iter().map(|name| attachments::claim(&world.store, kept.id, channel, maya, name));
    let claims = futures_util::future::join_all(claims).await;
    assert_eq!(claims.into_iter().filter(|claim| claim.as_ref().unwrap().is_some()).count(), 1);
});

both!(a_file_is_found_with_the_message_that_carries_it, async |world| {
    let Photo { kept, channel, maya, tom } = photo(&world).await;
    let found = attachments::find(&world.store, channel, kept.id).await.unwrap().unwrap();
    assert_eq!((&found.attachment, found.owner_id, found.seq), (&kept, maya, None));
    world.says(channel, tom, "Show me").await;
    send(&world, channel, maya, &kept).await;
    let found = attachments::find(&world.store, channel, kept.id).await.unwrap().unwrap();
    assert_eq!(found.seq, Some(2));
    let elsewhere = world.group(&[maya, tom]).await;
    assert!(attachments::find(&world.store, elsewhere, kept.id).await.unwrap().is_none());
});

/// Sends a file the way the hub does.
async fn send(world: &World, channel: ChannelId, sender: PersonId, file: &Attachment) {
    let sent = Draft { attachments: vec![file.clone()], ..draft(channel, sender, "") };
    attachments::claim(&world.store, file.id, channel, sender, &sent.temp_id).await.unwrap().unwrap();
    world.store.writer.append(sent).await.unwrap();
}

async fn is_there(store: &Store, file: &Attachment) -> bool {
    let whole = attachments::open(store, file.id).await.unwrap().is_some();
    assert_eq!(attachments::open_thumbnail(store, file.id).await.unwrap().is_some(), whole);
    whole
}

both!(what_nobody_sent_is_removed_after_a_day, async |world| {
    let Photo { kept: sent, channel, maya, .. } = photo(&world).await;
    send(&world, channel, maya, &sent).await;
    let [given_up, refused] = [upload(&world, channel, maya).await, upload(&world, channel, maya).await];
    attachments::claim(&world.store, refused.id, channel, maya, "never stored").await.unwrap().unwrap();
    world.advance(PATIENCE);
    let fresh = upload(&world, channel, maya).await;
    assert_eq!(attachments::sweep(&world.store).await.unwrap(), 0, "a day is not over yet");
    world.advance(Duration::milliseconds(1));
    assert_eq!(attachments::sweep(&world.store).await.unwrap(), 2);
    let there = [&sent, &given_up, &refused, &fresh].map(|file| is_there(&world.store, file));
    assert_eq!(futures_util::future::join_all(there).await, [true, false, false, true]);
    assert!(attachments::claim(&world.store, given_up.id, channel, maya, "late").await.unwrap().is_none());

    world.advance(PATIENCE * 30);
    assert_eq!(attachments::sweep(&world.store).await.unwrap(), 1, "the fresh one, and never the one that was sent");
    assert!(is_there(&world.store, &sent).await);
});

both!(a_message_sent_again_keeps_its_first_file, async |world| {
    let Photo { kept: first, channel, maya, .. } = photo(&world).await;
    let second = upload(&world, channel, maya).await;
    let message = Draft { attachments: vec![first.clone()], ..draft(channel, maya, "") };
    for file in [&first, &second] {
        attachments::claim(&world.store, file.id, channel, maya, &message.temp_id).await.unwrap().unwrap();
    }
    world.store.writer.append(message).await.unwrap();
    world.advance(PATIENCE * 2);
    assert_eq!(attachments::sweep(&world.store).await.unwrap(), 1);
    assert!(is_there(&world.store, &first).await && !is_there(&world.store, &second).await);
});

both!(nodes_that_sweep_at_once_remove_each_file_once, async |world| {
    let Photo { channel, maya, .. } = photo(&world).await;
    for _ in 0..5 {
        upload(&world, channel, maya).await;
    }
    world.advance(PATIENCE * 2);
    let sweeps = (0..4).map(|_| attachments::sweep(&world.store));
    for sweep in futures_util::future::join_all(sweeps).await {
        sweep.unwrap();
    }
    assert_eq!(attachments::unclaimed(&world.store, maya).await.unwrap(), 0);
    assert_eq!(attachments::sweep(&world.store).await.unwrap(), 0);
});

#[test]
fn a_message_of_an_older_version_still_shows_its_file() {
    let id = "018f3c2e-7b1e-7000-8000-0000000000f7";
    let old = serde_json::json!({"id": id, "name": "plan.pdf", "media_type": "application/pdf", "size": 9});
    let read: Attachment = serde_json::from_value(old).unwrap();
    assert_eq!((read.width, read.height, read.has_thumbnail), (None, None, false));
}
