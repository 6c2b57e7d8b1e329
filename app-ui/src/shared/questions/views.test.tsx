import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { QUESTION_TYPES, type QuestionType } from './question-types';
import { REGISTRY } from './registry';
import { options, showQuestions } from './testing';

afterEach(() => localStorage.clear());

const DAYS = options('Monday', 'Tuesday', 'Friday');
const seven = options('1', '2', '3', '4', '5', '6', '7');
const group = (name: RegExp | string) => within(screen.getByRole('group', { name }));
const radios = (name: RegExp | string) => within(screen.getByRole('radiogroup', { name }));

const definition = (type: QuestionType) => ({
  type,
  answerOptions: DAYS,
  video: type === 'YoutubeVideo' ? { id: 'aqz-KE-bpKQ', transcript: 'A rabbit wakes up.' } : null,
});

it.each(QUESTION_TYPES)('%s: label, mandatory problem, description and focus', async (type) => {
  const view = showQuestions([definition(type)]);
  expect(REGISTRY[type].View).toBeTypeOf('function');
  const label = `About ${type}`;
  if (REGISTRY[type].frame === 'label') expect(screen.getByLabelText(new RegExp(label))).toBeDefined();
  else
    expect(
      screen.getByRole(REGISTRY[type].frame === 'radios' ? 'radiogroup' : 'group', {
        name: new RegExp(label),
      }),
    );
  await view.problem('Field is mandatory');
  const error = screen.getByText('Field is mandatory').closest('p');
  const hint =
    type === 'ArrangeInOrder'
      ? 'Move an item, or press “This order is right”.'
      : 'Please answer this question.';
  expect(error?.textContent).toBe(`Field is mandatory ${hint}`);
  const described = view.container.querySelectorAll(`[aria-describedby~="${error?.id}"]`);
  expect(described.length).toBeGreaterThan(0);
  expect(view.container.querySelector(`[data-question="${type}"]`)?.contains(document.activeElement)).toBe(
    true,
  );
});

it('optional questions are marked, mandatory ones are not', () => {
  showQuestions([{ type: 'Text' }, { type: 'Number', mandatory: false }]);
  expect(screen.getByLabelText('About Text')).toBeDefined();
  expect(screen.getByLabelText('About Number (optional)')).toBeDefined();
});

it.each(QUESTION_TYPES)('%s: read-only questions take no answer', (type) => {
  const view = showQuestions([definition(type)], { isDisabled: true });
  const question = view.container.querySelector(`[data-question="${type}"]`);
  const controls = [...(question?.querySelectorAll('input, select, textarea') ?? [])];
  expect(controls.filter((control) => !control.matches(':disabled'))).toEqual([]);
});

it('unknown type names itself and the others work', async () => {
  const view = showQuestions([{ type: 'HologramResponse' }, { type: 'Text' }]);
  expect(screen.getByText('Can not render!').textContent).toBe('Can not render! HologramResponse');
  await view.user.type(screen.getByLabelText(/About Text/), 'Maya');
  expect(await view.sent()).toEqual({ Text: 'Maya' });
});

it.each([
  ['Text', '  Ana  Silva ', 'Ana Silva'],
  ['TextBox', 'one{Enter}two', 'one\ntwo'],
  ['Password', 'river', 'river'],
  ['Number', '1,5', 1.5],
  ['Number', '١٢', 12],
] as const)('%s: typed %s', async (type, typed, stored) => {
  const view = showQuestions([{ type }]);
  await view.user.type(screen.getByLabelText(/About/), typed);
  expect(await view.sent()).toEqual({ [type]: stored });
});

it('number that is none is refused when the field is left', async () => {
  const { user } = showQuestions([{ type: 'Number' }]);
  await user.type(screen.getByLabelText(/About/), 'seven');
  expect(screen.queryByText('Must be a number')).toBeNull();
  await user.tab();
  expect(screen.getByText('Must be a number')).toBeDefined();
  await user.clear(screen.getByLabelText(/About/));
  expect(screen.queryByText('Must be a number')).toBeNull();
});

it('number with a comma says how it is read', async () => {
  const { user } = showQuestions([{ type: 'Number' }]);
  await user.type(screen.getByLabelText(/About/), '1,000');
  expect(screen.getByText('We read this as 1.')).toBeDefined();
});

it('password can be shown and is not stored on the device', async () => {
  const { user } = showQuestions([{ type: 'Password' }]);
  const field = screen.getByLabelText<HTMLInputElement>(/About/);
  await user.type(field, 'river');
  expect([field.type, localStorage.length]).toEqual(['password', 0]);
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field.type).toBe('text');
});

it.each([
  ['Date', '2011-02-28', '2011-02-28'],
  ['DateTime', '2026-07-01T09:30', expect.stringMatching(/^2026-07-01T09:30:00[+-]\d\d:\d\d$/)],
] as const)('%s keeps what was written', async (type, typed, stored) => {
  const view = showQuestions([{ type }]);
  fireEvent.change(screen.getByLabelText(/About/), { target: { value: typed } });
  expect(await view.sent()).toEqual({ [type]: stored });
});

it('date in the future is refused', async () => {
  const view = showQuestions([{ type: 'Date', noFuture: true }]);
  fireEvent.change(screen.getByLabelText(/About/), { target: { value: '2199-01-01' } });
  await view.problem('Please choose a date that is not in the future.');
});

it.each(['SingleChoiceRadio', 'SingleChoiceButton', 'SingleChoiceWithImage'] as const)(
  '%s: chosen, changed and removed',
  async (type) => {
    const view = showQuestions([{ type, answerOptions: DAYS, mandatory: false }]);
    await view.user.click(radios(/About/).getByRole('radio', { name: 'Monday' }));
    await view.user.click(radios(/About/).getByRole('radio', { name: 'Friday' }));
    expect(await view.sent()).toEqual({ [type]: 'o3' });
    await view.user.click(screen.getByRole('button', { name: 'Remove my answer' }));
    expect(await view.sent()).toEqual({});
  },
);

it.each(['AgreeabilityThreeOptions', 'AgreeabilitySevenScale'] as const)('%s: option key', async (type) => {
  const view = showQuestions([{ type, answerOptions: seven }]);
  await view.user.click(radios(/About/).getByRole('radio', { name: '6' }));
  expect(await view.sent()).toEqual({ [type]: 'o6' });
});

it('AgreeabilityTenScale: numbers of labels are on the rail, with the words of the ends beside them', () => {
  const ten = options('1 – badly', '2', '3', '4', '5', '6', '7', '8', '9', '10 – well');
  showQuestions([{ type: 'AgreeabilityTenScale', answerOptions: ten }]);
  const steps = radios(/About/).getAllByRole('radio');
  const texts = steps.map((one) => [...(one.parentElement?.querySelectorAll('span') ?? [])]);
  expect(texts.map((parts) => parts.map(({ textContent }) => textContent))).toEqual([
    ['1', 'badly'],
    ...['2', '3', '4', '5', '6', '7', '8', '9'].map((number) => [number]),
    ['10', 'well'],
  ]);
  expect(new Set(steps.map((one) => one.getAttribute('name'))).size).toBe(1);
});

it('AgreeabilitySevenScale: labels in which numbers are words stay whole', () => {
  const ranges = options('0 – 2 h', '2 – 4 h', '4 – 6 h', '6 – 8 h', '8 – 9 h', '9 – 10 h', '10');
  showQuestions([{ type: 'AgreeabilitySevenScale', answerOptions: ranges }]);
  expect(radios(/About/).getByRole('radio', { name: '2 – 4 h' })).toBeDefined();
});

it.each(['SingleChoiceDropDown', 'SimpleDropDown'] as const)('%s: option key', async (type) => {
  const view = showQuestions([{ type, answerOptions: DAYS }]);
  await view.user.selectOptions(screen.getByLabelText(/About/), 'Tuesday');
  expect(await view.sent()).toEqual({ [type]: 'o2' });
});

it('MultiChoiceDropDown: searched, chosen by keys and closed', async () => {
  const many = options('Music', 'Sport', 'Élan', '4', '5', '6', '7', '8', '9');
  const view = showQuestions([{ type: 'MultiChoiceDropDown', answerOptions: many }]);
  const button = screen.getByRole('button', { name: /About/ });
  button.focus();
  await view.user.keyboard('{Enter}');
  await view.user.type(screen.getByRole('searchbox'), 'elan');
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  await view.user.tab();
  await view.user.keyboard(' ');
  await view.user.clear(screen.getByRole('searchbox'));
  await view.user.click(screen.getByRole('checkbox', { name: 'Music' }));
  await view.user.keyboard('{Escape}');
  expect([document.activeElement, screen.queryByRole('checkbox')]).toEqual([button, null]);
  expect(button.textContent).toBe('MusicÉlan');
  expect(await view.sent()).toEqual({ MultiChoiceDropDown: ['o1', 'o3'] });
});

it('MultiChoiceWithImage: several keys', async () => {
  const view = showQuestions([{ type: 'MultiChoiceWithImage', answerOptions: DAYS }]);
  await view.user.click(group(/About/).getByRole('checkbox', { name: 'Friday' }));
  await view.user.click(group(/About/).getByRole('checkbox', { name: 'Monday' }));
  expect(await view.sent()).toEqual({ MultiChoiceWithImage: ['o1', 'o3'] });
});

it('Scale: chosen or typed, nothing outside it', async () => {
  const view = showQuestions([{ type: 'Scale' }]);
  const steps = screen.getAllByRole('radio');
  expect(steps).toHaveLength(10);
  expect(steps[0]?.parentElement?.parentElement?.hasAttribute('data-row')).toBe(false);
  const field = screen.getByLabelText('Or type a number from 1 to 10');
  await view.user.type(field, '11');
  expect(field).toHaveProperty('value', '1');
  await view.user.click(screen.getByRole('radio', { name: '7' }));
  expect(field).toHaveProperty('value', '7');
  expect(await view.sent()).toEqual({ Scale: 7 });
});

it('Scale: fewer than six steps are a row without a field', () => {
  const scale = { options: [1, 2, 3, 4, 5].map((option) => ({ option })), sorting: 'descending' as const };
  showQuestions([{ type: 'Scale', scaleQuestionnaire: scale }]);
  expect(screen.getAllByRole('radio')).toHaveLength(5);
  const first = screen.getAllByRole('radio')[0]?.parentElement;
  expect(first?.textContent).toBe('5');
  expect(first?.parentElement?.hasAttribute('data-row')).toBe(true);
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('Scale: slider has no answer until it is touched', async () => {
  const scale = { options: Array.from({ length: 101 }, (_, option) => ({ option })) };
  const view = showQuestions([{ type: 'Scale', scaleQuestionnaire: scale }]);
  const slider = screen.getByRole('slider');
  expect(slider.getAttribute('aria-valuetext')).toBe('No answer yet');
  await view.problem('Field is mandatory');
  fireEvent.pointerUp(slider);
  expect(await view.sent()).toEqual({ Scale: 50 });
});

it('ArrangeInOrder: shown order is no answer until it is kept', async () => {
  const view = showQuestions([{ type: 'ArrangeInOrder', answerOptions: DAYS }]);
  await view.problem('Field is mandatory');
  const keep = screen.getByRole('button', { name: 'This order is right' });
  expect(document.activeElement).toBe(keep);
  await view.user.keyboard('{Enter}');
  expect(document.activeElement?.textContent).toBe('This is your order.');
  expect(await view.sent()).toEqual({ ArrangeInOrder: ['o1', 'o2', 'o3'] });
});

it('ArrangeInOrder: moved by keys and buttons, with the focus', async () => {
  const view = showQuestions([{ type: 'ArrangeInOrder', answerOptions: DAYS }]);
  screen.getByRole('button', { name: /^Monday, place 1 of 3/ }).focus();
  await view.user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Monday, place 3 of 3/);
  await screen.findByText(/Monday moved to place 3 of 3/);
  await view.user.click(screen.getByRole('button', { name: 'Move Friday up' }));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Friday up');
  expect(await view.sent()).toEqual({ ArrangeInOrder: ['o3', 'o2', 'o1'] });
});

it('YoutubeVideo: loads nothing before play, watched elsewhere counts', async () => {
  const view = showQuestions([definition('YoutubeVideo')]);
  expect(view.container.querySelector('iframe, img')).toBeNull();
  await view.user.click(screen.getByRole('radio', { name: 'I watched it elsewhere' }));
  expect(await view.sent()).toEqual({ YoutubeVideo: 'elsewhere' });
  await view.user.click(screen.getByRole('button', { name: /^Play video/ }));
  const frame = view.container.querySelector('iframe');
  expect(frame?.src).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\/aqz-KE-bpKQ\?/);
  const origin = 'https://www.youtube-nocookie.com';
  const data = JSON.stringify({ event: 'onStateChange', info: 0 });
  fireEvent(
    window,
    new MessageEvent('message', {
      data,
      origin: 'https://evil.example',
      source: frame?.contentWindow ?? null,
    }),
  );
  expect(await view.sent()).toEqual({ YoutubeVideo: 'elsewhere' });
  fireEvent(window, new MessageEvent('message', { data, origin, source: frame?.contentWindow ?? null }));
  expect(await view.sent()).toEqual({ YoutubeVideo: 'watched' });
});

it('answers are kept over a reload and newer stored ones are used', async () => {
  const before = showQuestions([{ type: 'Text' }, { type: 'Number' }]);
  await before.user.type(screen.getByLabelText(/About Text/), 'Maya');
  before.unmount();
  const after = showQuestions([{ type: 'Text' }, { type: 'Number' }], {
    stored: [
      { questionKey: 'Text', answer: 'old' },
      { questionKey: 'Number', answer: 4 },
    ],
  });
  expect(await after.sent()).toEqual({ Text: 'Maya', Number: 4 });
});

it('hidden questions appear, and the page says what is not sent', async () => {
  const view = showQuestions([
    { type: 'SingleChoiceRadio', answerOptions: DAYS },
    { type: 'Text', visibleIf: { question: 'SingleChoiceRadio', anyOf: ['o1'] } },
  ]);
  expect(screen.queryByLabelText(/About Text/)).toBeNull();
  await view.user.click(screen.getByRole('radio', { name: 'Monday' }));
  await view.user.type(screen.getByLabelText(/About Text/), 'noon');
  await view.user.click(screen.getByRole('radio', { name: 'Friday' }));
  expect(screen.getByText(/1 answer will not be sent/)).toBeDefined();
  expect(await view.sent()).toEqual({ SingleChoiceRadio: 'o3' });
});
