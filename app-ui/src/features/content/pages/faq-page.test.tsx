import { fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { AppProviders } from 'ui-kit';
import { expect, it, vi } from 'vitest';
import '../../../i18n';
import { loadPageTexts } from '../../../i18n';
import { Component as FaqPage } from './faq-page';

let topics: object[] = [];
vi.mock('../api/faq', async (original) => ({
  ...(await original<object>()),
  faqQuery: () => ({ queryKey: ['faq', topics.length], queryFn: async () => topics }),
}));

const TOPIC = { key: 'start', title: 'Start', questions: [{ key: 'how', question: 'How?', answer: [] }] };

async function open(given: object[], role = 'Mentee') {
  topics = given;
  await loadPageTexts();
  const element = <Outlet context={{ role }} />;
  const router = createMemoryRouter([{ element, children: [{ path: '/', element: <FaqPage /> }] }]);
  render(
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>,
  );
}

const ways = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));

it('the team is below the questions', async () => {
  await open([TOPIC]);
  await screen.findByText('Not what you were looking for? Ask the people who run your programme.');
  expect(ways()).toEqual(['/team']);
});

it('a search without result leads to the team once', async () => {
  await open([TOPIC]);
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'zebra' } });
  await screen.findByText(/ask your programme team/);
  expect(ways()).toEqual(['/team']);
});

it('a page without questions leads to the team', async () => {
  await open([]);
  await screen.findByText('There are no questions yet');
  expect(ways()).toEqual(['/team']);
});

it('staff have no way to themselves', async () => {
  await open([TOPIC], 'Staff');
  await screen.findByRole('searchbox');
  expect(ways()).toEqual([]);
});
