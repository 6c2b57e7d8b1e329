//! The calendar of a mentorship: events that its members enter, reminders, and the feed for their phones.

mod availability;
mod deadlines;
mod events;
mod feeds;
mod free_times;
mod occurrences;
mod planned;
mod reminders;

pub use availability::{Availability, MAX_WINDOWS, Window, availability_of, set_availability};
pub use deadlines::enqueue_due as enqueue_deadlines;
pub use events::{
    DeleteOutcome, Draft, Event, MAX_EVENTS, WriteOutcome, cancelled, create, delete, events, of_request, prune, update,
};
pub use feeds::{Feed, create_feed, feed_of_key, has_feed, revoke_feed};
pub use free_times::{CALL_MINUTES, NOTICE_HOURS, free_times};
pub use occurrences::{MAX_OCCURRENCES, occurrences};
pub(crate) use planned::planned_calls_in;
pub use reminders::remind_due;
