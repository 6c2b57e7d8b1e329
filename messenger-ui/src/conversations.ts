/** What other pages show of the conversations, without the messenger itself. */

import { SECTION_PARAMETERS, sections } from './shell/sections';
import { docked } from './shell/selection';

export { SnippetLine } from './features/channel-list/snippet-line';
export { ConversationPicture } from './features/conversation/conversation-picture';
export { type Channel, type ChannelMember, counterpart, isListed } from './model/channels';
export { inviteOf } from './model/invite';
export { plainText } from './model/markup';
export { channelsQuery } from './shell/channels-query';
export { useChannelUnread } from './unread-total';

export { SECTION_PARAMETERS };

/** Opens the section that an address names. */
export const followSection = sections.follow;

/** Opens a channel in the widget and on the chat page, whichever is or will be there. */
export const useOpenChannel = (): ((channelId: string) => void) => docked.select;
