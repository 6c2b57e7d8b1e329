import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { UsersRound } from 'lucide-react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { AppProviders, HttpError } from 'ui-kit';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { DataTable } from './data-table';
import { type ListDefinition, type ListPage, useList } from './use-list';

interface Row {
  id: string;
  name: string;
  role: string;
}

const PAGE = 2;
const ALL: Row[] = ['Ana', 'Ben', 'Cem', 'Dina', 'Eli'].map((name, index) => ({
  id: `row-${index}`,
  name,
  role: index % 2 === 0 ? 'mentor' : 'mentee',
}));

beforeAll(() => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
});
afterEach(() => localStorage.clear());

/** Answers as the server does. */
function answer(parameters: Readonly<Record<string, string>>): ListPage<Row> {
  const { q = '', role, sort, cursor = '0', limit } = parameters;
  const roles = role?.split(',');
  const found = ALL.filter((row) => row.name.includes(q) && (roles?.includes(row.role) ?? true));
  if (sort === '-name') found.reverse();
  const start = Number(cursor);
  const end = start + Number(limit ?? PAGE);
  return {
    results: found.slice(start, end),
    nextCursor: end < found.length ? String(end) : null,
    total: found.length,
  };
}

type Act = (row: Row, sentence: string) => Promise<unknown>;

interface Options {
  address?: string;
  load?: (parameters: Readonly<Record<string, string>>) => Promise<ListPage<Row>>;
  act?: Act;
}

interface RowsProps {
  definition: ListDefinition<Row>;
  act: Act | undefined;
}

function Rows({ definition, act }: RowsProps) {
  return (
    <DataTable
      list={useList(definition)}
      label="Rows"
      searchLabel="Search"
      columns={[
        { id: 'name', header: 'Name', sort: 'name', isName: true, cell: ({ name }) => name },
        { id: 'role', header: 'Role', cell: ({ role }) => role },
        {
          id: 'length',
          header: 'Length',
          sort: 'length',
          isExtra: true,
          isAskedBy: ({ role = [] }) => role.includes('mentee'),
          cell: ({ name }) => name.length,
        },
      ]}
      filters={[
        {
          kind: 'options',
          name: 'role',
          label: 'Role',
          options: [
            { value: 'mentor', label: 'Mentor' },
            { value: 'mentee', label: 'Mentee' },
          ],
        },
      ]}
      empty={{ icon: UsersRound, title: 'Nobody', text: 'Nobody is here.' }}
      nameOf={({ name }) => name}
      {...(act && { bulkActs: [{ id: 'greet', label: 'Greet', icon: UsersRound, act }] })}
    />
  );
}

function show({ address = '/', load = async (given) => answer(given), act }: Options = {}) {
  const asked: Readonly<Record<string, string>>[] = [];
  const definition: ListDefinition<Row> = {
    name: 'rows',
    shape: { filters: { role: ['mentor', 'mentee'] }, sorts: ['name', 'length'], defaultSort: 'name' },
    idOf: ({ id }) => id,
    fetchPage: (parameters) => {
      asked.push(parameters);
      return load(parameters);
    },
  };
  const router = createMemoryRouter(
    [
      {
        element: <Outlet context={{ id: 'sam' }} />,
        children: [{ path: '/', element: <Rows definition={definition} act={act} /> }],
      },
    ],
    { initialEntries: [address] },
  );
  render(
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>,
  );
  return { router, asked };
}

const names = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);
const shows = (...expected: string[]) => waitFor(() => expect(names()).toEqual(expected));

it('more_rows_follow_the_first_and_say_of_how_many', async () => {
  show();
  await shows('Ana', 'Ben');
  screen.getByText('2 of 5');
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await shows('Ana', 'Ben', 'Cem', 'Dina');
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await shows('Ana', 'Ben', 'Cem', 'Dina', 'Eli');
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('address_opens_search_filter_and_sort', async () => {
  const { asked } = show({ address: '/?role=mentor&sort=-name&q=i' });
  await shows('Eli');
  expect(asked[0]).toEqual({ q: 'i', role: 'mentor', sort: '-name' });
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('i');
});

it('typed_search_is_one_request_and_part_of_the_address', async () => {
  const { router, asked } = show();
  await shows('Ana', 'Ben');
  await userEvent.type(screen.getByRole('searchbox'), 'Din');
  await shows('Dina');
  expect(router.state.location.search).toBe('?q=Din');
  expect(asked.map(({ q }) => q)).toEqual([undefined, 'Din']);
});

it('back_takes_a_filter_away_again', async () => {
  const { router } = show();
  await shows('Ana', 'Ben');
  await router.navigate('/?role=mentee&q=Din');
  await shows('Dina');
  await router.navigate(-1);
  await shows('Ana', 'Ben');
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''));
});

it('header_sorts_and_says_so', async () => {
  const { router } = show();
  await shows('Ana', 'Ben');
  const header = () => screen.getByRole('columnheader', { name: 'Name' });
  expect(header().getAttribute('aria-sort')).toBe('ascending');
  await userEvent.click(within(header()).getByRole('button'));
  await shows('Eli', 'Dina');
  expect(header().getAttribute('aria-sort')).toBe('descending');
  expect(router.state.location.search).toBe('?sort=-name');
});

it('rows_stay_while_others_load', async () => {
  let send = () => {};
  const isSent = new Promise<void>((resolve) => {
    send = resolve;
  });
  // Slow typing searches for a part first.
  show({
    load: async (given) => {
      if (given.q !== undefined) await isSent;
      return answer(given);
    },
  });
  await shows('Ana', 'Ben');
  await userEvent.type(screen.getByRole('searchbox'), 'Cem');
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).not.toBeNull());
  expect(names()).toEqual(['Ana', 'Ben']);
  send();
  await shows('Cem');
});

it('search_without_results_leads_back_to_all', async () => {
  show({ address: '/?q=Zoe' });
  await userEvent.click(await screen.findByRole('button', { name: 'Show all' }));
  await shows('Ana', 'Ben');
});

it('hidden_column_stays_hidden_on_this_device', async () => {
  show();
  await shows('Ana', 'Ben');
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Role', hidden: true }));
  expect(screen.queryByRole('columnheader', { name: 'Role', hidden: true })).toBeNull();
  expect(localStorage.getItem('mentor-hub.list.rows.columns')).toBe('{"role":false}');
});

it.each(['/?sort=length', '/?role=mentee'])(
  'hidden_column_that_the_address_asks_for_follows_the_name: %s',
  async (address) => {
    show({ address });
    await screen.findByRole('rowheader', { name: 'Ben' });
    const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headers).toEqual(['Name', 'Length', 'Role']);
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Length', hidden: true }));
    expect(screen.queryByRole('columnheader', { name: 'Length', hidden: true })).toBeNull();
  },
);

it('saved_view_opens_its_filters_without_the_search', async () => {
  const { router } = show({ address: '/?role=mentee&q=Ben' });
  await shows('Ben');
  await userEvent.click(screen.getByRole('button', { name: 'Views' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Name of a new view', hidden: true }), 'Mentees');
  await userEvent.click(screen.getByRole('button', { name: 'Save', hidden: true }));
  await router.navigate('/');
  await shows('Ana', 'Ben');
  await userEvent.click(screen.getByRole('button', { name: 'Views' }));
  await userEvent.click(screen.getByRole('button', { name: 'Mentees', hidden: true }));
  await shows('Ben', 'Dina');
  expect(router.state.location.search).toBe('?role=mentee');
});

it('act_on_all_that_match_reaches_rows_not_shown', async () => {
  const greeted: string[] = [];
  show({
    act: async ({ name }) => {
      if (name === 'Cem') throw new HttpError({ status: 404, code: 'not_found', message: '' });
      greeted.push(name);
    },
  });
  await shows('Ana', 'Ben');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows shown' }));
  await userEvent.click(screen.getByRole('button', { name: 'Select all 5 that match' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Ben' }));
  await userEvent.click(screen.getByRole('button', { name: 'Greet' }));
  await screen.findByText('Done: 3 of 4');
  expect(greeted.toSorted()).toEqual(['Ana', 'Dina', 'Eli']);
  screen.getByText('Failed: 1');
});

it('arrow_keys_move_between_rows', async () => {
  show({ act: async () => {} });
  await shows('Ana', 'Ben');
  screen.getByRole('checkbox', { name: 'Select Ana' }).focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Select Ben' }));
});
