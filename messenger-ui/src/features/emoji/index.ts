/** @public For places that bring a frame of their own. */
export { EmojiPicker } from './emoji-picker';
export { EmojiPopup } from './emoji-popup';
