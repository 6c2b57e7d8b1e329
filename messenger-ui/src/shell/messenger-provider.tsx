import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { CallManager } from '../model/call/call-manager';
import type { ChatClient } from '../model/chat-client';

/** What all messengers of a page share: the connection of the signed-in person and their calls. */
export interface MessengerRuntime {
  hub: ChatClient;
  callManager: CallManager;
  dispose(): Promise<void>;
}

/** Holds one runtime per page, because each would be a connection more. */
class RuntimeHolder {
  private current: MessengerRuntime | null = null;

  /** Returns the runtime of this person. The runtime of another person ends. */
  get(personId: string, create: (onDisposed: () => void) => MessengerRuntime): MessengerRuntime {
    if (this.current?.hub.personId === personId) return this.current;
    this.dispose();
    const runtime = create(() => {
      if (this.current === runtime) this.current = null;
    });
    this.current = runtime;
    return runtime;
  }

  /** The runtime; null until a messenger created it. */
  peek(): MessengerRuntime | null {
    return this.current;
  }

  dispose(): void {
    void this.current?.dispose();
  }
}

const RuntimeContext = createContext<RuntimeHolder | null>(null);

/**
 * Keeps the connection and the calls while messengers come and go: it belongs above the routes. It is small, because
 * every page loads it; the first messenger brings the code of the connection.
 */
export function MessengerProvider({ children }: { children: ReactNode }) {
  const [holder] = useState(() => new RuntimeHolder());
  useEffect(() => () => holder.dispose(), [holder]);
  return <RuntimeContext value={holder}>{children}</RuntimeContext>;
}

export function useRuntimeHolder(): RuntimeHolder {
  const holder = useContext(RuntimeContext);
  if (!holder) throw new Error('The messenger needs a MessengerProvider around the routes.');
  return holder;
}
