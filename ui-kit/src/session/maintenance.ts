import { useSyncExternalStore } from 'react';

/** Whether the server said that its doors are closed. Whoever asks it anything finds out; the sign-in page, when it is over. */
class Maintenance {
  readonly #subscribers = new Set<() => void>();
  #isOn = false;

  subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  getSnapshot = (): boolean => this.#isOn;

  set(isOn: boolean): void {
    if (this.#isOn === isOn) return;
    this.#isOn = isOn;
    for (const subscriber of this.#subscribers) subscriber();
  }
}

export const maintenance = new Maintenance();

export function useMaintenance(): boolean {
  return useSyncExternalStore(maintenance.subscribe, maintenance.getSnapshot);
}
