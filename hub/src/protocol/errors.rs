//! Error codes and their sentences.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

macro_rules! error_codes {
    ($($(#[$doc:meta])* $name:ident => $sentence:literal),+ $(,)?) => {
        /// Why a command was refused.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum ErrorCode {
            $($(#[$doc])* $name,)+
        }

        impl ErrorCode {
            /// Returns the sentence to display.
            pub fn sentence(self) -> &'static str {
                match self {
                    $(Self::$name => $sentence,)+
                }
            }
        }
    };
}

error_codes! {
    /// Not a JSON object of the right shape.
    BadFrame => "This was not understood.",
    /// No such command.
    UnknownCommand => "This version of the server does not know that command.",
    /// No token, or an invalid one.
    TokenInvalid => "Please sign in.",
    /// A fresh token is needed within 30 seconds.
    TokenExpired => "The sign-in has expired and is being renewed.",
    /// The person has not agreed to the terms; the connection closes.
    TermsRequired => "Please agree to the terms first.",
    /// The person is a former member.
    NotAMember => "You are no longer a member of this conversation.",
    /// The person may only read.
    NotActiveMember => "You cannot write in this conversation at the moment.",
    /// No such channel, or the person does not belong to it.
    ChannelUnknown => "This conversation does not exist.",
    /// Only staff write in announcements.
    StaffOnly => "Only staff can write here.",
    /// `from` names another person.
    SenderWrong => "You can only send messages in your own name.",
    /// Neither text nor file.
    MessageEmpty => "There is nothing to send.",
    /// More characters than allowed.
    MessageTooLong => "This message is too long.",
    /// The text contains what `kinds` names. Sent again with `confirmed`, it is delivered, and staff learn of it.
    NeedsConfirmation => "Please look at this message once more before you send it.",
    /// Not one of the fifteen accepted types.
    AttachmentType => "Please select a valid file. Supported images are: jpeg, jpg, gif, png, webp, heic. Supported documents are: txt, pdf, csv, doc, docx, xls, xlsx, ppt, pptx",
    /// More than 5 MB.
    AttachmentTooLarge => "Files with more than 5 MB are not allowed.",
    /// The content does not match the name.
    AttachmentBroken => "This file cannot be read. Please check it and try again.",
    /// This channel accepts only text.
    AttachmentsOff => "Files cannot be sent in this conversation.",
    /// A rate limit was exceeded.
    RateLimited => "That was a lot at once. Please wait a moment.",
    /// No such message in this channel, or not one that the person may change.
    MessageUnknown => "This message does not exist.",
    /// Sent more than five minutes ago.
    EditTooLate => "A message can be edited for five minutes after it was sent.",
    /// Sent more than five minutes ago.
    DeleteTooLate => "A message can be deleted for five minutes after it was sent.",
    /// The message is a file without a text.
    FileStays => "Files sent cannot be deleted.",
    /// One of the two people in a direct channel blocked the other; not disclosed which one.
    Blocked => "Messages cannot be sent in this conversation right now.",
    /// Not a single emoji.
    ReactionInvalid => "This is not an emoji.",
    /// The message has twenty different reactions already.
    ReactionsFull => "This message has many different reactions already.",
    /// This channel has no reactions.
    ReactionsOff => "There are no reactions in this conversation.",
    /// The programme has a blackout.
    Blackout => "Messages are paused at this time.",
    /// No such call, no access to it, it is over, or it is not peer to peer.
    CallUnknown => "This call is over, or there is no such call.",
    /// The call has the maximum number of participants.
    CallFull => "This call is full.",
    /// The person has not answered yet whether they may be recorded.
    ConsentFirst => "Please answer first whether this call may be recorded.",
    /// The person's experiences do not include video calls.
    VideoOff => "Video calls are not part of your programme.",
    /// A server error; the client retries.
    Unavailable => "This could not be done right now. Please try again.",
}
