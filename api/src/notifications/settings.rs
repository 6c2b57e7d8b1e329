//! How the signed-in person is notified: quiet hours and mails about unread messages.

use actix_web::web::{Data, Json};
use chrono::NaiveTime;
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use store::notification_settings::{self, NotificationSettings};
use store::quiet_hours::QuietHours;
use store::{Store, unread_mail};
use utoipa::ToSchema;
use web::{Caller, Error, Result};

/// How a person is notified.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NotificationSettings)]
pub(super) struct NotificationSettingsBody {
    /// The IANA time zone of the quiet hours; null before the first change.
    #[serde(alias = "time_zone")]
    time_zone: Option<String>,
    /// Daily hours without a push.
    #[serde(alias = "quiet_hours")]
    quiet_hours: Option<QuietHoursBody>,
    /// After how many hours a mail reports unread messages: 4, 24, or null for never.
    #[serde(alias = "mail_after_hours")]
    mail_after_hours: Option<i64>,
    /// Whether mails remind of events and deadlines, a day and three days before. True if it is omitted.
    #[serde(default = "yes", alias = "reminder_mails")]
    #[schema(required)]
    reminder_mails: bool,
}

fn yes() -> bool {
    true
}

/// Local times. If `until` is not after `from`, it is on the next day.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[schema(as = QuietHours)]
pub(super) struct QuietHoursBody {
    /// "22:00"
    from: String,
    /// "07:00"
    until: String,
}

/// Shows how the person is notified.
#[web::operation(operation_id = "notification_settings", responses((status = 200, body = NotificationSettingsBody)))]
pub(super) async fn show(store: Data<Store>, caller: Caller) -> Result<Json<NotificationSettingsBody>> {
    let body = match notification_settings::of_person(&store, caller.person).await? {
        Some(settings) => to_body(&settings),
        None => NotificationSettingsBody {
            time_zone: None,
            quiet_hours: None,
            mail_after_hours: None,
            reminder_mails: true,
        },
    };
    Ok(Json(body))
}

/// Changes how the person is notified.
#[web::operation(
    operation_id = "change_notification_settings",
    request_body = NotificationSettingsBody,
    responses(
        (status = 200, description = "As stored.", body = NotificationSettingsBody),
        (status = 422, description = "`invalid`, with the fields")
    )
)]
pub(super) async fn change(
    store: Data<Store>,
    caller: Caller,
    body: Json<NotificationSettingsBody>,
) -> Result<Json<NotificationSettingsBody>> {
    let settings = parse(&body)?;
    notification_settings::save(&store, caller.person, &settings).await?;
    Ok(Json(to_body(&settings)))
}

fn parse(body: &NotificationSettingsBody) -> Result<NotificationSettings> {
    let invalid = |field, sentence: &str| Error::invalid(sentence).field(field, sentence);
    let time_zone: Option<Tz> = body.time_zone.as_deref().and_then(|name| name.parse().ok());
    let time_zone = time_zone.ok_or_else(|| invalid("timeZone", "This is no time zone."))?;
    let quiet_hours = match &body.quiet_hours {
        None => None,
        Some(QuietHoursBody { from, until }) => {
            let time = |text: &str| NaiveTime::parse_from_str(text, "%H:%M").ok();
            let times = time(from).zip(time(until)).filter(|(from, until)| from != until);
            let sentence = "Quiet hours begin and end at two different times of the day.";
            let (from, until) = times.ok_or_else(|| invalid("quietHours", sentence))?;
            Some(QuietHours { from, until })
        }
    };
    if body.mail_after_hours.is_some_and(|hours| !unread_mail::HOURS.contains(&hours)) {
        return Err(invalid("mailAfterHours", "A mail can come after 4 or 24 hours."));
    }
    Ok(NotificationSettings {
        time_zone,
        quiet_hours,
        mail_after_hours: body.mail_after_hours,
        reminder_mails: body.reminder_mails,
    })
}

fn to_body(settings: &NotificationSettings) -> NotificationSettingsBody {
    let text = |time: NaiveTime| time.format("%H:%M").to_string();
    NotificationSettingsBody {
        time_zone: Some(settings.time_zone.name().to_owned()),
        quiet_hours: settings
            .quiet_hours
            .map(|QuietHours { from, until }| QuietHoursBody { from: text(from), until: text(until) }),
        mail_after_hours: settings.mail_after_hours,
        reminder_mails: settings.reminder_mails,
    }
}
