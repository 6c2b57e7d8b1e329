import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../../i18n';
import type { PersonRecord } from './person-record';
import { showPerson } from './testing';

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});

const REFERENCES: PersonRecord['vettings'][number] = {
  kind: 'references',
  label: 'References',
  isDemanded: true,
  binds: false,
  bindsFrom: null,
  validMonths: null,
  needsDay: false,
  held: { validUntil: null },
  isValid: true,
  history: [
    {
      id: 'one',
      validUntil: null,
      reference: 'Two letters',
      recordedAt: '2026-02-01T09:00:00Z',
      recordedBy: { id: 'sam', name: 'Sam Weber' },
      endedAt: null,
      isWithdrawn: false,
      withdrawnBy: null,
      withdrawal: null,
    },
  ],
};

it('kind_is_withdrawn_with_a_reason', async () => {
  let sent: unknown;
  showPerson({ mayChange: true, vettings: [REFERENCES] }, ['read_people'], {
    'POST /api/staff/people/maya/vettings/withdrawal/': (body: unknown) => {
      sent = body;
      return { status: 204 };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'History: References' }));
  screen.getByText('Two letters');
  screen.getByText('Recorded on 1 February 2026 · Sam Weber · Valid without an end');
  expect(screen.queryByRole('button', { name: 'Record the vetting' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw: References' }));
  await userEvent.type(screen.getByLabelText(/^Why/), 'Not theirs');
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw', hidden: true }));
  await screen.findByText('Recorded.');
  expect(sent).toEqual({ kind: 'references', was: { validUntil: null }, reason: 'Not theirs' });
});
