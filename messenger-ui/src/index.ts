export { Messenger, type MessengerProps } from './shell/messenger';
export { type UnreadTotal, useUnreadTotal } from './unread-total';
