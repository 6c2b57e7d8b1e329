import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loginSession } from 'ui-kit';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import '../../i18n';
import { renderChat } from '../../testing/chat';
import { fakeApi } from '../../testing/fake-api';
import { member } from '../../testing/fixtures';
import { SearchField } from './search-field';

const [MAYA, TOM, CHANNEL] = [1, 2, 3].map((n) => `018f3c2e-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
];

beforeAll(async () => {
  fakeApi({});
  await loginSession.start();
});

afterEach(() => void vi.useRealTimers());

function setUp(search = '') {
  const onSearch = vi.fn();
  renderChat(() => <SearchField search={search} onSearch={onSearch} onBack={vi.fn()} />, {
    channelId: CHANNEL,
    channelMembers: [
      member({ userId: MAYA, userFullName: 'Maya Okafor' }),
      member({ userId: TOM, userFullName: 'Tom Rivera' }),
    ],
  });
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' });
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
  const chips = () =>
    screen.queryAllByRole('button', { name: /^Remove the filter/ }).map(({ textContent }) => textContent);
  return { user: userEvent.setup(), onSearch, field, options, chips };
}

it('searches once after a pause in typing', () => {
  vi.useFakeTimers();
  const { field, onSearch } = setUp();
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  type('kit');
  act(() => vi.advanceTimersByTime(299));
  type('kite ');
  act(() => vi.advanceTimersByTime(299));
  expect(onSearch).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1));
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('kite');
  expect(field.value).toBe('kite ');
});

it('searches at once with Enter', async () => {
  const { user, field, onSearch } = setUp();
  await user.type(field, 'foo:bar{Enter}');
  expect(onSearch).toHaveBeenLastCalledWith('foo:bar');
});

it('turns a chosen suggestion into a chip', async () => {
  const { user, field, onSearch, options, chips } = setUp();
  await user.type(field, 'kite from:');
  expect(options()).toEqual([expect.stringContaining('Maya Okafor'), expect.stringContaining('Tom Rivera')]);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(chips()).toEqual(['From: Tom Rivera']);
  expect(field.value).toBe('kite ');
  await user.keyboard('{Enter}');
  expect(onSearch).toHaveBeenLastCalledWith(`from:${TOM} kite`);
});

it('closes suggestions with Escape and keeps the text', async () => {
  const { user, field, options } = setUp();
  await user.type(field, 'has:{Escape}');
  expect(options()).toEqual([]);
  expect(field.getAttribute('aria-expanded')).toBe('false');
  expect(field.value).toBe('has:');
});

it('does not search for a date that does not exist', async () => {
  const { user, field, onSearch } = setUp();
  await user.type(field, 'kite before:2026-02-30{Enter}');
  expect(screen.getByRole('alert').id).toBe(field.getAttribute('aria-describedby'));
  expect(onSearch).not.toHaveBeenCalledWith(expect.stringContaining('2026-02-30'));
});

it('takes a filter at its space and waits for words', async () => {
  const { user, field, options, chips } = setUp();
  await user.type(field, 'has:link ');
  expect(chips()).toEqual(['Has: Link']);
  expect([field.value, options()]).toEqual(['', []]);
});

it('shows the filters of an address and removes them', async () => {
  const { user, field, onSearch, chips } = setUp(`in:${CHANNEL} has:image kite`);
  expect(chips()).toEqual(['In: Tom Rivera', 'Has: Picture']);
  expect(field.value).toBe('kite');
  await user.click(screen.getByRole('button', { name: 'Remove the filter “Has: Picture”' }));
  expect(document.activeElement).toBe(field);
  await user.keyboard('{Enter}');
  expect(onSearch).toHaveBeenLastCalledWith(`in:${CHANNEL} kite`);
  await user.clear(field);
  await user.keyboard('{Backspace}');
  expect(chips()).toEqual([]);
});
