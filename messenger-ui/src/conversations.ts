/** What other pages show of the conversations, without the messenger itself. */

export { SnippetLine } from './features/channel-list/snippet-line';
export { ConversationPicture } from './features/conversation/conversation-picture';
export { type Channel, type ChannelMember, counterpart, isListed } from './model/channels';
export { inviteOf } from './model/invite';
export { plainText } from './model/markup';
export { channelsQuery } from './shell/channels-query';
export { addressOf } from './shell/selection';
export { useChannelUnread } from './unread-total';
