//! The in-process bus, and the sockets over which commands reach servers.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

use store::bus::{Bus, BusMessage, Event};
use store::{ChannelId, PersonId};
use test_kit::Folder;
use uuid::Uuid;

use crate::test_store::{next_events, within_timeout};

fn typing(n: u128) -> Event {
    Event::Typing { channel: ChannelId(Uuid::from_u128(n)), person: PersonId(Uuid::nil()) }
}

fn number(event: &Event) -> u128 {
    match event {
        Event::Typing { channel, .. } => channel.0.as_u128(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn listeners_receive_all_events_in_order() {
    let bus = Bus::in_process();
    bus.publish(vec![typing(0)]);
    let mut listeners = [bus.listen(), bus.clone().listen()];
    bus.publish(vec![typing(1), typing(2)]);
    bus.publish(vec![]);
    bus.publish(vec![typing(3)]);
    for listener in &mut listeners {
        assert_eq!(next_events(listener).await.iter().map(number).collect::<Vec<_>>(), vec![1, 2]);
        assert_eq!(next_events(listener).await.iter().map(number).collect::<Vec<_>>(), vec![3]);
    }
}

#[tokio::test]
async fn slow_listener_receives_loss_and_continues() {
    let bus = Bus::in_process();
    let mut slow = bus.listen();
    for n in 0..10_000 {
        bus.publish(vec![typing(n)]);
    }
    assert!(matches!(within_timeout(slow.next()).await, Some(BusMessage::Lost)));
    let first = number(&next_events(&mut slow).await[0]);
    assert!(first > 0);
    for n in first + 1..10_000 {
        assert_eq!(number(&next_events(&mut slow).await[0]), n);
    }
}

#[tokio::test]
async fn published_loss_reaches_listener() {
    let bus = Bus::in_process();
    let mut listener = bus.listen();
    bus.publish_loss();
    assert!(matches!(within_timeout(listener.next()).await, Some(BusMessage::Lost)));
}

#[tokio::test]
async fn dropped_bus_ends_listeners() {
    let bus = Bus::in_process();
    let mut listener = bus.listen();
    bus.publish(vec![typing(1)]);
    drop(bus);
    assert_eq!(next_events(&mut listener).await.len(), 1);
    assert!(within_timeout(listener.next()).await.is_none());
}

#[tokio::test]
async fn in_process_bus_is_always_healthy() {
    let bus = Bus::in_process();
    assert!(bus.is_healthy());
    assert!(!bus.is_shared());
    assert_eq!(bus.describe(), "in-process");
}

#[tokio::test]
async fn invalid_redis_url_is_rejected_without_its_password() {
    let rejected = Bus::redis(&store::BusOptions { url: "http://:secret@localhost".into(), topic: "hub".into() })
        .unwrap_err()
        .to_string();
    assert!(rejected.contains("bus.url"), "{rejected}");
    assert!(!rejected.contains("secret"), "{rejected}");
}

/// A bus of a server that receives the events of commands, with its listener.
fn server(folder: &Path) -> (Bus, store::bus::ServedSocket, store::bus::Subscription) {
    let bus = Bus::in_process();
    let (socket, listener) = (bus.serve(folder).unwrap(), bus.listen());
    (bus, socket, listener)
}

fn sockets(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

async fn publish_from_command(folder: &Path, number: u128) {
    let command = Bus::to_servers(folder.to_owned());
    command.publish(vec![typing(number)]);
    command.flush().await;
}

#[tokio::test]
async fn events_of_command_reach_all_servers() {
    let folder = Folder::new();
    let (_one, _first, mut here) = server(&folder.0);
    let (_other, second, mut there) = server(&folder.0);
    publish_from_command(&folder.0, 1).await;
    for listener in [&mut here, &mut there] {
        assert_eq!(next_events(listener).await.iter().map(number).collect::<Vec<_>>(), vec![1]);
    }
    drop(second);
    publish_from_command(&folder.0, 2).await;
    assert_eq!(next_events(&mut here).await.iter().map(number).collect::<Vec<_>>(), vec![2]);
    assert_eq!(sockets(&folder.0).len(), 1);
}

#[tokio::test]
async fn command_without_server_ends() {
    let folder = Folder::new();
    publish_from_command(&folder.0.join("missing"), 1).await;
    // The socket of a server that was killed.
    drop(UnixListener::bind(folder.0.join("dead.socket")).unwrap());
    publish_from_command(&folder.0, 1).await;
}

#[tokio::test]
async fn socket_of_killed_server_is_removed() {
    let folder = Folder::new();
    let dead = folder.0.join("dead.socket");
    drop(UnixListener::bind(&dead).unwrap());
    let _server = server(&folder.0);
    assert!(!dead.exists());
    assert_eq!(sockets(&folder.0).len(), 1);
}

#[tokio::test]
async fn socket_is_private() {
    let folder = Folder::new();
    let servers = folder.0.join("servers");
    let _server = server(&servers);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&servers), 0o700);
    assert_eq!(sockets(&servers).iter().map(|path| mode(path)).collect::<Vec<_>>(), [0o600]);
}

#[tokio::test]
async fn garbage_at_socket_counts_as_loss() {
    let folder = Folder::new();
    let (_bus, _socket, mut listener) = server(&folder.0);
    let connect = || UnixStream::connect(&sockets(&folder.0)[0]).unwrap();
    drop(connect());
    for garbage in [&b"\xff\xfe not JSON"[..], b"{}", b"{\"node\":0,\"lost\":false,\"events\":[{\"type\":\"new\"}]}"] {
        connect().write_all(garbage).unwrap();
        let signal = within_timeout(listener.next()).await;
        assert!(matches!(signal, Some(BusMessage::Lost)), "{signal:?}");
    }
    publish_from_command(&folder.0, 1).await;
    assert_eq!(next_events(&mut listener).await.iter().map(number).collect::<Vec<_>>(), vec![1]);
}

#[tokio::test]
async fn slow_sender_does_not_delay_others() {
    let folder = Folder::new();
    let (_bus, _socket, mut listener) = server(&folder.0);
    let mut slow = UnixStream::connect(&sockets(&folder.0)[0]).unwrap();
    slow.write_all(b"{\"node\":0,").unwrap();
    publish_from_command(&folder.0, 1).await;
    assert_eq!(next_events(&mut listener).await.iter().map(number).collect::<Vec<_>>(), vec![1]);
    let signal = within_timeout(listener.next()).await;
    assert!(matches!(signal, Some(BusMessage::Lost)), "the slow sender is given up: {signal:?}");
}
