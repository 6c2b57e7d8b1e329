import { forgetDrafts } from 'messenger-ui/drafts';
import { afterEach, expect, it, vi } from 'vitest';
import { INCOMPLETE_DATE } from './dates';
import { AnswerDrafts } from './drafts';
import { toQuestions } from './question';

const QUESTIONS = toQuestions([
  { key: 'name', type: 'Text', mandatory: true },
  { key: 'secret', type: 'Password', mandatory: true },
  { key: 'day', type: 'Date', mandatory: true },
]);

afterEach(() => localStorage.clear());

it('keeps answers per account and form', () => {
  new AnswerDrafts('maya').save('stage-1', QUESTIONS, { name: 'Maya' });
  expect(new AnswerDrafts('maya').get('stage-1')).toEqual({ name: 'Maya' });
  expect(new AnswerDrafts('maya').get('stage-2')).toEqual({});
  expect(new AnswerDrafts('tom').get('stage-1')).toEqual({});
  new AnswerDrafts('maya').remove('stage-1');
  expect(localStorage).toHaveLength(0);
});

it('never stores passwords or half a date', () => {
  new AnswerDrafts('maya').save('stage-1', QUESTIONS, { secret: 'river', day: INCOMPLETE_DATE });
  expect(localStorage).toHaveLength(0);
});

it('sign-out removes answers', () => {
  new AnswerDrafts('maya').save('stage-1', QUESTIONS, { name: 'Maya' });
  forgetDrafts();
  expect(new AnswerDrafts('maya').get('stage-1')).toEqual({});
});

it('works without storage and with damaged storage', () => {
  localStorage.setItem('mentor-hub.draft.answers.maya.stage-1', '[broken');
  const drafts = new AnswerDrafts('maya');
  expect(drafts.get('stage-1')).toEqual({});
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  drafts.save('stage-1', QUESTIONS, { name: 'Maya' });
  expect(drafts.get('stage-1')).toEqual({ name: 'Maya' });
});
