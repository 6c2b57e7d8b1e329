export type { StepState, Steps } from './shell/address';
export { Messenger, type MessengerProps } from './shell/messenger';
export { type UnreadTotal, useUnreadTotal } from './unread-total';
