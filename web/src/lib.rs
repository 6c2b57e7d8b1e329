//! What all HTTP routes share: route tables with policies, extractors for the caller, rate limits, the shape of errors, and
//! parts of the OpenAPI document.

mod api_key;
mod caller;
mod connection_limit;
mod error;
mod form;
mod limiter;
mod list;
mod listener;
mod network;
mod nul;
mod openapi;
mod origin;
mod rate_limit;
mod request_stream;
mod role;
mod route;
mod shared_limiter;
mod signature;

pub use actix_web::http::Method;
pub use api_key::{ApiKeys, calling_key};
pub use caller::{ActiveMember, Caller, Member, SignedIn, Staff, membership};
pub use connection_limit::ConnectionPermit;
pub use error::{Error, ErrorBody, Result, json_config, not_found, query_config};
pub use form::{Form, FormField, FormProblem};
pub use limiter::{Bucket, Limiter, Rate};
pub use list::{ListParams, ListQuery, Page, note_text, reason_text};
pub use listener::{ListenOptions, Listener, OpenSocket, Upgrade, not_a_handshake};
pub use network::{Network, Proxies};
pub use nul::{has_nul, refuse_nul};
pub use openapi::{Description, RouteTable, openapi};
pub use origin::Origins;
pub use rate_limit::{ClientNetwork, EmailLimit, RateLimit, rate_limited, whole_seconds};
pub use role::Role;
pub use route::{Access, Policy, RefusalResponse, Route, mount};
pub use shared_limiter::SharedLimiter;
pub use signature::SignatureQuery;
pub use web_macros::operation;
