import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { AppProviders } from 'ui-kit';
import { expect, it } from 'vitest';
import '../../../i18n';
import { loadPageTexts } from '../../../i18n';
import type { NextStep } from '../../../shared/next-step/next-step';
import { ResumeCard } from './resume-card';

const LAST = { sessionId: 'goals', stepId: 'two', localeSessionTitle: 'Goals', banner: '' };

async function open(next: NextStep | null): Promise<string | null> {
  await loadPageTexts();
  render(
    <AppProviders>
      <MemoryRouter>
        <ResumeCard last={LAST as Parameters<typeof ResumeCard>[0]['last']} next={next} />
      </MemoryRouter>
    </AppProviders>,
  );
  return screen.queryByRole('link')?.getAttribute('href') ?? null;
}

it.each<[string, NextStep | null]>([
  ['leads elsewhere', { kind: 'unread', to: '/chat' }],
  ['is another session', { kind: 'goOnSession', to: '/mentorship/goals-2/step/two' }],
  ['is not known', null],
])('leads back to the last step if the next step %s', async (_, next) => {
  expect(await open(next)).toBe('/mentorship/goals/step/two');
});

it.each(['/mentorship/goals/step/two', '/mentorship/goals/sessionintro'])(
  'gives way to a next step of the same session: %s',
  async (to) => {
    expect(await open({ kind: 'goOnSession', to })).toBeNull();
  },
);
