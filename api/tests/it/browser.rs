//! A browser: stores cookies, and the access token in memory.

use reqwest::header::HeaderMap;
use reqwest::{Client, ClientBuilder, Method, RequestBuilder};
use serde_json::{Value, json};

#[derive(Clone, Debug)]
pub(crate) struct Browser {
    client: Client,
    server: String,
    pub(crate) token: Option<String>,
}

/// A response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    /// Null without a body.
    pub(crate) body: Value,
}

impl Answer {
    pub(crate) fn code(&self) -> &str {
        self.body["code"].as_str().unwrap_or_default()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        Some(self.headers.get(name)?.to_str().unwrap())
    }

    /// Returns the cookie of the response, with its attributes in order.
    pub(crate) fn cookie(&self) -> Option<Vec<&str>> {
        Some(self.header("set-cookie")?.split("; ").collect())
    }
}

impl Browser {
    pub(crate) fn new(server: &str) -> Self {
        test_kit::choose_crypto();
        Self::with(Client::builder().cookie_store(true), server)
    }

    pub(crate) fn with(client: ClientBuilder, server: &str) -> Self {
        // The server closes idle connections after five seconds: on a busy machine that may cross with the next request.
        Self { client: client.pool_max_idle_per_host(0).build().unwrap(), server: server.to_owned(), token: None }
    }

    pub(crate) fn request(&self, method: Method, call: &str) -> RequestBuilder {
        let request = self.client.request(method, format!("{}/api/v2/users/{call}", self.server));
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    pub(crate) async fn send(&self, request: RequestBuilder) -> Answer {
        let answer = request.send().await.unwrap();
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let body = answer.bytes().await.unwrap();
        let body = if body.is_empty() { Value::Null } else { serde_json::from_slice(&body).unwrap() };
        Answer { status, headers, body }
    }

    pub(crate) async fn get(&self, call: &str) -> Answer {
        self.send(self.request(Method::GET, call)).await
    }

    pub(crate) async fn post(&self, call: &str) -> Answer {
        self.send(self.request(Method::POST, call)).await
    }

    /// Signs in without storing the access token.
    pub(crate) async fn try_sign_in(&self, email: &str, password: &str) -> Answer {
        self.send(self.request(Method::POST, "sign-in/").json(&json!({"email": email, "password": password}))).await
    }

    pub(crate) async fn sign_in(&mut self, email: &str, password: &str) -> Answer {
        let answer = self.try_sign_in(email, password).await;
        self.token = answer.body["accessToken"].as_str().map(str::to_owned);
        answer
    }

    pub(crate) async fn refresh(&mut self) -> Answer {
        let answer = self.post("refresh/").await;
        self.token = answer.body["accessToken"].as_str().map(str::to_owned);
        answer
    }
}
