/** A keyboard shortcut; the help sheet and the key listener use the same list. */
export interface Shortcut {
  id:
    | 'help'
    | 'previousChannel'
    | 'nextChannel'
    | 'searchChannel'
    | 'editLast'
    | 'send'
    | 'newLine'
    | 'cancel'
    | 'microphone'
    | 'camera';
  /** Values of `KeyboardEvent.key`, also shown in the help. */
  keys: readonly string[];
  /** The physical key, where systems report another character with Alt. */
  code?: string;
  /** Handled by the global listener; other shortcuts are handled by their component. */
  isGlobal?: boolean;
}

// Screen readers use single letters and browsers use Ctrl with letters: these shortcuts avoid both.
export const SHORTCUTS: readonly Shortcut[] = [
  { id: 'help', keys: ['?'], isGlobal: true },
  { id: 'previousChannel', keys: ['Alt', 'ArrowUp'], isGlobal: true },
  { id: 'nextChannel', keys: ['Alt', 'ArrowDown'], isGlobal: true },
  { id: 'searchChannel', keys: ['Alt', 'S'], code: 'KeyS', isGlobal: true },
  { id: 'editLast', keys: ['ArrowUp'] },
  { id: 'send', keys: ['Enter'] },
  { id: 'newLine', keys: ['Shift', 'Enter'] },
  { id: 'cancel', keys: ['Escape'] },
  { id: 'microphone', keys: ['Alt', 'M'] },
  { id: 'camera', keys: ['Alt', 'V'] },
];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable="true"]') !== null;

/** Returns the global shortcut of a key press. */
export function shortcutOf(event: KeyboardEvent): Shortcut['id'] | null {
  if (event.isComposing || event.defaultPrevented || event.ctrlKey || event.metaKey) return null;
  const found = SHORTCUTS.find(({ keys, code, isGlobal }) => {
    const wantsAlt = keys[0] === 'Alt';
    const isPressed = code === undefined ? keys.at(-1) === event.key : code === event.code && !event.shiftKey;
    return isGlobal && isPressed && wantsAlt === event.altKey;
  });
  // A printable key in a text field is text.
  const isText = event.key.length === 1 && found?.code === undefined && isTyping(event.target);
  return !found || isText ? null : found.id;
}
