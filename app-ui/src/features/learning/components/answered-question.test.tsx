import { render, screen } from '@testing-library/react';
import { AppProviders } from 'ui-kit';
import { beforeEach, expect, it } from 'vitest';
import '../../../i18n';
import { loadPageTexts } from '../../../i18n';
import '../texts';
import { AnsweredQuestion } from './answered-question';

beforeEach(() => loadPageTexts());

type Question = Parameters<typeof AnsweredQuestion>[0]['question'];

/** As the server sends it after an attempt: the options in the order of the next one. */
const STEPS = {
  key: 'steps',
  questionType: 'ArrangeInOrder',
  localeTitle: 'Grow a tree',
  answerOptions: ['water', 'seed'].map((key) => ({ key, localeLabel: key, isCorrect: false })),
  rightOrder: ['seed', 'water'],
} as unknown as Question;

const show = (answer: string[]) =>
  render(
    <AppProviders>
      <AnsweredQuestion question={STEPS} answer={answer} />
    </AppProviders>,
  );

it('wrong order is followed by the right one', async () => {
  show(['water', 'seed']);
  expect((await screen.findByText('The right order')).nextElementSibling?.textContent).toBe(
    '1. seed\n2. water',
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['1. water belongs in place 2', '2. seed belongs in place 1']),
  );
});

it('right order is called right and not repeated', async () => {
  show(['seed', 'water']);
  expect(await screen.findByText('correct answer')).toBeDefined();
  expect(screen.queryByText('The right order')).toBeNull();
  expect(screen.getAllByText('right place')).toHaveLength(2);
});
