import { render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { AppProviders, type Experience } from 'ui-kit';
import { expect, it, vi } from 'vitest';
import '../../../i18n';
import { loadPageTexts } from '../../../i18n';
import { EndedMentorships } from './ended-mentorships';

const ENDED = {
  id: 'm1',
  mentorshipType: '1to1',
  name: '',
  partners: [{ id: 'p1', firstName: 'Maya', lastName: 'Okafor', picture: null, role: 'Mentor' }],
  channelId: 'c1',
  startedOn: '2026-01-10T00:00:00Z',
  endedOn: '2026-06-10T00:00:00Z',
};

vi.mock('../../../shared/mentorships/ended', () => ({
  endedMentorshipsQuery: { queryKey: ['mentorship', 'ended'], queryFn: async () => [ENDED] },
}));

/** Shows the past mentorships to a person with this access to the matching. */
async function open(matchingflow: Experience) {
  await loadPageTexts();
  const element = <Outlet context={{ status: { experiences: { matchingflow } } }} />;
  const router = createMemoryRouter([{ element, children: [{ path: '/', element: <EndedMentorships /> }] }]);
  render(
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>,
  );
  await screen.findByText('With Maya Okafor');
}

it.each<Experience>(['use', 'show'])('matching_%s_leads_to_another_match', async (matchingflow) => {
  await open(matchingflow);
  const link = screen.getByRole('link', { name: 'Find another match' });
  expect(link.getAttribute('href')).toBe('/mentorship/matching');
});

it('matching_hidden_names_the_programme_team', async () => {
  await open('hide');
  expect(screen.queryByRole('link', { name: 'Find another match' })).toBeNull();
  expect(screen.getByText(/^To be matched again, ask your programme team\./)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Write to the programme team' });
  expect(link.getAttribute('href')).toBe('/team');
});
