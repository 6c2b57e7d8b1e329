import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import '../../i18n';
import { fromWire } from '../../model/message';
import { renderChat } from '../../testing/chat';
import { wire } from '../../testing/fixtures';
import { type MessageActions, MessageActionsContext } from '../message-actions/message-actions-context';
import { MessageRow } from './message-row';

const TOM = { userId: 'tom', name: 'Tom Rivera', picture: null };

const ACTIONS: MessageActions = {
  selfId: 'maya',
  canReact: true,
  canReply: true,
  canPin: true,
  nameOf: () => TOM.name,
  reply: vi.fn(),
  edit: vi.fn(),
  react: vi.fn(),
  remove: vi.fn(),
  markUnread: vi.fn(),
  report: vi.fn(),
  retryAnswer: vi.fn(),
  jumpTo: vi.fn(),
};

function show(
  message: string,
  attachments = '[]',
  createdOn?: number,
  more: Parameters<typeof wire>[1] = {},
) {
  const sent = createdOn === undefined ? more : { ...more, created_on: new Date(createdOn).toISOString() };
  renderChat(() => (
    <MessageActionsContext value={ACTIONS}>
      <MessageRow
        message={fromWire(wire(1, { message, attachments, ...sent }))}
        author={TOM}
        showAuthor
        readers={[]}
        canRetryAnswer={false}
        isFirst
        isLast
      />
    </MessageActionsContext>
  ));
  return screen.getByRole('article');
}

it('hostile markup is shown as text', () => {
  const article = show('<img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a> javascript:alert(2)');
  expect(article.querySelector('img, a')).toBeNull();
  expect(article.textContent).toContain('<img src=x onerror=alert(1)>');
});

it('link has no referrer and no opener', () => {
  const link = show('see https://example.org/a.').querySelector('a');
  expect(link?.getAttribute('href')).toBe('https://example.org/a');
  expect(link?.getAttribute('rel')).toBe('noopener noreferrer nofollow');
});

it('label contains author, time and text', () => {
  const label = show('Hello @[Maya Okafor](maya)').getAttribute('aria-label');
  expect(label).toMatch(/^Tom Rivera, \d+:\d\d [ap]m: Hello @Maya Okafor$/);
});

it('mention of the reader is highlighted', () => {
  const article = show('@[Maya Okafor](maya) and @[Tom Rivera](tom)');
  const marked = [...article.querySelectorAll('[data-self]')].map((chip) => chip.textContent);
  expect(marked).toEqual(['@Maya Okafor']);
});

it('file has a download link', () => {
  const attachments = JSON.stringify([{ attachment_name: 'plan.pdf', presigned_url: '/api/f/' }]);
  expect(show('', attachments).querySelector('a')?.getAttribute('download')).toBe('plan.pdf');
});

it('empty message is shown as removed', () => {
  expect(show('').textContent).toContain('This message was removed.');
});

it('file with an unsafe address has no link', () => {
  const attachments = JSON.stringify([
    { id: 'f', attachment_name: 'plan.pdf', presigned_url: 'javascript:alert(1)' },
  ]);
  const article = show('', attachments);
  expect(article.textContent).toContain('plan.pdf');
  expect(article.querySelector('a')).toBeNull();
});

it('call invitation is a card that expires', () => {
  vi.useFakeTimers();
  const article = show('{"room":"r1"}', '[]', Date.now());
  expect(article.textContent).toContain('Video call');
  expect(article.textContent).toContain('Open until');
  act(() => void vi.advanceTimersByTime(3 * 60 * 60_000));
  expect(article.textContent).toContain('LINK EXPIRED');
  expect(article.outerHTML).not.toMatch(/room|r1/);
  vi.useRealTimers();
});

it('deleted message says so', () => {
  const article = show('', '[]', undefined, { deleted_on: '2026-11-20T10:01:00Z' });
  expect(article.getAttribute('aria-label')).toContain('Message deleted');
  expect(article.textContent).toContain('Message deleted');
  expect(screen.getByRole('button', { name: 'Message actions' })).toBeTruthy();
});

it('own deleted message has no actions', () => {
  show('', '[]', undefined, { user_id: 'maya', deleted_on: '2026-11-20T10:01:00Z' });
  expect(screen.queryByRole('button', { name: 'Message actions' })).toBeNull();
});
