/** What a key does, and how the help names it. The sheet and the listener both read this list and nothing else. */
export interface Shortcut {
  id:
    | 'help'
    | 'previousChannel'
    | 'nextChannel'
    | 'editLast'
    | 'send'
    | 'newLine'
    | 'cancel'
    | 'microphone'
    | 'camera';
  /** As `KeyboardEvent.key` and as it is printed. */
  keys: readonly string[];
  /** Where a listener of its own hears it; those without one are heard by the part of the page that they belong to. */
  isGlobal?: boolean;
}

// Letters alone belong to screen readers and Ctrl with letters to browsers: what is here clashes with neither.
export const SHORTCUTS: readonly Shortcut[] = [
  { id: 'help', keys: ['?'], isGlobal: true },
  { id: 'previousChannel', keys: ['Alt', 'ArrowUp'], isGlobal: true },
  { id: 'nextChannel', keys: ['Alt', 'ArrowDown'], isGlobal: true },
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

/** The global shortcut that a key press means. */
export function shortcutOf(event: KeyboardEvent): Shortcut['id'] | null {
  if (event.isComposing || event.defaultPrevented || event.ctrlKey || event.metaKey) return null;
  const found = SHORTCUTS.find(({ keys, isGlobal }) => {
    const wantsAlt = keys[0] === 'Alt';
    return isGlobal && keys.at(-1) === event.key && wantsAlt === event.altKey;
  });
  // A character that is being typed is a character.
  return !found || (event.key.length === 1 && isTyping(event.target)) ? null : found.id;
}
