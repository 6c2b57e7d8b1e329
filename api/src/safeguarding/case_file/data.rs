//! The file of a case as JSON, for programs.

use serde_json::{Value, json};
use store::archive::Archive;
use store::cases::legal_holds::{SealedMessage, sealed_after};
use store::cases::{Case, Happened, happened_after};
use store::{PersonId, Result, Store};

use super::{Made, Parts};

/// The number of this form of the file.
const FORM: u32 = 1;

/// Writes the head, and then the messages and what happened page by page.
pub(super) async fn write(store: &Store, archive: Archive, parts: &Parts<'_>) -> Result<Archive> {
    let Parts { case, made, .. } = parts;
    let mut text = head(parts).to_string();
    // The arrays follow within the object.
    text.truncate(text.len() - 1);
    text.push_str(",\n\"messages\":[");
    let mut archive = archive.begin("case.json").await?.write(text).await?;
    let mut page = sealed_after(store, case.listed.id, None).await?;
    let mut is_first = true;
    while let Some(last) = page.last() {
        archive = archive.write(joined(page.iter().map(message), &mut is_first)).await?;
        page = sealed_after(store, case.listed.id, Some(last)).await?;
    }
    archive = archive.write("],\n\"events\":[").await?;
    is_first = true;
    let mut page = happened_after(store, case, None).await?;
    while let Some(last) = page.last() {
        archive = archive.write(joined(page.iter().map(|one| event(one, made)), &mut is_first)).await?;
        page = happened_after(store, case, Some(last)).await?;
    }
    archive.write("]}\n").await
}

/// To whom an act gave the case.
pub(super) fn given_to(event: &Happened) -> Option<PersonId> {
    serde_json::from_value(values_of(event)["assignedTo"].clone()).ok()
}

fn head(Parts { case, people, files, made }: &Parts<'_>) -> Value {
    let person = |one: &store::cases::Involved| {
        let known = one.known.as_ref();
        json!({
            "id": one.id,
            "name": one.name,
            "nameNow": known.map(|known| &known.name),
            "role": known.map(|known| known.role),
            "email": known.map(|known| &known.email),
            "birthMonth": known.map(|known| &known.birth_month),
        })
    };
    let file =
        |one: &super::Filed| json!({"name": one.name, "type": one.media_type, "path": one.path, "sha256": one.sha256});
    json!({
        "form": FORM,
        "madeAt": made.at,
        "madeBy": {"id": made.by, "name": made.by_name},
        "withNotes": made.has_notes,
        "case": of_case(case, made),
        "people": people.iter().map(person).collect::<Vec<_>>(),
        "files": files.values().map(file).collect::<Vec<_>>(),
    })
}

fn of_case(case: &Case, made: &Made) -> Value {
    let listed = &case.listed;
    json!({
        "id": listed.id,
        "kind": listed.kind,
        "reason": listed.reason,
        "aboutId": listed.about_id,
        "reporterId": listed.reporter_id,
        "channelId": case.channel_id,
        "channelKind": listed.channel_kind,
        "channelName": listed.channel_name,
        "programme": listed.programme_name,
        "createdAt": listed.created_at,
        "closedAt": listed.resolved_at,
        "closedBy": listed.resolved_at.map(|_| &listed.resolved_by_name),
        "outcome": listed.outcome,
        "note": case.resolution.as_ref().filter(|_| made.has_notes),
        "details": case.details,
        "messageId": case.message_id,
        "reportedMessage": case.message_body,
    })
}

fn message(sealed: &SealedMessage) -> Value {
    json!({
        "id": sealed.message_id,
        "number": sealed.seq,
        "senderId": sealed.sender_id,
        "senderName": sealed.sender_name,
        "text": sealed.body,
        "isEdit": sealed.is_edit(),
        "editedAt": sealed.edited_at,
        "files": sealed.attachments.iter().map(|file| &file.name).collect::<Vec<_>>(),
        "sentAt": sealed.created_at,
        "deletedAt": sealed.deleted_at,
    })
}

fn event(one: &Happened, made: &Made) -> Value {
    json!({
        "at": one.at,
        "act": one.act,
        "personId": one.person_id,
        "name": one.name,
        "step": one.step,
        "values": values_of(one),
        "reason": one.reason.as_ref().filter(|_| made.has_notes),
    })
}

fn values_of(event: &Happened) -> Value {
    event.new_values.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

fn joined(values: impl Iterator<Item = Value>, is_first: &mut bool) -> String {
    let mut text = String::new();
    for value in values {
        text.push_str(if std::mem::take(is_first) { "\n" } else { ",\n" });
        text.push_str(&value.to_string());
    }
    text
}
