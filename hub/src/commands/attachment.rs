//! Files that come with a message: inside its frame, or uploaded before.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use media::MAX_BYTES;
use store::attachments::{self, Attachment};
use store::{AttachmentId, ChannelId, PersonId, messages};

use super::{Outcome, Problem};
use crate::protocol::{ErrorCode, SentAttachment};
use crate::{Hub, intake};

/// Gives a file to the message of this name. None if that message is stored already, and has its file.
pub(super) async fn accept(
    hub: &Hub,
    channel: ChannelId,
    owner: PersonId,
    temp_id: &str,
    sent: SentAttachment,
) -> Outcome<Option<Attachment>> {
    let id = match (sent.data, sent.url) {
        (Some(data), _) => {
            if messages::is_sent(&hub.store, channel, owner, temp_id).await? {
                return Ok(None);
            }
            let checked = hub.intake.inspect(sent.name, decoded(&data)?).await.map_err(Problem::new)?;
            intake::keep(&hub.store, channel, owner, checked).await?.id
        }
        // Only what the server has itself can be named by its address.
        (None, Some(url)) => uploaded(&url, channel).ok_or(Problem::new(ErrorCode::AttachmentBroken))?,
        (None, None) => return Err(Problem::new(ErrorCode::AttachmentBroken)),
    };
    let claimed = attachments::claim(&hub.store, id, channel, owner, temp_id).await?;
    claimed.map(Some).ok_or(Problem::new(ErrorCode::AttachmentBroken))
}

fn decoded(data: &str) -> Outcome<Vec<u8>> {
    let encoded = data.split_once("base64,").map_or(data, |(_, encoded)| encoded);
    if encoded.len() / 4 * 3 > MAX_BYTES + 2 {
        return Err(Problem::new(ErrorCode::AttachmentTooLarge));
    }
    BASE64_STANDARD.decode(encoded).map_err(|_| Problem::new(ErrorCode::AttachmentBroken))
}

/// The file that an upload to this channel was answered with.
fn uploaded(url: &str, channel: ChannelId) -> Option<AttachmentId> {
    url.strip_prefix(&intake::address_in(channel))?.strip_suffix('/')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn only_the_address_of_an_upload_is_one() {
        let channel: ChannelId = Uuid::from_u128(7).into();
        let id: AttachmentId = Uuid::from_u128(9).into();
        let good = intake::address(channel, id);
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
