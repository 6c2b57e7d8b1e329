//! Safeguarding: cases, reports about people and messages, what detection finds, blocks between people.

pub mod alert_notices;
pub mod blocks;
pub mod cases;
pub mod findings;
pub mod pending_cases;
pub mod reports;
