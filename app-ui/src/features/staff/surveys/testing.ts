import { PROGRAMME } from '../testing';
import type { StaffSurvey, SurveyWindow, SurveyWindowRecord } from './survey-window';

/** A survey that mentees may take at any time, and mentors when they are asked. */
export const SURVEY: StaffSurvey = {
  key: 'halfway',
  name: 'Halfway there',
  stages: 2,
  questions: 9,
  openTo: ['mentee'],
  canTake: ['mentor', 'mentee'],
  mentors: { people: 40, begun: 1, sent: 12 },
  mentees: { people: 60, begun: 4, sent: 30 },
};

/** An open window of that survey between two days. */
export const WINDOW: SurveyWindow = {
  id: 'window',
  survey: { key: 'halfway', name: 'Halfway there' },
  programme: PROGRAMME,
  today: '2026-06-10',
  roles: ['mentor', 'mentee'],
  kind: 'dates',
  opensOn: '2026-06-01',
  closesOn: '2026-06-30',
  week: null,
  openWeeks: null,
  cohort: null,
  remindAfter: [7, 14],
  state: 'open',
  asked: 60,
  begun: 6,
  sent: 34,
  reachable: 26,
  createdBy: 'Sam Staff',
  createdAt: '2026-05-30T09:00:00Z',
  remindedOn: null,
  revision: 3,
};

export const RECORD: SurveyWindowRecord = {
  ...WINDOW,
  byRole: [
    { role: 'mentor', asked: 20, begun: 2, sent: 10 },
    { role: 'mentee', asked: 40, begun: 4, sent: 24 },
  ],
};

export const page = (...results: readonly unknown[]) => ({
  status: 200,
  body: { results, nextCursor: null, total: results.length },
});

/** The programme of the member of staff with these surveys. */
export const surveys = (...all: readonly StaffSurvey[]) => ({
  'GET /api/staff/surveys/': {
    status: 200,
    body: { programmes: [{ ...PROGRAMME, today: '2026-06-10', surveys: all }] },
  },
});
