import { screen, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../i18n';
import { PROGRAMME, showStaff } from '../testing';
import type { AuditEntry } from './entry';

const TOM = '0192f0a0-0000-7000-8000-00000000000a';
const ERASED = '0192f0a0-0000-7000-8000-00000000000b';
const ACT: AuditEntry = {
  id: 'act',
  at: '2026-11-12T10:00:00Z',
  act: 'begin_mentorship',
  actor: { kind: 'staff', id: 'sam', name: 'Sam Whitfield' },
  target: { kind: 'mentorship', id: 'pair', name: null },
  programme: PROGRAMME,
  reason: null,
  before: null,
  after: null,
  names: {},
};

beforeAll(loadPageTexts);

async function showActs(...acts: AuditEntry[]) {
  const body = {
    results: acts.map((act, at) => ({ ...act, id: `${at}` })),
    nextCursor: null,
    total: acts.length,
  };
  showStaff('/staff/audit', ['read_audit'], { 'GET /api/staff/audit/': { status: 200, body } });
  const table = await screen.findByRole('table', { name: 'Audit' });
  return (await within(table).findAllByRole('row')).slice(1);
}

it('says what changed in words, with names and dates', async () => {
  const rows = await showActs(
    { ...ACT, after: { mentor: TOM, mentees: [ERASED] }, names: { [TOM]: 'Tom Rivera' } },
    { ...ACT, before: { vetted_until: '2026-12-24' }, after: { vetted_until: null, birth_month: '2010-03' } },
    {
      ...ACT,
      before: { state: 'DRAFT' },
      after: { state: 'APPROVED', filters: { status: ['open'] }, is_on: true },
    },
  );
  expect(rows[0]?.textContent).toContain('MentorTom RiveraMenteesOne of them');
  expect(rows[1]?.textContent).toContain('Vetted untilBefore:24 Dec 2026After:NoneMonth of birthMarch 2010');
  expect(rows[2]?.textContent).toContain('StateBefore:DraftAfter:ApprovedFiltersStatus: OpenOnYes');
});

it('says the rule of a programme in words', async () => {
  const [row] = await showActs({
    ...ACT,
    act: 'set_rule',
    before: { team: { days: ['Mon', 'Tue'], from: '09:00:00' } },
    after: { team: { days: ['Mon'], from: '10:00:00' } },
  });
  expect(row?.textContent).toContain('Days: Monday, Tuesday, From: 09:00');
});

it('shows what a newer server says by its code', async () => {
  const [row] = await showActs({ ...ACT, act: 'move_house', after: { newRoom: 'east_wing' } });
  expect(row?.textContent).toContain('Move house');
  expect(row?.textContent).toContain('New roomeast_wing');
});
