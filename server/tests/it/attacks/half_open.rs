//! Many connections of one machine that do nothing.

use serde_json::json;
use store::people::Role;
use store::{login_sessions, tokens};
use tokio::io::AsyncWriteExt;

use super::chat_socket::ChatSocket;
use super::{Target, add_person, answer_to, read_to_end};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_cannot_hold_all_connections() {
    const GET: &str = "GET /healthz HTTP/1.1\r\nHost: hub\r\nConnection: close\r\n\r\n";
    test_kit::on_sqlite(async |environment| {
        let target = Target::start(environment, |options| options.connections_per_address = Some(3)).await;
        let store = &target.store;
        let tom = add_person(store, "tom@example.org", Role::Mentee).await;
        let opened = login_sessions::open(store, tom, "test", login_sessions::Factors::One).await.unwrap();
        let (token, _) = tokens::issue(store, tom, opened.session).unwrap();
        // Sockets of people who are signed in do not count: a whole school may have one address.
        let mut people = Vec::new();
        for _ in 0..6 {
            let mut socket = ChatSocket::open(&target.running.address().to_string()).await;
            socket.send(&json!({"command": "unread_message", "token": token})).await;
            assert_eq!(socket.next().await.unwrap()["command"], "unread_message");
            people.push(socket);
        }
        let mut held = Vec::new();
        for _ in 0..3 {
            let mut stream = target.connect().await;
            stream.write_all(b"G").await.unwrap();
            held.push(stream);
        }
        assert_eq!(read_to_end(&mut target.connect().await).await, "");
        drop(held);
        while !answer_to(&target, GET).await.starts_with("HTTP/1.1 200 ") {}
    })
    .await;
}
