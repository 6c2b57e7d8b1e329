import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Schemas } from 'ui-kit';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadPageTexts } from '../../../../i18n';
import { showStaff } from '../../testing';
import type { Definition, TextKind } from './texts';

const definition = (kind: TextKind): Definition => ({
  kind,
  key: 'start',
  revision: 'one',
  mayChange: false,
  languages: [
    { code: 'en', name: 'English', isActive: true },
    { code: 'ar', name: 'العربية', isActive: true },
  ],
  texts: [
    {
      path: 'title',
      parts: [],
      field: 'title',
      isMarkdown: false,
      limit: 1_000,
      texts: { en: 'First steps' },
    },
  ],
  entries: null,
  agreed: null,
  mail: null,
});

const question = (key: string, label: string, more: Partial<Schemas['WireQuestion']> = {}) =>
  ({
    key,
    displayOrder: 1,
    order: 1,
    mandatory: true,
    type: 'SingleChoiceRadio',
    questionType: 'SingleChoiceRadio',
    localeTitle: label,
    localeLabel: label,
    answerOptions: [
      { key: 'yes', label: 'Yes', localeLabel: 'نعم', displayOrder: 1 },
      { key: 'no', label: 'No', localeLabel: 'لا', displayOrder: 2 },
    ],
    ...more,
  }) as Schemas['WireQuestion'];

beforeAll(async () => {
  await loadPageTexts();
});

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        matches: true,
        media,
        addEventListener() {},
        removeEventListener() {},
      }) as unknown as MediaQueryList,
  );
});

function show(kind: TextKind, answer: (request: unknown) => Partial<Schemas['PreviewDefinitionResponse']>) {
  const base = `/api/staff/content/texts/${kind}/start/`;
  return showStaff(`/staff/content/texts/${kind}/start`, ['manage_content'], {
    [`GET ${base}`]: { status: 200, body: definition(kind) },
    [`GET ${base}history/`]: { status: 200, body: { changes: [] } },
    [`POST ${base}preview/`]: (request: unknown) => ({
      status: 200,
      body: { problems: [], mail: null, session: null, survey: null, ...answer(request) },
    }),
  });
}

it('session_is_seen_as_a_mentor_in_arabic', async () => {
  const tip = { contentType: 'MENTOR_TIPS', type: 'MENTOR_TIPS', text: '', localeText: '', blocks: [] };
  const quiz = { id: 'q', localeHelpText: 'ساعد نفسك' };
  const asked: unknown[] = [];
  show('session', (request) => {
    asked.push(request);
    const isMentor = (request as { role: string }).role === 'mentor';
    const content = [
      ...(isMentor ? [tip] : []),
      { contentType: 'QUIZ', type: 'QUIZ', text: '', localeText: '', blocks: [], quiz },
    ];
    const detail = {
      localeTitle: 'الخطوات الأولى',
      overviewBlocks: [],
      sessionSteps: [{ id: 's', localeTitle: 'خطوة', content }],
    };
    const quizzes = [{ id: 'q', questions: [question('how', 'كيف؟')] }];
    return { session: { detail, quizzes } as unknown as Schemas['PreviewedSession'] };
  });
  const preview = within(await screen.findByRole('region', { name: 'Preview' }));
  const title = await preview.findByRole('heading', { name: 'الخطوات الأولى' });
  await userEvent.selectOptions(preview.getByLabelText('Part'), '1. خطوة');
  expect(preview.queryByText('For mentors only')).toBeNull();
  preview.getByRole('radio', { name: 'نعم' });
  await userEvent.selectOptions(preview.getByLabelText('As'), 'Mentor');
  await preview.findByText('For mentors only');
  await userEvent.selectOptions(preview.getByLabelText('Language'), 'العربية');
  await waitFor(() => expect(asked.at(-1)).toEqual({ texts: [], language: 'ar', role: 'mentor' }));
  await waitFor(() => expect(title.closest('[dir="rtl"]')?.getAttribute('lang')).toBe('ar'));
});

it('answers_tried_out_in_a_survey_are_not_kept', async () => {
  const questions = [
    question('ask', 'Shall we ask?'),
    question('more', 'And why?', { displayOrder: 2, visibleIf: { question: 'ask', anyOf: ['yes'] } }),
  ];
  const pages = [{ title: '', localeTitle: 'About you', description: '', localeDescription: '', questions }];
  const stage = { id: 'start.one', localeName: 'One', localeDescription: '', pages };
  show('survey', () => ({
    survey: {
      name: 'A survey',
      shortDescription: 'Short.',
      stages: [stage],
    } as unknown as Schemas['PreviewedSurvey'],
  }));
  const preview = within(await screen.findByRole('region', { name: 'Preview' }));
  await preview.findByRole('heading', { name: 'A survey' });
  expect(preview.queryByText('And why?')).toBeNull();
  const [yes] = preview.getAllByRole('radio', { name: 'نعم' });
  if (yes === undefined) throw new Error('no option');
  await userEvent.click(yes);
  await preview.findByText('And why?');
  expect(Object.keys(localStorage)).toEqual([]);
  expect(preview.queryByLabelText('As')).toBeNull();
});
