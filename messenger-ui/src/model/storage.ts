/** What the models keep over a reload. Private windows and full disks must not break the chat. */
export interface KeyValueStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
}

/** localStorage where it works, with what it refuses kept in memory. */
export function browserStorage(): KeyValueStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(action: () => T, fallback: T): T => {
    try {
      return action();
    } catch {
      return fallback;
    }
  };
  return {
    get: (key) => memory.get(key) ?? attempt(() => localStorage.getItem(key), null),
    set: (key, value) => {
      const kept = attempt(() => {
        localStorage.setItem(key, value);
        return true;
      }, false);
      if (kept) memory.delete(key);
      else memory.set(key, value);
    },
    remove: (key) => {
      memory.delete(key);
      attempt(() => localStorage.removeItem(key), undefined);
    },
    keys: () => [...new Set([...memory.keys(), ...attempt(() => Object.keys(localStorage), [])])],
  };
}

/** The object in a stored text; null if it is none. Other versions and other hands write there too. */
export function readRecord(text: string | null): Record<string, unknown> | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
