//! Staff: who acts, what they may do and where, and the log of their acts.

mod actor;
pub mod api_keys;
pub mod audit;
pub mod duty;
pub mod grants;
pub mod list_exports;
pub mod listing;
pub mod people_list;
mod permissions;
pub mod timeline;

pub(crate) use actor::Reached;
pub use actor::{Actor, Staff};
pub use permissions::{Grant, Grants, Permission, Scope, StaffRole};
