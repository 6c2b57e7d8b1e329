import { HttpError, http, i18n } from 'ui-kit';
import type { CallRoom } from '../../model/call/room';
import type { CallApi } from '../../model/call/session';

const pathOf = (room: string, what = '') => `api/v2/video/room/${encodeURIComponent(room)}/${what}`;

/** The calls about calls. */
export const callApi: CallApi = {
  start: (channel) => http<CallRoom>('api/v2/video/room/', { method: 'POST', body: { channel } }),
  room: (room) => http<CallRoom>(pathOf(room)),
  consent: (room, consent) =>
    http<CallRoom>(pathOf(room, 'consent/'), {
      method: 'POST',
      body: { consent, language: i18n.language },
    }),
  event: (room, event, jitsiParticipantId, onBarred) => {
    const tab = jitsiParticipantId === null ? {} : { jitsiParticipantId };
    const body = { event, ...tab, timestamp: new Date().toISOString() };
    // The last word of a page that is closed arrives all the same.
    http(pathOf(room, 'event/'), { method: 'POST', body, keepalive: true }).catch((error: unknown) => {
      // A hint: the server finds out by itself. That one may not be there is worth hearing all the same.
      if (error instanceof HttpError && error.status === 403) onBarred?.();
    });
  },
};
