import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import '../../i18n';
import { loginSession } from 'ui-kit';
import { renderChat } from '../../testing/chat';
import { fakeApi } from '../../testing/fake-api';
import { HelplinesCard } from './helplines-card';
import { useCrisisMessage } from './use-crisis-message';

const announced = vi.hoisted((): string[] => []);
vi.mock('ui-kit', async (original) => ({
  ...(await original<typeof import('ui-kit')>()),
  announce: (text: string) => announced.push(text),
}));

const LINES = [{ name: 'Samaritans', phone: '116 123', url: 'https://www.samaritans.org' }];

function Shown({ onClose }: { onClose: () => void }) {
  return useCrisisMessage('c') === undefined ? null : <HelplinesCard onClose={onClose} />;
}

it('helplines are shown and announced until they are closed', async () => {
  fakeApi({
    'GET /api/v2/chat/helplines/': { status: 200, body: LINES },
    'GET /api/v2/chat/crisis-hours/': { status: 200, body: { readsAt: null } },
  });
  await loginSession.start();
  const { hub } = renderChat(() => <Shown onClose={() => hub.crises.close('c')} />);
  expect(screen.queryByRole('region')).toBeNull();
  act(() => hub.crises.detected('c', 'm1'));
  const link = await screen.findByRole('link', { name: 'Samaritans 116 123' });
  expect(link.getAttribute('href')).toBe('tel:116123');
  expect(screen.getByRole('link', { name: 'samaritans.org' })).toBeTruthy();
  expect(announced).toHaveLength(1);
  expect(announced[0]).toContain('Samaritans: 116 123');
  act(() => hub.crises.detected('c', 'm2'));
  expect(announced).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Close this card' }));
  expect(screen.queryByRole('region')).toBeNull();
});

it('card says when someone of the team reads it, and shows the helplines meanwhile', async () => {
  const readsAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
  fakeApi({
    'GET /api/v2/chat/helplines/': { status: 200, body: LINES },
    'GET /api/v2/chat/crisis-hours/': { status: 200, body: { readsAt } },
  });
  await loginSession.start();
  const { hub } = renderChat(() => <Shown onClose={() => hub.crises.close('c')} />);
  act(() => hub.crises.detected('c', 'm1'));
  await screen.findByText(
    /The team is back on .*, and may read it earlier\. The helplines are there for you now\./,
  );
  screen.getByRole('link', { name: 'Samaritans 116 123' });
});
