import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import '../i18n';
import { loginSession } from 'ui-kit';
import type { Channel } from '../model/channels';
import { renderChat } from '../testing/chat';
import { fakeApi } from '../testing/fake-api';
import { TEAM_CHANNEL } from '../testing/fixtures';
import ReportDialog from './report-dialog';

const REPORT = 'POST /api/v2/chat/report/';
const STOP = /^Stop contact with/;

beforeAll(async () => {
  fakeApi({});
  await loginSession.start();
  // The test DOM has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = () => {};
});

function setUp(changes: Partial<Channel>, userId: string) {
  const api = fakeApi({
    'GET /api/v2/users/profile/': { status: 404 },
    'GET /api/v2/chat/blocks/': { status: 200, body: [] },
    'GET /api/v2/chat/helplines/': { status: 200, body: [] },
    [REPORT]: { status: 200, body: { blocked: false, contactStopped: false, teamGoesOn: false } },
  });
  renderChat(
    (channel) => (
      <ReportDialog channel={channel} userId={userId} msgId="m1" name="Staff" onClose={() => {}} />
    ),
    changes,
  );
  const send = async () => {
    const user = userEvent.setup();
    await user.click(screen.getByRole('radio', { name: 'Something else' }));
    await user.click(screen.getByRole('button', { name: 'Send report' }));
    await waitFor(() => expect(api.bodies(REPORT)).toHaveLength(1));
    return api.bodies(REPORT)[0];
  };
  return { send };
}

it('report of the team names who reads on, and asks for nothing more', async () => {
  const { send } = setUp(TEAM_CHANNEL, 'team');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.getByText(/Others in the team will/)).toBeTruthy();
  expect(await send()).toMatchObject({ msgId: 'm1', stopContact: true, block: false });
  await screen.findByText(/no one else of the team can answer here/);
});

it('report of a person stops contact unless the reporter objects', async () => {
  const { send } = setUp({}, 'tom');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: STOP }).checked).toBe(true);
  expect(await send()).toMatchObject({ msgId: 'm1', stopContact: true, block: false });
});
