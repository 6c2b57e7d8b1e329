import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { AppProviders } from 'ui-kit';
import { beforeEach, expect, it } from 'vitest';
import '../../../i18n';
import { loadPageTexts } from '../../../i18n';
import { StreakBanner } from './streak-banner';

beforeEach(() => loadPageTexts());

const show = (streak: string, quizStreaks: { timestamp: string }[], quizzesThisWeek = 0) =>
  render(
    <AppProviders>
      <QueryClientProvider client={new QueryClient()}>
        <StreakBanner
          progress={{ streak, quizStreaks, quizzesThisWeek, streakWeeks: quizStreaks.length } as never}
        />
      </QueryClientProvider>
    </AppProviders>,
  );

const now = { timestamp: new Date().toISOString() };

it('week that is reached is said in words beside the two digits', () => {
  show('shown', [now], 3);
  expect(screen.getByText('01')).toBeDefined();
  expect(screen.getByText('This week is done: 3 of 3 quizzes.')).toBeDefined();
});

it('week that has begun says how many quizzes count', () => {
  show('shown', [], 2);
  expect(screen.getByText('2 of 3 quizzes this week.')).toBeDefined();
});

it.each(['hidden', 'off'])('streak that is %s says nothing of the week', (streak) => {
  show(streak, []);
  expect(screen.queryByText(/week/)).toBeNull();
});
