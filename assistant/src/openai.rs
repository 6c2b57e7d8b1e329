//! Provider for models behind the OpenAI streaming protocol.

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use reqwest::header::{CONTENT_TYPE, RETRY_AFTER};
use reqwest::{Client, Response, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::content::Content;
use crate::prompt;
use crate::sse::Reader;
use crate::text::{citations, clean};
use crate::{Answer, Failure, Provider, Question};

/// Limit for establishing a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Configuration of the model's server.
#[derive(Clone)]
pub struct OpenAiSettings {
    /// Base address before `/chat/completions`.
    pub base_url: String,
    /// API key; empty for none.
    pub key: String,
    /// Model name.
    pub model: String,
    /// Maximum tokens of an answer.
    pub answer_tokens: u32,
    /// Time limit for the whole answer.
    pub limit: Duration,
}

impl std::fmt::Debug for OpenAiSettings {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} at {}", self.model, self.base_url)
    }
}

/// Client of a server that speaks the protocol.
#[derive(Debug)]
pub struct OpenAi {
    client: Client,
    settings: OpenAiSettings,
    content: Arc<Content>,
}

/// An event of the stream; vendors add fields.
#[derive(Deserialize)]
struct Chunk {
    #[serde(default)]
    choices: Vec<Choice>,
    usage: Option<Usage>,
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default)]
    delta: Delta,
    finish_reason: Option<String>,
}

#[derive(Default, Deserialize)]
struct Delta {
    content: Option<String>,
}

#[derive(Deserialize)]
struct Usage {
    #[serde(default)]
    total_tokens: u64,
}

/// The answer received so far.
#[derive(Default)]
pub(crate) struct Coming {
    pub(crate) text: String,
    tokens: u64,
    is_finished: bool,
}

impl OpenAi {
    /// Creates a provider; None if TLS is unavailable.
    pub fn new(settings: OpenAiSettings, content: Arc<Content>) -> Option<Self> {
        // The address is the operator's; a redirect would send the key elsewhere.
        let client = Client::builder().connect_timeout(CONNECT_TIMEOUT).redirect(reqwest::redirect::Policy::none());
        Some(Self { client: client.build().ok()?, settings, content })
    }

    pub(crate) fn request(&self, method: reqwest::Method, path: &str) -> reqwest::RequestBuilder {
        let request = self.client.request(method, format!("{}{path}", self.settings.base_url.trim_end_matches('/')));
        if self.settings.key.is_empty() { request } else { request.bearer_auth(&self.settings.key) }
    }

    /// Sends a request and reads the answer to its end, reporting progress.
    pub(crate) async fn stream(
        &self,
        messages: &Value,
        tokens: u32,
        so_far: &mut (dyn FnMut(&str) + Send),
    ) -> Result<Coming, Failure> {
        let body = json!({
            "model": self.settings.model,
            "messages": messages,
            "max_tokens": tokens,
            "stream": true,
            "stream_options": {"include_usage": true},
        });
        let request = self.request(reqwest::Method::POST, "/chat/completions").json(&body);
        let mut response = accepted(request.send().await.map_err(unreachable)?)?;
        if !is_event_stream(&response) {
            return Err(Failure::Garbled("it is no event stream"));
        }
        let (mut reader, mut stream) = (Reader::default(), Coming::default());
        while let Some(bytes) = response.chunk().await.map_err(|_| Failure::CutOff)? {
            let before = stream.text.len();
            let is_done = stream.push(reader.push(&bytes)?)?;
            if stream.text.len() > before {
                so_far(&stream.text);
            }
            if is_done {
                break;
            }
        }
        if stream.is_finished { Ok(stream) } else { Err(Failure::CutOff) }
    }

    async fn ask(&self, question: &Question, so_far: &mut (dyn FnMut(String) + Send)) -> Result<Answer, Failure> {
        let language = self.content.language(&question.language);
        let passages = &question.passages;
        let messages = Value::Array(prompt::messages(language, question));
        let count = passages.len();
        let mut on_progress = |text: &str| so_far(clean(&citations(text, count).0));
        let stream = self.stream(&messages, self.settings.answer_tokens, &mut on_progress).await?;
        let (text, cited) = citations(&stream.text, passages.len());
        let text = clean(&text);
        if text.is_empty() {
            return Err(Failure::Garbled("it is empty"));
        }
        Ok(Answer {
            text,
            sources: cited.into_iter().map(|index| passages[index].source()).collect(),
            tokens: stream.tokens,
        })
    }
}

impl Coming {
    /// Adds events; returns true after the last one.
    fn push(&mut self, events: Vec<String>) -> Result<bool, Failure> {
        for event in events {
            if event.trim() == "[DONE]" {
                self.is_finished = true;
                return Ok(true);
            }
            let chunk: Chunk =
                serde_json::from_str(&event).map_err(|_| Failure::Garbled("an event is not what was agreed upon"))?;
            if chunk.error.is_some() {
                return Err(Failure::Garbled("the server reports an error within the stream"));
            }
            if let Some(usage) = chunk.usage {
                self.tokens = usage.total_tokens;
            }
            for choice in chunk.choices.into_iter().take(1) {
                self.text.push_str(&choice.delta.content.unwrap_or_default());
                self.is_finished |= choice.finish_reason.is_some();
            }
        }
        Ok(false)
    }
}

fn is_event_stream(response: &Response) -> bool {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("text/event-stream"))
}

pub(crate) fn accepted(response: Response) -> Result<Response, Failure> {
    match response.status() {
        StatusCode::OK => Ok(response),
        StatusCode::TOO_MANY_REQUESTS => {
            let seconds = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
            Err(Failure::Busy { retry_after: seconds.map(Duration::from_secs) })
        }
        status => Err(Failure::Status(status.as_u16())),
    }
}

/// Returns the error text without the address, which may contain a secret.
pub(crate) fn unreachable(error: reqwest::Error) -> Failure {
    Failure::Unreachable(error.without_url().to_string())
}

impl Provider for OpenAi {
    fn answer<'a>(
        &'a self,
        question: &'a Question,
        so_far: &'a mut (dyn FnMut(String) + Send),
    ) -> BoxFuture<'a, Result<Answer, Failure>> {
        let answer = timeout(self.settings.limit, self.ask(question, so_far));
        async move { answer.await.unwrap_or(Err(Failure::Slow)) }.boxed()
    }

    fn probe(&self) -> BoxFuture<'_, Result<(), Failure>> {
        let request = self.request(reqwest::Method::GET, "/models");
        async move {
            let answer = timeout(CONNECT_TIMEOUT, request.send()).await.map_err(|_| Failure::Slow)?;
            accepted(answer.map_err(unreachable)?).map(drop)
        }
        .boxed()
    }
}
