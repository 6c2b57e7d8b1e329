import { expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api';
import { callApi } from './call-api';

const EVENT = 'POST /api/v2/video/room/river/event/';

it('event contains the participant id if known', async () => {
  const api = fakeApi({ [EVENT]: { status: 204 } });
  callApi.event('river', 'declined', null);
  callApi.event('river', 'left', 'tab');
  await vi.waitFor(() => expect(api.bodies(EVENT)).toHaveLength(2));
  const timestamp = expect.any(String);
  expect(api.bodies(EVENT)).toEqual([
    { event: 'declined', timestamp },
    { event: 'left', jitsiParticipantId: 'tab', timestamp },
  ]);
});

it('event reports only a refusal of access', async () => {
  const onBarred = vi.fn();
  const api = fakeApi({ [EVENT]: { status: 503, body: { code: 'unavailable', message: 'No.' } } });
  callApi.event('river', 'joined', 'tab', onBarred);
  await vi.waitFor(() => expect(api.bodies(EVENT)).toHaveLength(1));
  fakeApi({ [EVENT]: { status: 403, body: { code: 'not_active_member', message: 'No.' } } });
  callApi.event('river', 'joined', 'tab', onBarred);
  await vi.waitFor(() => expect(onBarred).toHaveBeenCalledOnce());
});
