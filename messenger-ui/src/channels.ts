/** Parts of the messenger for other pages. */

export { ChannelAvatar } from './components/channel-avatar';
export { SnippetLine } from './features/channel-list/snippet-line';
export { useFileSummary } from './hooks/use-message-summary';
export { hasVideo } from './model/call/rules';
export { type Channel, type ChannelMember, counterpart, isListed } from './model/channels';
export { formatSize } from './model/files';
export { inviteOf } from './model/invite';
export { plainText } from './model/plain-text';
export { channelsQuery } from './shell/channels-query';
export { addressOf } from './shell/selection';
export { useStartCall } from './shell/use-start-call';
export { useChannelUnread } from './unread-total';
