//! A scripted OpenID provider.

use std::collections::HashMap;
use std::sync::Mutex;

use actix_web::dev::ServerHandle;
use actix_web::web::{self, Data, Form};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer};
use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use egress::oidc::{Kind, Settings};
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde::Deserialize;
use serde_json::{Value, json};

/// The client id of this installation.
pub(crate) const CLIENT: &str = "mentor-hub";

const SECRET: &str = "between us";

/// The start of the clock.
pub(crate) const NOW: i64 = 1_772_442_000;

/// The provider; it stops when dropped.
pub(crate) struct Provider {
    pub(crate) issuer: String,
    state: Data<State>,
    handle: ServerHandle,
}

#[derive(Default)]
struct State {
    issuer: Mutex<String>,
    key: Mutex<Option<Key>>,
    /// Unused authorization codes and their tokens.
    codes: Mutex<HashMap<String, Grant>>,
}

#[derive(Clone)]
struct Key {
    id: String,
    key: SigningKey,
}

struct Grant {
    challenge: String,
    redirect_uri: String,
    id_token: String,
}

#[derive(Deserialize)]
struct Redemption {
    grant_type: String,
    code: String,
    redirect_uri: String,
    code_verifier: String,
}

impl Provider {
    pub(crate) async fn start() -> Self {
        let state = Data::new(State::default());
        let shared = state.clone();
        let server = HttpServer::new(move || {
            App::new()
                .app_data(shared.clone())
                .route("/.well-known/openid-configuration", web::get().to(discovery))
                .route("/keys", web::get().to(keys))
                .route("/token", web::post().to(redeem))
        });
        let server = server.workers(1).disable_signals().bind("127.0.0.1:0").unwrap();
        let issuer = format!("http://{}", server.addrs()[0]);
        state.issuer.lock().unwrap().clone_from(&issuer);
        let server = server.run();
        let handle = server.handle();
        tokio::spawn(server);
        let provider = Self { issuer, state, handle };
        provider.changes_its_key();
        provider
    }

    /// Replaces the signing key.
    pub(crate) fn changes_its_key(&self) {
        let secret: [u8; 32] = store::random_text().as_bytes()[..32].try_into().unwrap();
        let id = store::random_text();
        *self.state.key.lock().unwrap() = Some(Key { id, key: SigningKey::from_slice(&secret).unwrap() });
    }

    pub(crate) fn settings(&self, kind: Kind) -> Settings {
        Settings {
            id: "google".to_owned(),
            name: "Google".to_owned(),
            issuer: self.issuer.parse().unwrap(),
            client_id: CLIENT.to_owned(),
            client_secret: SECRET.to_owned(),
            kind,
            prompt: "select_account".to_owned(),
        }
    }

    /// Valid claims of a person.
    pub(crate) fn claims(&self, subject: &str, email: &str) -> Value {
        json!({"iss": self.issuer, "sub": subject, "aud": CLIENT, "iat": NOW, "exp": NOW + 600, "email": email,
            "email_verified": true, "name": "Lena Vogt"})
    }

    /// A token with valid header and signature.
    pub(crate) fn token(&self, claims: &Value) -> String {
        let Key { id, key } = self.state.key.lock().unwrap().clone().unwrap();
        let text = unsigned(&json!({"alg": "ES256", "kid": id}), claims);
        let signature: Signature = key.sign(text.as_bytes());
        format!("{text}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature.to_bytes()))
    }

    /// The id of the signing key.
    pub(crate) fn key_id(&self) -> String {
        self.state.key.lock().unwrap().clone().unwrap().id
    }

    /// Authorizes a request: returns a code for this token.
    pub(crate) fn agree(&self, asked: &HashMap<String, String>, id_token: String) -> String {
        let code = store::random_text();
        let grant =
            Grant { challenge: asked["code_challenge"].clone(), redirect_uri: asked["redirect_uri"].clone(), id_token };
        self.state.codes.lock().unwrap().insert(code.clone(), grant);
        code
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        // Stops in the background.
        drop(self.handle.stop(false));
    }
}

/// Header and claims without a signature.
pub(crate) fn unsigned(head: &Value, claims: &Value) -> String {
    let part = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
    format!("{}.{}", part(head), part(claims))
}

async fn discovery(state: Data<State>) -> HttpResponse {
    let issuer = state.issuer.lock().unwrap().clone();
    HttpResponse::Ok().json(json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "jwks_uri": format!("{issuer}/keys"),
    }))
}

async fn keys(state: Data<State>) -> HttpResponse {
    let Key { id, key } = state.key.lock().unwrap().clone().unwrap();
    let point = key.verifying_key().to_encoded_point(false);
    let text = |bytes: &[u8]| BASE64_URL_SAFE_NO_PAD.encode(bytes);
    HttpResponse::Ok().json(json!({"keys": [
        {"kty": "XYZ", "kid": "of a kind that nobody knows"},
        {"kty": "EC", "crv": "P-256", "use": "sig", "kid": id, "x": text(point.x().unwrap()), "y": text(point.y().unwrap())},
    ]}))
}

async fn redeem(request: HttpRequest, state: Data<State>, form: Form<Redemption>) -> HttpResponse {
    let refused = || HttpResponse::BadRequest().json(json!({"error": "invalid_grant"}));
    let expected = format!("Basic {}", BASE64_STANDARD.encode(format!("{CLIENT}:{}", SECRET.replace(' ', "+"))));
    let given = request.headers().get("authorization").and_then(|value| value.to_str().ok());
    let Some(grant) = state.codes.lock().unwrap().remove(&form.code) else { return refused() };
    let is_right = given == Some(&expected)
        && form.grant_type == "authorization_code"
        && form.redirect_uri == grant.redirect_uri
        && store::digest_text(&form.code_verifier) == grant.challenge;
    if is_right {
        HttpResponse::Ok().json(json!({"access_token": "x", "token_type": "Bearer", "id_token": grant.id_token}))
    } else {
        refused()
    }
}
