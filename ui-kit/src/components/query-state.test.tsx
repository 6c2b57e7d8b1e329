import { onlineManager, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { AppProviders } from '../app/app-providers';
import { NetworkError } from '../http/errors';
import { QueryState } from './query-state';

afterEach(() => onlineManager.setOnline(true));

function List({ load }: { load: () => Promise<string[]> }) {
  const query = useQuery({ queryKey: ['list'], queryFn: load });
  return (
    <>
      <button type="button" onClick={() => void query.refetch()}>
        reload
      </button>
      <QueryState query={query} empty={<p>nothing here</p>}>
        {(all) => <p>{all.join()}</p>}
      </QueryState>
    </>
  );
}

function show(load: () => Promise<string[]>) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <AppProviders>
      <QueryClientProvider client={queries}>
        <List load={load} />
      </QueryClientProvider>
    </AppProviders>,
  );
}

it('query_that_loads_shows_the_indicator_then_data', async () => {
  let answer = (_: string[]) => {};
  show(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  await screen.findByText('Loading…');
  answer(['Maya', 'Tom']);
  await screen.findByText('Maya,Tom');
});

it('query_without_results_shows_the_empty_state', async () => {
  show(async () => []);
  await screen.findByText('nothing here');
});

it('failed_query_is_loaded_again_by_the_button', async () => {
  let isBroken = true;
  show(async () => {
    if (isBroken) throw new NetworkError();
    return ['Maya'];
  });
  await screen.findByRole('alert');
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Maya');
});

it('failed_reload_keeps_the_data', async () => {
  let isBroken = false;
  let failures = 0;
  show(async () => {
    if (!isBroken) return ['Maya'];
    failures += 1;
    throw new NetworkError();
  });
  await screen.findByText('Maya');
  isBroken = true;
  await userEvent.click(screen.getByRole('button', { name: 'reload' }));
  expect(failures).toBe(1);
  expect(screen.queryByRole('alert')).toBeNull();
  screen.getByText('Maya');
});

it('query_without_a_network_loads_when_it_returns', async () => {
  onlineManager.setOnline(false);
  show(async () => ['Maya']);
  await screen.findByText('Mentor Hub is not answering');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  onlineManager.setOnline(true);
  await screen.findByText('Maya');
});
