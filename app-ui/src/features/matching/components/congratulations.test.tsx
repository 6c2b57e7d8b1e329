import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { AppProviders } from 'ui-kit';
import { beforeEach, expect, it, vi } from 'vitest';
import '../../../i18n';
import { loadPageTexts } from '../../../i18n';
import { type MatchingApi, MatchingApiContext } from '../../../shared/matches/matching-api';
import type { Congratulations as New } from '../../../shared/matches/types';
import { fakeMatching } from '../gallery/fake-matching';
import Congratulations from './congratulations';

beforeEach(async () => {
  await loadPageTexts();
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
});

const matched = (match: string, fullName: string): New => ({
  match,
  mentorshipId: `mentorship-${match}`,
  channelId: `channel-${match}`,
  mentorshipType: '1to1',
  people: [{ id: match, fullName, displayPicture: null, role: 'Mentee' }],
});

/** Shows the dialog on a page that is not that of the matching. */
function open(congratulations: New[]) {
  const seen = vi.fn<MatchingApi['congratulationsSeen']>(async () => undefined);
  const real = fakeMatching('finding', 'works');
  const active: MatchingApi['active'] = async (signal) => ({
    ...(await real.active(signal)),
    congratulations,
  });
  const me = { id: 'me', fullName: 'Omar Haddad', picture: null };
  const router = createMemoryRouter(
    [
      { path: '/learninghub', element: <Congratulations profile={me} /> },
      { path: '/mentorship', element: <p>the mentorship</p> },
    ],
    { initialEntries: ['/learninghub'] },
  );
  render(
    <AppProviders>
      <MatchingApiContext value={{ ...real, active, congratulationsSeen: seen }}>
        <RouterProvider router={router} />
      </MatchingApiContext>
    </AppProviders>,
  );
  return { router, seen };
}

it('proceed_marks_the_match_as_seen', async () => {
  const { router, seen } = open([matched('leo', 'Leo Brandt')]);
  await screen.findByText('You and Leo Brandt are starting your mentorship.');
  fireEvent.click(screen.getByText('Go to your mentorship'));
  await screen.findByText('the mentorship');
  expect(router.state.location.search).toBe('?mentorship=mentorship-leo');
  expect(seen).toHaveBeenCalledWith('leo');
});

it('several_matches_share_one_dialog', async () => {
  const { seen } = open([matched('leo', 'Leo Brandt'), matched('ada', 'Ada Stern')]);
  await screen.findByText('You and Leo Brandt and Ada Stern are starting your mentorship.');
  fireEvent.click(screen.getByText('Go to your mentorships'));
  await waitFor(() => expect(seen.mock.calls).toEqual([['leo'], ['ada']]));
});
