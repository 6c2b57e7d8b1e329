import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import '../../i18n';
import { fromWire } from '../../model/message';
import { renderChat } from '../../testing/chat';
import { wire } from '../../testing/fixtures';
import { MessageRow } from './message-row';

const TOM = { userId: 'tom', name: 'Tom Rivera', picture: null };

function show(message: string, attachments = '[]', createdOn?: number) {
  renderChat(() => (
    <MessageRow
      message={fromWire(
        wire(1, {
          message,
          attachments,
          ...(createdOn === undefined ? {} : { created_on: new Date(createdOn).toISOString() }),
        }),
      )}
      author={TOM}
      selfId="maya"
      showAuthor
      readers={[]}
      isFirst
      isLast
    />
  ));
  return screen.getByRole('article');
}

it('shows hostile text as text', () => {
  const article = show('<img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a> javascript:alert(2)');
  expect(article.querySelector('img, a')).toBeNull();
  expect(article.textContent).toContain('<img src=x onerror=alert(1)>');
});

it('opens links without handing anything over', () => {
  const link = show('see https://example.org/a.').querySelector('a');
  expect(link?.getAttribute('href')).toBe('https://example.org/a');
  expect(link?.getAttribute('rel')).toBe('noopener noreferrer nofollow');
});

it('is named for a screen reader by author, time and text', () => {
  const label = show('Hello @[Maya Okafor](maya)').getAttribute('aria-label');
  expect(label).toMatch(/^Tom Rivera, Nov, 20 .*: Hello @Maya Okafor$/);
});

it('marks a mention of the reader', () => {
  const article = show('@[Maya Okafor](maya) and @[Tom Rivera](tom)');
  const marked = [...article.querySelectorAll('[data-self]')].map((chip) => chip.textContent);
  expect(marked).toEqual(['@Maya Okafor']);
});

it('offers a file by its link', () => {
  const attachments = JSON.stringify([{ attachment_name: 'plan.pdf', presigned_url: '/api/f/' }]);
  expect(show('', attachments).querySelector('a')?.getAttribute('download')).toBe('plan.pdf');
});

it('says that a message was removed where nothing of it is left', () => {
  expect(show('').textContent).toContain('This message was removed.');
});

it('shows a file without a link where its address is no address of a file', () => {
  const attachments = JSON.stringify([
    { id: 'f', attachment_name: 'plan.pdf', presigned_url: 'javascript:alert(1)' },
  ]);
  const article = show('', attachments);
  expect(article.textContent).toContain('plan.pdf');
  expect(article.querySelector('a')).toBeNull();
});

it('shows an invitation to a call as a card that ends by itself, never as what it is made of', () => {
  vi.useFakeTimers();
  const article = show('{"room":"r1"}', '[]', Date.now());
  expect(article.textContent).toContain('Video call');
  expect(article.textContent).toContain('Open until');
  act(() => void vi.advanceTimersByTime(3 * 60 * 60_000));
  expect(article.textContent).toContain('LINK EXPIRED');
  expect(article.outerHTML).not.toMatch(/room|r1/);
  vi.useRealTimers();
});
