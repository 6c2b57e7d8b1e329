import { api, HttpError, i18n } from 'ui-kit';
import type { CallApi } from '../../model/call/call-session';

const pathOf = (room: string) => ({ path: { id: room } });

/** HTTP requests of calls. */
export const callApi: CallApi = {
  start: (channel) => api.post('/api/v2/video/room/', { body: { channel } }),
  room: (room) => api.get('/api/v2/video/room/{id}/', { params: pathOf(room) }),
  consent: (room, consent, reopen) =>
    api.post('/api/v2/video/room/{id}/consent/', {
      params: pathOf(room),
      body: { consent, language: i18n.language, reopen },
    }),
  event: (room, event, jitsiParticipantId, onBarred) => {
    const tab = jitsiParticipantId === null ? {} : { jitsiParticipantId };
    const body = { event, ...tab, timestamp: new Date().toISOString() };
    // `keepalive` delivers the last event of a page that closes.
    api
      .post('/api/v2/video/room/{id}/event/', { params: pathOf(room), body, keepalive: true })
      .catch((error: unknown) => {
        // Events are hints that the server does not depend on; only a refusal of access matters here.
        if (error instanceof HttpError && error.status === 403) onBarred?.();
      });
  },
};
