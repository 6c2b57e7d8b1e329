//! A push service with subscribed browsers, which decrypt messages independently of the product code.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};

use actix_web::dev::ServerHandle;
use actix_web::http::StatusCode;
use actix_web::web::{self, Bytes, Data};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer};
use aes_gcm::aead::Aead;
use aes_gcm::{Aes128Gcm, KeyInit, Nonce};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hkdf::Hkdf;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::elliptic_curve::sec1::ToEncodedPoint;
use p256::{PublicKey, SecretKey, ecdh};
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::sync::mpsc;

const AUTH: [u8; 16] = [9; 16];

/// The service; it stops when dropped.
pub(crate) struct PushService {
    pub(crate) url: String,
    state: Data<State>,
    pushes: mpsc::UnboundedReceiver<Received>,
    keys: Mutex<HashMap<String, SecretKey>>,
    handle: ServerHandle,
}

struct State {
    answer: AtomicU16,
    all: Mutex<Vec<Received>>,
    heard: mpsc::UnboundedSender<Received>,
}

/// A received request.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) path: String,
    headers: Arc<HashMap<String, String>>,
    pub(crate) body: Bytes,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> &str {
        &self.headers[name]
    }

    /// The VAPID claims, after a check of their signature.
    pub(crate) fn signed_with(&self, public_key: &str) -> Value {
        let (token, key) = self.header("authorization").strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(key, public_key);
        let decoded = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).unwrap();
        let (text, signature) = token.rsplit_once('.').unwrap();
        let signature = Signature::from_slice(&decoded(signature)).unwrap();
        let key = VerifyingKey::from_sec1_bytes(&decoded(key)).unwrap();
        key.verify(text.as_bytes(), &signature).unwrap();
        serde_json::from_slice(&decoded(text.split_once('.').unwrap().1)).unwrap()
    }
}

impl PushService {
    pub(crate) async fn start() -> Self {
        let (heard, pushes) = mpsc::unbounded_channel();
        let state = Data::new(State { answer: AtomicU16::new(201), all: Mutex::default(), heard });
        let shared = state.clone();
        let server =
            HttpServer::new(move || App::new().app_data(shared.clone()).route("/push/{name}", web::post().to(take)));
        let server = server.workers(1).disable_signals().bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", server.addrs()[0]);
        let server = server.run();
        let handle = server.handle();
        tokio::spawn(server);
        Self { url, state, pushes, keys: Mutex::default(), handle }
    }

    /// Sets the status of further responses.
    pub(crate) fn answers(&self, status: u16) {
        self.state.answer.store(status, Ordering::SeqCst);
    }

    /// Subscribes a browser.
    pub(crate) fn subscription(&self, name: &str) -> Value {
        let secret: [u8; 32] = store::random_text().as_bytes()[..32].try_into().unwrap();
        let key = SecretKey::from_slice(&secret).unwrap();
        let text = |bytes: &[u8]| BASE64_URL_SAFE_NO_PAD.encode(bytes);
        let point = key.public_key().to_encoded_point(false);
        self.keys.lock().unwrap().insert(name.to_owned(), key);
        json!({"endpoint": format!("{}/push/{name}", self.url), "expirationTime": null,
            "keys": {"p256dh": text(point.as_bytes()), "auth": text(&AUTH)}})
    }

    /// The next request.
    pub(crate) async fn next(&mut self) -> Received {
        self.pushes.recv().await.unwrap()
    }

    /// The number of unread requests.
    pub(crate) fn waiting(&self) -> usize {
        self.pushes.len()
    }

    /// All requests.
    pub(crate) fn received(&self) -> Vec<Received> {
        self.state.all.lock().unwrap().clone()
    }

    /// Decrypts a request as the browser of this name.
    pub(crate) fn open(&self, name: &str, received: &Received) -> Value {
        let ours = self.keys.lock().unwrap()[name].clone();
        let (salt, rest) = received.body.split_at(16);
        let (theirs, sealed) = rest[5..].split_at(usize::from(rest[4]));
        let their_point = PublicKey::from_sec1_bytes(theirs).unwrap();
        let shared = ecdh::diffie_hellman(ours.to_nonzero_scalar(), their_point.as_affine());
        let info = [b"WebPush: info\0", ours.public_key().to_encoded_point(false).as_bytes(), theirs].concat();
        let secret: [u8; 32] = derived(&AUTH, shared.raw_secret_bytes(), &info);
        let key: [u8; 16] = derived(salt, &secret, b"Content-Encoding: aes128gcm\0");
        let nonce: [u8; 12] = derived(salt, &secret, b"Content-Encoding: nonce\0");
        let padded = Aes128Gcm::new(&key.into()).decrypt(&Nonce::from(nonce), sealed).unwrap();
        let end = padded.iter().rposition(|byte| *byte != 0).unwrap();
        assert_eq!(padded[end], 2, "the last record");
        serde_json::from_slice(&padded[..end]).unwrap()
    }
}

impl Drop for PushService {
    fn drop(&mut self) {
        // Stops in the background.
        drop(self.handle.stop(false));
    }
}

async fn take(request: HttpRequest, body: Bytes, state: Data<State>) -> HttpResponse {
    let headers = request.headers().iter();
    let headers = headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned())).collect();
    let received = Received { path: request.path().to_owned(), headers: Arc::new(headers), body };
    state.all.lock().unwrap().push(received.clone());
    let _ = state.heard.send(received);
    HttpResponse::build(StatusCode::from_u16(state.answer.load(Ordering::SeqCst)).unwrap()).finish()
}

fn derived<const N: usize>(salt: &[u8], secret: &[u8], info: &[u8]) -> [u8; N] {
    let mut key = [0; N];
    Hkdf::<Sha256>::new(Some(salt), secret).expand(info, &mut key).unwrap();
    key
}
