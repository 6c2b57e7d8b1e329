//! Files in an S3 bucket, against a real server that checks every signature (`MENTORHUB_TEST_S3`).

use std::sync::Arc;

use store::attachments::{self, Attachment, CLAIM_TIMEOUT, NewFile};
use store::channels::{self, Kind};
use store::clock::Clock;
use store::people::{self, Role};
use store::{BucketOptions, ChannelId, Error, FileOptions, Options, PersonId, Store, probe};
use test_kit::{Folder, bucket};

use crate::test_store::{new_person, start};

async fn node(folder: &Folder, bucket: BucketOptions) -> Arc<Store> {
    test_kit::choose_crypto();
    let url = format!("sqlite:{}", folder.0.join("hub.db").display());
    let options = Options { files: FileOptions::Bucket(bucket), ..Options::new(url, &folder.0) };
    Store::open(options, Clock::manual(start())).await.unwrap()
}

async fn maya_and_a_channel(store: &Store) -> (PersonId, ChannelId) {
    let maya = people::add(store, &test_kit::operator(), &new_person("Maya", Role::Mentor)).await.unwrap().unwrap();
    let channel = channels::create(store, Kind::Direct, "", None).await.unwrap();
    channels::join(store, channel, &[maya]).await.unwrap();
    (maya, channel)
}

async fn upload(store: &Store, owner: PersonId, channel: ChannelId) -> store::Result<Attachment> {
    let (name, media_type) = ("photo.png".to_owned(), "image/png".to_owned());
    let (bytes, thumbnail) = ((0..=255).collect(), Some(vec![7, 7]));
    let file = NewFile { name, media_type, bytes, thumbnail, dimensions: None };
    attachments::add(store, channel, owner, file).await.map(Option::unwrap)
}

#[tokio::test]
async fn bucket_files_are_stored_shared_and_removed() {
    let bucket = bucket();
    let folder = Folder::new();
    let (first, second) = (node(&folder, bucket.clone()).await, node(&folder, bucket).await);
    let (maya, channel) = maya_and_a_channel(&first).await;
    let stored = upload(&first, maya, channel).await.unwrap();
    let bytes: Vec<u8> = (0..=255).collect();
    assert_eq!(attachments::open(&second, stored.id).await.unwrap(), Some((stored.clone(), bytes)));
    assert_eq!(attachments::open_thumbnail(&second, stored.id).await.unwrap(), Some(vec![7, 7]));

    second.clock.advance((CLAIM_TIMEOUT * 2).to_std().unwrap());
    assert_eq!(attachments::sweep(&second).await.unwrap(), 1);
    assert_eq!(attachments::open(&first, stored.id).await.unwrap(), None);
    assert_eq!(attachments::open_thumbnail(&first, stored.id).await.unwrap(), None);
    first.close().await;
    second.close().await;
}

#[tokio::test]
async fn bucket_with_wrong_key_returns_error() {
    let good = bucket();
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
async fn unreachable_bucket_returns_error() {
    let keys = Some(("key".to_owned(), "secret".to_owned()));
    // No server listens on port 1.
    let (bucket, prefix, region) = ("files".to_owned(), String::new(), "us-east-1".to_owned());
    let unreachable = BucketOptions { bucket, prefix, region, keys, endpoint: Some("http://127.0.0.1:1".to_owned()) };
    assert!(!format!("{unreachable:?}").contains("secret"), "an error may print the options");
    let folder = Folder::new();
    let store = node(&folder, unreachable).await;
    assert!(matches!(attachments::open_thumbnail(&store, store.clock.id()).await, Err(Error::Bucket(_))));
    store.close().await;
}
