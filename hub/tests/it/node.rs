//! One node: the whole application on a free port.

use std::net::SocketAddr;
use std::sync::Arc;

use ::web::{ListenOptions, Listener};
use api::SignInLimits;
use hub::{Hub, Settings};
use serde_json::{Value, json};
use server::{Application, RunningApplication};
use store::login_sessions::{self, Factors, Opened};
use store::people::{self, Role};
use store::{PersonId, Store, tokens};
use tokio::net::TcpSocket;

use crate::socket::Socket;

/// A limit that no test reaches.
const UNLIMITED: u32 = 1_000_000;

#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) store: Arc<Store>,
    pub(crate) hub: Arc<Hub>,
    pub(crate) address: SocketAddr,
    server: RunningApplication,
}

impl Node {
    pub(crate) fn start(store: Arc<Store>, settings: impl Into<Settings>) -> Self {
        let limits = SignInLimits::all(UNLIMITED);
        let api = api::Settings::new(false, true, limits);
        let application = Application::builder(store.clone()).hub(settings).api(api).build();
        let hub = application.hub().unwrap().clone();
        let listener = ListenOptions { workers: 2, ..ListenOptions::new(SocketAddr::from(([127, 0, 0, 1], 0))) };
        let server = application.start(Listener::bind(listener).unwrap()).unwrap();
        Self { store, hub, address: server.address(), server }
    }

    /// Opens a login session and issues a token for it.
    pub(crate) async fn sign_in(&self, person: PersonId) -> (Opened, String) {
        let is_staff = people::by_id(&self.store, person).await.unwrap().unwrap().role == Role::Staff;
        let factors = if is_staff { Factors::Two } else { Factors::One };
        let opened = login_sessions::open(&self.store, person, "test", factors).await.unwrap();
        let (token, _) = tokens::issue(&self.store, person, opened.session).unwrap();
        (opened, token)
    }

    /// Opens a socket and signs it in.
    pub(crate) async fn socket(&self, person: PersonId) -> Socket {
        let (opened, token) = self.sign_in(person).await;
        self.socket_of(opened, token).await
    }

    pub(crate) async fn socket_of(&self, opened: Opened, token: String) -> Socket {
        let mut socket = self.anonymous_socket().await;
        socket.sign_in(&opened, token);
        socket.send_frame(json!({"command": "unread_message"})).await;
        socket.expect("unread_message").await;
        socket
    }

    /// Opens a socket with a small receive buffer, so that the hub soon detects a slow reader.
    pub(crate) async fn narrow_socket(&self, person: PersonId) -> Socket {
        let tcp = TcpSocket::new_v4().unwrap();
        tcp.set_recv_buffer_size(4096).unwrap();
        let mut socket = Socket::open_with(tcp, self.address, Some(&self.origin())).await.unwrap();
        let (opened, token) = self.sign_in(person).await;
        socket.sign_in(&opened, token);
        socket
    }

    fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// A socket that has not said anything.
    pub(crate) async fn anonymous_socket(&self) -> Socket {
        Socket::open(self.address, Some(&self.origin())).await.unwrap()
    }

    pub(crate) async fn get(&self, path: &str, token: Option<&str>) -> reqwest::Response {
        test_kit::choose_crypto();
        let mut request = reqwest::Client::new().get(format!("http://{}{path}", self.address));
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        request.send().await.unwrap()
    }

    /// Sends a POST request and returns status and body.
    pub(crate) async fn post(&self, path: &str, token: &str, body: &Value) -> (u16, Value) {
        let request = reqwest::Client::new().post(format!("http://{}{path}", self.address)).bearer_auth(token);
        let answer = request.json(body).send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap_or(Value::Null))
    }

    pub(crate) async fn put(&self, path: &str, token: &str) -> u16 {
        let url = format!("http://{}{path}", self.address);
        reqwest::Client::new().put(url).bearer_auth(token).send().await.unwrap().status().as_u16()
    }

    pub(crate) async fn delete(&self, path: &str, token: &str) -> u16 {
        let request = reqwest::Client::new().delete(format!("http://{}{path}", self.address));
        request.bearer_auth(token).send().await.unwrap().status().as_u16()
    }

    pub(crate) async fn get_json(&self, path: &str, token: &str) -> Value {
        let answer = self.get(path, Some(token)).await;
        assert_eq!(answer.status(), 200);
        answer.json().await.unwrap()
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.server.stop_now();
    }
}
