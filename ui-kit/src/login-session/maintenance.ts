import { useSyncExternalStore } from 'react';

/** Whether the server is under maintenance. Every rejected call may set it; the status query of the sign-in page clears it. */
class MaintenanceStore {
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

export const maintenance = new MaintenanceStore();

export function useMaintenance(): boolean {
  return useSyncExternalStore(maintenance.subscribe, maintenance.getSnapshot);
}
