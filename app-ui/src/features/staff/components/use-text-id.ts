import { useRef } from 'react';

/** The ids of texts that are sent: sent again after a lost answer, the same text keeps its id, and is stored once. */
export function useTextId() {
  const last = useRef({ text: '', id: '' });
  return {
    idOf: (text: string): string => {
      if (last.current.text !== text) last.current = { text, id: crypto.randomUUID() };
      return last.current.id;
    },
    /** The next text is another one, also if it says the same. */
    forget: () => {
      last.current = { text: '', id: '' };
    },
  };
}
