import { act, fireEvent, render, screen } from '@testing-library/react';
import { AppProviders } from 'ui-kit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '../../../../i18n';
import '../../texts';
import { UnavailableDialog } from './unavailable-dialog';

const START = Date.parse('2026-05-04T10:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
});
afterEach(() => vi.useRealTimers());

function open(answer: 'MENTOR_UNAVAILABLE' | 'MENTEE_UNAVAILABLE') {
  const reload = vi.fn();
  render(
    <AppProviders>
      <UnavailableDialog answer={answer} since={START} reload={reload} />
    </AppProviders>,
  );
  return reload;
}

it('page_reloads_after_five_seconds', () => {
  const reload = open('MENTOR_UNAVAILABLE');
  screen.getByText('Mentor Unavailable');
  act(() => vi.advanceTimersByTime(4_900));
  expect(reload).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(200));
  expect(reload).toHaveBeenCalledTimes(1);
});

it('page_reloads_at_once_by_button', () => {
  const reload = open('MENTEE_UNAVAILABLE');
  screen.getByText('Mentee Unavailable');
  fireEvent.click(screen.getByText('Refresh Now'));
  expect(reload).toHaveBeenCalledTimes(1);
});

it('escape_does_not_close', () => {
  open('MENTOR_UNAVAILABLE');
  const dialog = document.querySelector('dialog') as HTMLDialogElement;
  expect(fireEvent.keyDown(dialog, { key: 'Escape' })).toBe(false);
  expect(fireEvent(dialog, new Event('cancel', { cancelable: true }))).toBe(false);
  screen.getByText('Mentor Unavailable');
});
