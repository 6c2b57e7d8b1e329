//! Webhooks: events that the installation sends to addresses of its administrators, signed after the specification of Standard Webhooks.
//! They hold ids, kinds and programmes, never names or texts of people.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

mod deliveries;
mod endpoints;
mod signature;

pub(crate) use deliveries::enqueue_in;
pub use deliveries::{
    DeliveryState, KEPT_DAYS, ListedDelivery, Outgoing, delivered, deliveries, due, failed, gone, prune, resend, test,
    unreadable,
};
pub use endpoints::{
    MAX_WEBHOOKS, NewWebhook, RotationRefusal, Webhook, WebhookRefusal, add, all, enable, remove, rotate,
};
pub use signature::sign;

/// The kind of the jobs that send an event.
pub const JOB: &str = "webhook";

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[schema(as = WebhookEvent)]
pub enum Event {
    /// A report, a person in a crisis, or a message that detection noticed waits for a lead.
    #[serde(rename = "alert.opened")]
    AlertOpened,
    /// No lead has taken it in time.
    #[serde(rename = "alert.escalated")]
    AlertEscalated,
    /// An administrator tries the address. It is sent for any choice of events.
    #[serde(rename = "webhook.test")]
    Test,
}

impl Event {
    /// The events that an administrator can choose.
    pub const CHOICE: [Self; 2] = [Self::AlertOpened, Self::AlertEscalated];

    /// Returns the name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::AlertOpened => "alert.opened",
            Self::AlertEscalated => "alert.escalated",
            Self::Test => "webhook.test",
        }
    }
}
