import type { BrowserContext } from '@playwright/test';

/** Lets a context's pages record their peer connections for `expectMoving`. */
export const recordConnections = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const connections: RTCPeerConnection[] = [];
    Object.assign(window, { connections });
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        connections.push(this);
      }
    };
  });
