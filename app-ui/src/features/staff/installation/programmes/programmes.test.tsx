import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../../i18n';
import { showStaff } from '../../testing';
import { keyOf, type Programmes } from './programmes';

const PATH = '/api/staff/installation/programmes/';
const LAKE = {
  id: 'lake',
  key: 'lake',
  name: 'Lake School',
  timeZone: 'Europe/Berlin',
  isOpen: true,
  isOfConsole: false,
  people: 12,
  mentorships: 1,
  coordinators: 1,
};
const INSTALLED: Programmes = {
  programmes: [
    LAKE,
    { ...LAKE, id: 'hill', key: 'hill', name: 'Hill', isOpen: false, isOfConsole: true, coordinators: 0 },
  ],
  possibleCoordinators: [{ id: 'cora', name: 'Cora Lind' }],
};

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= () => undefined;
  await loadPageTexts();
});

const show = (calls: Parameters<typeof showStaff>[2] = {}) =>
  showStaff('/staff/installation/programmes', ['manage_installation'], {
    [`GET ${PATH}`]: { status: 200, body: INSTALLED },
    ...calls,
  });

const rowOf = async (name: string) =>
  within((await screen.findByText(name, undefined, { timeout: 10_000 })).closest('li') as HTMLElement);

it('each_programme_shows_its_state_and_its_people', async () => {
  show();
  const lake = await rowOf('Lake School');
  lake.getByText('Sign-up is open');
  expect(lake.getByRole('link', { name: '12 people' }).getAttribute('href')).toBe(
    '/staff/people?programme=lake',
  );
  lake.getByRole('link', { name: '1 mentorship' });
  const hill = await rowOf('Hill');
  hill.getByText('Created here');
  hill.getByText('No coordinator of its own');
});

it('new_programme_takes_key_and_time_zone_from_what_is_known', async () => {
  let sent: unknown;
  show({
    [`POST ${PATH}`]: (request: unknown) => {
      sent = request;
      return { status: 200, body: { id: 'weiher' } };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'New programme' }, { timeout: 10_000 }));
  const dialog = within(await screen.findByRole('dialog', { hidden: true }));
  await userEvent.type(dialog.getByLabelText(/^Name/), 'Schule am Weiher');
  await userEvent.selectOptions(dialog.getByLabelText('Who coordinates it?'), 'Cora Lind');
  await userEvent.click(dialog.getByRole('button', { name: 'Create', hidden: true }));
  await waitFor(() =>
    expect(sent).toEqual({
      key: 'schule-am-weiher',
      name: 'Schule am Weiher',
      timeZone: 'Europe/Berlin',
      rulesOf: 'lake',
      coordinator: 'cora',
    }),
  );
});

it('key_has_small_letters_digits_and_hyphens', () => {
  expect(['Große Schule 2', '  École – Nord ', 'مدرسة'].map(keyOf)).toEqual([
    'grosse-schule-2',
    'ecole-nord',
    '',
  ]);
});
