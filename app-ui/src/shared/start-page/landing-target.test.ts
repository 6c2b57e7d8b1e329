import type { Profile } from 'ui-kit';
import { expect, it } from 'vitest';
import { landingTarget } from './landing-target';

interface Case {
  surveys?: [permission: 'use' | 'show' | 'hide', status: string][];
  curriculum?: 'use' | 'show' | 'hide';
  session?: 'use' | 'show' | 'hide';
  matching?: string;
  isNew?: boolean;
  requested?: string;
}

function targetOf({ surveys = [], curriculum = 'hide', session = 'hide', matching, isNew, requested }: Case) {
  const status = {
    surveys: surveys.map(([expPermission, surveyStatus], n) => ({
      surveyId: `survey-${n}`,
      expPermission,
      surveyStatus,
    })),
    experiences: { curriculum, session },
    matching: { matchingStatus: matching ?? null },
    newSessionAvailable: isNew ?? false,
  } as unknown as Profile['status'];
  const { to, state } = landingTarget(status, requested ?? null);
  return state === undefined ? to : `${to} ${state.surveyId}`;
}

const everything: Case = {
  surveys: [['use', 'NOT_STARTED']],
  curriculum: 'use',
  session: 'use',
  isNew: true,
};

it.each<[string, Case, string]>([
  ['1: what was requested wins over everything', { ...everything, requested: '/chat?x#y' }, '/chat?x#y'],
  ['2: one pending survey', everything, '/survey survey-0'],
  ['2: one that was begun', { surveys: [['use', 'ONGOING_STAGE_2']] }, '/survey survey-0'],
  [
    '2: one pending among others',
    {
      surveys: [
        ['use', 'COMPLETE'],
        ['use', 'NOT_STARTED_YET'],
      ],
    },
    '/survey survey-1',
  ],
  [
    '2: several pending',
    {
      ...everything,
      surveys: [
        ['use', 'NOT_STARTED'],
        ['use', 'ONGOING'],
      ],
    },
    '/surveylisting',
  ],
  ['2: a survey that is only shown does not count', { surveys: [['show', 'NOT_STARTED']] }, '/learninghub'],
  ['3: the curriculum is open', { ...everything, surveys: [] }, '/mentorship'],
  ['3: ready to be matched', { matching: 'READY', session: 'use', isNew: true }, '/mentorship'],
  ['3: matching on hold', { matching: 'ON_HOLD' }, '/mentorship'],
  ['3: group on hold', { matching: 'GROUP_HOLD' }, '/mentorship'],
  ['3: another matching status does not count', { matching: 'PAIRED' }, '/learninghub'],
  [
    '4: a new session comes before a curriculum to look at',
    { session: 'use', isNew: true, curriculum: 'show' },
    '/learninghub',
  ],
  ['4: only if it may be used', { session: 'show', isNew: true, curriculum: 'show' }, '/mentorship'],
  ['4: only if it is new', { session: 'use', curriculum: 'show' }, '/mentorship'],
  ['5: a curriculum to look at', { curriculum: 'show' }, '/mentorship'],
  ['6: otherwise', {}, '/learninghub'],
])('%s', (_, given, where) => {
  expect(targetOf(given)).toBe(where);
});
