/** Returns a reader of stored JSON. Other versions and extensions also write to the storage of the page. */
export const storedJson =
  <Value>(fallback: Value, isValid: (value: unknown) => boolean) =>
  (text: string | undefined): Value => {
    try {
      const value: unknown = JSON.parse(text ?? '');
      return isValid(value) ? (value as Value) : fallback;
    } catch {
      return fallback;
    }
  };
