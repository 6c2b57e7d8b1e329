export { Messenger, type MessengerProps } from './shell/messenger';
export type { NavigationAdapter, NavigationState } from './shell/url-selection';
export { type UnreadTotal, useUnreadTotal } from './unread-total';
