//! Why something could not be done: a code for programs, a sentence for people.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

macro_rules! error_codes {
    ($($(#[$doc:meta])* $name:ident => $sentence:literal),+ $(,)?) => {
        /// Why something could not be done.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum ErrorCode {
            $($(#[$doc])* $name,)+
        }

        impl ErrorCode {
            /// The plain sentence of the code.
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
    /// No token, or not one of ours.
    TokenInvalid => "Please sign in.",
    /// A fresh token is needed within 30 seconds.
    TokenExpired => "The sign-in has expired and is being renewed.",
    /// The person was a member once.
    NotAMember => "You are no longer a member of this conversation.",
    /// The person may only read.
    NotActiveMember => "You cannot write in this conversation at the moment.",
    /// No such channel, or none of the asker's business.
    ChannelUnknown => "This conversation does not exist.",
    /// Neither text nor file.
    MessageEmpty => "There is nothing to send.",
    /// More characters than allowed.
    MessageTooLong => "This message is too long.",
    /// Not one of the fifteen kinds.
    AttachmentType => "Please select a valid file. Supported images are: jpeg, jpg, gif, png, webp, heic. Supported documents are: txt, pdf, csv, doc, docx, xls, xlsx, ppt, pptx",
    /// More than 5 MB.
    AttachmentTooLarge => "Files with more than 5 MB are not allowed.",
    /// The content is not what the name says.
    AttachmentBroken => "This file cannot be read. Please check it and try again.",
    /// In this channel there are only words.
    AttachmentsOff => "Files cannot be sent in this conversation.",
    /// Too much at once.
    RateLimited => "That was a lot at once. Please wait a moment.",
    /// No such message in this channel, or not one that the person may change.
    MessageUnknown => "This message does not exist.",
    /// Sent more than five minutes ago.
    EditTooLate => "A message can be edited for five minutes after it was sent.",
    /// One of the two in a direct channel blocked the other; it does not say who.
    Blocked => "Messages cannot be sent in this conversation right now.",
    /// Not one emoji.
    ReactionInvalid => "This is not an emoji.",
    /// Twenty different ones already.
    ReactionsFull => "This message has many different reactions already.",
    /// In this channel nobody reacts.
    ReactionsOff => "There are no reactions in this conversation.",
    /// The programme is quiet now.
    Blackout => "Messages are paused at this time.",
    /// No such call, none of the asker's business, over, or held elsewhere than between browsers.
    CallUnknown => "This call is over, or there is no such call.",
    /// As many people as can be are in the call.
    CallFull => "This call is full.",
    /// The person has not said yet whether they agree to be recorded.
    ConsentFirst => "Please answer first whether this call may be recorded.",
    /// The person has no video calls.
    VideoOff => "Video calls are not part of your programme.",
    /// The server's fault; trying again is right.
    Unavailable => "This could not be done right now. Please try again.",
}
