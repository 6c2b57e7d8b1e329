//! What every HTTP call of the product has in common: the shape of errors, who is asking, who may ask from where and how
//! often, and how the call is described.

mod bearer;
mod calls;
mod error;
mod form;
mod limiter;
mod listener;
mod nul;
mod origin;
mod role;

pub use bearer::SignedIn;
pub use calls::{Call, NotSignedIn, Unavailable, documented};
pub use error::{Error, ErrorBody, Result, json_config, not_found, query_config};
pub use form::{Form, FormField, FormProblem};
pub use limiter::Limiter;
pub use listener::{Listener, Upgrade, not_a_handshake};
pub use nul::{has_nul, refuse_nul};
pub use origin::{Origins, refuse_foreign_origin};
pub use role::Role;
