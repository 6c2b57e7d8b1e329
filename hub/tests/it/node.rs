//! One node: a store, a hub and a server on a free port.

use std::net::SocketAddr;
use std::sync::Arc;

use ::web::{Listener, Origins};
use actix_web::dev::ServerHandle;
use actix_web::middleware::NormalizePath;
use actix_web::{App, web};
use hub::{Hub, Settings};
use serde_json::{Value, json};
use store::sessions::{self, Opened};
use store::{PersonId, Store, tokens};
use tokio::net::TcpSocket;

use crate::socket::Socket;

#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) store: Arc<Store>,
    pub(crate) hub: Arc<Hub>,
    pub(crate) address: SocketAddr,
    server: ServerHandle,
}

impl Node {
    pub(crate) fn start(store: Arc<Store>, settings: impl Into<Settings>) -> Self {
        let hub = Hub::start(store.clone(), settings);
        let (of_app, hub_of_app) = (store.clone(), hub.clone());
        let hub_of_sockets = hub.clone();
        let listener = Listener { address: SocketAddr::from(([127, 0, 0, 1], 0)), workers: 2, last_requests: 5 };
        let app = move || {
            App::new()
                .wrap(NormalizePath::trim())
                .app_data(web::Data::from(of_app.clone()))
                .app_data(web::Data::new(Origins::default()))
                .configure(|config| hub::configure(config, hub_of_app.clone()))
        };
        let sockets = move |upgrade| {
            let hub = hub_of_sockets.clone();
            async move { hub::open_socket(hub, &Origins::default(), upgrade).await }
        };
        let (running, address) = listener.serve(app, sockets).unwrap();
        let server = running.handle();
        tokio::spawn(running);
        Self { store, hub, address, server }
    }

    /// A session of this person, and a token for it.
    pub(crate) async fn sign_in(&self, person: PersonId) -> (Opened, String) {
        let opened = sessions::open(&self.store, person, "test").await.unwrap();
        let (token, _) = tokens::issue(&self.store, person, opened.session).unwrap();
        (opened, token)
    }

    /// A socket of this person that the node knows.
    pub(crate) async fn socket(&self, person: PersonId) -> Socket {
        let (opened, token) = self.sign_in(person).await;
        self.socket_of(opened, token).await
    }

    pub(crate) async fn socket_of(&self, opened: Opened, token: String) -> Socket {
        let mut socket = self.stranger().await;
        socket.sign_in(&opened, token);
        socket.say(json!({"command": "unread_message"})).await;
        socket.expect("unread_message").await;
        socket
    }

    /// A socket of this person with so small a receive buffer that the hub notices soon when nobody reads.
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
    pub(crate) async fn stranger(&self) -> Socket {
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

    /// Status and answer of a call with this body.
    pub(crate) async fn post(&self, path: &str, token: &str, body: &Value) -> (u16, Value) {
        let request = reqwest::Client::new().post(format!("http://{}{path}", self.address)).bearer_auth(token);
        let answer = request.json(body).send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap_or(Value::Null))
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
        // The order is given at once; nobody waits for it.
        drop(self.server.stop(false));
    }
}
