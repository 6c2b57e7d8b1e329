//! Files of a message: embedded in its frame, or uploaded before.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use media::MAX_BYTES;
use store::attachments::{self, Attachment};
use store::{AttachmentId, ChannelId, PersonId, messages};

use crate::command_error::{CommandError, CommandResult};
use crate::hub::Hub;
use crate::protocol::{ErrorCode, SentAttachment};
use crate::upload_service;

/// Claims a file for the message with this `temp_id`. None if that message is stored already, together with its file.
pub(super) async fn accept(
    hub: &Hub,
    channel: ChannelId,
    owner: PersonId,
    temp_id: &str,
    sent: SentAttachment,
) -> CommandResult<Option<Attachment>> {
    let id = match (sent.data, sent.url) {
        (Some(data), _) => {
            if messages::is_sent(&hub.store, channel, owner, temp_id).await? {
                return Ok(None);
            }
            let checked = hub.uploads.inspect(sent.name, decoded(&data)?).await.map_err(CommandError::new)?;
            let stored = upload_service::store_file(&hub.store, channel, owner, checked).await?;
            stored.ok_or(CommandError::new(ErrorCode::RateLimited))?.id
        }
        // Only a file on this server has a valid address.
        (None, Some(url)) => uploaded(&url, channel).ok_or(CommandError::new(ErrorCode::AttachmentBroken))?,
        (None, None) => return Err(CommandError::new(ErrorCode::AttachmentBroken)),
    };
    let claimed = attachments::claim(&hub.store, id, channel, owner, temp_id).await?;
    claimed.map(Some).ok_or(CommandError::new(ErrorCode::AttachmentBroken))
}

fn decoded(data: &str) -> CommandResult<Vec<u8>> {
    let encoded = data.split_once("base64,").map_or(data, |(_, encoded)| encoded);
    if encoded.len() / 4 * 3 > MAX_BYTES + 2 {
        return Err(CommandError::new(ErrorCode::AttachmentTooLarge));
    }
    BASE64_STANDARD.decode(encoded).map_err(|_| CommandError::new(ErrorCode::AttachmentBroken))
}

/// Returns the file of an address from an upload to this channel.
fn uploaded(url: &str, channel: ChannelId) -> Option<AttachmentId> {
    url.strip_prefix(&upload_service::address_prefix(channel))?.strip_suffix('/')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn uploaded_accepts_only_addresses_of_the_channel() {
        let channel: ChannelId = Uuid::from_u128(7).into();
        let id: AttachmentId = Uuid::from_u128(9).into();
        let good = upload_service::address(channel, id);
        assert_eq!(uploaded(&good, channel), Some(id));
        assert_eq!(uploaded(&good, Uuid::from_u128(8).into()), None);
        for wrong in [
            format!("https://example.org{good}"),
            format!("{good}../{id}/"),
            good.trim_end_matches('/').to_owned(),
            good.replace(&id.to_string(), "nothing"),
            String::new(),
        ] {
            assert_eq!(uploaded(&wrong, channel), None, "{wrong}");
        }
    }
}
