//! Files in a bucket, on a real server that checks every signature. Runs when `MENTORHUB_TEST_S3` names one.

use std::sync::Arc;

use store::attachments::{self, Attachment, NewFile, PATIENCE};
use store::channels::{self, Kind};
use store::clock::Clock;
use store::people::{self, Role};
use store::{BucketOptions, ChannelId, Error, FileOptions, Options, PersonId, Store, probe};
use test_kit::{Folder, bucket};

use crate::world::{new_person, start};

async fn node(folder: &Folder, bucket: BucketOptions) -> Arc<Store> {
    test_kit::choose_crypto();
    let url = format!("sqlite:{}", folder.0.join("hub.db").display());
    let options = Options { files: FileOptions::Bucket(bucket), ..Options::new(url, &folder.0) };
    Store::open(options, Clock::manual(start())).await.unwrap()
}

async fn maya_and_a_channel(store: &Store) -> (PersonId, ChannelId) {
    let maya = people::add(store, &new_person("Maya", Role::Mentor)).await.unwrap().unwrap();
    let channel = channels::create(store, Kind::Direct, "", None).await.unwrap();
    channels::join(store, channel, &[maya]).await.unwrap();
    (maya, channel)
}

async fn upload(store: &Store, owner: PersonId, channel: ChannelId) -> store::Result<Attachment> {
    let (name, media_type) = ("photo.png".to_owned(), "image/png".to_owned());
    let (bytes, thumbnail) = ((0..=255).collect(), Some(vec![7, 7]));
    let file = NewFile { name, media_type, bytes, thumbnail, dimensions: None };
    attachments::add(store, channel, owner, file).await
}

#[tokio::test]
async fn files_are_kept_shared_and_removed() {
    let Some(bucket) = bucket() else { return };
    let folder = Folder::new();
    let (first, second) = (node(&folder, bucket.clone()).await, node(&folder, bucket).await);
    let (maya, channel) = maya_and_a_channel(&first).await;
    let kept = upload(&first, maya, channel).await.unwrap();
    let bytes: Vec<u8> = (0..=255).collect();
    assert_eq!(attachments::open(&second, kept.id).await.unwrap(), Some((kept.clone(), bytes)));
    assert_eq!(attachments::open_thumbnail(&second, kept.id).await.unwrap(), Some(vec![7, 7]));

    second.clock.advance((PATIENCE * 2).to_std().unwrap());
    assert_eq!(attachments::sweep(&second).await.unwrap(), 1);
    assert_eq!(attachments::open(&first, kept.id).await.unwrap(), None);
    assert_eq!(attachments::open_thumbnail(&first, kept.id).await.unwrap(), None);
    first.close().await;
    second.close().await;
}

#[tokio::test]
async fn the_wrong_key_opens_nothing() {
    let Some(good) = bucket() else { return };
    test_kit::choose_crypto();
    probe::files(FileOptions::Bucket(good.clone())).await.unwrap();
    let (key, _) = good.keys.clone().unwrap();
    let bad = BucketOptions { keys: Some((key, "guessed".to_owned())), ..good };
    assert!(matches!(probe::files(FileOptions::Bucket(bad.clone())).await, Err(Error::Bucket(_))));

    let folder = Folder::new();
    let store = node(&folder, bad).await;
    let (maya, channel) = maya_and_a_channel(&store).await;
    assert!(matches!(upload(&store, maya, channel).await, Err(Error::Bucket(_))));
    store.close().await;
}

#[tokio::test]
async fn a_server_that_is_away_is_an_error_and_not_a_missing_file() {
    let keys = Some(("key".to_owned(), "secret".to_owned()));
    // Nobody listens on port 1.
    let (bucket, prefix, region) = ("files".to_owned(), String::new(), "us-east-1".to_owned());
    let away = BucketOptions { bucket, prefix, region, keys, endpoint: Some("http://127.0.0.1:1".to_owned()) };
    assert!(!format!("{away:?}").contains("secret"), "an error may print it");
    let folder = Folder::new();
    let store = node(&folder, away).await;
    assert!(matches!(attachments::open_thumbnail(&store, store.clock.id()).await, Err(Error::Bucket(_))));
    store.close().await;
}
