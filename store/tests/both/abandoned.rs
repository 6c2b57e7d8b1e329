//! Callers who stop waiting: a request that is cancelled ends in the middle of a state change.

use store::notification_settings::{self, NotificationSettings};
use test_kit::both;

use crate::test_store::polled;

both!(write_after_an_abandoned_transaction_is_kept, async |app| {
    let [maya, ..] = app.people().await;
    let node = app.with_one_connection().await;
    let settings = NotificationSettings {
        time_zone: "Europe/Berlin".parse().unwrap(),
        quiet_hours: None,
        mail_after_hours: Some(2),
        reminder_mails: true,
    };
    // The caller stops waiting at each point of the transaction.
    for polls in (1..=12).cycle().take(60) {
        notification_settings::save(&app.store, maya, &settings).await.unwrap();
        polled(notification_settings::save(&node, maya, &settings), polls).await;
        notification_settings::stop_mails(&node, maya).await.unwrap();
        let stored = notification_settings::of_person(&app.store, maya).await.unwrap().unwrap();
        assert_eq!(stored.mail_after_hours, None, "after {polls} polls");
    }
});
