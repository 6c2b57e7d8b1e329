//! Safeguarding: cases, reports about people and messages, blocks between people.

pub mod alert_notices;
pub mod blocks;
pub mod cases;
pub mod pending_cases;
pub mod reports;
