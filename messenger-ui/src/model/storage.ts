/** Storage that survives a reload. Private windows and full disks must not break the chat. */
export interface KeyValueStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
}

/** Returns localStorage with a fallback in memory for values that it refuses. */
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

/** Parses a stored object; null for anything else. Other versions and extensions also write to this storage. */
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
